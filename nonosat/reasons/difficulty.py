"""The class of a puzzle with one solution, its hardest step as the witness, and its numbers.

    trivial    by lines, each used at most once
    lines      by lines, or the numbers of a mosaic
    moderate   by differences, and by refutations of one assumption in at most three layers
    deep       by refutations of one assumption in more layers
    summing    by sums, rows against columns, used only where no single assumption is refuted
    guessing   more than one assumption at a time

They are read from the walk. Each rung is used only where all easier ones are stuck, and of refutations the
shallowest; the result of refutations of at most k layers does not depend on their order (see
`nonosat.reasons.layers`). So nothing depends on the puzzle's orientation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nonosat.errors import InternalError
from nonosat.problem import Blocks, CellValue, is_single
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.base import CellPuzzle, position
from nonosat.reasons import rungs
from nonosat.reasons.layers import passes_left
from nonosat.reasons.rungs.lines import LineMove
from nonosat.reasons.rungs.refutation import RefutationMove
from nonosat.reasons.steps import LineStep, Refutation, steps_within
from nonosat.reasons.techniques import TECHNIQUES
from nonosat.reasons.walk import Move, StepMove, Walk
from nonosat.reasons.weights import Weights, default
from nonosat.registry import Entry, Registry
from nonosat.words import plural

CLASSES = ("trivial", "lines", "moderate", "deep", "summing", "guessing")
TRIVIAL, LINES, MODERATE, DEEP, SUMMING, GUESSING = CLASSES
"""The classes of puzzles with one solution, the easiest first."""

MODERATE_LAYERS = 3
"""The most layers of a refutation in a moderate puzzle."""

ABOUT: Mapping[str, str] = {
    "passes": "simultaneous passes over all lines",
    "line_steps": "lines used",
    "scan": "lines examined until one decides cells, in total",
    "hardest": "arrangements of the hardest line, as a power of 2",
    "footholds": "lines that decide cells at the start",
    "bottleneck": "the point with the fewest such lines",
    "refutations": "refutations",
    "layers": "most layers of a refutation",
    "longest": "most lines of a refutation",
    "search": "lines examined until a refutation is found, in total",
    "tedium": "lines used per cell",
    "differences": "differences of two numbers",
    "sums": "sums of rows against columns",
    "sum_lines": "lines added up in them, in total",
    "open": "cells that neither single assumptions nor sums decide",
}
"""The meaning of each number, by name."""


BOTTLENECK = ("lines", "of_unfinished", "cells_known")
"""The parts of the bottleneck: productive lines, unfinished lines, cells known at that point."""


RATED: Registry[Entry, rungs.Rung] = Registry(
    "rung", rungs.__name__, {name: entry for name, entry in rungs.RUNGS.items() if name != "line-set"}
)
"""The rungs of a rating. It needs no solver: a smallest set of lines would say no more about the class."""

BELOW_GUESSING = tuple([name for name in RATED if name not in ("two-way", "nested")])
"""Those that follow at most one assumption at a time."""

GUESSES = ("two-way", "nested", "line-set")
"""The rungs of the class `guessing`."""


@dataclass(frozen=True, slots=True)
class Witness:
    """The hardest move.

    `lines` has the units that it uses. `cells` has the cells that it decides, as row and column from 0 and a
    character; for a refutation, the one cell and the character that is ruled out. `size` is the number of
    arrangements of a line, of layers of a refutation, of assumptions in a nested refutation, else of lines.
    """

    kind: str
    lines: tuple[str, ...]
    cells: tuple[tuple[int, int, str], ...]
    size: int
    across: str = "column"  # what a cell's place in its row is called

    def data(self) -> dict[str, Any]:
        """Return it as plain data, with rows and columns from 1."""
        found: dict[str, Any] = {
            "kind": self.kind,
            "cells": [[row + 1, column + 1, char] for row, column, char in self.cells],
            "lines": list(self.lines),
        }
        names = {"line": "arrangements", "refutation": "layers", "nested": "assumptions"}
        if self.kind in names:
            found[names[self.kind]] = self.size
        return found

    def sentence(self) -> str:
        """Return the witness in words."""
        if self.kind == "line":
            return f"hardest line: {self.lines[0]}, with {plural(self.size, 'arrangement')} left"
        if self.kind not in ("refutation", "nested"):
            decided = f"decides {plural(len(self.cells), 'cell')}"
            over = f"over {plural(self.size, 'line')}"
            what = {
                "difference": "the difference of two numbers",
                "two-way": f"both values of a cell, {over},",
            }.get(self.kind, f"a {self.kind} {over}")
            return f"hardest step: {what} {decided}"
        row, column, char = self.cells[0]
        what = "layer" if self.kind == "refutation" else "nested assumption"
        takes = f"{plural(self.size, what)}, {plural(len(self.lines), 'line')}"
        return f"hardest step: row {row + 1}, {self.across} {column + 1} is not {char}, by {takes}"


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


def rated(puzzle: CellPuzzle, clock: Clock = NO_CLOCK) -> Rater:
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
        names: Iterable[str] = RATED,
        excluded: Callable[[], Sequence[CellValue]] = tuple,
        weights: Weights | None = None,
    ) -> None:
        self.puzzle = puzzle
        asked = {name for name in names if RATED[name]}
        self._clock, self._names, self._excluded = clock, [name for name in RATED if name in asked], excluded
        self.footholds = self.passes = 0
        self.guess: Move | None = None  # the first move that is more than one assumption
        self.stuck = False
        self._all = {*RATED} <= {*asked, *GUESSES}  # whether all rungs below guessing are used
        self._weights = weights or default()

    @cached_property
    def walk(self) -> Walk:
        """The walk; creating it takes long for a thousand lines."""
        finders = rungs.finders(self._names)
        return Walk(self.puzzle, self.puzzle.problem(), finders, self._clock, self._excluded)

    @property
    def begun(self) -> bool:
        """Whether there is a walk, for a limit may end even its preparation."""
        return "walk" in vars(self)

    def go(self) -> None:
        """Walk to the end, or to the first guess: those after it change neither class nor numbers."""
        walk = self.walk
        by_lines = False
        while not walk.solved:
            if not by_lines:
                self.passes += passes_left(walk.state.copy(), walk.clock)
            move = walk.next()
            if move is None or move.rung in GUESSES:
                self.guess, self.stuck = move, True
                return
            if not move.options:
                where = f"{self.puzzle.source}: {walk.units[move.units[0]].label}"
                raise InternalError(f"{where} cannot be completed")
            if isinstance(move, LineMove) and not walk.moves:
                self.footholds = move.productive
            by_lines = isinstance(move, LineMove)
            walk.take(move)
        self._check()

    def difficulty(self, at_least: bool = False) -> Difficulty:
        """Return the result of the walk so far; `at_least` if a limit has cut it short."""
        numbers = self._numbers()
        effort = sum(self._weights.effort[name] * numbers[name] for name in self._weights.effort)
        less = at_least or (self.stuck and not self._all)
        return Difficulty(self._level(numbers), numbers, round(effort, 2), self._witness(), less)

    def techniques(self) -> dict[str, int]:
        """Return how often the steps of the walk use each technique."""
        walk = Walk(self.puzzle, self.puzzle.problem(), [], self._clock)
        found = Counter[str]()
        for move in self.walk.moves:
            for step in steps_within(move.steps(walk)):
                found.update([step.technique] if isinstance(step, LineStep) else [])
            walk.take(move)
        return {name: found[name] for name in TECHNIQUES if found[name]}

    @property
    def used(self) -> str:
        """The rungs in words, for what they leave open."""
        return "single assumptions" if self._all else "these rungs"

    def _of(self, rung: str) -> list[Any]:
        return [move for move in self.walk.moves if move.rung == rung]

    def _level(self, numbers: Mapping[str, Any]) -> str:
        if self.stuck and self._all:
            return GUESSING
        if numbers["sums"]:
            return SUMMING
        if numbers["refutations"] or numbers["differences"]:
            return MODERATE if numbers["layers"] <= MODERATE_LAYERS else DEEP
        lines = [move.units for move in self.walk.moves]
        # A number that decides a cell decides all its cells, so it is never taken twice.
        numbered = any(not isinstance(clue, Blocks) for clue in self.walk.problem.constraints)
        return LINES if numbered or len(set(lines)) < len(lines) else TRIVIAL

    def _numbers(self) -> dict[str, Any]:
        steps: list[LineMove] = self._of("lines")
        refutations: list[RefutationMove] = self._of("refutation")
        sums, cells = self._of("sums"), len(self.walk.problem.possible)
        rarest = max(steps, key=lambda step: step.scan, default=None)
        return {
            "passes": self.passes,
            "line_steps": len(steps),
            "scan": round(sum(step.scan for step in steps), 2),
            "hardest": round(max((step.bits for step in steps), default=0.0), 2),
            "footholds": self.footholds,
            "bottleneck": rarest
            and dict(zip(BOTTLENECK, (rarest.productive, rarest.unfinished, rarest.known), strict=True)),
            "refutations": len(refutations),
            "layers": max((step.layers for step in refutations), default=0),
            "longest": max((len(step.units) for step in refutations), default=0),
            "search": round(sum(step.search for step in refutations), 2),
            "differences": len(self._of("difference")),
            "sums": len(sums),
            "sum_lines": sum(len(step.units) for step in sums),
            "tedium": round(len(steps) / cells, 3),
            "open": cells - self.walk.known,
        }

    def _witness(self) -> Witness | None:
        """Return the hardest move."""
        if self.stuck and self._all:
            return None if self.guess is None else self._said(self.guess)
        move = hardest(self.walk.moves)
        return None if move is None else self._said(move)

    def _said(self, move: Move) -> Witness:
        chars = [colour.char for colour in self.puzzle.palette]
        decided = move.decides if isinstance(move, LineMove) else move.options
        if not isinstance(move, RefutationMove | LineMove) and move.rung != "nested":
            masks = {cell: self.walk.state.mask(cell) for cell, _ in move.options}
            decided = [(cell, mask.bit_length() - 1) for cell, mask in masks.items() if is_single(mask)]
        places = ((position(self.puzzle, cell), chars[value]) for cell, value in decided)
        cells = sorted((row[0] - 1 if row else 0, place - 1, char) for (*row, place), char in places)
        lines = tuple([self.walk.units[unit].label for unit in move.units])
        kind = {"lines": "line", "sums": "sum"}.get(move.rung, move.rung)
        return Witness(kind, lines, tuple(cells), _size(move)[0], self.puzzle.across)

    def _check(self) -> None:
        """Check the walk's solution by the puzzle's own rules."""
        values = [mask.bit_length() - 1 for mask in self.walk.state.possible]
        fault = self.puzzle.fault(self.puzzle.picture(values))
        if fault is not None:
            raise InternalError(f"{self.puzzle.source}: the steps lead to a wrong picture: {fault}")


def hardest(moves: Sequence[Move]) -> Move | None:
    """Return the hardest move, the first of several: by rung, then by size."""
    order = [*rungs.RUNGS]
    return max(moves, key=lambda move: (order.index(move.rung), *_size(move)), default=None)


def _size(move: Move) -> tuple[int, ...]:
    """Return by what the hardest of several moves of a rung is chosen; first comes the witness's size."""
    if isinstance(move, LineMove):
        return (move.ways,)
    if isinstance(move, RefutationMove):
        return move.layers, len(move.units)
    if isinstance(move, StepMove) and move.rung == "nested":
        return (sum([isinstance(step, Refutation) for step in steps_within([move.step])]),)
    return (len(move.units),)
