"""The plots of results, drawn with matplotlib (the extra `plot`): SVG or PNG."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from nonosat import InputError
from nonosat.comparison.results import REFUTED, SHORTEST, models
from nonosat.comparison.tables import virtual_best
from nonosat.toolkit import words

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from pandas import DataFrame


_MARKS = "osD^vP*X<>hp"
_HUES = (
    *("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"),
    *("#5b3a8e", "#1b1b1b", "#8c5a2b", "#00606b"),
)
"""Colours that most people tell apart, however they see colours: six of Okabe and Ito's, and four more."""


def cactus(frame: DataFrame) -> Figure:
    """Plot how many puzzles each model solves within a time per puzzle: further right is better.

    If there are several models, the virtual best is a dashed line.
    """
    figure, axes = _axes("puzzles solved", "seconds for each")
    names = models(frame)
    for k, model in enumerate(names):
        pale, hue = divmod(k % (2 * len(_HUES)), len(_HUES))
        style = {"c": (_HUES[hue], 1 - pale / 2), "marker": _MARKS[k % len(_MARKS)], "markersize": 4}
        _curve(axes, frame[frame.model == model], **style)
    if len(names) > 1:
        _curve(axes, virtual_best(frame), c="black", linestyle="--")
    axes.set_yscale("log")
    axes.locator_params(axis="x", integer=True)
    figure.legend(fontsize=9, loc="outside right upper", frameon=False)  # in the plot it would cover some
    return figure


def _curve(axes: Axes, mine: DataFrame, **style: Any) -> None:
    times = mine.seconds[mine.solved].clip(lower=SHORTEST).sort_values()
    wrong = (mine.outcome == REFUTED).sum()
    label = f"{mine.model.iloc[0]} ({len(times)}{f', {wrong} refuted' if wrong else ''})"
    axes.plot(range(1, len(times) + 1), times, linewidth=1.5, label=label, **style)


def scatter(frame: DataFrame, first: str, second: str) -> Figure:
    """Plot every puzzle's seconds under two models; unsolved ones are on the dashed lines."""
    for name in (first, second):
        if name not in models(frame):
            what = f"there is no model {words.quote(name)} in these results"
            raise InputError(words.or_nearest(what, name, models(frame), "the models are"))
    figure, axes = _axes(f"{first}, seconds", f"{second}, seconds")
    both = frame[frame.model == first].merge(frame[frame.model == second], on="puzzle")
    times = [both[f"seconds_{k}"].clip(lower=SHORTEST).where(both[f"solved_{k}"]) for k in "xy"]
    known = [time for one in times for time in one.dropna()]
    low, high = min(known, default=SHORTEST) / 2, max(known, default=1.0) * 2
    edge = max([high, *both.limit_x.dropna(), *both.limit_y.dropna()])
    across, up = (one.fillna(edge) for one in times)
    axes.scatter(across, up, s=18, alpha=0.8, color=_HUES[0])
    axes.plot([low, edge], [low, edge], color="grey", linewidth=0.8)
    for line in (axes.axvline, axes.axhline):
        line(edge, color="grey", linewidth=0.8, linestyle="--")
    axes.set(xscale="log", yscale="log", xlim=(low, edge * 1.5), ylim=(low, edge * 1.5))
    axes.set_aspect("equal")
    return figure


def save(figure: Figure, form: str) -> bytes:
    """Write the figure as svg or png. The same figure gives the same bytes."""
    import matplotlib

    file = io.BytesIO()
    about: dict[str, Any] = {"Date": None} if form == "svg" else {}
    with matplotlib.rc_context({"svg.hashsalt": "nonosat", "svg.fonttype": "none"}):
        figure.savefig(file, format=form, metadata=about, dpi=150)
    return file.getvalue()


def _axes(across: str, up: str) -> tuple[Figure, Axes]:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'nonosat[plot]'") from None
    # A bare Figure, without pyplot, needs no display and is freed when it is no longer used.
    figure = Figure(figsize=(7.0, 4.6), layout="constrained")
    axes = figure.add_subplot(xlabel=across, ylabel=up)
    axes.grid(visible=True, color="#e3e5e9")
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    return figure, axes
