"""The plots of results, drawn with matplotlib (the extra `plot`): SVG or PNG; and the report as one
self-contained page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from nonosat import InputError, draw, load
from nonosat.comparison.results import REFUTED, SHORTEST, Disagreement, Record, by_name, models, warnings
from nonosat.comparison.tables import every, virtual_best
from nonosat.toolkit import Table, templates, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame


_MARKS = "osD^vP*X<>hp"
_SIZE = (7.0, 4.6)  # inches


def cactus(found: DataFrame) -> Figure:
    """Plot how many puzzles each model solves within a time per puzzle: further right is better.

    If there are several models, the virtual best is a dashed line.
    """
    figure, axes = _axes("puzzles solved", "seconds for each")
    names = models(found)
    for k, model in enumerate(names):
        _curve(axes, found[found.model == model], c=_colour(k), marker=_mark(k), markersize=4)
    if len(names) > 1:
        _curve(axes, virtual_best(found), c="black", linestyle="--")
    axes.set_yscale("log")
    axes.locator_params(axis="x", integer=True)
    _name(figure)
    return figure


def _curve(axes: Axes, mine: DataFrame, **style: Any) -> None:
    times = mine.seconds[mine.solved].clip(lower=SHORTEST).sort_values()
    wrong = (mine.outcome == REFUTED).sum()
    label = f"{mine.model.iloc[0]} ({len(times)}{f', {wrong} refuted' if wrong else ''})"
    axes.plot(range(1, len(times) + 1), times, linewidth=1, label=label, **style)


def scatter(found: DataFrame, first: str, second: str) -> Figure:
    """Plot every puzzle's seconds under two models; unsolved ones are on the dashed lines."""
    for name in (first, second):
        if name not in models(found):
            what = f"there is no model {words.shown(name)} in these results"
            raise InputError(words.or_nearest(what, name, models(found), "the models are"))
    figure, axes = _axes(f"{first}, seconds", f"{second}, seconds")
    both = found[found.model == first].merge(found[found.model == second], on="puzzle")
    times = [both[f"seconds_{k}"].clip(lower=SHORTEST).where(both[f"solved_{k}"]) for k in "xy"]
    known = [time for one in times for time in one.dropna()]
    low, high = min(known, default=SHORTEST) / 2, max(known, default=1.0) * 2
    edge = max([high, *both.limit_x.dropna(), *both.limit_y.dropna()])
    across, up = (one.fillna(edge) for one in times)
    axes.scatter(across, up, s=18, alpha=0.8)
    axes.plot([low, edge], [low, edge], color="grey", linewidth=0.8)
    for line in (axes.axvline, axes.axhline):
        line(edge, color="grey", linewidth=0.8, linestyle="--")
    axes.set(xscale="log", yscale="log", xlim=(low, edge * 1.5), ylim=(low, edge * 1.5))
    axes.set_aspect("equal")
    return figure


def times(found: DataFrame, cells: dict[str, int | None]) -> Figure:
    """Plot every solved puzzle's seconds against its size."""
    figure, axes = _axes("cells", "seconds")
    found = found.assign(cells=found.puzzle.map(cells).astype(float))
    for k, model in enumerate(models(found)):
        mine = found[(found.model == model) & found.solved & (found.cells > 0)]
        if mine.empty:  # a logarithmic scale cannot show an empty series
            continue
        seconds = mine.seconds.clip(lower=SHORTEST)
        axes.scatter(mine.cells, seconds, s=18, alpha=0.8, marker=_mark(k), label=model, color=_colour(k))
    axes.set(xscale="log", yscale="log")
    if axes.collections:
        _name(figure)
    return figure


def save(figure: Figure, form: str) -> bytes:
    """Write the figure as svg or png. The same figure gives the same bytes."""
    import matplotlib

    file = io.BytesIO()
    about: dict[str, Any] = {"Date": None} if form == "svg" else {}
    with matplotlib.rc_context({"svg.hashsalt": "nonosat", "svg.fonttype": "none"}):
        figure.savefig(file, format=form, metadata=about, dpi=150)
    return file.getvalue()


def _name(figure: Figure) -> None:
    """Say what is what beside the plot: with many models, a legend in it would cover some."""
    figure.legend(fontsize=8, loc="outside right upper")


