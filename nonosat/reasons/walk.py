"""The way through a puzzle, as a person takes it: move after move, each by the easiest rung that helps.

A move is fast: which rung, which units, what follows. A rating reads the moves, an explanation and a hint
turn them into steps; so all of them speak of the same way.

Of moves that are equally easy, the one that comes first in the puzzle's canonical orientation is taken, so
that a puzzle that is turned or mirrored is solved in the same way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from nonosat.problem import CellValue, Problem, cells_of, is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.state import begin
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.canonical import canonical_ranks
from nonosat.reasons.steps import Step, units_in
from nonosat.reasons.units import Unit, units_of
from nonosat.solving.run import Run


@dataclass(frozen=True, slots=True)
class Move(ABC):
    """What a rung, by its name, rules out: nothing if it found a contradiction. `units` has the constraints
    that it looks at.
    """

    rung: str
    options: tuple[CellValue, ...]
    units: tuple[int, ...]

    @abstractmethod
    def steps(self, walk: Walk) -> Sequence[Step]:
        """Return the steps that explain it, in the walk's state before it."""


@dataclass(frozen=True, slots=True)
class StepMove(Move):
    """A move that was found as a step."""

    step: Step

    def steps(self, walk: Walk) -> Sequence[Step]:
        """Return the step."""
        return [self.step]


class Finder(Protocol):
    """A way to go on; see `nonosat.reasons.rungs`."""

    def moves(self, walk: Walk) -> Iterator[Move]:
        """Yield what it finds in the walk's state, the easiest first; nothing if it does not help."""
        ...


class Walk:
    """The state, and the moves so far. `excluded` returns the options left that are in no solution, as far as
    that is known; `run` has a solver, for the rungs that use one. With a `price` of steps, the next line is
    the one whose first step is the cheapest.
    """

    def __init__(
        self,
        puzzle: CellPuzzle,
        problem: Problem,
        rungs: Sequence[Finder],
        clock: Clock = NO_CLOCK,
        excluded: Callable[[], Sequence[CellValue]] = tuple,
        run: Run | None = None,
        price: Callable[[Step], float] | None = None,
    ) -> None:
        self.puzzle, self.problem, self.clock = puzzle, problem, clock
        self.rungs = rungs
        self.excluded, self.run, self.price = excluded, run, price
        self.state = begin(problem, clock)
        self.deduced: dict[int, list[CellValue]] = {}  # by unit: what it rules out now
        self.moves: list[Move] = []
        self.ended = False  # whether the last move is a contradiction
        self.known = sum(map(is_single, problem.possible))
        self._through: list[list[int]] = [[] for _ in problem.possible]
        self.open_in = [0] * len(problem.constraints)  # by unit: how many of its cells are open
        for k, constraint in enumerate(problem.constraints):
            clock.check()
            for cell in cells_of(constraint):
                self._through[cell].append(k)
                self.open_in[k] += not is_single(problem.possible[cell])

    @cached_property
    def units(self) -> list[Unit]:
        """The constraints."""
        return units_of(self.problem)

    @cached_property
    def cell_rank(self) -> Sequence[int]:
        """By cell: its number in the canonical orientation."""
        return canonical_ranks(self.puzzle)

    @cached_property
    def unit_rank(self) -> Sequence[int]:
        """By unit: its number in the canonical orientation."""
        keys = []
        for k, constraint in enumerate(self.problem.constraints):
            ranks = [self.cell_rank[cell] for cell in cells_of(constraint)]
            first, last = min(ranks, default=0), max(ranks, default=0)
            keys.append((last - first >= len(ranks), first, last, k))  # rows first: their cells are adjacent
        ranks = [0] * len(keys)
        for rank, (*_, k) in enumerate(sorted(keys)):
            ranks[k] = rank
        return ranks

    @property
    def solved(self) -> bool:
        """Whether every cell is known, without a contradiction."""
        return self.known == len(self.problem.possible) and not self.ended

    def ahead(self) -> Iterator[Move]:
        """Yield the moves of the easiest rung that helps, the one to take first."""
        for rung in self.rungs:
            moves = rung.moves(self)
            first = next(moves, None)
            if first is not None:
                yield first
                yield from moves
            if first is not None or self.solved:
                return

    def next(self) -> Move | None:
        """Return the next move, if there is one."""
        return None if self.ended else next(self.ahead(), None)

    def take(self, move: Move) -> None:
        """Make a move."""
        self.moves.append(move)
        if not move.options:
            self.ended = True
            return
        by = move.units[0] if move.rung == "lines" else -1
        self.deduced.pop(by, None)
        self.rule_out(move.options, by)

    def move_of(self, rung: str, step: Step) -> StepMove:
        """Return the move that a step is in this state."""
        mask = self.state.mask
        gone = [(cell, value) for cell, has in step.sets for value in values_of(mask(cell) & ~has)]
        return StepMove(rung, tuple(gone), step.names or tuple(sorted(units_in(step))), step)

    def rule_out(self, options: Sequence[CellValue], by: int = -1) -> None:
        """Rule out options; `by` names the unit that did."""
        were_open = {cell for cell, _ in options if not is_single(self.state.mask(cell))}
        self.state.rule_out(options, by=by)
        for cell in were_open:
            if is_single(self.state.mask(cell)):
                self.known += 1
                for k in self._through[cell]:
                    self.open_in[k] -= 1
