"""Lists all solutions of a Problem, if there are few, with a depth-first search instead of a solver.

It is meant for many small puzzles in sequence: most searches finish before a solver process would answer. If
the search gives up, the caller uses a solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from nonosat.narrowing.engine import begin
from nonosat.problem import Blocks, CellValue, Problem, Values, values_of
from nonosat.processes.limits import NO_CLOCK, Clock

if TYPE_CHECKING:
    from nonosat.narrowing.engine import Engine


@dataclass
class Listing:
    """The result of a search: distinct solutions, and whether they are all. `possible` has the values of each
    cell that are in some solution if `exact`, else those not ruled out.
    """

    solutions: list[Values] = field(default_factory=list)
    complete: bool = False
    possible: tuple[int, ...] = ()
    exact: bool = False


class _Spent(Exception):  # noqa: N818 - not an error
    """The budget is used up."""


def listing(problem: Problem, most: int, budget: int, clock: Clock = NO_CLOCK) -> Listing:
    """List at most `most` solutions, and find the values that cells have in any solution.

    The search gives up after narrowing about `budget` lines, and returns its results so far. Raises
    LimitReached once the clock's deadline has passed.
    """
    search, found = _Search(problem, budget, clock), Listing(possible=problem.possible)
    state = search.root
    state.narrow(clock)
    found.possible = tuple(state.possible)
    if state.contradiction is not None:
        found.complete = found.exact = True
        return found
    try:
        for values in search.below(state):
            if len(found.solutions) == most:
                break
            found.solutions.append(values)
        else:
            found.complete = True
        _note_backbone(found, search)
    except _Spent:
        pass
    return found


def _note_backbone(found: Listing, search: _Search) -> None:
    """Find the values that occur in some solution: those of the listed ones, and others by search."""
    shown = [0] * len(found.possible)
    for values in found.solutions:
        _show(shown, values)
    if not found.complete:
        for cell, mask in enumerate(found.possible):
            for value in values_of(mask & ~shown[cell]):
                if not shown[cell] >> value & 1 and (one := search.with_option((cell, value))):
                    _show(shown, one)
    found.possible, found.exact = tuple(shown), True


def _show(shown: list[int], values: Values) -> None:
    for cell, value in enumerate(values):
        shown[cell] |= 1 << value


class _Search:
    def __init__(self, problem: Problem, budget: int, clock: Clock) -> None:
        self.root = begin(problem, clock)
        self._cells = [
            c.cells if isinstance(c, Blocks) else [cell for cell, _ in c.options] for c in problem.constraints
        ]
        self._constraints_of: list[list[int]] = [[] for _ in problem.possible]
        for k, cells in enumerate(self._cells):
            for cell in cells:
                self._constraints_of[cell].append(k)
        self.left = budget
        self.clock = clock

    def with_option(self, option: CellValue) -> Values | None:
        """Return a solution in which an option holds."""
        state = self._assumed(self.root, *option)
        return next(self.below(state), None) if state.contradiction is None else None

    def below(self, state: Engine) -> Iterator[Values]:
        """Yield the solutions of a settled state."""
        stack = [state]
        while stack:
            state = stack.pop()
            possible = state.possible
            cell = self._choose(possible)
            if cell < 0:
                yield tuple([mask.bit_length() - 1 for mask in possible])
                continue
            for value in values_of(possible[cell]):
                after = self._assumed(state, cell, value)
                if after.contradiction is None:
                    stack.append(after)

    def _choose(self, possible: Sequence[int]) -> int:
        """Return an open cell of the constraint with the fewest open cells; -1 if no cell is open."""
        is_open = [cell for cell, mask in enumerate(possible) if mask & mask - 1]  # `is_single`, inlined
        if not is_open:
            return -1
        open_in = Counter([k for cell in is_open for k in self._constraints_of[cell]])
        if not open_in:
            return is_open[0]
        fewest = min(open_in, key=lambda k: (open_in[k], k))
        left = set(is_open)
        return next(cell for cell in self._cells[fewest] if cell in left)

    def _assumed(self, state: Engine, cell: int, value: int) -> Engine:
        if self.left <= 0:
            raise _Spent
        after = state.copy()
        before = after.lines_narrowed
        after.assume(cell, value)
        after.narrow(self.clock)
        self.left -= after.lines_narrowed - before
        return after
