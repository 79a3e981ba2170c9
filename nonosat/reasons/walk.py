"""The way through a puzzle, as a person takes it: move after move, each by the easiest rung that helps.

A move is fast: which rung, which units, what follows. A rating reads the moves, an explanation and a hint
turn them into steps; so all of them speak of the same way.

Of moves that are equally easy, the one that comes first in the puzzle's canonical orientation is taken, and
each constraint is read in its canonical direction. So a puzzle that is turned or mirrored is solved in the
same way.

Rungs may be plug-ins, so moves are checked: a grid is solved when every constraint holds, a move must
rule something out and leave each cell a value, and the steps that explain it are judged by `check` (those of
one line only in tests: they are what the state deduces).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

from nonosat.errors import InternalError
from nonosat.problem import CellValue, Problem, is_single, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation.state import begin
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.cells import cell_name
from nonosat.puzzles.rearranged import canonical_ranks
from nonosat.reasons import TRIVIAL, minimal
from nonosat.reasons.steps import Step, units_in
from nonosat.reasons.units import Unit, orient_problem, units_of
from nonosat.records import dataclass

if TYPE_CHECKING:
    from nonosat.reasons.check import Checker


@dataclass(frozen=True)
class Move(ABC):
    """What a rung rules out: nothing if it found a contradiction. `units` has the constraints that it looks
    at. A subclass has the words for the moves of its rung.
    """

    rung: ClassVar[str]
    level: ClassVar[str]
    """The easiest class of puzzles that need such a move."""
    noun: ClassVar[str] = ""
    """What a witness calls it, if not by its rung."""
    sized: ClassVar[str] = ""
    """What its size counts, if not its units."""
    said: ClassVar[str] = "hardest step: a {noun} over {lines} decides {cells}"
    """The sentence about the hardest move; the names in braces are those of `Witness.sentence`."""
    about: ClassVar[Mapping[str, str]] = {}
    """The meaning of each number that the rung adds to a rating."""

    options: tuple[CellValue, ...]
    units: tuple[int, ...]

    @property
    def hardness(self) -> str:
        """The class of a puzzle whose hardest move it is."""
        return self.level

    @property
    def size(self) -> tuple[int, ...]:
        """The sizes that make a move of the rung the hardest; the first is the one that reports mention."""
        return (len(self.units),)

    @property
    def by(self) -> int:
        """The unit that deduced all options, and has nothing to add to them; -1 if there is none."""
        return -1

    def decides(self, walk: Walk) -> Sequence[CellValue]:
        """Return the cells that it decides, with their values, in the walk's state after it."""
        masks = {cell: walk.state.mask(cell) for cell, _ in self.options}
        return [(cell, mask.bit_length() - 1) for cell, mask in masks.items() if is_single(mask)]

    @classmethod
    def numbers(cls, moves: Sequence[Self], walk: Walk) -> dict[str, Any]:
        """Return what all moves of the rung add to the numbers of a rating; first, how many there are."""
        return dict.fromkeys([*cls.about][:1], len(moves))

    @abstractmethod
    def steps(self, walk: Walk) -> Sequence[Step]:
        """Return the steps that explain it, in the walk's state before it."""


@dataclass(frozen=True)
class StepMove(Move):
    """A move that was found as a step."""

    step: Step

    def steps(self, walk: Walk) -> Sequence[Step]:
        """Return the step."""
        return [self.step]


class ConflictMove(StepMove):
    """A constraint that cannot be satisfied."""

    rung = "lines"
    level = TRIVIAL
    __slots__ = ()

    @property
    def size(self) -> tuple[int, ...]:
        """No arrangement is left."""
        return (0,)


M = TypeVar("M", bound=StepMove)


class Finder(Protocol):
    """A way to go on; see `nonosat.reasons.rungs`."""

    def moves(self, walk: Walk) -> Iterator[Move]:
        """Yield what it finds in the walk's state, the easiest first; nothing if it does not help."""
        ...


