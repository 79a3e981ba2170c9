"""Steps of lines as people see them: those without a name are told by cases.

Which block does a cell belong to? Where can a block lie? At most four cases, each easy to see: the block
cannot lie there, or all blocks are pushed as far to both ends as they go. What all cases have in common
follows. A step that sets several cells may be told as several steps. The definitions are those of
`steps.Cases`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from nonosat.automata.masks import Lies, starts
from nonosat.problem import values_of
from nonosat.reasons import techniques
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.minimal import FEW, part_of
from nonosat.reasons.steps import Cases, LineSet, LineStep, Refutation, Step, Technique, TwoWay, Way, Why
from nonosat.reasons.techniques import pushed
from nonosat.reasons.units import Line, Unit, mask_at

MOST = 4
"""The most cases that a person keeps in mind; blocks that are alike, and refused alike, are one."""

Places = list[tuple[int, int]]
"""For each block the masks of its possible first and last cells."""


class _Split(NamedTuple):
    """Cases, and the facts that follow in all of them."""

    sets: Facts
    ways: tuple[Way, ...]
    cell: int | None


def told(
    units: Sequence[Unit],
    known: Sequence[int],
    steps: Iterable[Step],
    turned: Collection[int] = (),
    within: bool = False,
) -> list[Step]:
    """Return the steps, also those in traces, so that those of lines without a name are told by cases, and
    what is easy to see comes first.

    `known` has the values left, by cell, before the first. The units in `turned` have their cells, and
    blocks, in another order than the puzzle. `within` is whether the steps are those of a trace.
    """
    found: list[Step] = []
    left = [*known]
    full = (1 << units[0].values) - 1 if units else 1

    def inside(trace: Sequence[Step], uses: Facts, assumes: Fact) -> tuple[Step, ...]:
        start = [full] * len(known)
        for cell, mask in (*uses, assumes):
            start[cell] &= mask
        return tuple(told(units, start, trace, turned, within=True))

    for step in steps:
        match step:
            case LineStep():
                unit = units[step.line]
                for part in [step] if within else _apart(unit, left, step):
                    found += _told(unit, left, part, step.line in turned)
            case Refutation() | LineSet() if step.trace:
                found.append(replace(step, trace=inside(step.trace, step.uses, step.assumes)))
            case TwoWay():
                cases = [
                    replace(case, trace=inside(case.trace, step.uses, case.assumes)) for case in step.cases
                ]
                found.append(replace(step, cases=tuple(cases)))
            case _:
                found.append(step)
        for cell, mask in step.sets:
            left[cell] &= mask
    return found


def _apart(unit: Unit, known: Sequence[int], step: LineStep) -> Iterator[LineStep]:
    """Yield what few known cells of a step are enough for, then the rest of the step."""
    rest = step.sets
    if len(step.uses) > FEW and len(rest) > 1:
        for fact in step.sets:
            if fact not in rest:
                continue
            part = _part(unit, known, step, (fact,))
            if len(part.uses) <= FEW:
                left = unit.given(part.uses) or ()
                sets = tuple([one for one in rest if _holds(unit, left, known, one)])
                yield _part(unit, known, step, sets)
                rest = tuple([one for one in rest if one not in sets])
    if rest:
        yield _part(unit, known, step, rest)


def _told(unit: Unit, known: Sequence[int], step: LineStep, turned: bool) -> Iterator[LineStep]:
    """Yield the steps that tell a step, given the values left by cell."""
    if step.technique != Technique.ALL or not isinstance(unit, Line):
        yield step
        return
    line, rest = _Pushed(unit, known, step.uses, turned), dict(step.sets)
    for sets in _by_name(unit, step, [fact for fact in step.sets if line.holds(line.ends, fact)]):
        yield _part(unit, known, step, sets)
        for cell, _ in sets:
            del rest[cell]
    while rest:
        left = tuple(rest.items())
        split = line.best(step.uses, left)
        part = _part(unit, known, step, left if split is None else split.sets)
        if split is None:
            yield part
            return
        if part.uses == step.uses:
            yield Cases(
                line=part.line,
                uses=part.uses,
                sets=part.sets,
                minimal=part.minimal,
                ways=tuple(sorted(split.ways, key=lambda way: (way.block, way.begin or 0))),
                cell=split.cell,
            )
        else:  # with fewer known cells there are other cases, or it has a name
            yield from _told(unit, known, part, turned)
        for cell, _ in split.sets:
            del rest[cell]


def _holds(unit: Unit, left: Sequence[int], known: Sequence[int], fact: Fact) -> bool:
    """Whether these values of places give a fact."""
    cell, mask = fact
    return not mask_at(left, unit.place_of[cell]) & known[cell] & ~mask


def _by_name(unit: Line, step: LineStep, facts: Iterable[Fact]) -> list[Facts]:
    """Return facts that follow by pushing, grouped by the names of the steps that give them."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        name = techniques.technique(unit, step.uses, (fact,))
        if name != Technique.ALL:
            groups.setdefault(name, []).append(fact)
    return [tuple(group) for group in groups.values()]


def _part(unit: Unit, known: Sequence[int], step: LineStep, sets: Facts) -> LineStep:
    """Return the step that sets only these facts, without the known cells that it then does not need."""
    return step if sets == step.sets else techniques.named(unit, part_of(unit, known, step, sets))


