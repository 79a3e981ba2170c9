"""How far does line solving get, and through which states?

In a pass every line is narrowed completely: a cell is known once all arrangements of its row, or of its
column, that agree with the known cells give it one value. The arrangements left in all lines, the *patterns*,
are counted but never listed.

The measure and the passes are those of the programs in q and MATLAB that were written for the GCHQ
Christmas card of 2015; they listed the patterns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import Any, ClassVar

from nonosat.errors import InputError, InternalError
from nonosat.pictures.drawings import draw
from nonosat.problem import CellValue, is_single
from nonosat.processes.clock import Clock
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.processes.progress import Stage
from nonosat.propagation.state import begin
from nonosat.puzzles import CellPuzzle, Puzzle, require_cells
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.reasons.layers import Use, passes
from nonosat.reasons.units import Unit, units_of
from nonosat.records import dataclass
from nonosat.solving.answer import Panel, Report
from nonosat.solving.card import NO_MODEL
from nonosat.solving.run import Run
from nonosat.words import plural

ORDERS = ("simultaneous", "alternate")


@dataclass(frozen=True)
class Pass:
    """One pass over all lines.

    `patterns` is the number of arrangements, over all lines, that agree with the known cells at the start of
    the pass; `known` is the number of cells known at its end, and `picture` shows them. `steps` has the cells
    that each line decides, except those that an earlier line in the pass decided.
    """

    patterns: int
    known: int
    picture: Picture
    steps: tuple[tuple[CellValue, ...], ...]


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
    def states(self) -> list[Picture]:
        """The state before the first pass, and after each."""
        return [self.begin, *(one.picture for one in self.passes)]

    @property
    def picture(self) -> Picture:
        """The last state."""
        return self.states[-1]

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
        states, chars = self.states, list(self.puzzle.chars(self.begin))
        if line_by_line:
            del states[1:]
            for step in chain.from_iterable(one.steps for one in self.passes):
                for cell, value in step:
                    chars[cell] = self.puzzle.palette[value].char
                states.append(self.puzzle.cut("".join(chars)))
        ways = ((after, before) for before, after in pairwise(states))
        return [(self.begin, ()), *ways, (self.picture, ())]

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
                {"pass": number, "patterns": one.patterns, "known": one.known, "picture": one.picture}
                for number, one in enumerate(self.passes, start=1)
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
            rows = enumerate(self.passes, start=1)
            table += [f"{number:4}  {one.patterns:{margin}}  {one.known:22}" for number, one in rows]
            parts.append("\n".join(table))
        return "\n\n".join([*parts, f"{self.name}: {self.summary}."])

    def drawings(self) -> Sequence[Panel]:
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
        >>> from nonosat import toolkit
        >>> toolkit.trace(nonosat.load("gchq"))
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
    done: list[Pass] = []
    alone: int | None = None
    left: int | None = None
    contradiction = None
    told = Stage("narrowing line by line", lambda: plural(len(done), "pass", "passes"))
    with Run(asked, NO_MODEL, limits) as run:
        problem = asked.problem()
        possible = list(problem.possible)
        first = asked.draw_known(possible)
        with run.until_stopped(), told:
            units = units_of(problem)
            patterns = _ways(units, possible, run.clock)
            left = sum(patterns.values())
            bare = [(1 << size) - 1 for size in problem.sizes]
            alone = left if possible == bare else sum(_ways(units, bare, run.clock).values())
            state = begin(problem, run.clock)
            for uses in passes(state, run.clock, asked.directions if order == "alternate" else ()):
                steps = filter(None, [_decide(possible, use) for use in uses])
                picture = asked.draw_known(possible)
                done.append(Pass(left, len(possible) - _unknown(picture), picture, tuple(steps)))
                cells = {cell for use in uses for cell, _ in use.ruled_out or ()}
                changed = (unit for unit in units if not cells.isdisjoint(unit.cells))
                patterns |= _ways(changed, possible, run.clock)
                left = sum(patterns.values())
            contradiction = state.contradiction
        answer = Trace(
            puzzle=asked,
            **run.ending(),
            order=order,
            clues_alone=alone,
            begin=first,
            passes=tuple(done),
            patterns_left=left,
            contradiction=contradiction,
        )
    fault = None if answer.unknown or contradiction else asked.fault(answer.picture)
    if fault and answer.done:
        raise InternalError(f"{asked.source}: the passes gave a wrong picture: {fault}")
    return answer


def _ways(units: Iterable[Unit], possible: Sequence[int], clock: Clock) -> dict[int, int]:
    """Return the number of arrangements of each unit, by its number."""
    return {unit.number: unit.number_of_ways(unit.among(possible)) for unit in clock.through(units, 1)}


def _decide(possible: list[int], use: Use) -> tuple[CellValue, ...]:
    """Rule out what a line does; return the newly known cells, with their values."""
    known = []
    for cell, value in use.ruled_out or ():
        had = possible[cell]
        left = possible[cell] = had & ~(1 << value)
        if left and left != had and is_single(left):
            known.append((cell, left.bit_length() - 1))
    return tuple(known)


def _unknown(picture: Picture) -> int:
    return sum(row.count(UNKNOWN) for row in picture)
