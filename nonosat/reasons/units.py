"""The constraints of a puzzle in the form that explanations use: masks of places by value.

A unit is what a person looks at: a line with its clue, a number that counts cells, or another rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, reduce
from operator import or_

from nonosat.automata.count import count, count_accepted
from nonosat.automata.masks import Can, by_value
from nonosat.problem import CellValue, Constraint, Count, Problem, Runs, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation.ends import find_ends
from nonosat.propagation.state import State, begin
from nonosat.reasons.fields import Fact, Facts
from nonosat.records import replace

NOTHING: CellValue = (0, -1)
"""The option that assumes nothing about a unit's places."""


class Unit:
    """A constraint. Places are counted from 0 within its cells; a set of places is a mask."""

    def __init__(self, number: int, constraint: Constraint, values: int) -> None:
        self.constraint, self.number = constraint, number
        self.label = constraint.label or f"constraint {number + 1}"
        self.cells, self.n, self.values = constraint.cells, len(constraint.cells), values
        self.all = (1 << self.n) - 1
        self.nothing_known: Can = (self.all,) * values
        self._given: dict[Facts, Can | None] = {}
        self._left: dict[tuple[object, ...], Can | None] = {}
        self._assumed: dict[CellValue, Can] = {}

    @cached_property
    def _state(self) -> State:
        """A state of this constraint alone."""
        alone = self.constraint.renumber(self.place_of)
        return begin(Problem((self.values,) * self.n, (alone,), tuple(range(self.n))))

    def narrow(self, can: Sequence[int]) -> Can | None:
        """Return the masks of the values that occur in some arrangement, or None if there is none."""
        return self._state.narrow_by(0, can)

    def narrow_from(self, facts: Facts) -> Can | None:
        """Return what is left if only these cells are known: a step is looked at more than once."""
        if facts not in self._given:
            self._given[facts] = self.narrow(self.masks(facts))
        return self._given[facts]

    def number_of_ways(self, can: Sequence[int]) -> int:
        """Return the number of arrangements."""
        return count_accepted(self.constraint.reader(self.values), can, self.n)

    @cached_property
    def alone(self) -> Can | None:
        """The possible values if nothing is known."""
        return self.narrow_if(NOTHING, 0, self.nothing_known)

    def assuming(self, option: CellValue) -> Can:
        """Return the masks with only the value of one place known."""
        if option not in self._assumed:
            place, value = option
            bit = 1 << place if value >= 0 else 0
            masks = [self.all if v == value else self.all ^ bit for v in range(self.values)]
            self._assumed[option] = tuple(masks)
        return self._assumed[option]

    def narrow_if(self, option: CellValue, known: int, can: Sequence[int]) -> Can | None:
        """Return what is left if a place has a value, and only one place (or none), by its mask, is known."""
        key = option, known, *[mask & known for mask in can]
        if key not in self._left:
            free = self.all ^ known
            masks = [(mask | free) & has for mask, has in zip(can, self.assuming(option), strict=True)]
            self._left[key] = self.narrow(masks)
        return self._left[key]

    @cached_property
    def place_of(self) -> dict[int, int]:
        """The places of the cells."""
        return {cell: place for place, cell in enumerate(self.cells)}

    def masks(self, facts: Iterable[Fact]) -> list[int]:
        """Return for each value the places that may have it, given only these facts."""
        can = [self.all] * self.values
        for cell, mask in facts:
            bit = 1 << self.place_of[cell]
            for value in range(self.values):
                if not mask >> value & 1:
                    can[value] &= ~bit
        return can

    def among(self, known: Sequence[int]) -> list[int]:
        """Return the masks, given the values left by cell of the puzzle."""
        return by_value([known[cell] for cell in self.cells], self.values)

    def places(self, state: State) -> Can:
        """Return the masks in a state."""
        return state.places(self.number)

    def with_facts(self, can: Can, facts: Facts) -> Can:
        """Return the masks with these facts added."""
        return tuple([a & b for a, b in zip(can, self.masks(facts), strict=True)])

    def facts(self, places: int, can: Sequence[int]) -> Facts:
        """Return the values left for the cells in these places, by cell."""
        return tuple(sorted([(self.cells[place], mask_at(can, place)) for place in values_of(places)]))

    def find_known(self, can: Sequence[int]) -> int:
        """Return the places with known cells."""
        every = self.all
        for mask in can:
            every &= mask
        return self.all ^ every

    def with_places(self, places: int, can: Sequence[int]) -> list[int]:
        """Return the masks given only the known cells in these places."""
        free = self.all ^ places
        return [mask | free for mask in can]


