"""Reinforced belief propagation: lines exchange marginals, which are gradually hardened into a solution.

It is incomplete: if a puzzle has many solutions, it finds one in a few dozen rounds (see
`nonosat.beliefs.reinforced`); otherwise it gives up, and the card's next step takes over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from nonosat.backends import Engine
from nonosat.model import Info, Model, Option
from nonosat.narrowing.engine import ENGINE
from nonosat.problem import CellValue, Problem

OPTIONS: dict[str, Option] = {
    "rounds": 40,  # the rounds in which marginals are hardened
    "trials": 1,  # the number of trials, each with different noise
    "seed": 0,
    # Problems with more block starts go to the next step; without machine code, with an eighth of this.
    "max_starts": 1_000_000,
    # So do those with fewer open cells and, if this is not 0, all while machine code is not loaded.
    "min_open": 0,
}

_MOST_PER_CELL = 16  # starts per open cell; 2 to 10 in puzzles that are open everywhere
_SHORT = 12_000_000  # starts of blocks, in all rounds: 15 ns each
_WAIT = 0.3  # seconds: ten times what loading messages takes once other machine code is loaded

INFO = Info("reinforced-bp", "nonosat", ("problem",), complete=False, options=OPTIONS)


def info(solver: str) -> Info | None:
    """Describe this solver, the only one of its family."""
    return None if solver else INFO


def solvers() -> list[Info]:
    """Return this solver itself."""
    return [INFO]


def short(_solver: str, problem: Problem, options: Mapping[str, Option]) -> bool:
    """Whether machine code is loaded, and all trials together take at most two tenths of a second with it."""
    if not ENGINE.loaded:
        return False
    from nonosat.beliefs.marginals import MESSAGES
    from nonosat.beliefs.messages import block_starts

    asked = {**OPTIONS, **options}
    work = min(block_starts(problem), asked["max_starts"]) * asked["rounds"] * asked["trials"]
    if work > _SHORT:
        return False
    if MESSAGES.thread is None:
        MESSAGES.wait(_WAIT)
    return MESSAGES.loaded


def start(_solver: str, model: Model, options: Mapping[str, Option]) -> _Engine:
    """Load a Problem."""
    if not isinstance(model, Problem):
        raise TypeError("belief propagation reads the Problem itself")
    return _Engine(model, **{**OPTIONS, **options})


class _Engine(Engine):
    """Searches for a solution once; later calls return this one, or give up."""

    def __init__(
        self, problem: Problem, rounds: int, trials: int, seed: int, max_starts: int, min_open: int
    ) -> None:
        self._problem = problem
        self._trials = rounds, trials, seed
        self._max_starts, self._min_open = max_starts, min_open
        self._tried = False
        self._values: bytes | None = None
        self._clauses: list[tuple[Sequence[CellValue], bool]] = []

    def add_clause(self, options: Sequence[CellValue]) -> None:
        self._clauses.append((options, True))

    def add_blocking_clause(self, options: Sequence[CellValue]) -> None:
        self._clauses.append((options, False))

    def solve(
        self, assumptions: Sequence[CellValue] = (), any_of: Sequence[CellValue] | None = None
    ) -> bool | None:
        if not self._tried:
            self._tried = True
            self._values = self._search()
        values = self._values
        if values is None:
            return None
        satisfied = (
            all(any((values[c] == v) is sign for c, v in options) for options, sign in self._clauses)
            and all(values[c] == v for c, v in assumptions)
            and (any_of is None or any(values[c] == v for c, v in any_of))
        )
        return True if satisfied else None

    def _search(self) -> bytes | None:
        from nonosat.beliefs.messages import block_starts
        from nonosat.beliefs.reinforced import trials, worth_it
        from nonosat.narrowing.lines import is_solution

        problem = self._problem
        open_cells = sum([mask.bit_count() > 1 for mask in problem.possible])
        starts = block_starts(problem)
        # Few open cells in long lines: a round costs as much as before, but a solver's clauses are few.
        if open_cells < max(self._min_open, starts // _MOST_PER_CELL):
            return None
        if not worth_it(starts, self._max_starts, self._min_open > 0):
            return None
        for messages in trials(problem, *self._trials):
            if messages.solved:
                values = messages.values
                # Constraints without messages are checked here.
                if len(messages.members) == len(problem.constraints) or is_solution(problem, values):
                    return bytes(values)
        return None

    def values(self) -> bytes:
        if self._values is None:
            raise RuntimeError("no solution was found")
        return self._values