class _Pushed:
    """A line step's known cells: where the blocks can lie, and the cases that tell what it sets. `known` has
    the values left, by cell; `turned` is whether the puzzle has the line in the other direction.
    """

    def __init__(self, unit: Line, known: Sequence[int], uses: Facts, turned: bool) -> None:
        self.unit, self.known, self.turned = unit, known, turned
        self.blocks, self.n, self.can, lying = unit.blocks, unit.n, unit.masks(uses), unit.lying(uses)
        assert lying is not None  # else it would be a conflict
        self._lying = lying
        self.ends = self.left(lying)

    def holds(self, left: Sequence[int], fact: Fact) -> bool:
        """Whether these values of places give a fact."""
        return _holds(self.unit, left, self.known, fact)

    def places(self, lies: Lies) -> Places | None:
        """Return where the blocks can lie if one of them lies there; None if there is no arrangement."""
        return starts(self.blocks, self.can, self.n, lies)

    def left(self, places: Places) -> list[int]:
        """Return, by value, the places that can have it when all blocks are pushed to both ends."""
        found = [(1 << self.n) - 1, *[0] * (len(self.can) - 1)]
        spans = [(block.colour, *span) for block, span in zip(self.blocks, pushed(places), strict=True)]
        for colour, whole, _ in spans:
            found[colour] |= whole
        for colour, _, sure in spans:
            found = [mask if value == colour else mask & ~sure for value, mask in enumerate(found)]
        return found

    def way(self, block: int, why: str, begin: int | None = None) -> Way:
        """Return a case as the puzzle counts blocks and places."""
        if self.turned:
            begin = None if begin is None else self.n - self.blocks[block].low - begin
            block = len(self.blocks) - 1 - block
        return Way(block=block, begin=begin, why=why)

    def why(self, number: int, place: int) -> str:
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

    def best(self, uses: Facts, facts: Facts) -> _Split | None:
        """Return the cases that tell most of these facts with the fewest cases; None if there are none."""
        best: _Split | None = None
        for ways, find in self._all(uses, facts):
            if _beats(best, len(facts), ways):
                split = find()
                if split is not None and _beats(best, len(split.sets), len(split.ways)):
                    best = split
        return best

    def _all(self, uses: Facts, facts: Facts) -> Iterator[tuple[int, Callable[[], _Split | None]]]:
        """Yield what finds a split, with the fewest cases that it may have."""
        for fact in facts:
            if fact[1] & 1:
                yield 1, partial(self._refused, fact)
        for cell, mask in uses:
            if not mask & 1:
                yield 2, partial(self._covered, cell, facts)
        for block, (mask, _) in enumerate(self._lying):
            if not self.blocks[block].blotted and 1 < mask.bit_count() <= MOST:
                yield mask.bit_count(), partial(self._placed, block, facts)

    def _refused(self, fact: Fact) -> _Split | None:
        """Return the blocks in reach of a cell, of the colours that it does not have, with what refuses each;
        None if there are too many, or none.
        """
        cell, mask = fact
        place, gone = self.unit.place_of[cell], self.known[cell] & ~mask
        ways, kinds = [], set()
        for k, (block, (whole, _)) in enumerate(zip(self.blocks, pushed(self._lying), strict=True)):
            if gone >> block.colour & 1 and whole >> place & 1:
                why = self.why(k, place)
                ways.append(self.way(k, why))
                kinds.add((block, why))
                if len(kinds) > MOST:
                    return None
        return _Split((fact,), tuple(ways), cell) if ways else None

    def _covered(self, cell: int, facts: Facts) -> _Split | None:
        """Return the blocks that cover a known cell in some arrangement; None if there are too many."""
        place, found = self.unit.place_of[cell], dict[int, Places]()
        for k, (block, (first, last)) in enumerate(zip(self.blocks, self._lying, strict=True)):
            over = (2 << place) - (1 << max(0, place - block.high + 1))
            if first & over and last >> place and (there := self.places((k, over, -1 << place))) is not None:
                found[k] = there
        if len(found) < 2 or len({self.blocks[k] for k in found}) > MOST:
            return None
        return self._shared(found.values(), facts, tuple([self.way(k, Why.PUSH) for k in found]), cell)

    def _placed(self, block: int, facts: Facts) -> _Split | None:
        """Return the places of a block."""
        begins = [*values_of(self._lying[block][0])]
        cases = [self.places((block, 1 << begin, -1)) or [] for begin in begins]
        return self._shared(cases, facts, tuple([self.way(block, Why.PUSH, begin) for begin in begins]))

    def _shared(
        self, cases: Iterable[Places], facts: Facts, ways: tuple[Way, ...], cell: int | None = None
    ) -> _Split | None:
        """Return those of the facts that follow by pushing in every case; None if there are none."""
        for places in cases:
            left = self.left(places)
            facts = tuple([fact for fact in facts if self.holds(left, fact)])
            if not facts:
                return None
        return _Split(facts, ways, cell)


def _beats(best: _Split | None, sets: int, ways: int) -> bool:
    """Whether so many facts in so many cases are more in a case than before, or as many, and more in all."""
    if best is None:
        return True
    more = sets * len(best.ways) - len(best.sets) * ways
    return more > 0 or (more == 0 and sets > len(best.sets))
