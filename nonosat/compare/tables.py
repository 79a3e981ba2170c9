"""Tables of a campaign's results: a row per model or per puzzle, and pairwise comparisons of models."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import geometric_mean, median, quantiles
from typing import Any

from nonosat.compare.results import (
    AT_LEAST,
    SHORTEST,
    UNSOLVED,
    VIRTUAL_BEST,
    WRONG,
    Result,
    best,
    by_puzzle,
    confidence,
    models,
    par2,
    scores,
    virtual_best,
)
from nonosat.errors import InputError
from nonosat.processes.journal import Record
from nonosat.reasons.classes import CLASSES
from nonosat.reasons.rating import NONE, SEVERAL, UNKNOWN
from nonosat.words import plural

_LEVELS = [*(words for level in CLASSES for words in (level, AT_LEAST + level)), SEVERAL, NONE, UNKNOWN]

_VERDICTS = ("unique", "multiple", "none")

COMPARED = ("score", "first", "share", "alone")
"""The columns that compare models with each other; None if there is one model."""

_ALONE = ("model", "solved", *_VERDICTS, *UNSOLVED, "PAR-2", "±", "median", "wall", "CPU", "MiB")

OPTIONAL = (*UNSOLVED, "±")
"""The columns that a text leaves out if they say nothing in any row."""


@dataclass(frozen=True)
class Table:
    """Rows of plain values under headings; the first column names the row. None is shown as a dash.

    `group` is the family, size or class of its puzzles; empty for all.
    """

    title: str
    group: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str | int | float | None, ...], ...]


def summary(found: Sequence[Result], group: str = "") -> Table:
    """Return one row per model: how many puzzles it solved, why not the others, and how fast it was.

    If there are several models, they are compared, and the last row is the virtual best.
    """
    names = models(found)
    points = scores(found)
    first = [one.model for one in best(found) if one.solved]
    alone = [mine[0].model for mine in by_puzzle(r for r in found if r.solved).values() if len(mine) == 1]
    nothing = (None,) * len(COMPARED)
    rows = []
    for name in names:
        share = first.count(name) / len(first) if first else None
        compared = points[name], first.count(name), share, alone.count(name)
        mine = [one for one in found if one.model == name]
        rows.append(_row(name, mine) + (compared if len(names) > 1 else nothing))
    if len(names) > 1:
        rows.append(_row(VIRTUAL_BEST, virtual_best(found)) + nothing)
    title = f"{plural(len(by_puzzle(found)), 'puzzle')}, times in seconds"
    if any(result.outcome == WRONG for result in found):
        title += "; wrong answers count as unsolved"
    return _table(title, group, _ALONE + COMPARED, rows)


def _row(name: str, mine: Sequence[Result]) -> tuple[Any, ...]:
    """Return what the results of one model say without the others."""
    times = [result.seconds for result in mine if result.solved]
    outcomes = [result.outcome for result in mine]
    return (
        name,
        len(times),
        *map(outcomes.count, (*_VERDICTS, *UNSOLVED)),
        par2(mine),
        confidence(mine),
        median(times) if times else None,
        sum(result.seconds for result in mine),
        sum(result.cpu for result in mine),
        max(result.memory for result in mine) / (1 << 20),
    )


def pairs(found: Sequence[Result], group: str = "") -> Table:
    """Return how many times faster the first of two models is on the puzzles that both solved.

    The mean is geometric.
    """
    times: dict[str, dict[str, float]] = {model: {} for model in models(found)}
    for result in found:
        if result.solved:
            times[result.model][result.puzzle] = max(result.seconds, SHORTEST)
    rows: list[tuple[Any, ...]] = []
    for first, second in combinations(times, 2):
        ratios = [
            times[second][puzzle] / seconds
            for puzzle, seconds in times[first].items()
            if puzzle in times[second]
        ]
        rows.append((first, second, len(ratios), *spread(ratios)))
    headings = ("model", "against", "both", "mean", "lower quartile", "upper quartile")
    return _table("how many times faster, on the puzzles that both solved", group, headings, rows)


def spread(ratios: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """Return the geometric mean of some ratios, and their quartiles; None if there are none."""
    if not ratios:
        return None, None, None
    low, _, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else [*ratios] * 3
    return geometric_mean(ratios), low, high


def every(groups: Sequence[tuple[str, Sequence[Result]]]) -> list[Table]:
    """Return a table per group, with a row per puzzle: its seconds under every model.

    All have the same columns; class and effort are included if any puzzle was rated.
    """
    found = [result for _, part in groups for result in part]
    names, rated = models(found), any(result.level for result in found)
    headings = ("puzzle", "verdict", *(("class", "effort") if rated else ()), *names)
    tables = []
    for group, part in groups:
        rows = []
        for puzzle, mine in by_puzzle(part).items():
            rating = (mine[0].level, mine[0].effort) if rated else ()
            verdicts = dict.fromkeys(r.outcome for r in mine if r.solved)
            times = {r.model: r.seconds if r.solved else r.outcome for r in mine}
            rows.append((puzzle, ", ".join(verdicts) or "unknown", *rating, *map(times.get, names)))
        tables.append(_table("every puzzle, in seconds", group, headings, rows))
    return tables


def _table(title: str, group: str, headings: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> Table:
    return Table(f"{group}: {title}" if group else title, group, headings, tuple(rows))


def require_ratings(found: Iterable[Result]) -> None:
    """Raise InputError if no puzzle was rated."""
    if not any(result.level for result in found):
        raise InputError("no puzzle was rated: repeat the campaign with ratings, and resume its journal")


def position(level: str | None) -> float:
    """Return the sort key of a class, the easiest first."""
    return _LEVELS.index(level) if level in _LEVELS else math.inf


def grouped(
    found: Sequence[Result], by: str | None, puzzles: Sequence[Record]
) -> list[tuple[str, list[Result]]]:
    """Split the results by the family, size or class of their puzzles; `by` None gives one group.

    Runs of puzzles that are in no header (as in journals joined by hand) or not rated are the last group.
    """
    if by is None:
        return [("", list(found))]
    if by == "class":
        require_ratings(found)
        keys = {result.puzzle: (position(result.level), result.level) for result in found if result.level}
    else:
        family = by == "family"
        keys = {puzzle["name"]: (0, puzzle["family"]) if family else _size(puzzle) for puzzle in puzzles}
    groups: dict[tuple[float, str], list[Result]] = {}
    for result in found:
        groups.setdefault(keys.get(result.puzzle, (math.inf, "others")), []).append(result)
    return [(group[1], groups[group]) for group in sorted(groups)]


def _size(puzzle: Record) -> tuple[float, str]:
    """Return the upper bound of the puzzle's size class (a sort key) and its name; bounds grow fourfold."""
    cells = puzzle["cells"]
    if cells is None:
        return math.inf, "unreadable"
    top = 100
    while top < cells:
        top *= 4
    return top, f"up to {top} cells"
