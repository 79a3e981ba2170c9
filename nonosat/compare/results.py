"""What became of each puzzle under each model, over all of its runs: what tables and plots are made of.

The repeats of a run count as one: solved if every repeat is, wrong if any is, with their median time. Over
orientations, times are averaged, because a solver's time in one orientation is mostly luck; the puzzle is
solved if it is in every one. A wrong answer counts as unsolved.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean, median, variance

from nonosat.compare.disagreements import judged
from nonosat.errors import StopReason
from nonosat.processes.journal import Record
from nonosat.reasons.classes import GUESSING

SHORTEST = 0.001  # seconds; shorter times are noise, and their ratios mean nothing

WRONG = "wrong"
"""The outcome of a run whose answer is wrong, whatever its verdict."""

UNSOLVED = (WRONG, *(str(reason) for reason in StopReason if reason is not StopReason.DONE))
"""What may become of a puzzle that is not solved; each has a column."""

VIRTUAL_BEST = "virtual best"
"""The model of results that take, on each puzzle, the best of all models."""

AT_LEAST = "at least "

_PENALTY = 2  # PAR-2: an unsolved run counts as twice the limit
_NORMAL_95 = 1.96  # standard deviations of a normal distribution on each side of 95%


@dataclass(frozen=True)
class Result:
    """One puzzle under one model, all runs together.

    `outcome` is the verdict, or one of UNSOLVED. `cpu` is in seconds, `memory` in bytes. `penalised` is the
    time in PAR-2; None where there was no limit. `variance` is that of `penalised` as a mean of runs; None
    for a single run. `level` is the puzzle's class in words, if rated.
    """

    puzzle: str
    model: str
    outcome: str
    seconds: float
    limit: float | None
    cpu: float
    memory: int
    penalised: float | None
    variance: float | None = None
    level: str | None = None
    effort: float | None = None

    @property
    def solved(self) -> bool:
        """Whether every run was answered in time, and no answer is known to be wrong."""
        return self.outcome not in UNSOLVED

    @property
    def stuck(self) -> bool:
        """Whether the effort is a lower bound: the rating met a limit, or the puzzle needs guessing."""
        return self.level is not None and self.level.startswith((GUESSING, AT_LEAST))


def results(runs: Iterable[Record], headers: Sequence[Record] = ()) -> list[Result]:
    """Combine the runs of every puzzle and model, in the order of the headers, else of the runs.

    A rating in any of the journals counts for the puzzle's runs in all of them.
    """
    groups: dict[tuple[str, str, str], list[Record]] = {}
    ratings: dict[tuple[str, str], Record] = {}
    for run in judged(runs):
        groups.setdefault((run["puzzle"], run["hash"], run["model"]), []).append(run)
        if "class" in run:
            ratings[run["puzzle"], run["hash"]] = run
    puzzles = _positions(puzzle["name"] for header in headers for puzzle in header["puzzles"])
    order = _positions(model["name"] for header in headers for model in header["models"])
    found = [_result(group, ratings.get(key[:2])) for key, group in groups.items()]
    return sorted(found, key=lambda result: (puzzles.get(result.puzzle, 0), order.get(result.model, 0)))


def _positions(names: Iterable[str]) -> dict[str, int]:
    return {name: k for k, name in enumerate(dict.fromkeys(names))}


def _result(runs: list[Record], rating: Record | None) -> Result:
    outcomes = list(map(_outcome, runs))
    unsolved = sorted(set(outcomes).intersection(UNSOLVED), key=UNSOLVED.index)
    turned: dict[int, list[Record]] = {}
    for run in runs:
        turned.setdefault(run.get("orientation", 0), []).append(run)
    return Result(
        puzzle=runs[0]["puzzle"],
        model=runs[0]["model"],
        outcome=[*unsolved, *outcomes][0],
        seconds=mean(median(run["wall"] for run in some) for some in turned.values()),
        limit=runs[0]["limits"]["time"],
        cpu=mean(median(run["cpu"] for run in some) for some in turned.values()),
        memory=max(run["peak_memory"] for run in runs),
        penalised=_mean([_penalised(runs)] if WRONG in outcomes else list(map(_penalised, turned.values()))),
        variance=_variance([_penalised([run]) for run in runs]),
        level=AT_LEAST * rating["at_least"] + rating["class"] if rating else None,
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


def _penalised(repeats: Sequence[Record]) -> float | None:
    """Return the median seconds of repeats, or twice the limit if one is unsolved; None without a limit."""
    limit: float | None = repeats[0]["limits"]["time"]
    if set(map(_outcome, repeats)).intersection(UNSOLVED):
        return None if limit is None else _PENALTY * limit
    seconds: float = median(run["wall"] for run in repeats)
    return seconds


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return mean(known) if known and len(known) == len(values) else None


def _variance(values: Sequence[float | None]) -> float | None:
    """Return the variance of the mean of some values; None if it cannot be known."""
    known = [value for value in values if value is not None]
    return variance(known) / len(known) if len(known) == len(values) > 1 else None


def par2(found: Sequence[Result]) -> float | None:
    """Return the mean penalised time; None if an unsolved puzzle had no limit."""
    return _mean([result.penalised for result in found])


def confidence(found: Sequence[Result]) -> float | None:
    """Return how far PAR-2 may be off: half of its 95% confidence interval, from how the runs of each puzzle
    differ; None if a puzzle was run once.
    """
    known = [result.variance for result in found if result.variance is not None]
    return _NORMAL_95 * math.sqrt(sum(known)) / len(known) if known and len(known) == len(found) else None


def scores(found: Sequence[Result]) -> dict[str, float]:
    """Return each model's points by the rules of the MiniZinc Challenge: on each puzzle, two models share one
    point. A model that has not solved it gets none, else all of it if the other has not, else the other's
    share of their times.
    """
    points = dict.fromkeys(models(found), 0.0)
    for mine in by_puzzle(found).values():
        solved = {result.model: max(result.seconds, SHORTEST) for result in mine if result.solved}
        for model, seconds in solved.items():
            others = (solved.get(other.model) for other in mine if other.model != model)
            points[model] += sum(1 if time is None else time / (seconds + time) for time in others)
    return points


def virtual_best(found: Sequence[Result]) -> list[Result]:
    """Return, for each puzzle, the result of the model that is best on it, under the name VIRTUAL_BEST."""
    return [replace(one, model=VIRTUAL_BEST, variance=None) for one in best(found)]


def best(found: Sequence[Result]) -> list[Result]:
    """Return the fastest result of each puzzle, or any if it is not solved."""
    return [min(mine, key=lambda one: (not one.solved, one.seconds)) for mine in by_puzzle(found).values()]


def by_puzzle(found: Iterable[Result]) -> Mapping[str, list[Result]]:
    """Return the results of each puzzle."""
    groups: dict[str, list[Result]] = {}
    for result in found:
        groups.setdefault(result.puzzle, []).append(result)
    return groups


def models(found: Iterable[Result]) -> list[str]:
    """Return the models in the order in which they first appear."""
    return list(dict.fromkeys(result.model for result in found))
