"""What became of each puzzle under each model, over all of its runs: what tables and plots are made of.

The repeats of a run count as one: solved if every repeat is, wrong if any is, with their median time. Over
orientations, times are averaged, because a solver's time in one orientation is mostly luck; the puzzle is
solved if it is in every one. A wrong answer counts as unsolved.

The most important result are answers that are wrong, because solutions refute them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from nonosat import Picture, StopReason
from nonosat.toolkit import files, words

if TYPE_CHECKING:
    from pandas import DataFrame


Record = files.Record
"""A line of a journal."""

FIRST = 5
"""How many wrong answers of a model stand above the tables."""

# The least and the largest number of solutions that a verdict allows.
_LEAST = {"unique": 1, "multiple": 2}
_MOST = {"none": 0, "unique": 1}


def contradiction(run: Record, found: Collection[Picture]) -> str:
    """Return how different solutions, its own and those of others, contradict a run's verdict; empty if they
    do not.
    """
    verdict, own = run["verdict"], len(_pictures(run))
    if own < _LEAST.get(verdict, 0):
        return f"{verdict}, but with {words.plural(own, 'solution')}"
    if len(found) > _MOST.get(verdict, len(found)):
        return f"{verdict}, but {words.plural(len(found), 'solution')} found"
    return ""


def judge(runs: Iterable[Record]) -> list[Record]:
    """Return the runs; one whose verdict is refuted by checked solutions, also those of other runs of the
    puzzle, has a `fault` and the stop reason "error", like one that failed its own check.
    """
    runs = list(runs)
    found: dict[tuple[str, str], set[Picture]] = {}
    for run in runs:
        if not run["fault"]:
            found.setdefault((run["puzzle"], run["hash"]), set()).update(_pictures(run))
    faults = (run["fault"] or contradiction(run, found[run["puzzle"], run["hash"]]) for run in runs)
    wrong = ({"fault": fault, "stop_reason": str(StopReason.ERROR)} if fault else {} for fault in faults)
    return [run | more for run, more in zip(runs, wrong, strict=True)]


class Disagreement(NamedTuple):
    """A wrong answer."""

    puzzle: str
    model: str
    fault: str

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.model} is wrong: {self.fault}"


def disagreements(runs: Iterable[Record]) -> list[Disagreement]:
    """Return what is wrong, once per puzzle, model and fault."""
    wrong = (run for run in judge(runs) if run["fault"])
    return list(dict.fromkeys(Disagreement(run["puzzle"], run["model"], run["fault"]) for run in wrong))


def warnings(wrong: Sequence[Disagreement], runs: Iterable[Record]) -> tuple[list[str], list[str]]:
    """Return the lines that stand above everything else where answers are wrong: a few for each model; and
    those that stand below everything else: the other wrong answers.
    """
    if not wrong:
        return [], []
    asked, of_model = defaultdict[str, set[str]](set), defaultdict[str, list[Disagreement]](list)
    for run in runs:
        asked[run["model"]].add(run["puzzle"])
    for one in wrong:
        of_model[one.model].append(one)
    above, below = ["WRONG ANSWERS, which count as unsolved"], list[str]()
    for model, found in of_model.items():
        number = len({one.puzzle for one in found})
        first = f", first {FIRST}" if len(found) > FIRST else ""
        above += [f"{model}: {number} wrong of {len(asked[model])}{first}:", *map(str, found[:FIRST])]
        below += map(str, found[FIRST:])
    return above, ["The other wrong answers:", *below] if below else []


def _pictures(run: Record) -> set[Picture]:
    return set(map(tuple, run["solutions"]))


SHORTEST = 0.001  # seconds; shorter times are noise, and their ratios mean nothing

WRONG = "wrong"
"""The outcome of a run whose answer is wrong, whatever its verdict."""

UNSOLVED = (WRONG, *(str(reason) for reason in StopReason if reason is not StopReason.DONE))
"""Reasons why a puzzle is not solved; each has a column."""

_KEYS = ["puzzle", "hash", "model"]
_PENALTY = 2  # PAR-2: an unsolved run counts as twice the limit


def results(runs: Iterable[Record], headers: Sequence[Record] = ()) -> DataFrame:
    """Return a row for each puzzle and model, in the order of the headers, else of the runs.

    `outcome` is the verdict, or one of UNSOLVED. `seconds`, `limit` and `cpu` are in seconds, `memory` in
    bytes. `penalised` is the time in PAR-2; NaN where there was no limit. `variance` is that of `penalised`
    as a mean of runs; NaN for a single run. `puzzle` is a full_name where puzzles that are not the same have
    one name.
    """
    import pandas

    columns = [*_KEYS, "orientation", "outcome", "severity", "wall", "cpu", "memory", "limit"]
    each = pandas.DataFrame(list(map(_plain, judge(runs))), columns=columns).astype({"limit": float})
    solved = each.severity == len(UNSOLVED)
    each["penalised"] = each.wall.where(solved, _PENALTY * each.limit)
    asked = each.groupby([*_KEYS, "orientation"], sort=False, as_index=False)
    turned = asked.agg({"wall": "median", "cpu": "median", "severity": "min", "limit": "first"})
    solved = turned.severity == len(UNSOLVED)
    turned["penalised"] = turned.wall.where(solved, _PENALTY * turned.limit)
    groups, averaged = each.groupby(_KEYS, sort=False), turned.groupby(_KEYS, sort=False)
    found = groups.agg({"outcome": "first", "severity": "min", "limit": "first", "memory": "max"})
    found["solved"] = found.severity == len(UNSOLVED)
    worst = found.severity.map(dict(enumerate(UNSOLVED)))
    found["outcome"] = found.outcome.where(found.solved, worst)
    found["seconds"], found["cpu"] = averaged.wall.mean(), averaged.cpu.mean()
    found["penalised"] = (_PENALTY * found.limit).where(
        found.outcome == WRONG, averaged.penalised.agg(lambda values: values.mean(skipna=False))
    )
    # The variance of a mean; NaN if it cannot be known.
    found["variance"] = groups.penalised.agg(lambda values: values.var(skipna=False) / len(values))
    found = found.reset_index()
    twice = found.groupby("puzzle").hash.transform("nunique") > 1
    full = list(map(full_name, found.puzzle, found.hash))
    places = _places(headers, "puzzles"), _places(headers, "models")
    found["_puzzle"], found["_model"] = (
        found[column].map(place).fillna(0) for column, place in zip(("puzzle", "model"), places, strict=True)
    )
    found["puzzle"] = found.puzzle.where(~twice, full)
    return found.sort_values(["_puzzle", "_model"], kind="stable", ignore_index=True)


def by_name(headers: Iterable[Record]) -> dict[str, Record]:
    """Return the puzzles of journals by their names and full names."""
    puzzles = [puzzle for header in headers for puzzle in header["puzzles"]]
    return {name: one for one in puzzles for name in (one["name"], full_name(one["name"], one["hash"]))}


def full_name(puzzle: str, fingerprint: str) -> str:
    """Return a name that also tells apart puzzles of one name, as two journals may have them."""
    return f"{puzzle} ({fingerprint[:8] or 'unreadable'})"


def _plain(run: Record) -> tuple[Any, ...]:
    limit, reason = run["limits"]["time"], run["stop_reason"]
    late = limit is not None and run["wall"] > limit
    outcome = WRONG if run["fault"] else reason if reason != StopReason.DONE else run["verdict"]
    if late and outcome not in UNSOLVED:
        outcome = str(StopReason.TIME_LIMIT)
    severity = UNSOLVED.index(outcome) if outcome in UNSOLVED else len(UNSOLVED)
    key = run["puzzle"], run["hash"], run["model"], run.get("orientation", 0)
    return *key, outcome, severity, run["wall"], run["cpu"], run["peak_memory"], limit


def _places(headers: Sequence[Record], what: str) -> dict[str, int]:
    names = dict.fromkeys(one["name"] for header in headers for one in header[what])
    return {name: k for k, name in enumerate(names)}


def models(found: DataFrame) -> list[str]:
    """Return the models in the order in which they first appear."""
    return list(found.model.unique())