class Line(Unit):
    """A line with its clue. `colours` has the values that its cells can have, as a mask."""

    def __init__(self, number: int, line: Runs, values: int) -> None:
        colours = {0, *[block.colour for block in line.blocks]}
        super().__init__(number, line, max(2, values, 1 + max(colours)))
        self.blocks = line.blocks
        self.colours = sum([1 << colour for colour in colours])
        self._ends: dict[Facts, list[tuple[int, int]] | None] = {}

    def find_ends(self, facts: Facts) -> list[tuple[int, int]] | None:
        """Return where the blocks can lie if only these cells are known."""
        if facts not in self._ends:
            self._ends[facts] = find_ends(self._state, 0, self.masks(facts))
        return self._ends[facts]

    def number_of_ways(self, can: Sequence[int]) -> int:
        """Return the number of arrangements, fast."""
        return count(self.blocks, tuple(can), self.n)


def mask_at(can: Sequence[int], place: int) -> int:
    """Return the mask of the values that the cell in a place may have."""
    left = 0
    for value, mask in enumerate(can):
        left |= (mask >> place & 1) << value
    return left


class Number(Unit):
    """A number of options: from `least` to `most` of them hold. `inside[value]` has the places with that
    option.
    """

    def __init__(self, number: int, counted: Count, values: int) -> None:
        super().__init__(number, counted, values)
        self.least, self.most = counted.least, counted.most
        self.inside = [0] * values
        for cell, value in counted.options:
            self.inside[value] |= 1 << self.place_of[cell]

    def holding(self, can: Sequence[int]) -> tuple[int, int]:
        """Return the places where an option must hold, and those where one may hold."""
        may = beside = 0
        for mask, inside in zip(can, self.inside, strict=True):
            may |= mask & inside
            beside |= mask & ~inside
        return may & ~beside, may

    def places(self, state: State) -> Can:
        """Return the masks in a state, where a count has no words of its own."""
        return tuple(self.masks([(cell, state.mask(cell)) for cell in self.cells]))

    def narrow(self, can: Sequence[int]) -> Can | None:
        """Return the values with which the number can be reached."""
        must, may = self.holding(can)
        every = reduce(or_, can)
        if must.bit_count() > self.most or may.bit_count() < self.least or every != self.all:
            return None
        if must.bit_count() == self.most:
            may = must
        elif may.bit_count() == self.least:
            must = may
        return tuple(
            [mask & (inside & may | ~inside & ~must) for mask, inside in zip(can, self.inside, strict=True)]
        )


def orient_problem(problem: Problem, rank: Sequence[int], clock: Clock = NO_CLOCK) -> Problem:
    """Return the Problem with the cells of each constraint in the direction that follows their `rank`."""
    constraints = tuple([one.orient(rank) for one in clock.through(problem.constraints)])
    return replace(problem, constraints=constraints)


def units_of(problem: Problem) -> list[Unit]:
    """Return the constraints of a Problem."""
    values = max([2, *problem.sizes])
    return [_unit(number, constraint, values) for number, constraint in enumerate(problem.constraints)]


def _unit(number: int, constraint: Constraint, values: int) -> Unit:
    if isinstance(constraint, Runs):  # people see blocks,
        return Line(number, constraint, values)
    if isinstance(constraint, Count):  # and numbers
        return Number(number, constraint, values)
    return Unit(number, constraint, values)
