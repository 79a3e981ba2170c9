"""Tables of a campaign's runs: a row per model or per puzzle, and pairwise comparisons of models.

The repeats of a run count as one: solved if every repeat is, wrong if any is, with their median time. PAR-2
is the mean time, where an unsolved puzzle counts as twice the limit (the custom of SAT competitions). A wrong
answer counts as unsolved.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import geometric_mean, mean, median, quantiles
from typing import Any

from nonosat.compare.disagreements import judged
from nonosat.errors import InputError, StopReason
from nonosat.processes.journal import Record
from nonosat.reasons.difficulty import CLASSES, GUESSING
from nonosat.reasons.rating import NONE, SEVERAL, UNKNOWN
from nonosat.words import plural

SHORTEST = 0.001  # seconds; shorter times are noise, and their ratios mean nothing

WRONG = "wrong"
"""The outcome of a run whose answer is wrong, whatever its verdict."""

UNSOLVED = (WRONG, *(str(reason) for reason in StopReason if reason is not StopReason.DONE))
"""What may become of a puzzle that is not solved; each has a column."""

_AT_LEAST = "at least "
_LEVELS = [*(words for level in CLASSES for words in (level, _AT_LEAST + level)), SEVERAL, NONE, UNKNOWN]


@dataclass(frozen=True)
class Result:
    """One puzzle under one model, all repeats together.

    `outcome` is the verdict, or one of UNSOLVED. `level` is the puzzle's class in words, if rated.
    """

    puzzle: str
    model: str
    outcome: str
    seconds: float
    limit: float | None
    level: str | None = None
    effort: float | None = None

    @property
    def solved(self) -> bool:
        """Whether every repeat was answered in time, and no answer is known to be wrong."""
        return self.outcome not in UNSOLVED

    @property
    def stuck(self) -> bool:
        """Whether the effort is a lower bound: the rating met a limit, or the puzzle needs guessing."""
        return self.level is not None and self.level.startswith((GUESSING, _AT_LEAST))

    @property
    def penalised(self) -> float | None:
        """The seconds, or twice the limit; None where there was no limit."""
        if self.solved:
            return self.seconds
        return None if self.limit is None else 2 * self.limit


@dataclass(frozen=True)
class Table:
    """Rows of plain values under headings; the first column names the row. None is shown as a dash.

    `group` is the family, size or class of its puzzles; empty for all.
    """

    title: str
    group: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str | int | float | None, ...], ...]


def results(runs: Iterable[Record], headers: Sequence[Record] = ()) -> list[Result]:
    """Combine the repeats of every puzzle and model, in the order of the headers, else of the runs.

    A rating in any of the journals counts for the puzzle's runs in all of them.
    """
    groups: dict[tuple[str, str, str], list[Record]] = {}
    ratings: dict[tuple[str, str], Record] = {}
    for run in judged(runs):
        groups.setdefault((run["puzzle"], run["hash"], run["model"]), []).append(run)
        if "class" in run:
            ratings[run["puzzle"], run["hash"]] = run
    puzzles = _positions(puzzle["name"] for header in headers for puzzle in header["puzzles"])
    models = _positions(model["name"] for header in headers for model in header["models"])
    found = [_result(group, ratings.get(key[:2])) for key, group in groups.items()]
    return sorted(found, key=lambda result: (puzzles.get(result.puzzle, 0), models.get(result.model, 0)))


def _positions(names: Iterable[str]) -> dict[str, int]:
    return {name: k for k, name in enumerate(dict.fromkeys(names))}


def _result(runs: list[Record], rating: Record | None) -> Result:
    outcomes = list(map(_outcome, runs))
    unsolved = sorted(set(outcomes).intersection(UNSOLVED), key=UNSOLVED.index)
    return Result(
        puzzle=runs[0]["puzzle"],
        model=runs[0]["model"],
        outcome=[*unsolved, *outcomes][0],
        seconds=median(run["wall"] for run in runs),
        limit=runs[0]["limits"]["time"],
        level=_AT_LEAST * rating["at_least"] + rating["class"] if rating else None,
        effort=rating["effort"] if rating else None,
    )


def _outcome(run: Record) -> str:
    limit = run["limits"]["time"]
    if run["fault"]:
        return WRONG
    if run["stop_reason"] != StopReason.DONE:
        return str(run["stop_reason"])
    late = limit is not None and run["wall"] > limit
    return str(StopReason.TIME_LIMIT if late else run["verdict"])


def summary(found: Sequence[Result], group: str = "") -> Table:
    """Return one row per model: how many puzzles it solved, why not the others, and how fast it was."""
    verdicts = ("unique", "multiple", "none")
    headings = ("model", "solved", *verdicts, *UNSOLVED, "PAR-2", "total", "median", "first")
    fastest = _fastest(found)
    rows = []
    for model in models(found):
        mine = [result for result in found if result.model == model]
        times = [result.seconds for result in mine if result.solved]
        outcomes = [result.outcome for result in mine]
        penalised = [result.penalised for result in mine]
        rows.append(
            (
                model,
                len(times),
                *map(outcomes.count, (*verdicts, *UNSOLVED)),
                None if None in penalised else mean(p for p in penalised if p is not None),
                sum(result.seconds for result in mine),
                median(times) if times else None,
                fastest.count(model),
            )
        )
    count = len({result.puzzle for result in found})
    title = f"{plural(count, 'puzzle')}, times in seconds; first: puzzles on which it was the fastest"
    if any(result.outcome == WRONG for result in found):
        title += "; wrong answers count as unsolved"
    return _table(title, group, headings, rows)


def _fastest(found: Sequence[Result]) -> list[str]:
    """Return the fastest model on each solved puzzle."""
    best: dict[str, Result] = {}
    for result in found:
        if result.solved and (result.puzzle not in best or result.seconds < best[result.puzzle].seconds):
            best[result.puzzle] = result
    return [result.model for result in best.values()]


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
        if not ratios:
            rows.append((first, second, 0, None, None, None))
            continue
        low, _, high = quantiles(ratios, n=4, method="inclusive") if len(ratios) > 1 else ratios * 3
        rows.append((first, second, len(ratios), geometric_mean(ratios), low, high))
    headings = ("model", "against", "both", "mean", "lower quartile", "upper quartile")
    return _table("how many times faster, on the puzzles that both solved", group, headings, rows)


def every(groups: Sequence[tuple[str, Sequence[Result]]]) -> list[Table]:
    """Return a table per group, with a row per puzzle: its seconds under every model.

    All have the same columns; class and effort are included if any puzzle was rated.
    """
    found = [result for _, part in groups for result in part]
    names, rated = models(found), any(result.level for result in found)
    headings = ("puzzle", "verdict", *(("class", "effort") if rated else ()), *names)
    tables = []
    for group, part in groups:
        by_puzzle: dict[str, dict[str, Result]] = {}
        for result in part:
            by_puzzle.setdefault(result.puzzle, {})[result.model] = result
        rows = []
        for puzzle, mine in by_puzzle.items():
            any_run = next(iter(mine.values()))
            rating = (any_run.level, any_run.effort) if rated else ()
            verdicts = dict.fromkeys(r.outcome for r in mine.values() if r.solved)
            times = {r.model: r.seconds if r.solved else r.outcome for r in mine.values()}
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


def models(found: Iterable[Result]) -> list[str]:
    """Return the models in the order in which they first appear."""
    return list(dict.fromkeys(result.model for result in found))


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
