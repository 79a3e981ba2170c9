"""The class of a puzzle with one solution, its hardest step as the witness, and its numbers.

    trivial    by lines, each used at most once
    lines      by lines
    moderate   by refutations of one assumption in at most three layers, used only where lines are stuck
    deep       by refutations of one assumption in more layers
    summing    by sums, rows against columns, used only where no single assumption is refuted
    guessing   more than one assumption at a time

Wherever lines are stuck, the shallowest refutation is used. The result of refutations of at most k layers
does not depend on their order (see `nonosat.reasons.layers`). Sums and numbers come from one walk through the
puzzle's canonical form. So nothing depends on the puzzle's orientation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from nonosat.errors import InternalError
from nonosat.problem import is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.canonical import canonical
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.reasons.nested import Nesting, by_consequences
from nonosat.reasons.rating_walk import LineStep, RefutationStep, Walk
from nonosat.reasons.rating_witness import LINE, NESTED, REFUTATION, SUM, Witness
from nonosat.reasons.steps import Refutation, Sum, lines_of, steps_within

CLASSES = ("trivial", "lines", "moderate", "deep", "summing", "guessing")
TRIVIAL, LINES, MODERATE, DEEP, SUMMING, GUESSING = CLASSES
"""The classes of puzzles with one solution, the easiest first."""

_NESTED = 4
"""How many assumptions are tried to find a nested refutation."""

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
    "sums": "sums of rows against columns",
    "sum_lines": "lines added up in them, in total",
    "open": "cells that neither single assumptions nor sums decide",
}
"""The meaning of each number, by name."""


BOTTLENECK = ("lines", "of_unfinished", "cells_known")
"""The parts of the bottleneck: productive lines, unfinished lines, cells known at that point."""


@dataclass(frozen=True)
class Difficulty:
    """A class and numbers; with `at_least`, a limit ended the work, and the class may be harder."""

    level: str
    numbers: Mapping[str, Any]
    effort: float
    witness: Witness | None
    at_least: bool = False

    @property
    def words(self) -> str:
        """The class in words."""
        return f"at least {self.level}" if self.at_least else self.level


def difficulty(puzzle: Nonogram, clock: Clock = NO_CLOCK) -> Difficulty:
    """Rate a puzzle that is known to have exactly one solution.

    Raises LimitReached once the clock's deadline has passed.
    """
    rater = Rater(puzzle, clock)
    rater.walk.by_lines()
    rater.walk.beyond_lines()
    return rater.difficulty()


@cache
def weights() -> dict[str, float]:
    """Return the weight in `effort` of each number, by name."""
    text = files("nonosat.reasons").joinpath("rating_weights.yaml").read_text(encoding="utf-8")
    return {name: float(weight) for name, weight in yaml.safe_load(text).items()}


class Rater:
    """Solves the canonical form of a puzzle, and reports in the puzzle's own orientation."""

    def __init__(self, puzzle: Nonogram, clock: Clock = NO_CLOCK) -> None:
        self.puzzle = puzzle
        form, self._cells = canonical(puzzle)
        self.walk = Walk(form.problem(), clock)

    def difficulty(self, at_least: bool = False) -> Difficulty:
        """Return the result of the walk so far; `at_least` if a limit has cut it short."""
        walk = self.walk
        if walk.contradiction is not None:
            raise InternalError(
                f"{self.puzzle.source}: {self.line_name(walk.contradiction)} cannot be completed"
            )
        numbers = self._numbers()
        effort = sum(weight * numbers[name] for name, weight in weights().items())
        if walk.solved:
            self._check()
        if walk.stuck:
            level = GUESSING
        elif walk.sums:
            level = SUMMING
        elif walk.refutations:
            level = MODERATE if numbers["layers"] <= MODERATE_LAYERS else DEEP
        else:
            level = LINES if walk.line_twice else TRIVIAL
        return Difficulty(level, numbers, round(effort, 2), self._witness(), at_least)

    def nested(self, solution: Picture) -> Witness | None:
        """Return a nested refutation of bounded size, if there is one, for a walk that ended unsolved."""
        walk = self.walk
        values = self.puzzle.values(solution)
        wrong = {
            (cell, value)
            for cell, mask in enumerate(walk.state.possible)
            for value in values_of(mask)
            if value != values[self._cells[cell]]
        }
        options = [option for option in by_consequences(walk.state, walk.clock) if option in wrong]
        nesting = Nesting(walk.problem, walk.state, walk.clock)
        found = nesting.refutation(walk.explained_lines, options[:_NESTED])
        if found is None:
            return None
        cell, mask = found.assumes
        assumptions = sum(isinstance(step, Refutation) for step in steps_within([found]))
        lines = tuple(self.line_name(line) for line in sorted(lines_of(found)))
        return Witness(NESTED, lines, (self._cell(cell, mask.bit_length() - 1),), assumptions)

    def line_name(self, line: int) -> str:
        """Return the name of a line of the canonical form in the original puzzle."""
        cells = sorted(self._cells[cell] for cell in self.walk.lines[line].cells)
        row, column = divmod(cells[0], self.puzzle.width)
        is_row = cells == list(range(row * self.puzzle.width, (row + 1) * self.puzzle.width))
        return f"row {row + 1}" if is_row else f"column {column + 1}"

    def _numbers(self) -> dict[str, Any]:
        walk = self.walk
        steps, refutations = walk.line_steps, walk.refutations
        rarest = max(steps, key=lambda step: step.scan, default=None)
        return {
            "passes": walk.passes,
            "line_steps": len(steps),
            "scan": round(sum(step.scan for step in steps), 2),
            "hardest": round(max((step.bits for step in steps), default=0.0), 2),
            "footholds": walk.footholds,
            "bottleneck": rarest
            and dict(zip(BOTTLENECK, (rarest.productive, rarest.unfinished, rarest.known), strict=True)),
            "refutations": len(refutations),
            "layers": max((step.layers for step in refutations), default=0),
            "longest": max((len(step.lines) for step in refutations), default=0),
            "search": round(sum(step.search for step in refutations), 2),
            "sums": len(walk.sums),
            "sum_lines": sum(len(lines_of(step)) for step in walk.sums),
            "tedium": round(len(steps) / len(self._cells), 3),
            "open": len(self._cells) - walk.known,
        }

    def _witness(self) -> Witness | None:
        """Return the hardest step: a sum if there are any, else a refutation, else a line."""
        walk = self.walk
        if walk.sums:
            return self._sum(max(walk.sums, key=lambda step: len(lines_of(step))))
        if walk.refutations:
            return self._refutation(max(walk.refutations, key=lambda step: (step.layers, len(step.lines))))
        return self._line(max(walk.line_steps, key=lambda step: step.bits)) if walk.line_steps else None

    def _line(self, step: LineStep) -> Witness:
        cells = tuple(sorted(self._cell(*option) for option in step.cells))
        return Witness(LINE, (self.line_name(step.line),), cells, step.arrangements)

    def _refutation(self, step: RefutationStep) -> Witness:
        lines = tuple(self.line_name(line) for line in step.lines)
        return Witness(REFUTATION, lines, (self._cell(step.cell, step.value),), step.layers)

    def _sum(self, step: Sum) -> Witness:
        lines = tuple(self.line_name(line) for line in sorted(lines_of(step)))
        cells = tuple(
            sorted(self._cell(cell, mask.bit_length() - 1) for cell, mask in step.sets if is_single(mask))
        )
        return Witness(SUM, lines, cells, len(lines))

    def _cell(self, cell: int, value: int) -> tuple[int, int, str]:
        return *divmod(self._cells[cell], self.puzzle.width), self.puzzle.palette[value].char

    def _check(self) -> None:
        """Check the walk's solution against the clues."""
        values = [0] * len(self._cells)
        for cell, mask in zip(self._cells, self.walk.state.possible, strict=True):
            values[cell] = mask.bit_length() - 1
        fault = self.puzzle.fault(self.puzzle.picture(values))
        if fault is not None:
            raise InternalError(f"{self.puzzle.source}: the steps lead to a wrong picture: {fault}")
