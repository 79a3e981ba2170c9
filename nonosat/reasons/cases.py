"""Steps of lines as people see them: those without a name are told by cases.

Which block does a cell belong to? Where can a block lie? At most four cases, each easy to see: the block cannot
lie there, or all blocks are pushed as far to both ends as they go. What all cases have in common follows. A
step that sets several cells may be told as several steps. The definitions are those of `steps.Cases`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonosat.line.bits import fill, fits, mirror_all, spread
from nonosat.problem import Clue, is_single, values_of
from nonosat.reasons import techniques
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.minimal import forced, shrunk
from nonosat.reasons.steps import (
    ALL,
    DELETION,
    LEFT,
    LONG,
    PUSH,
    ROOM,
    TOUCH,
    Cases,
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

    def __init__(self, blocks: Clue, can: Sequence[int], n: int) -> None:
        self.blocks, self.can, self.n = blocks, can, n
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


class Split(NamedTuple):
    """Cases, and the facts that follow in all of them."""

    sets: Facts
    ways: tuple[Way, ...]
    cell: int | None


def told(units: Sequence[Unit], steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps, also those in traces, so that those of lines without a name are told by cases."""
    for step in steps:
        if isinstance(step, LineStep):
            yield from _told(units[step.line], step)
        elif isinstance(step, TwoWay):
            cases = [replace(case, trace=tuple(told(units, case.trace))) for case in step.cases]
            yield replace(step, cases=tuple(cases))
        elif isinstance(step, Refutation) or getattr(step, "trace", None):
            yield replace(step, trace=tuple(told(units, step.trace)))  # type: ignore[attr-defined, call-arg]
        else:
            yield step


def _told(unit: Unit, step: LineStep) -> Iterator[LineStep]:
    if step.technique != ALL or not isinstance(unit, Line) or any(b.low != b.high for b in unit.blocks):
        yield step
        return
    line = Pushed(unit.blocks, unit.masks(step.uses), unit.n)
    begins = line.begins()
    assert begins is not None  # it is no conflict
    rest = dict(step.sets)
    for sets in _by_name(unit, step, line.left(begins)):
        yield techniques.named(unit, _part(unit, step, sets))
        for cell, _ in sets:
            del rest[cell]
    while rest:
        split = _best(unit, line, begins, step.uses, tuple(rest.items()))
        if split is None:
            yield replace(step, sets=tuple(rest.items()), minimal=_minimal(step, tuple(rest)))
            return
        part = _part(unit, step, split.sets)
        if part.uses == step.uses:
            yield Cases(
                line=step.line,
                uses=part.uses,
                sets=part.sets,
                minimal=part.minimal,
                ways=split.ways,
                cell=split.cell,
            )
        else:  # with fewer known cells there are more cases, or another name
            yield from _told(unit, techniques.named(unit, part))
        for cell, _ in split.sets:
            del rest[cell]


def _minimal(step: LineStep, sets: Sequence[object]) -> str:
    return step.minimal if len(sets) == len(step.sets) else DELETION


def _part(unit: Unit, step: LineStep, sets: Facts) -> LineStep:
    """Return the step that sets only these facts, without the known cells that it then does not need."""
    if len(sets) == len(step.sets):
        return step
    wanted = dict(sets)
    can = unit.masks([])

    def enough(uses: Sequence[Fact]) -> bool:
        left = unit.narrow(unit.masks(uses))
        return left is not None and all(
            not mask_at(left, unit.place_of[cell]) & gone for cell, gone in ruled_out.items()
        )

    whole = unit.narrow(unit.masks(step.uses)) or can
    ruled_out = {
        cell: ((1 << unit.values) - 1) & ~mask & ~0
        for cell, mask in wanted.items()
        if mask_at(whole, unit.place_of[cell])
    }
    ruled_out = {cell: gone & ~mask_at(whole, unit.place_of[cell]) for cell, gone in ruled_out.items()}
    uses = tuple(shrunk(step.uses[::-1], enough)[::-1])
    return replace(step, sets=sets, uses=uses, minimal=DELETION)
