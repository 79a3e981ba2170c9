"""What one unit forces, and which of its known cells are needed for it.

Known cells rule out a value of a cell if the unit has no arrangement with both. So every reason has the same
form: there is no arrangement with these known cells and this assumption. A smallest set of known cells is
found by branching on an arrangement that is still left: some known cell that it contradicts must be in the
set (Reiter's hitting-set tree, 1987).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from nonosat.automata.masks import Can
from nonosat.problem import CellValue, values_of
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.steps import DELETION, SMALLEST, Conflict, LineStep
from nonosat.reasons.units import NOTHING, Unit, mask_at

T = TypeVar("T")

Masks = Sequence[int]
Order = Callable[[int], int]
"""The sort key of a place: places with smaller keys are preferred."""


MANY = 3
SIZES = (0, 1, 2, MANY)
"""The numbers of known cells tried, in order; the last stands for any number."""

_TRIED, _NEAR = 5, 14
"""Of sets with more known cells, hardly any can be replaced by three; and these are near."""


def shrunk(
    items: Sequence[T],
    enough: Callable[[list[T]], bool],
    inside: Callable[[T, Callable[[T], bool]], T] = lambda item, _: item,
) -> list[T]:
    """Return a part of the items that is still enough, and none of which can be left out. The last are left
    out first. An item that stays may itself become less: `inside` gets what is enough of it.
    """
    kept = list(items)
    for at in range(len(kept) - 1, -1, -1):
        before, after = kept[:at], kept[at + 1 :]

        def with_part(part: T, before: list[T] = before, after: list[T] = after) -> bool:
            return enough([*before, part, *after])

        kept = [*before, *after]
        if not enough(kept):
            kept = [*before, inside(items[at], with_part), *after]
    return kept


@dataclass(frozen=True, slots=True)
class Needed:
    """Places whose known cells are enough, and how small a set they are."""

    places: int
    minimal: str


def steps(unit: Unit, can: Can) -> Iterator[LineStep | Conflict]:
    """Yield steps that set all that the unit forces, those with few known cells first.

    Each may use what those before it have set. If the unit has no arrangement, only the conflict is yielded.
    """
    while True:
        left = unit.narrow(can)
        if left is None:
            yield conflict(unit, can)
            return
        rest = [had & ~has for had, has in zip(can, left, strict=True)]
        if not any(rest):
            return
        ahead = Ahead(unit, can, rest)
        step = next((step for most in SIZES for step in ahead.steps(most)), None)
        if step is None:
            raise ValueError(f"{unit.label} forces nothing")
        yield step
        can = unit.with_facts(can, step.sets)


class Ahead:
    """What a unit with the masks `can` forces that is not known yet: `rest` has what it rules out."""

    def __init__(self, unit: Unit, can: Can, rest: Masks) -> None:
        self._unit, self._can, self._rest = unit, can, rest

    @cached_property
    def _searches(self) -> list[tuple[int, Search]]:
        unit = self._unit
        ends = _ends(self._rest)
        return [(place, Search(unit, self._can, [(place, value)])) for place, value in ends]

    def steps(self, most: int) -> Iterator[LineStep]:
        """Yield steps with this many known cells, one of `SIZES`, given that none has fewer: for some cells,
        all that the same known cells force. They are few, if not always the fewest.
        """
        if most == 0:
            alone = self._unit.alone
            if alone is None or any(gone & ~has for gone, has in zip(self._rest, alone, strict=True)):
                yield self._step(Needed(0, SMALLEST))
            return
        for place, search in self._searches:
            needed = search.needed(nearest(place), most)
            if needed is not None:
                yield self._step(needed)

    def fewer(self, step: LineStep) -> LineStep:
        """Return a step with at most three known cells for some of what a step with more sets, or the step
        itself. It is looked for only now, because there are many sets of three.
        """
        if len(step.uses) <= MANY:
            return step
        for cell, mask in step.sets if len(step.sets) > 1 else ():
            place = self._unit.place_of[cell]
            uses = enough_for(self._unit, step.uses, [(place, mask_at(self._can, place) & ~mask)])
            if len(uses) <= MANY:
                places = mask_of([self._unit.place_of[one] for one, _ in uses])
                return self._step(Needed(places, DELETION))
        if len(step.uses) <= _TRIED:
            cells = {cell for cell, _ in step.sets}
            for place, search in self._searches:
                if self._unit.cells[place] in cells:
                    places = search.three(nearest(place))
                    return self._step(Needed(places, DELETION)) if places else step
        return step

    def _step(self, needed: Needed) -> LineStep:
        uses = self._unit.facts(needed.places, self._can)
        sets = forced(self._unit, self._can, uses)
        return LineStep(line=self._unit.number, uses=uses, sets=sets, minimal=needed.minimal)


def conflict(unit: Unit, can: Masks, order: Order | None = None) -> Conflict:
    """Return why a unit has no arrangement."""
    needed = Search(unit, can, [NOTHING]).smallest(order or nearest(unit.n // 2))
    return Conflict(line=unit.number, uses=unit.facts(needed.places, can), minimal=needed.minimal)


def step_for(unit: Unit, can: Masks, options: Iterable[CellValue], order: Order) -> LineStep:
    """Return the step that rules out exactly these options."""
    gone = [(unit.place_of[cell], value) for cell, value in options]
    needed = Search(unit, can, gone).smallest(order)
    left = list(can)
    for place, value in gone:
        left[value] &= ~(1 << place)
    uses, sets = unit.facts(needed.places, can), unit.facts(mask_of({place for place, _ in gone}), left)
    return LineStep(line=unit.number, uses=uses, sets=sets, minimal=needed.minimal)


def enough_for(unit: Unit, uses: Facts, gone: Sequence[Fact]) -> Facts:
    """Return a minimal part of the known cells in `uses` that rules out these masks of values of places."""

    def enough(part: Sequence[Fact]) -> bool:
        left = unit.narrow(unit.masks(part))
        return left is not None and not any(mask_at(left, place) & mask for place, mask in gone)

    return tuple(shrunk(uses[::-1], enough)[::-1])


def mask_of(places: Iterable[int]) -> int:
    """Return the mask of places."""
    return sum([1 << place for place in places])


def nearest(place: int) -> Order:
    """Return the order of places by their distance from this one."""
    return lambda other: abs(other - place)


def _ends(rest: Masks) -> list[tuple[int, int]]:
    """Return the first and last places of runs; steps for these usually set the others, too."""
    return [
        (place, value)
        for value, mask in enumerate(rest)
        for place in values_of(mask & ~(mask << 1 & mask >> 1))
    ]


def forced(unit: Unit, can: Masks, uses: Sequence[Fact]) -> Facts:
    """Return all that a unit forces by these known cells, besides what `can` has."""
    has = unit.narrow(unit.masks(uses))
    if has is None:
        raise ValueError(f"{unit.label} cannot be satisfied")
    places = 0
    for mask, left in zip(can, has, strict=True):
        places |= mask & ~left
    return unit.facts(places, [a & b for a, b in zip(can, has, strict=True)])


class Search:
    """Finds known places with which a unit has no arrangement under any of the assumptions: that a place has
    a value, or `NOTHING`. `can` has the unit's masks.
    """

    def __init__(self, unit: Unit, can: Masks, assumptions: Sequence[CellValue]) -> None:
        self._unit = unit
        self._can = can
        self._assumptions = assumptions
        self._known = unit.known(can)

    def smallest(self, order: Order) -> Needed:
        """Return a small set of places: a smallest one up to two places, else a minimal one."""
        found = next(filter(None, (self.needed(order, most) for most in SIZES)), None)
        if found is None:
            raise ValueError(f"{self._unit.label} can be arranged")
        return found

    def needed(self, order: Order, most: int) -> Needed | None:
        """Return a set of this many places, given that no smaller one is enough; None if there is none.

        With `MANY`, return a minimal set, of any size.
        """
        if most == 0:
            return Needed(0, SMALLEST) if self._enough(0) else None
        if most == 1:
            ones = self._completing(0)
            return Needed(1 << min(values_of(ones), key=order), SMALLEST) if ones else None
        if most == 2:
            return self._pair(order)
        places = self._minimal(order)
        return Needed(places, DELETION) if places else None

    def _pair(self, order: Order) -> Needed | None:
        """Return two places that are enough, given that no single one is."""
        pairs = []
        for first in values_of(self._contradicted()):
            if seconds := self._completing(1 << first):
                second = min(values_of(seconds), key=order)
                pairs.append((order(first) + order(second), 1 << first | 1 << second))
        return Needed(min(pairs)[1], SMALLEST) if pairs else None

    def three(self, order: Order) -> int:
        """Return three places that are enough, given that no two are; 0 if none are found near by."""
        tried = 0
        near = sorted(values_of(self._known), key=order)[:_NEAR]
        for first in sorted(values_of(self._contradicted()), key=order)[:_NEAR]:
            tried |= 1 << first
            for second in near:
                if not tried >> second & 1 and (thirds := self._completing(1 << first | 1 << second)):
                    return 1 << first | 1 << second | 1 << min(values_of(thirds), key=order)
        return 0

    def _left(self, places: int, assumption: CellValue) -> Sequence[int] | None:
        """Return what is left under an assumption if only these places are known."""
        if not places & (places - 1):
            return self._unit.left_by(assumption, places, self._can)
        assumed = self._unit.assuming(assumption)
        free = self._unit.all ^ places
        return self._unit.narrow([(a | free) & b for a, b in zip(self._can, assumed, strict=True)])

    def _enough(self, places: int) -> bool:
        return all(self._left(places, assumption) is None for assumption in self._assumptions)

    def _completing(self, places: int) -> int:
        """Return the known places each of which, together with these, is enough."""
        every = self._known
        for assumption in self._assumptions:
            left = self._left(places, assumption)
            if left is not None:
                agree = 0
                for mask, other in zip(left, self._can, strict=True):
                    agree |= mask & other
                every &= ~agree
        return every

    def _contradicted(self) -> int:
        """Return the known places that the leftmost arrangement under an assumption contradicts."""
        for assumption in self._assumptions:
            way = self._unit.first_way(assumption)
            if way is not None:
                return self._known & sum([at & ~can for at, can in zip(way, self._can, strict=True)])
        return 0

    def _minimal(self, order: Order) -> int:
        """Return a minimal set of places, preferring the first in order; 0 if all together are not enough."""
        if not self._enough(self._known):
            return 0
        ordered = sorted(values_of(self._known), key=order)
        low, high = 1, len(ordered)
        while low < high:  # binary search for the shortest prefix that is enough
            middle = (low + high) // 2
            if self._enough(mask_of(ordered[:middle])):
                high = middle
            else:
                low = middle + 1
        *others, last = ordered[:high]  # the last one is needed
        return mask_of([*shrunk(others, lambda part: self._enough(mask_of([*part, last]))), last])
