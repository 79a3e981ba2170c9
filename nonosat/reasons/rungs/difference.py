"""The difference of two numbers that share cells, as in a mosaic.

What both count cancels out. So where the cells that only one of them counts can just make up the difference
of the numbers, it decides all of these cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from nonosat.problem import values_of
from nonosat.reasons import MODERATE
from nonosat.reasons.fields import Fact
from nonosat.reasons.steps import Difference
from nonosat.reasons.units import Number
from nonosat.reasons.walk import StepMove, Walk
from nonosat.records import dataclass


@dataclass(frozen=True)
class _Counted:
    """A count in a state: sets of cells, as masks over all cells."""

    unit: Number
    cells: int
    held: int  # cells where a counted option must hold,
    may: int  # and where one may hold

    @property
    def is_open(self) -> bool:
        return self.held != self.may


class DifferenceMove(StepMove):
    """Two counts that decide something together."""

    rung = "difference"
    level = MODERATE
    said = "hardest step: the difference of two numbers decides {cells}"
    about: ClassVar[Mapping[str, str]] = {"differences": "differences of two numbers"}
    __slots__ = ()


MOVE = DifferenceMove


def moves(walk: Walk) -> Iterator[DifferenceMove]:
    """Yield the pairs of counts that decide something, those that decide the most first."""
    counted = [_count(walk, unit) for unit in walk.units if isinstance(unit, Number)]
    by_cell: dict[int, list[_Counted]] = {}
    for one in counted:
        for cell in one.unit.cells:
            by_cell.setdefault(cell, []).append(one)
    each: list[DifferenceMove] = []
    for more in counted:
        near = {other.unit.number: other for cell in more.unit.cells for other in by_cell[cell]}
        for fewer in near.values():
            if fewer is not more and (more.is_open or fewer.is_open):
                walk.clock.check()
                each += _moves(walk, more, fewer)
    rank = walk.unit_rank

    def order(move: DifferenceMove) -> tuple[int, list[int], int]:
        return -len(move.options), sorted(rank[unit] for unit in move.units), rank[move.units[0]]

    yield from sorted(each, key=order)


def _count(walk: Walk, unit: Number) -> _Counted:
    must, may = unit.holding(unit.places(walk.state))

    def cells(places: int) -> int:
        return sum([1 << unit.cells[place] for place in values_of(places)])

    return _Counted(unit, cells(unit.all), cells(must), cells(may))


def _moves(walk: Walk, more: _Counted, fewer: _Counted) -> Iterator[DifferenceMove]:
    """Yield what follows if the cells of one count, and not of the other, hold as many as they can."""
    own, other = more.cells & ~fewer.cells, fewer.cells & ~more.cells
    most, least = (more.may & own).bit_count(), (fewer.held & other).bit_count()
    short = most - least - (more.unit.least - fewer.unit.most)
    undecided = (more.may & ~more.held & own) | (fewer.may & ~fewer.held & other)
    if short > 0 or (short == 0 and not undecided) or not _agree(more.unit, fewer.unit):
        return
    uses: list[Fact] = [
        (cell, walk.state.mask(cell)) for cell in values_of(own & ~more.may | other & fewer.held)
    ]
    sets: list[Fact] = []
    if short == 0:
        sets = [_keep(walk, more.unit, cell, True) for cell in values_of(more.may & ~more.held & own)]
        sets += [_keep(walk, fewer.unit, cell, False) for cell in values_of(fewer.may & ~fewer.held & other)]
    yield walk.move_of(
        DifferenceMove,
        Difference(
            more=more.unit.number, fewer=fewer.unit.number, uses=tuple(sorted(uses)), sets=tuple(sorted(sets))
        ),
    )


def _keep(walk: Walk, unit: Number, cell: int, counted: bool) -> Fact:
    """Return what is left of a cell if one of its counted options holds, or none."""
    place = unit.place_of[cell]
    inside = sum([1 << value for value in range(unit.values) if unit.inside[value] >> place & 1])
    return cell, walk.state.mask(cell) & (inside if counted else ~inside)


def _agree(one: Number, other: Number) -> bool:
    """Whether both count the same options of the cells that they share."""
    return all(
        (mine >> one.place_of[cell] & 1) == (theirs >> other.place_of[cell] & 1)
        for mine, theirs in zip(one.inside, other.inside, strict=True)
        for cell in one.cells
        if cell in other.place_of
    )
