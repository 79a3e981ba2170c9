"""Cases: how people see what a line shows if no technique with a name does.

Which block does a cell belong to? Where can a block lie? At most four cases, each easy to see: the block
cannot lie there, or all blocks are pushed as far to both ends as they go. What all cases have in common
follows. So a step does not have cases: they are found when its sentence is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from nonosat.automata.masks import Lies, starts
from nonosat.problem import values_of
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.techniques import push_blocks
from nonosat.reasons.units import Line, mask_at

MOST = 4
"""The most cases that a person keeps in mind; blocks that are alike, and refused alike, are one."""

Places = list[tuple[int, int]]
"""For each block the masks of its possible first and last cells."""


class Why(StrEnum):
    """What becomes of a case, the easiest to see first: all but the last say why it cannot be."""

    LONG = "too long"  # it would cover a cell that is not of its colour, or leave the line
    TOUCH = "touches"  # or it would touch a cell of its colour
    ROOM = "no room"  # or the blocks before it, or those after it, would have too little room
    LEFT = "leaves a cell"  # or no arrangement of the line has it there; some cell would have no block
    PUSH = "follows"
    """Push all blocks as far to both ends as they go. Cells that a block covers both times have its colour;
    cells that no block reaches have not.
    """


class Way(NamedTuple):
    """A case: a block of the clue, by its number, and why it cannot lie there, or that the facts follow.
    `begin` is its first place in the line if the cases are the places of one block.
    """

    block: int
    why: Why
    begin: int | None = None


class Cases(NamedTuple):
    """Cases, and the facts that follow in all of them. With a `cell`, the cases are all blocks that may cover
    it; else all places of one block.

    If the known cells do not show that the cell has a colour, it is the one that is set: the blocks of the
    colours in question that are in its reach, when all blocks are pushed to both ends, cannot cover it.
    """

    sets: Facts
    ways: tuple[Way, ...]
    cell: int | None


def cases_of(line: Line, uses: Facts, sets: Facts) -> Cases | None:
    """Return the cases by which known cells show all that a step sets; None if there are none."""
    cases = Pushed(line, uses).cases(sets) if line.find_ends(uses) else None
    return cases if cases is not None and cases.sets == sets else None


class Pushed:
    """Where the blocks of a line can lie with these known cells, and the cases that show what follows."""

    def __init__(self, line: Line, uses: Facts) -> None:
        self.line, self.uses = line, uses
        self.blocks, self.n, self.can, ends = line.blocks, line.n, line.masks(uses), line.find_ends(uses)
        assert ends is not None  # else it would be a conflict
        self._places = ends
        self._ends, self._given = self.find_left(ends), line.narrow_from(uses) or ()

    def shows(self, fact: Fact) -> bool:
        """Whether a fact follows when all blocks are pushed to both ends."""
        return self._holds(self._ends, fact)

    def _find_gone(self, fact: Fact) -> int:
        """Return the values that the known cells rule out by themselves, for a fact."""
        cell, mask = fact
        return ~(mask | mask_at(self._given, self.line.place_of[cell]))

    def _holds(self, left: Sequence[int], fact: Fact) -> bool:
        """Whether these values of places give a fact."""
        return not mask_at(left, self.line.place_of[fact[0]]) & self._find_gone(fact)

    def places(self, lies: Lies) -> Places | None:
        """Return where the blocks can lie if one of them lies there; None if there is no arrangement."""
        return starts(self.blocks, self.can, self.n, lies)

    def find_left(self, places: Places) -> list[int]:
        """Return, by value, the places that can have it when all blocks are pushed to both ends."""
        left = [(1 << self.n) - 1, *[0] * (len(self.can) - 1)]
        spans = [(block.colour, *span) for block, span in zip(self.blocks, push_blocks(places), strict=True)]
        for colour, whole, _ in spans:
            left[colour] |= whole
        for colour, _, sure in spans:
            left = [mask if value == colour else mask & ~sure for value, mask in enumerate(left)]
        return left

    def why(self, number: int, place: int) -> Why:
        """Return why a block cannot cover a place."""
        block, only = self.blocks[number], self.can[self.blocks[number].colour]
        most = min(block.high, self.n)
        runs = [
            (first, last)
            for first in range(max(0, place - most + 1), place + 1)
            for last in range(max(place, first + block.low - 1), min(self.n, first + most))
            if not (2 << last) - (1 << first) & ~only
        ]
        if not runs:
            return Why.LONG
        for value, mask in enumerate(self.can):
            only &= ~mask if value != block.colour else mask
        runs = [(first, last) for first, last in runs if not only & ((1 << first) >> 1 | 2 << last)]
        if not runs:
            return Why.TOUCH
        ground = [(1 << self.n) - 1, *self.can[1:]]
        lying = {first: 0 for first, _ in runs}
        for first, last in runs:
            lying[first] |= 1 << last
        fits = any(starts(self.blocks, ground, self.n, (number, 1 << k, ends)) for k, ends in lying.items())
        return Why.LEFT if fits else Why.ROOM

    def cases(self, facts: Facts) -> Cases | None:
        """Return the cases that show most of these facts with the fewest cases; None if there are none."""
        best: Cases | None = None
        for ways, find in self._all(facts):
            if _beats(best, len(facts), ways):
                cases = find()
                if cases is not None and _beats(best, len(cases.sets), len(cases.ways)):
                    best = cases
        return best

    def _all(self, facts: Facts) -> Iterator[tuple[int, Callable[[], Cases | None]]]:
        """Yield what finds cases, with the fewest that there may be."""
        for fact in facts:
            if fact[1] & 1:
                yield 1, partial(self._try_refusing, fact)
        for cell, mask in self.uses:
            if not mask & 1:
                yield 2, partial(self._try_covering, cell, facts)
        for block, (mask, _) in enumerate(self._places):
            if not self.blocks[block].blotted and 1 < mask.bit_count() <= MOST:
                yield mask.bit_count(), partial(self._try_places, block, facts)

    def _try_refusing(self, fact: Fact) -> Cases | None:
        """Return the blocks in reach of a cell, of the colours that it does not have, with what refuses each;
        None if there are too many, or none.
        """
        cell, gone = fact[0], self._find_gone(fact)
        place = self.line.place_of[cell]
        ways, kinds = [], set()
        for k, (block, (whole, _)) in enumerate(zip(self.blocks, push_blocks(self._places), strict=True)):
            if gone >> block.colour & 1 and whole >> place & 1:
                why = self.why(k, place)
                ways.append(Way(k, why))
                kinds.add((block, why))
                if len(kinds) > MOST:
                    return None
        return Cases((fact,), tuple(ways), cell) if ways else None

    def _try_covering(self, cell: int, facts: Facts) -> Cases | None:
        """Return the blocks that cover a known cell in some arrangement; None if there are too many."""
        place, lying = self.line.place_of[cell], dict[int, Places]()
        for k, (block, (first, last)) in enumerate(zip(self.blocks, self._places, strict=True)):
            over = (2 << place) - (1 << max(0, place - block.high + 1))
            if first & over and last >> place and (there := self.places((k, over, -1 << place))) is not None:
                lying[k] = there
        if len(lying) < 2 or len({self.blocks[k] for k in lying}) > MOST:
            return None
        return self._share(lying.values(), facts, tuple([Way(k, Why.PUSH) for k in lying]), cell)

    def _try_places(self, block: int, facts: Facts) -> Cases | None:
        """Return the places of a block."""
        begins = [*values_of(self._places[block][0])]
        cases = [self.places((block, 1 << begin, -1)) or [] for begin in begins]
        return self._share(cases, facts, tuple([Way(block, Why.PUSH, begin) for begin in begins]))

    def _share(
        self, cases: Iterable[Places], facts: Facts, ways: tuple[Way, ...], cell: int | None = None
    ) -> Cases | None:
        """Return those of the facts that follow by pushing in every case; None if there are none."""
        for places in cases:
            left = self.find_left(places)
            facts = tuple([fact for fact in facts if self._holds(left, fact)])
            if not facts:
                return None
        return Cases(facts, ways, cell)


def _beats(best: Cases | None, sets: int, ways: int) -> bool:
    """Whether so many facts in so many cases are more in a case than before, or as many, and more in all."""
    if best is None:
        return True
    more = sets * len(best.ways) - len(best.sets) * ways
    return more > 0 or (more == 0 and sets > len(best.sets))
