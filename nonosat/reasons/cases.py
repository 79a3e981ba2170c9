"""Steps of lines as people see them: those without a name are told by cases.

Which block does a cell belong to? Where can a block lie? At most four cases, each easy to see: the block
cannot lie there, or all blocks are pushed as far to both ends as they go. What all cases have in common
follows. A step that sets several cells may be told as several steps. The definitions are those of
`steps.Cases`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonosat.automata.masks import fill, fits, mirror_all
from nonosat.problem import Clue, values_of
from nonosat.reasons import techniques
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.minimal import shrunk
from nonosat.reasons.steps import (
    ALL,
    DELETION,
    LEFT,
    LONG,
    PUSH,
    ROOM,
    TOUCH,
    Cases,
    LineSet,
    LineStep,
    Refutation,
    Step,
    TwoWay,
    Way,
)
from nonosat.reasons.units import Line, Unit, mask_at

MOST = 4
"""The most cases that a person keeps in mind."""

_Allowed = tuple[int, int]
"""A block, by its number, and the mask of the places in which it may begin."""


class Pushed:
    """A line with some known cells: where its blocks can begin."""

    def __init__(self, blocks: Clue, can: Sequence[int], n: int, turned: bool = False) -> None:
        self.blocks, self.can, self.n, self.turned = blocks, can, n, turned
        self._fits = [fits(can[block.colour], block.low) for block in blocks]
        self._back = mirror_all(can, n)[::-1]

    def begins(self, allowed: _Allowed | None = None) -> list[int] | None:
        """Return for each block the places where it begins in some arrangement; None if there is none."""
        room = [*self._fits]
        if allowed is not None:
            room[allowed[0]] &= allowed[1]
        ahead = self._pass(self.blocks, room, self.can[0])
        if ahead is None:
            return None
        lows = [block.low for block in self.blocks]
        # In the mirrored line a block begins where it ends here.
        turned = mirror_all([mask << low - 1 for mask, low in zip(room, lows, strict=True)], self.n)
        back = self._pass(self.blocks[::-1], turned, self._back[0])
        if back is None:
            return None
        behind = [mask >> low - 1 for mask, low in zip(mirror_all(back, self.n), lows, strict=True)]
        return [a & b for a, b in zip(ahead, behind, strict=True)]

    def _pass(self, blocks: Clue, room: Sequence[int], white: int) -> list[int] | None:
        found = []
        free = fill(1, white)
        for k, block in enumerate(blocks):
            begin = free & room[k]
            if not begin:
                return None
            found.append(begin)
            free = begin << block.low
            if k + 1 < len(blocks) and blocks[k + 1].colour == block.colour:
                free = (free & white) << 1
            free = fill(free, white)
        return found if free >> self.n & 1 else None

    def left(self, begins: Sequence[int]) -> list[int]:
        """Return the masks of the values that remain when all blocks are pushed to both ends."""
        found = [1] * self.n
        sure: list[tuple[int, int, int]] = []
        for block, mask in zip(self.blocks, begins, strict=True):
            first, last = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
            for place in range(first, last + block.low):
                found[place] |= 1 << block.colour
            sure.append((last, first + block.low, 1 << block.colour))
        for first, end, mask in sure:
            for place in range(first, end):
                found[place] = mask
        return found

    def way(self, block: int, why: str, begin: int | None = None) -> Way:
        """Return a case as the puzzle counts blocks and places: this line may be turned."""
        if self.turned:
            begin = None if begin is None else self.n - self.blocks[block].low - begin
            block = len(self.blocks) - 1 - block
        return Way(block=block, begin=begin, why=why)

    def why(self, block: int, begins: int) -> str:
        """Return why a block cannot begin in any of these places of the line."""
        colour, low, _ = self.blocks[block]
        begins &= self._fits[block]
        if not begins:
            return LONG
        only = self.can[colour]
        for value, mask in enumerate(self.can):
            only &= ~mask if value != colour else mask
        begins &= ~(only << 1 | only >> low)
        if not begins:
            return TOUCH
        every = (1 << self.n) - 1
        ground = Pushed(self.blocks, [every, *self.can[1:]], self.n)
        return ROOM if ground.begins((block, begins)) is None else LEFT


class _Split(NamedTuple):
    """Cases, and the facts that follow in all of them."""

    sets: Facts
    ways: tuple[Way, ...]
    cell: int | None


def told(
    units: Sequence[Unit], known: Sequence[int], steps: Iterable[Step], turned: Collection[int] = ()
) -> list[Step]:
    """Return the steps, also those in traces, so that those of lines without a name are told by cases.

    `known` has the values left, by cell, before the first. The units in `turned` have their cells, and
    blocks, in another order than the puzzle.
    """
    found: list[Step] = []
    left = [*known]
    full = (1 << units[0].values) - 1 if units else 1

    def inside(trace: Sequence[Step], uses: Facts, assumes: Fact) -> tuple[Step, ...]:
        start = [full] * len(known)
        for cell, mask in (*uses, assumes):
            start[cell] &= mask
        return tuple(told(units, start, trace, turned))

    for step in steps:
        match step:
            case LineStep():
                found += _told(units[step.line], left, step, step.line in turned)
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


def _told(unit: Unit, known: Sequence[int], step: LineStep, turned: bool) -> Iterator[LineStep]:
    """Yield the steps that tell a step, given the values left by cell."""
    if step.technique != ALL or not isinstance(unit, Line) or any(b.low != b.high for b in unit.blocks):
        yield step
        return
    line = Pushed(unit.blocks, unit.masks(step.uses), unit.n, turned)
    begins = line.begins()
    assert begins is not None  # else it would be a conflict
    rest = dict(step.sets)
    pushed = line.left(begins)
    for sets in _by_name(
        unit, step, tuple([fact for fact in step.sets if _holds(unit, pushed, known, fact)])
    ):
        yield _part(unit, known, step, sets)
        for cell, _ in sets:
            del rest[cell]
    while rest:
        left = tuple(rest.items())
        split = _best(unit, line, begins, known, step.uses, left)
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
    return not left[unit.place_of[cell]] & known[cell] & ~mask


def _by_name(unit: Line, step: LineStep, facts: Facts) -> list[Facts]:
    """Return facts that follow by pushing, grouped by the names of the steps that give them."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        name = techniques.named(unit, replace(step, sets=(fact,))).technique
        if name != ALL:
            groups.setdefault(name, []).append(fact)
    return [tuple(group) for group in groups.values()]


