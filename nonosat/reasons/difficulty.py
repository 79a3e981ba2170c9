"""The class of a puzzle with one solution, its hardest step as the witness, and its numbers.

They are read from the walk. Each rung is used only where all easier ones are stuck, and of refutations the
shallowest; the result of refutations of at most k layers does not depend on their order (see
`nonosat.reasons.layers`). So nothing depends on the puzzle's orientation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NoReturn

from nonosat.errors import InternalError
from nonosat.problem import CellValue
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.cells import position
from nonosat.reasons import CLASSES, GUESSING, LINES, TRIVIAL
from nonosat.reasons.division import divide
from nonosat.reasons.layers import passes
from nonosat.reasons.rungs import RUNGS, finders, hardest
from nonosat.reasons.steps import LineStep, Technique, steps_within
from nonosat.reasons.walk import Move, Walk
from nonosat.reasons.weights import Weights, default
from nonosat.records import dataclass
from nonosat.words import plural

MOVES: Mapping[str, type[Move]] = {name: RUNGS.load(name).MOVE for name in RUNGS}
"""The moves of each rung."""

ABOUT: Mapping[str, str] = {
    "passes": "simultaneous passes over all lines",
    **{name: about for move in MOVES.values() for name, about in move.about.items()},
    "open": "cells that neither single assumptions nor sums decide",
}
"""The meaning of each number, by name."""

GUESSES = tuple([name for name, move in MOVES.items() if move.level == GUESSING])
"""Those that follow more than one assumption at a time."""

BELOW_GUESSING = tuple([name for name in RUNGS if name not in GUESSES])
"""Those that follow at most one."""


@dataclass(frozen=True)
class Witness:
    """The hardest move.

    `lines` has the units that it uses. `cells` has the cells that it decides, as row and column from 0 and a
    character; for a refutation, the one cell and the character that is ruled out. `size` is the number of
    arrangements of a line, of layers of a refutation, of assumptions in a nested refutation, else of lines.
    """

    move: type[Move]
    lines: tuple[str, ...]
    cells: tuple[tuple[int, int, str], ...]
    size: int
    across: str = "column"  # what a cell's place in its row is called

    @property
    def kind(self) -> str:
        """The name of its kind of move."""
        return self.move.noun or self.move.rung

    def data(self) -> dict[str, Any]:
        """Return it as plain data, with rows and columns from 1."""
        facts: dict[str, Any] = {
            "kind": self.kind,
            "cells": [[row + 1, column + 1, char] for row, column, char in self.cells],
            "lines": list(self.lines),
        }
        if self.move.sized:
            facts[f"{self.move.sized.split()[-1]}s"] = self.size
        return facts

    def sentence(self) -> str:
        """Return the witness in words."""
        row, column, char = self.cells[0] if self.cells else (0, 0, "")
        return self.move.said.format(
            noun=self.kind,
            line=self.lines[0],
            lines=plural(len(self.lines), "line"),
            cell=f"row {row + 1}, {self.across} {column + 1}",
            char=char,
            cells=plural(len(self.cells), "cell"),
            size=plural(self.size, self.move.sized),
        )


@dataclass(frozen=True)
class Difficulty:
    """A class and numbers; with `at_least`, the work ended before the puzzle did, and the class may be
    harder.
    """

    level: str
    numbers: Mapping[str, Any]
    effort: float
    witness: Witness | None
    at_least: bool = False

    @property
    def words(self) -> str:
        """The class in words."""
        return f"at least {self.level}" if self.at_least else self.level


def rate_steps(puzzle: CellPuzzle, clock: Clock = NO_CLOCK) -> Rater:
    """Walk through a puzzle that is known to have exactly one solution, as far as that takes no guesses.

    Raises LimitReached once the clock's deadline has passed.
    """
    rater = Rater(puzzle, clock, BELOW_GUESSING)
    rater.go()
    return rater


class Rater:
    """Walks through a puzzle by the rungs of these names, and counts. If a limit ends the walk, the results
    so far remain.

    Raises InputError if a name is unknown. `excluded` returns the options that are in no solution, which the
    last rungs need.
    """

    def __init__(
        self,
        puzzle: CellPuzzle,
        clock: Clock = NO_CLOCK,
        names: Iterable[str] = RUNGS,
        excluded: Callable[[], Sequence[CellValue]] = tuple,
        weights: Weights | None = None,
    ) -> None:
        self.puzzle = puzzle
        asked = {name for name in names if RUNGS[name]}
        self._clock, self._excluded = clock, excluded
        self._names = [name for name in RUNGS if name in asked]
        self.passes = 0
        self.guess: Move | None = None  # the first move that is more than one assumption
        self.stuck = False
        self._all = {*RUNGS} <= {*asked, *GUESSES}  # whether all rungs below guessing are used
        self._weights = weights or default()

    @cached_property
    def walk(self) -> Walk:
        """The walk; creating it takes long for a thousand lines."""
        problem = self.puzzle.problem(self._clock)
        return Walk(self.puzzle, problem, finders(self._names), self._clock, self._excluded)

    @property
    def begun(self) -> bool:
        """Whether there is a walk, for a limit may end even its preparation."""
        return "walk" in vars(self)

    @property
    def taken(self) -> int:
        """The number of moves so far."""
        return len(self.walk.moves) if self.begun else 0

    def go(self) -> None:
        """Walk to the end, or to the first guess: those after it change neither class nor numbers."""
        walk = self.walk
        by_lines = False
        while not walk.solved:
            if not by_lines:
                self.passes += sum(1 for _ in passes(walk.state.copy(), walk.clock))
            move = walk.next()
            if move is None or move.level == GUESSING:
                self.guess, self.stuck = move, True
                return
            if not move.options:
                self._fail(f"{walk.units[move.units[0]].label} cannot be completed")
            by_lines = move.rung == "lines"
            walk.take(move)
        self._check()

    def difficulty(self, at_least: bool = False) -> Difficulty:
        """Return the result of the walk so far; `at_least` if a limit has cut it short."""
        numbers = self._numbers()
        effort = sum(self._weights.effort[name] * numbers[name] for name in self._weights.effort)
        less = at_least or (self.stuck and not self._all)
        return Difficulty(self._level(), numbers, round(effort, 2), self._witness(), less)

    def techniques(self) -> dict[str, int]:
        """Return how often the steps of the walk use each technique."""
        walk = Walk(self.puzzle, self.puzzle.problem(self._clock), [], self._clock)
        counts = Counter[str]()
        for move in self.walk.moves:
            for step in steps_within(divide(walk.units, walk.state.possible, move.steps(walk))):
                counts.update([step.technique] if isinstance(step, LineStep) else [])
            walk.take(move)
        return {name: counts[name] for name in Technique if counts[name]}

    @property
    def used(self) -> str:
        """The rungs in words, for what they leave open."""
        return "single assumptions" if self._all else "these rungs"

    def _level(self) -> str:
        if self.stuck and self._all:
            return GUESSING
        moves = self.walk.moves
        level = max((move.hardness for move in moves), key=CLASSES.index, default=TRIVIAL)
        # A number that decides a cell decides all its cells, so it is never taken twice.
        numbered = not self.walk.problem.only_lines
        twice = len({move.units for move in moves}) < len(moves)
        return LINES if level == TRIVIAL and (numbered or twice) else level

    def _numbers(self) -> dict[str, Any]:
        walk, numbers = self.walk, {"passes": self.passes}
        for rung, move in MOVES.items():
            numbers |= move.numbers([one for one in walk.moves if one.rung == rung], walk)
        return {**numbers, "open": len(walk.problem.possible) - walk.known}

    def _witness(self) -> Witness | None:
        """Return the hardest move."""
        if self.stuck and self._all:
            return None if self.guess is None else self._say(self.guess)
        move = hardest(self.walk.moves)
        return None if move is None else self._say(move)

    def _say(self, move: Move) -> Witness:
        chars = [colour.char for colour in self.puzzle.palette]
        decided = move.decides(self.walk)
        places = ((position(self.puzzle, cell), chars[value]) for cell, value in decided)
        cells = sorted((row[0] - 1 if row else 0, place - 1, char) for (*row, place), char in places)
        lines = tuple([self.walk.units[unit].label for unit in move.units])
        return Witness(type(move), lines, tuple(cells), move.size[0], self.puzzle.across)

    def _check(self) -> None:
        """Check the walk's solution by the puzzle's own rules."""
        values = [mask.bit_length() - 1 for mask in self.walk.state.possible]
        fault = self.puzzle.fault(self.puzzle.picture(values))
        if fault is not None:
            self._fail(f"the steps lead to a wrong picture: {fault}")

    def _fail(self, what: str) -> NoReturn:
        """Raise an InternalError, which names the rung of the first wrong step, if one is wrong."""
        walk = Walk(self.puzzle, self.puzzle.problem(self._clock), [], self._clock)
        for move in self.walk.moves:
            walk.judge(move)
            walk.take(move)
        raise InternalError(f"{self.puzzle.source}: {what}")
