"""Finds the most important result of a campaign: answers that are wrong, because solutions refute them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from nonosat.errors import StopReason
from nonosat.processes.journal import Record
from nonosat.puzzles.picture import Picture
from nonosat.words import plural

# The least and the largest number of solutions that a verdict allows.
_LEAST = {"unique": 1, "multiple": 2}
_MOST = {"none": 0, "unique": 1}


def contradiction(run: Record, found: Collection[Picture]) -> str:
    """Return how different solutions, its own and those of others, contradict a run's verdict; empty if they
    do not.
    """
    verdict, own = run["verdict"], len(_pictures(run))
    if own < _LEAST.get(verdict, 0):
        return f"{verdict}, but with {plural(own, 'solution')}"
    if len(found) > _MOST.get(verdict, len(found)):
        return f"{verdict}, but {plural(len(found), 'solution')} found"
    return ""


def judged(runs: Iterable[Record]) -> list[Record]:
    """Return the runs; one whose verdict is refuted by checked solutions, also those of other runs of the
    puzzle, has a `fault` and the stop reason "error", like one that failed its own check.
    """
    runs = list(runs)
    found: dict[tuple[str, str], set[Picture]] = {}
    for run in runs:
        if not run["fault"]:
            found.setdefault((run["puzzle"], run["hash"]), set()).update(_pictures(run))
    return [_judged(run, found) for run in runs]


def _judged(run: Record, found: dict[tuple[str, str], set[Picture]]) -> Record:
    fault = run["fault"] or contradiction(run, found[run["puzzle"], run["hash"]])
    return run | {"fault": fault, "stop_reason": str(StopReason.ERROR)} if fault else run


def disagreements(runs: Iterable[Record]) -> list[str]:
    """Return what is wrong, in a line per puzzle, model and fault."""
    wrong = (run for run in judged(runs) if run["fault"])
    return list(dict.fromkeys(f"{run['puzzle']}: {run['model']} is wrong: {run['fault']}" for run in wrong))


def _pictures(run: Record) -> set[Picture]:
    return set(map(tuple, run["solutions"]))
