"""Finds the most important result of a campaign: models that contradict each other, or a wrong witness."""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.processes.journal import Record

# The largest number of solutions that a verdict allows.
_MOST = {"none": 0, "unique": 1}


def disagreements(runs: Iterable[Record]) -> list[str]:
    """Return, per puzzle, which runs contradict each other or the puzzle's rules."""
    by_puzzle: dict[tuple[str, str], list[Record]] = {}
    for run in runs:
        by_puzzle.setdefault((run["puzzle"], run["hash"]), []).append(run)
    return [text for runs in by_puzzle.values() for text in _of_puzzle(runs)]


def _of_puzzle(runs: list[Record]) -> list[str]:
    puzzle = runs[0]["puzzle"]
    wrong = [f"{puzzle}: {run['model']} is wrong: {run['fault']}" for run in runs if run["fault"]]
    sound = [run for run in runs if not run["fault"]]
    says: dict[str, list[str]] = {}
    for run in sound:
        if run["verdict"] != "unknown" and run["model"] not in says.setdefault(run["verdict"], []):
            says[run["verdict"]].append(run["model"])
    if len(says) > 1:
        told = "; ".join(f"{verdict} by {', '.join(models)}" for verdict, models in says.items())
        return [*wrong, f"{puzzle}: the models disagree: {told}"]
    # Each witness was checked, but together the runs may have found more of them than a verdict allows.
    witnesses = {tuple(picture) for run in sound for picture in run["solutions"]}
    for verdict, models in says.items():
        if len(witnesses) > _MOST.get(verdict, len(witnesses)):
            found = f"{len(witnesses)} solutions were found"
            wrong.append(f"{puzzle}: the models disagree: {verdict} by {', '.join(models)}, but {found}")
    return wrong
