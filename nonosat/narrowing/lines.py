"""Narrows a Problem one constraint at a time, until no single constraint rules out more.

A Blocks rules out every value that has no arrangement (see `nonosat.line.masks`; its cells must be distinct);
an Exactly or AtMost rules out what follows from counting its options.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

from nonosat.line.bits import by_value
from nonosat.line.masks import Narrower, narrower
from nonosat.problem import AtMost, Blocks, CellValue, Constraint, Exactly, Problem, Values, values_of
from nonosat.processes.limits import NO_CLOCK, Clock

BY_LINES = "by lines alone"


@dataclass(frozen=True)
class Narrowed:
    """A Problem with fewer values left; `contradiction` names a violated constraint, if any. `basis` names
    the method; `solutions` has the solutions that assumptions led to, at most two.
    """

    problem: Problem
    contradiction: str | None = None
    basis: str = BY_LINES
    solutions: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """What one constraint has ruled out; None if it is violated."""

    label: str
    ruled_out: list[CellValue] | None


def narrow(problem: Problem, clock: Clock = NO_CLOCK) -> Narrowed:
    """Narrow to the fixpoint: each constraint sees at once what the ones before it ruled out.

    Raises LimitReached once the clock's deadline has passed.
    """
    state = Narrowing(problem, clock)
    state.narrow(clock)
    return Narrowed(problem.narrowed(state.possible), state.contradiction)


def is_solution(problem: Problem, values: Values) -> bool:
    """Whether an assignment is possible and satisfies every constraint."""
    left = [mask & 1 << value for mask, value in zip(problem.possible, values, strict=True)]
    return all(left) and narrow(problem.narrowed(left)).contradiction is None


def passes(
    problem: Problem, clock: Clock = NO_CLOCK, turns: Sequence[Sequence[int]] = ()
) -> Iterator[list[Finding]]:
    """Yield the results of simultaneous passes, up to the same fixpoint. In one pass, every constraint that
    may rule out more sees the state after the previous pass. Several may find the same option. A
    contradiction comes last, alone. `turns` divides the constraints, by number: within a pass, a turn sees
    the results of earlier turns.
    """
    state = Narrowing(problem, clock)
    turns = turns or [range(len(state.constraints))]
    while state.contradiction is None and any(state.dirty):
        findings: list[Finding] = []
        for turn in turns:
            found = []
            for at in [at for at in turn if state.dirty[at]]:
                clock.check()
                found.append((at, state.look(at)))
            for at, ruled_out in found:
                state.rule_out(at, ruled_out)
            findings += [Finding(state.label(at), options) for at, options in found if options]
        if findings:
            yield findings
    if state.contradiction is not None:
        yield [Finding(state.contradiction, None)]


class Narrowing:
    """The state of narrowing a Problem. `possible` is as in Problem; `dirty[k]` says whether constraint k may
    rule out more; `contradiction` is the label of a violated constraint, once one is known. `lines_narrowed`
    counts the work; `solutions` are those found by probes.

    `compiled.CompiledNarrowing` is the twin in machine code: the same results, much faster.
    """

    def __init__(self, problem: Problem, clock: Clock = NO_CLOCK) -> None:
        self.possible = list(problem.possible)
        self.constraints = problem.constraints
        self.dirty = bytearray(b"\1" * len(self.constraints))
        self.contradiction: str | None = None
        self.lines_narrowed = 0
        self.solutions: list[tuple[int, ...]] = []
        # By cell: its constraints. By constraint: the masks and the cells' bits of a Blocks, else empty.
        self._constraints_of: list[list[int]] = [[] for _ in self.possible]
        self._can: list[list[int]] = []
        self._bit: list[dict[int, int]] = []
        self._narrow: dict[int, Narrower] = {}
        for k, constraint in enumerate(self.constraints):
            clock.check()  # a thousand lines take seconds
            self._enter(k, constraint)
        if 0 in self.possible:
            self._blame(self.possible.index(0))

    def label(self, k: int) -> str:
        """Return the name of constraint k for people."""
        return self.constraints[k].label or f"constraint {k + 1}"

    def can(self, k: int) -> Sequence[int]:
        """Return for each value the places that may have it in the Blocks k, as masks."""
        return self._can[k]

    def narrow(self, clock: Clock = NO_CLOCK) -> int:
        """Narrow to the fixpoint, or to a contradiction; return how many options this has ruled out.

        Raises LimitReached once the clock's deadline has passed.
        """
        # Rounds over the constraints that are dirty: such rows, then such columns.
        at, gone = -1, 0
        while self.contradiction is None:
            at = self.dirty.find(1, at + 1)
            if at < 0 and (at := self.dirty.find(1)) < 0:
                break
            clock.check()
            ruled_out = self.look(at)
            self.rule_out(at, ruled_out)
            gone += len(ruled_out or ())
        return gone

    def assume(self, cell: int, value: int) -> None:
        """Fix a cell to a value."""
        self.strike([(cell, other) for other in values_of(self.possible[cell]) if other != value])

    def look(self, k: int) -> list[CellValue] | None:
        """Return what constraint k rules out in this state; None if it is violated. This marks it clean, so
        apply the result before the next call for it.
        """
        self.dirty[k] = 0
        self.lines_narrowed += 1
        constraint = self.constraints[k]
        if not isinstance(constraint, Blocks):
            return self._tally(constraint)
        can = self._can[k]
        left = self._narrow[k](can)
        if left is None:
            return None
        found = []
        for value, (had, has) in enumerate(zip(can, left, strict=True)):
            gone = had ^ has
            while gone:
                lowest = gone & -gone
                found.append((constraint.cells[lowest.bit_length() - 1], value))
                gone ^= lowest
        return found

    def rule_out(self, k: int, options: list[CellValue] | None) -> None:
        """Apply what constraint k has found."""
        if options is None:
            self.contradiction = self.contradiction or self.label(k)
            return
        was_dirty = self.dirty[k]
        self.strike(options)
        if k in self._narrow:
            self.dirty[k] = was_dirty  # a Blocks finds nothing more after its own result

    def strike(self, options: Iterable[CellValue]) -> None:
        """Rule options out."""
        possible, dirty, of_cell = self.possible, self.dirty, self._constraints_of
        masks, bit_of = self._can, self._bit
        for cell, value in options:
            bit = 1 << value
            left = possible[cell]
            if left & bit:
                possible[cell] = left ^ bit
                for other in of_cell[cell]:
                    dirty[other] = 1
                    if can := masks[other]:
                        can[value] ^= bit_of[other][cell]
                if left == bit:
                    self._blame(cell)

    def copy(self) -> Narrowing:
        """Return an independent copy."""
        other = copy(self)  # shares what never changes
        other.possible = self.possible[:]
        other.solutions = self.solutions[:]
        other.dirty = self.dirty[:]
        other._can = [can[:] for can in self._can]
        return other

    def _enter(self, k: int, constraint: Constraint) -> None:
        """Set up the data for a constraint."""
        if isinstance(constraint, Blocks):
            cells = constraint.cells
            have = [self.possible[cell] for cell in cells]
            most = max((block.colour for block in constraint.blocks), default=1)
            values = max(most + 1, *(mask.bit_length() for mask in have), 2)
            self._can.append(by_value(have, values))
            self._bit.append(dict(zip(cells, _bits(len(cells)), strict=True)))
            self._narrow[k] = narrower(constraint.blocks, len(cells))
        else:
            cells = tuple({cell for cell, _ in constraint.options})
            self._can.append([])
            self._bit.append({})
        for cell in cells:
            self._constraints_of[cell].append(k)

    def _tally(self, constraint: Exactly | AtMost) -> list[CellValue] | None:
        """Return what follows for an Exactly or AtMost from counting its options."""
        sure, open_ = 0, []
        for cell, value in constraint.options:
            mask = self.possible[cell]
            if mask == 1 << value:
                sure += 1
            elif mask >> value & 1:
                open_.append((cell, value))
        missing = constraint.count - sure
        at_least = isinstance(constraint, Exactly)
        if missing < 0 or (at_least and missing > len(open_)):
            return None
        if missing == 0:
            return open_
        if at_least and missing == len(open_):
            return [
                (cell, other)
                for cell, value in open_
                for other in values_of(self.possible[cell])
                if other != value
            ]
        return []

    def _blame(self, cell: int) -> None:
        """Name the contradiction for a cell without values: one of its constraints."""
        if self.contradiction is None:
            of_cell = self._constraints_of[cell]
            self.contradiction = self.label(of_cell[0]) if of_cell else f"cell {cell + 1}"


@lru_cache(maxsize=64)
def _bits(n: int) -> tuple[int, ...]:
    return tuple(1 << i for i in range(n))
