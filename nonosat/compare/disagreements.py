"""Finds the most important result of a campaign: answers that are wrong, because solutions refute them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from nonosat import Picture, StopReason, journal, words

FIRST = 5
"""How many wrong answers of a model stand above the tables."""

# The least and the largest number of solutions that a verdict allows.
_LEAST = {"unique": 1, "multiple": 2}
_MOST = {"none": 0, "unique": 1}


def contradiction(run: journal.Record, found: Collection[Picture]) -> str:
    """Return how different solutions, its own and those of others, contradict a run's verdict; empty if they
    do not.
    """
    verdict, own = run["verdict"], len(_pictures(run))
    if own < _LEAST.get(verdict, 0):
        return f"{verdict}, but with {words.plural(own, 'solution')}"
    if len(found) > _MOST.get(verdict, len(found)):
        return f"{verdict}, but {words.plural(len(found), 'solution')} found"
    return ""


def judge(runs: Iterable[journal.Record]) -> list[journal.Record]:
    """Return the runs; one whose verdict is refuted by checked solutions, also those of other runs of the
    puzzle, has a `fault` and the stop reason "error", like one that failed its own check.
    """
    runs = list(runs)
    found: dict[tuple[str, str], set[Picture]] = {}
    for run in runs:
        if not run["fault"]:
            found.setdefault((run["puzzle"], run["hash"]), set()).update(_pictures(run))
    return [_judge(run, found) for run in runs]


def _judge(run: journal.Record, found: dict[tuple[str, str], set[Picture]]) -> journal.Record:
    fault = run["fault"] or contradiction(run, found[run["puzzle"], run["hash"]])
    return run | {"fault": fault, "stop_reason": str(StopReason.ERROR)} if fault else run


class Disagreement(NamedTuple):
    """A wrong answer."""

    puzzle: str
    model: str
    fault: str

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.model} is wrong: {self.fault}"


def disagreements(runs: Iterable[journal.Record]) -> list[Disagreement]:
    """Return what is wrong, once per puzzle, model and fault."""
    wrong = (run for run in judge(runs) if run["fault"])
    return list(dict.fromkeys(Disagreement(run["puzzle"], run["model"], run["fault"]) for run in wrong))


def warnings(wrong: Sequence[Disagreement], runs: Iterable[journal.Record]) -> tuple[list[str], list[str]]:
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


def _pictures(run: journal.Record) -> set[Picture]:
    return set(map(tuple, run["solutions"]))
