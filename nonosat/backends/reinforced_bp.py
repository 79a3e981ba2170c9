"""A solver that proves nothing: lines tell each other what is likely until they agree on a solution.

Where a puzzle has many solutions this finds one in a few dozen rounds (see `nonosat.stages.beliefs`).
Otherwise it gives up, and the card's next step takes over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from nonosat.backends import Info
from nonosat.model import Model
from nonosat.problem import Option, Problem

if TYPE_CHECKING:
    from nonosat.stages.beliefs import Likely

INSTALL = "pip install nonosat"

OPTIONS: dict[str, bool | int] = {"rounds": 40, "trials": 1, "seed": 0, "places": 1_000_000, "open": 0}
"""What a card may set: in how many rounds to make up its mind, how often to try, with which chance.
What has more `places` of blocks, or fewer `open` cells, is left to the next step."""


def info(solver: str) -> Info | None:
    """Return what is known of this solver; it has no others to choose from."""
    if solver:
        return None
    return Info("convictions", "nonosat", ("lines",), complete=False, options=OPTIONS)


def solvers() -> list[Info]:
    """Return this solver itself."""
    found = info("")
    return [found] if found else []


def start(solver: str, model: Model, options: Mapping[str, Any]) -> _Engine:
    """Take a Problem."""
    if not isinstance(model, Problem):
        raise TypeError("convictions are of lines")
    return _Engine(model, **{**OPTIONS, **options})


class _Engine:
    """Looks for a solution once; what is asked later it answers with this one, or gives up."""

    def __init__(
        self,
        problem: Problem,
        rounds: int,
        trials: int,
        seed: int,
        places: int,
        open: int,  # noqa: A002
    ) -> None:
        self._problem = problem
        self._how = rounds, trials, seed
        self._places, self._open = places, open
        self._tried = False
        self._values: bytes | None = None
        self._clauses: list[tuple[Sequence[Option], bool]] = []

    def add(self, options: Sequence[Option], differ: bool) -> None:
        self._clauses.append((options, differ))

    def prefer(self, values: Sequence[int]) -> None:
        pass

    def guess(self, likely: Likely) -> None:
        pass

    def solve(
        self, assume: Sequence[Option], conflicts: int | None, one_of: Sequence[Option] = ()
    ) -> bool | None:
        if not self._tried:
            self._tried = True
            self._values = self._found()
        values = self._values
        if values is None:
            return None
        holds = all(
            any((values[cell] == value) != differ for cell, value in options)
            for options, differ in self._clauses
        )
        holds = holds and all(values[cell] == value for cell, value in assume)
        holds = holds and (not one_of or any(values[cell] == value for cell, value in one_of))
        return True if holds else None

    def _found(self) -> bytes | None:
        from nonosat.stages import lines
        from nonosat.stages.beliefs import attempts
        from nonosat.stages.messages import places

        problem = self._problem
        if sum(mask.bit_count() > 1 for mask in problem.possible) < self._open:
            return None
        if places(problem) > self._places:
            return None
        for messages in attempts(problem, *self._how):
            if messages.solved:
                values = messages.values
                # What was not weighed has not been asked yet.
                if len(messages.members) == len(problem.constraints) or lines.hold(problem, values):
                    return bytes(values)
        return None

    def values(self) -> bytes:
        if self._values is None:
            raise RuntimeError("no solution was found")
        return self._values

    def conflicts(self) -> int | None:
        return None

    def close(self) -> None:
        pass