def _axes(across: str, up: str) -> tuple[Figure, Axes]:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'nonosat[plot]'") from None
    # A bare Figure, without pyplot, needs no display and is freed when it is no longer used.
    figure = Figure(figsize=_SIZE, layout="constrained")
    axes = figure.add_subplot()
    axes.set(xlabel=across, ylabel=up)
    axes.grid(visible=True, alpha=0.25)
    return figure, axes


def _mark(k: int) -> str:
    return _MARKS[k % len(_MARKS)]


def _colour(k: int) -> str:
    """Return the colour of the k-th model: ten strong ones, then ten pale ones."""
    from matplotlib import colormaps, colors

    strength, hue = divmod(k % 20, 10)
    return colors.to_hex(colormaps["tab20"](2 * hue + strength))


def page(
    journals: Mapping[str, Record],
    runs: Sequence[Record],
    found: DataFrame,
    tables: Sequence[Table],
    wrong: Sequence[Disagreement],
) -> str:
    """Return the page."""
    known = by_name(journals.values())
    puzzles = {name: known[name] for name in found.puzzle if name in known}
    above, below = (
        "".join(f"<p>{escape(text)}</p>" for text in part) for part in warnings(wrong, runs, journals)
    )
    parts = {
        "title": "nonosat compare",
        "about": "".join(f"<p>{escape(_about(header))}</p>" for header in journals.values()),
        "wrong": above,
        "others": below,
        "tables": "\n".join(table.html() for table in [*tables, every(found)]),
        "plots": _plots(found, puzzles),
        "pictures": templates.script_json(_pictures(runs, puzzles)),
    }
    return templates.filled(__package__, "page", parts)


def _about(header: Record) -> str:
    if "machine" not in header:
        return "Measured by another tool."
    machine, versions, limits = header["machine"], header["versions"], header["limits"]
    named = ", ".join(f"{name} {number}" for name, number in versions.items() if number)
    memory = f"{limits['memory'] >> 20} MiB" if limits["memory"] else "three quarters of the memory"
    time = f"{limits['time']:g} s" if limits["time"] else "no time limit"
    return (
        f"Started {header['start']} on {machine['host']}: {machine['processor']}, {machine['cores']} cores, "
        f"{machine['memory'] >> 20} MiB, {machine['system']}. {named}. Limits of a run: {time}, {memory}."
    )


def _plots(found: DataFrame, puzzles: dict[str, Record]) -> str:
    if find_spec("matplotlib") is None:
        return "<p>The plots need matplotlib: pip install 'nonosat[plot]'.</p>"
    names = models(found)
    figures = {"puzzles solved within a time": cactus(found)}
    if len(names) > 1:
        figures[f"{names[0]} against {names[1]}"] = scatter(found, names[0], names[1])
    sizes = {name: puzzle["cells"] for name, puzzle in puzzles.items()}
    figures["time against size"] = times(found, sizes)
    return "".join(
        f"<figure><figcaption>{escape(title)}</figcaption>{_inline(save(figure, 'svg'), k)}</figure>"
        for k, (title, figure) in enumerate(figures.items())
    )


def _inline(drawing: bytes, number: int) -> str:
    """Return an SVG file as an element of a page: without its prologue, and with unique ids."""
    text = drawing.decode()
    return re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>plot{number}-", text[text.index("<svg") :])


def _pictures(runs: Sequence[Record], puzzles: dict[str, Record]) -> dict[str, str]:
    """Draw each puzzle with its solutions, or empty if none was found."""
    best: dict[tuple[str, str], Record] = {}
    for run in runs:
        key = run["puzzle"], run["hash"]
        if not run["fault"] and (key not in best or len(run["solutions"]) > len(best[key]["solutions"])):
            best[key] = run
    drawn = {}
    for name, puzzle in puzzles.items():
        if puzzle["document"] is not None:
            run = best.get((puzzle["name"], puzzle["hash"]), {"solutions": []})
            first, second = [*map(tuple, run["solutions"]), (), ()][:2]
            drawn[name] = draw(load(puzzle["document"]), first, second).svg()
    return drawn
