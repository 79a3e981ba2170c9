"""Narrows a rectangle by counting rows against columns.

A sum counts the cells of a colour where some rows and some columns cross. Over all its arrangements, each row
has at least a certain number of them in these columns, and each column at most a certain number in these
rows. If the rows need as many as the columns allow, each of these lines has exactly its share, and all its
other arrangements are ruled out; if they need more, there is no solution. Good sets of lines are found by
local search, which starts from similar lines and adds or removes one line at a time.

This settles puzzles that clauses take exponentially long to refute, such as n-Dom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from heapq import nsmallest
from itertools import islice, product
from typing import TYPE_CHECKING, Protocol

from nonosat.errors import LimitReached
from nonosat.problem import Block, CellValue, Problem, Runs, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.processes.effort import Effort
from nonosat.propagation.memory import Ints, flags
from nonosat.propagation.narrow import narrow as narrowed_by_lines
from nonosat.propagation.state import begin
from nonosat.propagation.totals import Totals

if TYPE_CHECKING:
    from nonosat.automata.masks import Can

Pair = tuple[int, int]
"""Sets of lines, as masks: lines that need cells, and crossing lines that have them."""

_MOST_LINES = 150
"""Puzzles with more lines are not searched for sums."""

ENOUGH = 4
"""Sums per colour and direction to find before narrowing again, which makes further sums cheaper to find."""

_WORK = 50_000
"""How many counts of distinct lines are allowed per Problem: well below a second."""

_EDGE = 4
"""The largest set of adjacent lines at an edge to start from."""

_MOST_STARTS = 400
"""The most pairs of sets from which the search starts."""


class Line(Protocol):
    """A line with its clue."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells, in order."""
        ...

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The clue."""
        ...


class Side:
    """The lines of one direction, and the least or, with `most`, the largest number of cells of a colour.

    A set of lines is a mask whose bit i is line i of the side; a set of places in a line is a set of lines of
    the other side.
    """

    def __init__(
        self, lines: Sequence[Line], can: Sequence[Can], colour: int, most: bool, clock: Clock = NO_CLOCK
    ) -> None:
        self.lines = lines
        self.all = (1 << len(lines)) - 1
        self.most = most
        self.can = can
        self.colour = colour
        self._clock = clock
        self._numbers: dict[int, list[int]] = {}
        self._toggled: dict[tuple[Totals, int], Ints] = {}
        self._flags: dict[int, Ints] = {}
        self._chosen: dict[int, tuple[int, ...]] = {}

    @cached_property
    def _totals(self) -> list[Totals]:
        """By line: what counts its cells; lines that are alike share it."""
        alike: dict[object, Totals] = {}
        return [
            alike.get((line.blocks, can))
            or alike.setdefault(
                (line.blocks, can), Totals(line.blocks, len(line.cells), can, self.colour, self.most)
            )
            for line, can in zip(self.lines, self.can, strict=True)
        ]

    def _among(self, places: int) -> Ints:
        if places not in self._flags:
            self._flags[places] = flags(places, len(self.lines[0].cells))
        return self._flags[places]

    def numbers(self, places: int) -> list[int]:
        """Return the least or largest number of cells that each line has in a set of places."""
        if places not in self._numbers:
            among, rows = self._among(places), dict[Totals, int]()
            for totals in self._totals:
                if totals not in rows:
                    self._clock.check()
                    rows[totals] = max(0, totals.total(among))
            self._numbers[places] = [rows[totals] for totals in self._totals]
        return self._numbers[places]

    def total(self, chosen: int, places: int) -> int:
        """Return the sum of these numbers over a set of lines."""
        numbers = self.numbers(places)
        return sum([numbers[i] for i in self._members(chosen)])

    def _members(self, chosen: int) -> tuple[int, ...]:
        if chosen not in self._chosen:
            self._chosen[chosen] = tuple(values_of(chosen))
        return self._chosen[chosen]

    def toggle(self, chosen: int, places: int) -> list[int]:
        """Return that sum if a place is added to, or removed from, the places: by this place."""
        rows = []
        for i in self._members(chosen):
            key = self._totals[i], places
            if key not in self._toggled:
                self._clock.check()
                self._toggled[key] = key[0].toggle(self._among(places))
            rows.append(self._toggled[key])
        return [sum(column) for column in zip(*rows, strict=True)]

    @cached_property
    def opposite(self) -> Side:
        """The same lines with their largest numbers instead of the least, or vice versa."""
        return Side(self.lines, self.can, self.colour, not self.most, self._clock)

    def varies(self, chosen: int, places: int) -> bool:
        """Whether some of these lines can have more or fewer cells in a set of places."""
        numbers, others = self.numbers(places), self.opposite.numbers(places)
        return any(numbers[i] != others[i] for i in self._members(chosen))

    def narrow_line(self, i: int, places: int) -> Can | None:
        """Return what line i can be if it has exactly its least or largest number of cells there."""
        return self._totals[i].at_bound(self._among(places))

    def starts(self) -> list[int]:
        """Return sets of lines: large or small sums, long or short blocks, at an edge, alternate lines."""
        n = len(self.lines)
        masks = [sum(1 << i for i in range(0, n, 2))]
        keys: list[Callable[[Line], int]] = [
            lambda line: sum(block.low for block in line.blocks),
            lambda line: max((block.low for block in line.blocks), default=0),
        ]
        for key in keys:
            values = [key(line) for line in self.lines]
            above = ({i for i, value in enumerate(values) if value >= bound} for bound in set(values))
            masks += [sum(1 << i for i in chosen) for chosen in above]
        for few in range(1, min(_EDGE, n) + 1):
            masks += [(1 << few) - 1, (1 << n) - (1 << n - few)]
        return sorted({chosen for one in masks for chosen in (one, self.all ^ one) if chosen})


class Sums:
    """Compares how many cells of a colour lines of one direction need, and lines of the other allow."""

    def __init__(self, needing: Side, having: Side) -> None:
        self.needing = needing
        self.having = having

    def tight(self) -> Iterator[Pair]:
        """Yield the distinct pairs of sets in which one needs at least as many cells as the other allows."""
        seen = set[Pair]()
        for pair in filter(None, (self._climb(start) for _, start in self.starts())):
            if pair not in seen:
                seen.add(pair)
                yield pair

    def slack(self, pair: Pair) -> int:
        """Return how many more cells one set allows than the other needs."""
        one, other = pair
        return self.having.total(other, one) - self.needing.total(one, other)

    def tight_starts(self) -> list[Pair]:
        """Return the tight pairs among the starts that rule something out: some line could have more or fewer
        cells, or there is a conflict.
        """
        return [
            (one, other)
            for slack, (one, other) in self.starts()
            if slack < 0
            or (slack == 0 and (self.needing.varies(one, other) or self.having.varies(other, one)))
        ]

    def starts(self) -> list[tuple[int, Pair]]:
        """Return pairs of sets to start from, with their slack: the least first, then the fewest lines."""
        pairs = [
            (self.slack((one, other)), one.bit_count() + other.bit_count(), (one, other))
            for one, other in product(self.needing.starts(), self.having.starts())
            if (one, other) != (self.needing.all, self.having.all)
        ]
        return [(slack, pair) for slack, _, pair in nsmallest(_MOST_STARTS, pairs)]

    def _climb(self, pair: Pair) -> Pair | None:
        """Add or remove lines as long as that reduces the slack; return the pair if none is left."""
        slack = self.slack(pair)
        while slack > 0:
            (one, other), best = pair, slack
            for i, change in enumerate(self._changes(self.needing, self.having, pair)):
                if change < best and one != 1 << i:
                    best, pair = change, (one ^ 1 << i, other)
            changes = self._changes(self.having, self.needing, (other, one))
            for i, change in enumerate(changes):
                if -change < best and other != 1 << i:
                    best, pair = -change, (one, other ^ 1 << i)
            if best == slack:
                return None
            slack = best
        return pair

    def _changes(self, side: Side, crossing: Side, pair: Pair) -> Iterator[int]:
        """Yield the total of the `crossing` lines less that of the `side`, if one line of the side is added
        to, or removed from, its set: by this line.
        """
        chosen, places = pair
        numbers, total = side.numbers(places), side.total(chosen, places)
        for i, crossed in enumerate(crossing.toggle(places, chosen)):
            yield crossed - total + (numbers[i] if chosen >> i & 1 else -numbers[i])


def narrow(problem: Problem) -> Problem:
    """Narrow by lines, single assumptions and sums, within a budget of work.

    If there is no solution, no cell has a value left.
    """
    budget = Effort(_WORK)
    climbing = False  # at first only the starts of the search are tried, since few puzzles have any sums
    with suppress(LimitReached):
        while gone := rule_out(problem, climbing, budget):
            possible = list(problem.possible)
            for cell, value in gone:
                possible[cell] &= ~(1 << value)
            narrowed = narrowed_by_lines(problem.narrow_to(possible), probing=True)
            problem, climbing = narrowed.problem, True
            if narrowed.contradiction is not None:
                return problem.narrow_to((0,) * len(problem.possible))
    return problem


def rule_out(problem: Problem, climbing: bool = True, clock: Clock = NO_CLOCK) -> list[CellValue]:
    """Return what some sums rule out: all values of a cell if there is no solution.

    Without `climbing`, only sets of similar lines are counted. Raises LimitReached once the clock's deadline
    has passed.
    """
    sides = directions(problem)
    if sides is None or problem.decided:
        return []
    state = begin(problem, clock)
    rows, columns = sides
    height, values = len(rows), max(problem.sizes)
    can = [state.places(k)[:values] for k in range(height + len(columns))]
    gone: list[CellValue] = []
    for colour in range(1, values):
        for (one, can_one), (other, can_other) in (
            ((rows, can[:height]), (columns, can[height:])),
            ((columns, can[height:]), (rows, can[:height])),
        ):
            sums = Sums(Side(one, can_one, colour, False, clock), Side(other, can_other, colour, True, clock))
            gone += _exclude_first(sums, climbing)
    return gone


def _exclude_first(sums: Sums, climbing: bool) -> list[CellValue]:
    """Return what the first useful sums rule out."""
    pairs = sums.tight() if climbing else sums.tight_starts()
    useful = filter(None, (_exclude(sums, pair) for pair in pairs))
    return [option for options in islice(useful, ENOUGH) for option in options]


def _exclude(sums: Sums, pair: Pair) -> list[CellValue]:
    """Return the values that are impossible if the lines of a pair have exactly their shares."""
    gone: list[CellValue] = []
    conflict = sums.slack(pair) < 0
    for side, chosen, places in ((sums.needing, *pair), (sums.having, pair[1], pair[0])):
        for i in values_of(chosen):
            cells, can = side.lines[i].cells, side.can[i]
            left = None if conflict else side.narrow_line(i, places)
            for value, mask in enumerate(can):
                rest = mask & ~left[value] if left else mask
                gone += [(cells[place], value) for place in values_of(rest)]
    return gone


def directions(problem: Problem) -> tuple[list[Runs], list[Runs]] | None:
    """Return the rows and columns of a Problem; None unless it is a rectangle of lines, and not too large."""
    lines = [line for _, line in problem.forms.lines]
    if not 0 < len(lines) <= _MOST_LINES or not problem.only_lines:
        return None
    height = len(lines[-1].cells)
    rows, columns = lines[:height], lines[height:]
    if [row.cells for row in rows] != list(zip(*(column.cells for column in columns), strict=False)):
        return None
    return rows, columns
