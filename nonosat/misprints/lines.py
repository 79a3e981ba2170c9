"""Which clue of a line is wrong, and what it should be.

A line that is wrong is in every conflict. So the lines of one conflict are left open, one by one: where the
others still contradict each other, it is not that line alone. Where they do not, what they leave of the line
rules out most of its alternatives, and so do the sums of rows and columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import log2
from typing import Any

from nonosat.misprints.slips import (
    AGAIN,
    CROSSED,
    FAR_LINES,
    LINES,
    OPEN,
    REPEATED,
    SKIPPED,
    WORK,
    Slip,
    slips,
)
from nonosat.problem import Clue, Constraint, Runs
from nonosat.problem.blocks import slack
from nonosat.processes.clock import Clock
from nonosat.propagation.layout import Layout
from nonosat.propagation.search import search_beyond_lines
from nonosat.propagation.state import State
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.clues import ANY_BLOCKS
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.records import dataclass, replace
from nonosat.solving.questions.conflicts import free

Clues = dict[int, Clue]
"""The clues that change, by the numbers of their lines."""

_FEW = 4  # alternatives
_PAIRS = 400  # pairs of alternatives of two lines that are looked at


@dataclass(frozen=True)
class Change:
    """A puzzle that may have been meant, its price, and what happened."""

    puzzle: CellPuzzle
    price: float
    what: str


class LineChanges:
    """Finds changes of a puzzle of lines that single lines do not exclude."""

    def __init__(self, puzzle: LinePuzzle, clock: Clock) -> None:
        self.puzzle = puzzle
        self._clock = clock
        problem = puzzle.problem(clock)
        self._constraints = list(problem.constraints)
        self._possible = problem.possible
        self._values = max({2, *problem.sizes})
        self._clues = puzzle.clues
        self._lengths = [len(cells) for cells in puzzle.layout[1]]
        self._direction = {line: d for d, some in enumerate(puzzle.directions) for line in some}

    def state(self, changes: Mapping[int, Clue | None]) -> State | None:
        """Return what single lines leave with some other clues, None for a line left open; None if they
        contradict each other.
        """
        constraints: list[Constraint] = self._constraints[:]
        for line, clue in changes.items():
            old = constraints[line]
            constraints[line] = free(old) if clue is None else Runs(old.cells, clue, old.label)
        layout = Layout(constraints, len(self._possible), self._values, clock=self._clock)
        state = State(layout, self._possible, constraints)
        state.narrow(self._clock)
        return state if state.contradiction is None else None

    def core(self, opened: Sequence[int]) -> list[int]:
        """Return few lines that contradict each other while some are open; all if single lines do not show
        that there are any.
        """
        core = [line for line in range(len(self._clues)) if line not in opened]
        if self.state(dict.fromkeys(opened)) is not None:
            return core
        at, size, out = 0, max(1, len(core) // 4), {*opened}
        while at < len(core):
            some = core[at : at + size]
            if self.state(dict.fromkeys([*out, *some])) is None:
                out.update(some)
                core[at : at + size] = []
            elif size == 1:
                at += 1
            else:
                size = max(1, size // 2)
        return core

    # One line

    def singles(self, impossible: bool) -> Iterator[Change]:
        """Yield changes of one clue, then exchanges of two. If the puzzle is `impossible`, only clues of one
        conflict are looked at.
        """
        pairs = set[tuple[int, int]]()
        for line in self.suspects if impossible else range(len(self._clues)):
            state = self.opened(line)
            if state is None:
                others = self.core([line])
            else:
                others = [*range(len(self._clues))]
                yield from self._meant(line, state)
            pairs.update((min(line, other), max(line, other)) for other in others if other != line)
        for one, other in sorted(pairs):
            yield from self._exchanged(one, other)

    @cached_property
    def suspects(self) -> list[int]:
        """The lines of a conflict; all, if none was found."""
        return self.core([])

    def opened(self, line: int) -> State | None:
        """Return what is left without a line."""
        return self.state({line: None})

    def _meant(self, line: int, state: State) -> Iterator[Change]:
        found = self.left(line, state, {})
        if len(found) > _FEW and not state.decided:
            # Single assumptions take as long as some alternatives, and exclude many.
            search_beyond_lines(state, self._clock)
            found = [] if state.contradiction else self.left(line, state, {})
        for slip in found:
            yield from self._checked({line: slip.clue}, slip.price, slip.what)

    def _checked(self, clues: Clues, price: float, what: str) -> Iterator[Change]:
        state = self.state(clues)
        if state is not None:
            changed = [clues.get(line, clue) for line, clue in enumerate(self._clues)]
            price += WORK * log2(max(1, state.work / len(changed)))
            yield Change(self.puzzle.with_clues(changed), price, what)

    def left(self, line: int, state: State, others: Clues) -> list[Slip]:
        """Return the alternatives of a line that a state and the sums leave, if other clues change, too."""
        wanted = self._wanted(line, others)
        fit = [slip for slip in self._slips(line) if wanted is None or self._total(slip.clue) == wanted]
        return self._left(line, state, fit)

    def _left(self, line: int, state: State, some: Sequence[Slip]) -> list[Slip]:
        """Return the alternatives of a line that a state leaves."""
        if not some:
            return []
        cells = tuple(range(self._lengths[line]))
        layout = Layout([Runs(cells, slip.clue) for slip in some], len(cells), self._values)
        alone, places = State(layout, [0] * len(cells)), state.places(line)
        return [slip for k, slip in enumerate(some) if alone.left_by(k, places) is not None]

    def _slips(self, line: int) -> list[Slip]:
        clue = self._clues[line]
        return slips(clue, self._lengths[line], len(self.puzzle.palette))

    def _total(self, clue: Clue) -> tuple[int, ...]:
        found = [0] * len(self.puzzle.palette)
        for block in clue:
            found[block.colour] += block.low
        return tuple(found)

    def _sums(self, others: Clues, without: int) -> list[tuple[int, ...]]:
        """Return the sums of all directions by colour, with some other clues, and without a line."""
        clues = [others.get(line, clue) if line != without else () for line, clue in enumerate(self._clues)]
        sums = []
        for some in self.puzzle.directions:
            totals = [self._total(clues[line]) for line in some]
            sums.append(tuple(map(sum, zip(*totals, strict=True))))
        return sums

    def _wanted(self, line: int, others: Clues) -> tuple[int, ...] | None:
        """Return how many cells of each colour a clue must ask for by the sums, None if they do not say."""
        if self.puzzle.blotted:
            return None
        sums = self._sums(others, line)
        mine = sums.pop(self._direction[line])
        if len(set(sums)) > 1:
            return (-1,)
        return tuple([there - here for there, here in zip(sums[0], mine, strict=True)])

    def _exchanged(self, one: int, other: int) -> Iterator[Change]:
        """Yield the exchange of two clues, if it may be."""
        first, second = self._clues[one], self._clues[other]
        same = self._direction[one] == self._direction[other]
        fit = slack(second, self._lengths[one]) >= 0 and slack(first, self._lengths[other]) >= 0
        if first == second or not fit:
            return
        changed = {one: second, other: first}
        if not self._may_add_up({} if same else changed):
            return
        price = CROSSED if not same else LINES if other == one + 1 else FAR_LINES
        yield from self._checked(changed, price, "two lines swapped")

    def _may_add_up(self, others: Clues) -> bool:
        if not others:  # an exchange in one direction changes no sum
            return self._adds_up
        return self.puzzle.blotted or len({*self._sums(others, -1)}) == 1

    @cached_property
    def _adds_up(self) -> bool:
        return self.puzzle.blotted or len({*self._sums({}, -1)}) == 1

    # More than one number

    def repeated(self) -> Iterator[Change]:
        """Yield puzzles with a line less."""
        for name, clues, lack in self._sides():
            for at, clue in enumerate(clues):
                if len(clues) > 1 and sum(self._total(clue)) == -sum(lack):
                    fewer = (*clues[:at], *clues[at + 1 :])
                    yield self._resized(name, fewer, REPEATED, f"a {name[:-1]} too many")

    def skipped(self) -> Iterator[Change]:
        """Yield puzzles with a line more, whose clue is open."""
        for name, clues, lack in self._sides():
            for at in range(len(clues) + 1 if min(lack) >= 0 else 0):
                more = (*clues[:at], (ANY_BLOCKS,), *clues[at:])
                yield self._resized(name, more, SKIPPED, f"a {name[:-1]} skipped")

    def _sides(self) -> Iterator[tuple[str, tuple[Clue, ...], list[int]]]:
        """Yield rows and columns, and how many cells of each colour they lack."""
        puzzle = self.puzzle
        if isinstance(puzzle, Nonogram) and not puzzle.blotted and not puzzle.givens:
            rows, columns = self._sums({}, -1)
            lack = [there - here for here, there in zip(rows, columns, strict=True)]
            yield "rows", puzzle.rows, lack
            yield "columns", puzzle.columns, [-one for one in lack]

    def _resized(self, name: str, clues: Sequence[Clue], price: float, what: str) -> Change:
        new: dict[str, Any] = {name: tuple(clues), "goal": ()}
        return Change(replace(self.puzzle, **new), price, what)

    def open(self) -> Iterator[Change]:
        """Yield the puzzles with one clue open."""
        for line in self.suspects:
            if self.opened(line) is not None:
                changed = [(ANY_BLOCKS,) if k == line else clue for k, clue in enumerate(self._clues)]
                yield Change(self.puzzle.with_clues(changed), OPEN, "the whole clue")

    def doubles(self) -> Iterator[Change]:
        """Yield changes of two clues."""
        seen = set[tuple[int, int]]()
        for one in self.suspects:
            if self.opened(one) is not None:
                continue
            for other in self.core([one]):
                pair = min(one, other), max(one, other)
                if pair in seen or (state := self.state(dict.fromkeys(pair))) is None:
                    continue
                seen.add(pair)
                yield from self._both(pair, state)

    def _both(self, pair: tuple[int, int], state: State) -> Iterator[Change]:
        first, second = pair
        tried = []
        for slip in self._left(first, state, self._slips(first)):
            rest = self.state({first: slip.clue, second: None})
            if rest is not None:
                left = self.left(second, rest, {first: slip.clue})
                tried += [(slip.price + other.price + AGAIN, slip, other) for other in left]
        for price, slip, other in sorted(tried, key=lambda one: one[0])[:_PAIRS]:
            what = slip.what if slip.what == other.what else f"{slip.what}, {other.what}"
            yield from self._checked({first: slip.clue, second: other.clue}, price, what)
