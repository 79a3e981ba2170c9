"""How far does line solving get, and through which states?

In a pass every line is narrowed completely: a cell is known once all arrangements of its row, or of its
column, that agree with the known cells give it one value. The arrangements left in all lines, the *patterns*,
are counted but never listed.

The measure and the passes are those of the programs in q and MATLAB that were written for the GCHQ
Christmas card of 2015; they listed the patterns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

from nonosat.answer import Drawing, Report
from nonosat.errors import InputError, InternalError
from nonosat.line.bits import by_value
from nonosat.line.count import count, count_holding
from nonosat.pictures.drawings import draw
from nonosat.problem import Blocks, CellValue, Constraint, Exactly, Problem, cells_of
from nonosat.processes.limits import NO_CLOCK, NO_LIMITS, Clock, Limits
from nonosat.processes.progress import stage
from nonosat.propagation.state import begin
from nonosat.puzzles import CellPuzzle, Puzzle, require_cells
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.solving.cards import NO_MODEL
from nonosat.solving.run import Run
from nonosat.words import plural

ORDERS = ("simultaneous", "alternate")


@dataclass(frozen=True, slots=True)
class Deduction:
    """The cells that one line decides in a pass, without those that an earlier line in the pass decided."""

    line: str
    cells: tuple[CellValue, ...]


@dataclass(frozen=True, slots=True)
class Pass:
    """One pass over all lines.

    `patterns` is the number of arrangements, over all lines, that agree with the known cells at the start of
    the pass; `known` is the number of cells known at its end, and `picture` shows them.
    """

    number: int
    patterns: int
    known: int
    picture: Picture
    steps: tuple[Deduction, ...]


@dataclass(frozen=True, kw_only=True, repr=False)
class Trace(Report):
    """The passes, until no single line decides another cell.

    `clues_alone` is the number of patterns without the givens, `patterns_left` the number after the last
    pass; None if a limit was reached before they were counted. `contradiction` names a line that cannot be
    completed, if the passes found one.
    """

    question: ClassVar[str] = "trace"

    puzzle: CellPuzzle
    order: str
    clues_alone: int | None
    begin: Picture
    passes: tuple[Pass, ...]
    patterns_left: int | None
    contradiction: str | None = None

    @property
    def picture(self) -> Picture:
        """The last state."""
        return self.passes[-1].picture if self.passes else self.begin

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.puzzle.chars(self.begin))

    @property
    def given(self) -> int:
        """The number of cells known before the first pass."""
        return self.cells - _unknown(self.begin)

    @property
    def unknown(self) -> int:
        """The number of unknown cells in the last state."""
        return _unknown(self.picture)

    def frames(self, line_by_line: bool = False) -> list[tuple[Picture, Picture]]:
        """Return the frames of an animation, each a state with the state before it.

        These are the givens, each pass (or each line that adds cells), then the last state without marks.
        """
        pictures = [self.begin]
        for one in self.passes:
            pictures += self._by_line(pictures[-1], one) if line_by_line else [one.picture]
        ways = ((after, before) for before, after in pairwise(pictures))
        return [(self.begin, ()), *ways, (self.picture, ())]

    def _by_line(self, begin: Picture, one: Pass) -> Iterator[Picture]:
        """Yield the state after each line of a pass."""
        chars = list(self.puzzle.chars(begin))
        for step in one.steps:
            for cell, value in step.cells:
                chars[cell] = self.puzzle.palette[value].char
            yield self.puzzle.cut("".join(chars))

    @property
    def summary(self) -> str:
        """How far the passes got, in words."""
        if not self.done:
            return f"{self.stop_reason} after {plural(len(self.passes), 'pass', 'passes')}"
        one, several = self.puzzle.clue_noun
        if self.contradiction is not None:
            return f"by {several} alone: {self.contradiction} cannot be completed"
        if self.unknown:
            cells = plural(self.unknown, "cell needs", "cells need")
            return f"{cells} more than one {one} at a time"
        return f"every cell follows {one} by {one}, in {plural(len(self.passes), 'pass', 'passes')}"

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "order": self.order,
            "cells": self.cells,
            "given": self.given,
            "patterns_by_clues_alone": self.clues_alone,
            "passes": [
                {"pass": one.number, "patterns": one.patterns, "known": one.known, "picture": one.picture}
                for one in self.passes
            ],
            "patterns_left": self.patterns_left,
            "unknown": self.unknown,
            "contradiction": self.contradiction,
            "summary": self.summary,
        }

    def sentence(self) -> str:
        """Return the counts of the passes as a table, and a sentence."""
        of = f"{self.given} of {self.cells} cells given" if self.given else f"{self.cells} cells"
        alone = f"; {self.clues_alone} patterns by the clues alone" if self.clues_alone is not None else ""
        parts = [f"{self.name}: {of}{alone}"]
        if self.passes:
            heading = "patterns as it begins"
            margin = max(len(heading), *(len(str(one.patterns)) for one in self.passes))
            table = [f"pass  {heading:>{margin}}  cells known as it ends"]
            table += [f"{one.number:4}  {one.patterns:{margin}}  {one.known:22}" for one in self.passes]
            parts.append("\n".join(table))
        return "\n\n".join([*parts, f"{self.name}: {self.summary}."])

    def drawings(self) -> Sequence[Drawing]:
        """Return the state after the passes, if cells are still open."""
        return [(self.puzzle, self.picture, ())] if self.unknown else ()

    def text(self, width: int | None = None, colour: bool = False) -> str:
        """Return the counts, the state after the passes, and a sentence."""
        table, _, last = self.sentence().rpartition("\n\n")
        return "\n\n".join([table, *(draw(*drawing, width, colour) for drawing in self.drawings()), last])

    def __repr__(self) -> str:
        return f"<Trace: {self.name}: {self.summary}>"


def trace(puzzle: Puzzle, order: str = "simultaneous", limits: Limits = NO_LIMITS) -> Trace:
    """Narrow the puzzle in passes over its lines and keep every state.

        >>> import nonosat
        >>> nonosat.trace(nonosat.load("gchq"))
        <Trace: gchq: every cell follows line by line, in 8 passes>

    In a simultaneous pass, all lines see the state after the previous pass. In an alternate pass, the rows
    do, and the columns then see what the rows have found.

    Raises InputError for kinds whose cells are not filled in, for an unknown order, and for an alternate one
    if the kind's lines have only one direction.
    """
    asked = require_cells(puzzle, "trace works")
    if order not in ORDERS:
        raise InputError(f"there is no order {order!r}; the orders are {', '.join(ORDERS)}")
    if order == "alternate" and len(asked.directions) < 2:
        what = f"the order alternate is for lines of several directions; this puzzle is of kind {asked.kind}"
        raise InputError(what, asked.source)
    with Run(asked, NO_MODEL, limits) as run:
        return _Tracing(asked, order, run.clock).trace(run)


@dataclass(frozen=True, slots=True)
class Finding:
    """What one line has ruled out; None if it cannot be completed."""

    label: str
    ruled_out: Sequence[CellValue] | None


def passes(
    problem: Problem, clock: Clock = NO_CLOCK, turns: Sequence[Sequence[int]] = ()
) -> Iterator[list[Finding]]:
    """Yield the results of simultaneous passes, up to the fixpoint. In one pass, every constraint that may
    rule out more sees the state after the previous pass. Several may find the same option. A contradiction
    comes last, alone. `turns` divides the constraints, by number: within a pass, a turn sees the results of
    earlier turns.
    """
    state = begin(problem, clock)
    turns = turns or [range(len(problem.constraints))]
    while state.contradiction is None and state.pending:
        findings: list[Finding] = []
        for turn in turns:
            found: list[tuple[int, list[CellValue] | None]] = []
            pending = set(state.pending)
            for at in filter(pending.__contains__, turn):
                clock.check()
                found.append((at, state.deduced_by(at)))
            for at, options in found:
                if options is None:
                    state.contradiction = state.contradiction or state.label(at)
                else:
                    state.rule_out(options, by=at)
            findings += [Finding(state.label(at), options) for at, options in found if options]
        if findings:
            yield findings
    if state.contradiction is not None:
        yield [Finding(state.contradiction, None)]


class _Tracing:
    """The state between two passes."""

    def __init__(self, puzzle: CellPuzzle, order: str, clock: Clock) -> None:
        self.puzzle = puzzle
        self.order = order
        self.clock = clock
        self.problem = puzzle.problem()
        self.possible = list(self.problem.possible)
        self.patterns: list[int] = []
        self.through: list[list[int]] = [[] for _ in self.possible]
        for k, constraint in enumerate(self.problem.constraints):
            for cell in cells_of(constraint):
                self.through[cell].append(k)

    def trace(self, run: Run) -> Trace:
        begin = self.puzzle.known(self.possible)
        clues_alone: int | None = None
        left: int | None = None
        done: list[Pass] = []
        contradiction = None
        with (
            run.until_stopped(),
            stage("narrowing line by line", lambda: plural(len(done), "pass", "passes")),
        ):
            self.patterns = self._count_all(self.possible)
            left = sum(self.patterns)
            bare = [(1 << size) - 1 for size in self.problem.sizes]
            clues_alone = sum(self._count_all(bare)) if self.possible != bare else left
            turns = self.puzzle.directions if self.order == "alternate" else ()
            for findings in passes(self.problem, self.clock, turns):
                if findings[-1].ruled_out is None:
                    contradiction = findings[-1].label
                else:
                    done.append(self._pass(len(done) + 1, findings))
                    left = sum(self.patterns)
        found = Trace(
            puzzle=self.puzzle,
            **run.ending(),
            order=self.order,
            clues_alone=clues_alone,
            begin=begin,
            passes=tuple(done),
            patterns_left=left,
            contradiction=contradiction,
        )
        if not found.unknown and contradiction is None and found.done:
            fault = self.puzzle.fault(found.picture)
            if fault is not None:
                raise InternalError(f"{self.puzzle.source}: the passes gave a wrong picture: {fault}")
        return found

    def _pass(self, number: int, findings: Sequence[Finding]) -> Pass:
        """Apply a pass's findings and describe it."""
        patterns = sum(self.patterns)
        changed = {cell for finding in findings for cell, _ in finding.ruled_out or ()}
        learned = [Deduction(found.label, tuple(self._learn(found.ruled_out or ()))) for found in findings]
        for k in {k for cell in changed for k in self.through[cell]}:
            self.patterns[k] = self._count(self.problem.constraints[k], self.possible)
        picture = self.puzzle.known(self.possible)
        known = len(self.possible) - _unknown(picture)
        return Pass(number, patterns, known, picture, tuple(step for step in learned if step.cells))

    def _learn(self, ruled_out: Sequence[CellValue]) -> list[CellValue]:
        """Rule options out; return the newly known cells, with their values."""
        known = []
        for cell, value in ruled_out:
            had = self.possible[cell]
            left = self.possible[cell] = had & ~(1 << value)
            if left != had and left.bit_count() == 1:
                known.append((cell, left.bit_length() - 1))
        return known

    def _count_all(self, possible: Sequence[int]) -> list[int]:
        return [self._count(constraint, possible) for constraint in self.problem.constraints]

    def _count(self, constraint: Constraint, possible: Sequence[int]) -> int:
        """Return the number of arrangements of a line, or of the cells around a number."""
        self.clock.check()
        cells, values = cells_of(constraint), len(self.puzzle.palette)
        can = by_value([possible[cell] for cell in cells], values)
        if isinstance(constraint, Blocks):
            return count(constraint.blocks, can, len(cells))
        inside = [0] * values
        for cell, value in constraint.options:
            inside[value] |= 1 << cells.index(cell)
        least = constraint.count if isinstance(constraint, Exactly) else 0
        return count_holding(can, inside, len(cells), least, constraint.count)


def _unknown(picture: Picture) -> int:
    return sum(row.count(UNKNOWN) for row in picture)
