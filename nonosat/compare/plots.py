"""Plots of results, drawn with matplotlib (the extra `plot`): SVG or PNG."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from nonosat.compare.results import SHORTEST, WRONG, Result, models, virtual_best
from nonosat.compare.tables import require_ratings
from nonosat.errors import InputError
from nonosat.words import or_nearest, shown

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_MARKS = "osD^vP*X<>hp"
_SIZE = (7.0, 4.6)  # inches


def cactus(found: Sequence[Result]) -> Figure:
    """Plot how many puzzles each model solves within a time per puzzle: further right is better.

    If there are several models, the virtual best is a dashed line.
    """
    figure, axes = _axes("puzzles solved", "seconds for each")
    names = models(found)
    for k, model in enumerate(names):
        _curve(axes, [r for r in found if r.model == model], c=_colour(k), marker=_mark(k), markersize=4)
    if len(names) > 1:
        _curve(axes, virtual_best(found), c="black", linestyle="--")
    axes.set_yscale("log")
    axes.locator_params(axis="x", integer=True)
    _name(figure)
    return figure


def _curve(axes: Axes, mine: Sequence[Result], **style: Any) -> None:
    times = sorted(max(r.seconds, SHORTEST) for r in mine if r.solved)
    wrong = sum(r.outcome == WRONG for r in mine)
    label = f"{mine[0].model} ({len(times)}{f', {wrong} wrong' if wrong else ''})"
    axes.plot(range(1, len(times) + 1), times, linewidth=1, label=label, **style)


def scatter(found: Sequence[Result], first: str, second: str) -> Figure:
    """Plot every puzzle's seconds under two models; unsolved ones are on the dashed lines."""
    for name in (first, second):
        if name not in models(found):
            what = f"there is no model {shown(name)} in these results"
            raise InputError(or_nearest(what, name, models(found), "the models are"))
    figure, axes = _axes(f"{first}, seconds", f"{second}, seconds")
    mine = {r.puzzle: r for r in found if r.model == first}
    both = [(mine[r.puzzle], r) for r in found if r.model == second and r.puzzle in mine]
    solved = [max(r.seconds, SHORTEST) for pair in both for r in pair if r.solved]
    low, high = min(solved, default=SHORTEST) / 2, max(solved, default=1.0) * 2
    limits = [r.limit for pair in both for r in pair if r.limit]
    edge = max([high, *limits])
    places = [[max(r.seconds, SHORTEST) if r.solved else edge for r in pair] for pair in both]
    axes.scatter([x for x, _ in places], [y for _, y in places], s=18, alpha=0.8)
    axes.plot([low, edge], [low, edge], color="grey", linewidth=0.8)
    for line in (axes.axvline, axes.axhline):
        line(edge, color="grey", linewidth=0.8, linestyle="--")
    axes.set(xscale="log", yscale="log", xlim=(low, edge * 1.5), ylim=(low, edge * 1.5))
    axes.set_aspect("equal")
    return figure


def times(found: Sequence[Result], cells: dict[str, int | None]) -> Figure:
    """Plot every solved puzzle's seconds against its size."""
    return _times_against("cells", found, lambda result: cells.get(result.puzzle))


def efforts(found: Sequence[Result]) -> Figure:
    """Plot the seconds of every solved puzzle against its effort, if it has one.

    Marks are hollow where the effort is a lower bound. Raises InputError if no puzzle was rated.
    """
    require_ratings(found)
    across = "effort (hollow: at least)" if any(result.stuck for result in found) else "effort"
    return _times_against(across, found, lambda result: result.effort, hollow=True)


def _times_against(
    across: str, found: Sequence[Result], of: Callable[[Result], float | None], hollow: bool = False
) -> Figure:
    """Plot seconds against another quantity; with `hollow`, stuck puzzles have hollow marks."""
    figure, axes = _axes(across, "seconds")
    for k, model in enumerate(models(found)):
        mine = [
            (hollow and r.stuck, x, max(r.seconds, SHORTEST))
            for r in found
            if r.model == model and r.solved and (x := of(r))
        ]
        if not mine:  # a logarithmic scale cannot show an empty series
            continue
        mine.sort()  # the legend has the first mark
        axes.scatter(
            [x for _, x, _ in mine],
            [y for _, _, y in mine],
            s=18,
            alpha=0.8,
            marker=_mark(k),
            label=model,
            edgecolors=_colour(k),
            facecolors=["white" if empty else _colour(k) for empty, _, _ in mine],
        )
    axes.set(xscale="log", yscale="log")
    if axes.collections:
        _name(figure)
    return figure


def drawn(figure: Figure, kind: str) -> bytes:
    """Return the figure as svg or png. The same figure gives the same bytes."""
    import matplotlib

    file = io.BytesIO()
    about: dict[str, Any] = {"Date": None} if kind == "svg" else {}
    with matplotlib.rc_context({"svg.hashsalt": "nonosat", "svg.fonttype": "none"}):
        figure.savefig(file, format=kind, metadata=about, dpi=150)
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