def _part(unit: Line, known: Sequence[int], step: LineStep, sets: Facts) -> LineStep:
    """Return the step that sets only these facts, without the known cells that it then does not need."""
    if sets == step.sets:
        return step
    gone = [(unit.place_of[cell], known[cell] & ~mask) for cell, mask in sets]

    def enough(uses: Sequence[Fact]) -> bool:
        left = unit.narrow(unit.masks(uses))
        return left is not None and not any(mask_at(left, place) & mask for place, mask in gone)

    uses = tuple(shrunk(step.uses[::-1], enough)[::-1])
    return techniques.named(unit, replace(step, sets=sets, uses=uses, minimal=DELETION))


def _best(
    unit: Line, line: Pushed, begins: Sequence[int], known: Sequence[int], uses: Facts, facts: Facts
) -> _Split | None:
    """Return the cases that tell most of these facts with the fewest cases; None if there are none."""
    best: _Split | None = None
    for split in _splits(unit, line, begins, known, uses, facts):
        more = 0 if best is None else len(split.sets) * len(best.ways) - len(best.sets) * len(split.ways)
        if best is None or more > 0 or (more == 0 and len(split.sets) > len(best.sets)):
            best = split
        if len(best.sets) == len(facts) and len(best.ways) == 1:
            break
    return best


def _splits(
    unit: Line, line: Pushed, begins: Sequence[int], known: Sequence[int], uses: Facts, facts: Facts
) -> Iterator[_Split]:
    for cell, mask in facts:
        ways = _refused(line, begins, unit.place_of[cell], known[cell] & ~mask) if mask & 1 else []
        if 0 < len(ways) <= MOST:
            yield _Split(((cell, mask),), tuple(ways), cell)
    for cell, mask in uses:
        place = unit.place_of[cell]
        if not mask & 1:
            over = [(k, mask & _over(line, k, place)) for k, mask in enumerate(begins)]
            cases = [(k, mask) for k, mask in over if mask]
            ways = [line.way(k, PUSH) for k, _ in cases]
            if 1 < len(cases) <= MOST and (sets := _shared(unit, line, known, cases, facts)):
                yield _Split(sets, tuple(ways), cell)
    for block, mask in enumerate(begins):
        if 1 < mask.bit_count() <= MOST:
            cases = [(block, 1 << begin) for begin in values_of(mask)]
            ways = [line.way(block, PUSH, begin) for begin in values_of(mask)]
            if sets := _shared(unit, line, known, cases, facts):
                yield _Split(sets, tuple(ways), None)


def _over(line: Pushed, block: int, place: int) -> int:
    """Return the mask of the places in which a block begins if it covers a place."""
    low = line.blocks[block].low
    return (1 << place + 1) - (1 << max(0, place - low + 1))


def _refused(line: Pushed, begins: Sequence[int], place: int, gone: int) -> list[Way]:
    """Return the blocks in reach of a place, of the colours that it does not have, with what refuses each."""
    ways = []
    for k, (block, mask) in enumerate(zip(line.blocks, begins, strict=True)):
        first, last = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
        if gone >> block.colour & 1 and first <= place < last + block.low:
            ways.append(line.way(k, line.why(k, _over(line, k, place))))
    return ways


def _shared(
    unit: Line, line: Pushed, known: Sequence[int], cases: Sequence[tuple[int, int]], facts: Facts
) -> Facts:
    """Return those of the facts that follow by pushing in every case."""
    for case in cases:
        begins = line.begins(case)
        assert begins is not None  # only what is in some arrangement is a case
        left = line.left(begins)
        facts = tuple([fact for fact in facts if _holds(unit, left, known, fact)])
        if not facts:
            break
    return facts