class Walk:
    """The state, and the moves so far. `excluded` returns the options left that are in no solution, as far as
    that is known.
    """

    def __init__(
        self,
        puzzle: CellPuzzle,
        problem: Problem,
        rungs: Sequence[Finder],
        clock: Clock = NO_CLOCK,
        excluded: Callable[[], Sequence[CellValue]] = tuple,
    ) -> None:
        self.puzzle, self.clock = puzzle, clock
        self.cell_rank = canonical_ranks(puzzle, clock)
        """By cell: its number in the canonical orientation."""
        self.problem = problem = orient_problem(problem, self.cell_rank, clock)
        self.rungs = rungs
        self.excluded = excluded
        self.state = begin(problem, clock)
        self.deduced: dict[int, list[CellValue]] = {}  # by unit: what it rules out now
        self.moves: list[Move] = []
        self.ended = False  # whether the last move is a contradiction
        self.known = sum(map(is_single, problem.possible))
        self._through: list[list[int]] = [[] for _ in problem.possible]
        self.open_in = [0] * len(problem.constraints)  # by unit: how many of its cells are open
        for k, constraint in enumerate(clock.through(problem.constraints)):
            for cell in constraint.cells:
                self._through[cell].append(k)
                self.open_in[k] += not is_single(problem.possible[cell])

    @cached_property
    def units(self) -> list[Unit]:
        """The constraints."""
        return units_of(self.problem)

    @cached_property
    def unit_rank(self) -> Sequence[int]:
        """By unit: its number in the canonical orientation."""
        keys = []
        for k, constraint in enumerate(self.problem.constraints):
            ranks = [self.cell_rank[cell] for cell in constraint.cells]
            first, last = min(ranks, default=0), max(ranks, default=0)
            keys.append((last - first >= len(ranks), first, last, k))  # rows first: their cells are adjacent
        ranks = [0] * len(keys)
        for rank, (*_, k) in enumerate(sorted(keys)):
            ranks[k] = rank
        return ranks

    @property
    def full(self) -> bool:
        """Whether every cell is known."""
        return self.known == len(self.problem.possible)

    @property
    def solved(self) -> bool:
        """Whether every cell is known, and every constraint holds."""
        return self.full and self._violated is None

    @cached_property
    def _violated(self) -> int | None:
        """A constraint that a full grid contradicts; whichever rung came first need not have seen it."""
        state = self.state.copy()
        violated = [k for k in range(len(self.problem.constraints)) if state.deduce_by(k) is None]
        return min(violated, key=self.unit_rank.__getitem__, default=None)

    def deduce(self) -> ConflictMove | None:
        """Bring `deduced` up to date, or return the move for a constraint that cannot be satisfied."""
        violated: list[int] = []
        for k in self.state.pending:
            self.clock.check()
            options = self.state.deduce_by(k)
            if options is None:
                violated.append(k)
            else:
                self.deduced[k] = options
        return self.conflict(min(violated, key=self.unit_rank.__getitem__)) if violated else None

    def ahead(self) -> Iterator[Move]:
        """Yield the moves of the easiest rung that helps, the one to take first."""
        if self.full:
            if self._violated is not None:
                yield self.conflict(self._violated)
            return
        for rung in self.rungs:
            moves = rung.moves(self)
            first = next(moves, None)
            if first is not None:
                yield first
                yield from moves
                return

    def next(self) -> Move | None:
        """Return the next move, if there is one."""
        return None if self.ended else next(self.ahead(), None)

    def take(self, move: Move) -> None:
        """Make a move; raise InternalError if it rules out nothing, or all values of a cell."""
        self.moves.append(move)
        if not move.options:
            self.ended = True
            return
        self.deduced.pop(move.by, None)
        mask = self.state.mask
        before = {cell: mask(cell) for cell, _ in move.options}
        self.state.rule_out(move.options, by=move.by)
        settles = False
        for cell, had in before.items():
            has = mask(cell)
            if not has:
                raise _blame(move, f"leaves {cell_name(self.puzzle, cell)} no value")
            settles = settles or has != had
            if is_single(has) and not is_single(had):
                self.known += 1
                for k in self._through[cell]:
                    self.open_in[k] -= 1
        if not settles:
            raise _blame(move, "rules out nothing that was left")

    def judge(self, move: Move) -> Sequence[Step]:
        """Return the steps of a move; raise InternalError if one does not follow, or if they do less."""
        from nonosat.reasons.check import Wrong

        steps, checker = move.steps(self), self._checker
        checker.known, checker.ended = self.state.possible, False
        for step in steps:
            try:
                checker.take(step)
            except Wrong as wrong:
                raise _blame(move, f"makes a wrong step: {wrong}") from None
        if any(checker.known[cell] >> value & 1 for cell, value in move.options):
            raise _blame(move, "rules out more than its steps explain")
        return steps

    @cached_property
    def _checker(self) -> Checker:
        from nonosat.reasons.check import Checker  # not loaded for moves that the state deduces

        known = self.problem.possible
        return Checker(self.problem, known, partial(cell_name, self.puzzle), self.clock)

    def conflict(self, unit: int) -> ConflictMove:
        """Return the move that shows that a unit cannot be satisfied in this state."""
        one = self.units[unit]
        return self.move_of(ConflictMove, minimal.conflict(one, one.places(self.state)))

    def move_of(self, move: type[M], step: Step) -> M:
        """Return the move that a step is in this state."""
        mask = self.state.mask
        gone = [(cell, value) for cell, has in step.sets for value in values_of(mask(cell) & ~has)]
        return move(tuple(gone), step.names or tuple(sorted(units_in(step))), step)


def _blame(move: Move, what: str) -> InternalError:
    """Return an error for the author of a rung, with what is wrong with a move."""
    return InternalError(f"the rung {move.rung} {what}")
