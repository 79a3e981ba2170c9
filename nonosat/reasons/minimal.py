"""What one unit forces, and which of its known cells are needed for it.

Known cells rule out a value of a cell if the unit has no arrangement with both. So every reason has the same
form: there is no arrangement with these known cells and this assumption. Smallest sets of known cells are
found by branching: of those that cannot be added to all others, one must be in the set (Reiter's hitting-set
tree, 1987).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import or_
from typing import TypeVar

from nonosat.automata.masks import Can
from nonosat.problem import CellValue, values_of
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.steps import DELETION, SMALLEST, Conflict, LineStep
from nonosat.reasons.units import NOTHING, Unit, mask_at
from nonosat.records import replace

T = TypeVar("T")

Masks = Sequence[int]
Order = Callable[[int], int]
"""The sort key of a place: places with smaller keys are preferred."""


FEW, ANY = 3, 4
SIZES = (0, 1, 2, ANY)
"""The numbers of known cells tried, in order; the last stands for any number. Sets of `FEW` are searched only
where a step is wanted and the first found has more: there are many.
"""

Tried = dict[CellValue, dict[int, Can]]
"""What was known of a unit when no set of so many known cells was enough to rule an option out."""


def shrink(
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
    """What a unit with the masks `can` forces that is not known yet: `rest` has what it rules out. `tried`
    remembers for the unit what was searched in vain when less was known.
    """

    def __init__(self, unit: Unit, can: Can, rest: Masks, tried: Tried | None = None) -> None:
        self._unit, self._can, self._rest = unit, can, rest
        self._tried: Tried = {} if tried is None else tried

    @cached_property
    def _searches(self) -> list[tuple[int, Search]]:
        unit, can, tried = self._unit, self._can, self._tried
        return [
            (place, Search(unit, can, [(place, value)], tried.setdefault((place, value), {})))
            for place, value in _ends(self._rest)
        ]

    def steps(self, most: int) -> Iterator[LineStep]:
        """Yield steps with this many known cells, one of `SIZES`, given that none has fewer: for some cells,
        all that the same known cells force. They are few, if not always the fewest.
        """
        if most == 0:
            alone = self._unit.alone
            if alone is None or any(gone & ~has for gone, has in zip(self._rest, alone, strict=True)):
                yield self._step(0)
            return
        done = set[int]()
        for place, search in self._searches:
            places = search.find_needed(nearest(place), most)
            if places is not None and places not in done:
                done.add(places)
                yield self._step(places)

    def _step(self, places: int) -> LineStep:
        uses = self._unit.facts(places, self._can)
        sets = find_forced(self._unit, self._can, uses)
        return LineStep(line=self._unit.number, uses=uses, sets=sets, minimal=_how_small(uses))


def conflict(unit: Unit, can: Can, order: Order | None = None) -> Conflict:
    """Return why a unit has no arrangement."""
    uses = unit.facts(Search(unit, can, [NOTHING]).smallest(order or nearest(unit.n // 2)), can)
    return Conflict(line=unit.number, uses=uses, minimal=_how_small(uses))


def step_for(unit: Unit, can: Can, options: Iterable[CellValue], order: Order) -> LineStep:
    """Return the step that rules out exactly these options."""
    gone = [(unit.place_of[cell], value) for cell, value in options]
    uses = unit.facts(Search(unit, can, gone).smallest(order), can)
    left = list(can)
    for place, value in gone:
        left[value] &= ~(1 << place)
    sets = unit.facts(mask_of({place for place, _ in gone}), left)
    return LineStep(line=unit.number, uses=uses, sets=sets, minimal=_how_small(uses))


def _how_small(uses: Facts) -> str:
    """Return what is claimed of known cells: sets of more than two are not compared with all others."""
    return SMALLEST if len(uses) <= 2 else DELETION


def part_of(unit: Unit, known: Sequence[int], step: LineStep, sets: Facts) -> LineStep:
    """Return the step that sets only these facts, without the known cells that it then does not need.
    `known` has the values left before, by cell.
    """
    gone = [(unit.place_of[cell], known[cell] & ~mask) for cell, mask in sets]
    return replace(step, sets=sets, uses=enough_for(unit, step.uses, gone), minimal=DELETION)


def enough_for(unit: Unit, uses: Facts, gone: Sequence[Fact]) -> Facts:
    """Return a minimal part of the known cells in `uses` that rules out these masks of values of places."""

    def enough(part: Sequence[Fact]) -> bool:
        left = unit.narrow_from(tuple(part))
        return left is not None and not any(mask_at(left, place) & mask for place, mask in gone)

    return tuple(shrink(uses[::-1], enough)[::-1])


def mask_of(places: Iterable[int]) -> int:
    """Return the mask of places."""
    return sum([1 << place for place in places])


def nearest(place: int) -> Order:
    """Return the order of places by their distance from this one."""
    return lambda other: abs(other - place)


@lru_cache(maxsize=1 << 12)
def _furthest_first(n: int, place: int) -> list[int]:
    """Return the masks of single places, those first that are the furthest away from one."""
    return [1 << other for other in sorted(range(n), key=lambda other: -abs(other - place))]


def _ends(rest: Masks) -> list[tuple[int, int]]:
    """Return the first and last places of runs; steps for these usually set the others, too."""
    return [
        (place, value)
        for value, mask in enumerate(rest)
        for place in values_of(mask & ~(mask << 1 & mask >> 1))
    ]


def find_forced(unit: Unit, can: Masks, uses: Facts) -> Facts:
    """Return all that a unit forces by these known cells, besides what `can` has."""
    has = unit.narrow_from(uses)
    if has is None:
        raise ValueError(f"{unit.label} cannot be satisfied")
    places = 0
    for mask, left in zip(can, has, strict=True):
        places |= mask & ~left
    return unit.facts(places, [a & b for a, b in zip(can, has, strict=True)])


class Search:
    """Finds known places with which a unit has no arrangement under any of the assumptions: that a place has
    a value, or `NOTHING`. `can` has the unit's masks. `tried` remembers, by size, with what masks there were
    no such places: later, only sets with something new are looked at.
    """

    def __init__(
        self, unit: Unit, can: Can, assumptions: Sequence[CellValue], tried: dict[int, Can] | None = None
    ) -> None:
        self._unit = unit
        self._can = can
        self._assumptions = assumptions
        self._known = unit.find_known(can)
        self._tried: dict[int, Can] = {} if tried is None else tried

    def smallest(self, order: Order) -> int:
        """Return a small set of places: a smallest one up to two places, else a minimal one."""
        for most in SIZES:
            if (places := self.find_needed(order, most)) is not None:
                return places
        raise ValueError(f"{self._unit.label} can be arranged")

    def find_needed(self, order: Order, most: int) -> int | None:
        """Return a set of this many places, given that no smaller one is enough; None if there is none.

        With `ANY`, return a minimal set, of any size.
        """
        if most == ANY:
            return self._minimal(order) or None
        before = self._tried.get(most)
        if before is None or most == 1:  # one look tells all single places
            sets = [*self._sets(0, most)]
        else:
            new = [1 << place for place in values_of(self._known & self._find_changed(before))]
            sets = [places for one in new for places in self._sets(one, most - 1)]
        if not sets:
            self._tried[most] = self._can
            return None
        if len(sets) == 1:
            return sets[0]
        return min(sets, key=lambda places: (sum(map(order, values_of(places))), places))

    def _sets(self, places: int, more: int) -> Iterator[int]:
        """Yield the sets that are enough, of these places and so many others."""
        if more == 0:
            if self._enough(places):
                yield places
        elif more == 1:
            yield from (places | 1 << place for place in values_of(self._completing(places) & ~places))
        else:
            for place in values_of(self._find_contradicted(places)):
                yield from self._sets(places | 1 << place, more - 1)

    def _find_changed(self, before: Can) -> int:
        """Return the places that can have less than before."""
        changed = 0
        for had, has in zip(before, self._can, strict=True):
            changed |= had & ~has
        return changed

    def _narrow(self, places: int, assumption: CellValue) -> Sequence[int] | None:
        """Return what is left under an assumption if only these places are known."""
        if not places & (places - 1):
            return self._unit.narrow_if(assumption, places, self._can)
        assumed = self._unit.assuming(assumption)
        free = self._unit.all ^ places
        return self._unit.narrow([(a | free) & b for a, b in zip(self._can, assumed, strict=True)])

    def _enough(self, places: int) -> bool:
        return all(self._narrow(places, assumption) is None for assumption in self._assumptions)

    def _completing(self, places: int) -> int:
        """Return the known places each of which, together with these, is enough."""
        every = self._known
        for assumption in self._assumptions:
            left = self._narrow(places, assumption)
            if left is not None:
                agree = 0
                for mask, other in zip(left, self._can, strict=True):
                    agree |= mask & other
                every &= ~agree
        return every

    def _find_contradicted(self, places: int) -> int:
        """Return known places that cannot be added, one after another, to these without being enough; all
        others can. So each set that is enough has one of them. The first added are the furthest away, because
        those that matter are near.
        """
        for assumption in self._assumptions:
            if self._narrow(places, assumption) is None:
                continue
            others = self._known & ~places
            bits = [bit for bit in _furthest_first(self._unit.n, assumption[0]) if bit & others]
            agree, against = places, 0
            while bits:
                together = [*accumulate(bits, or_, initial=agree)]
                end = bisect(together, False, 1, key=lambda known: self._narrow(known, assumption) is None)
                agree = together[end - 1]
                against |= sum(bits[end - 1 : end])
                bits = bits[end:]
            return against
        return 0

    def _minimal(self, order: Order) -> int:
        """Return a minimal set of places, preferring the first in order; 0 if all together are not enough."""
        if not self._enough(self._known):
            return 0
        ordered = sorted(values_of(self._known), key=order)
        together = [*accumulate([1 << place for place in ordered], or_)]
        end = bisect(together, False, 0, len(ordered) - 1, key=self._enough)
        *others, last = ordered[: end + 1]  # the first so many are enough, and the last of them is needed
        return mask_of([*shrink(others, lambda part: self._enough(mask_of([*part, last]))), last])
