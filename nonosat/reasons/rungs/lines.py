"""The first rung: one line, or one number of a mosaic. Next is the one that reveals the most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import log2
from typing import Any, ClassVar, Self

from nonosat.automata.masks import Can
from nonosat.problem import CellValue, is_single
from nonosat.reasons import TRIVIAL, minimal, techniques
from nonosat.reasons.steps import LineStep, Step
from nonosat.reasons.units import Unit, mask_at
from nonosat.reasons.walk import Move, Walk
from nonosat.records import dataclass


@dataclass(frozen=True)
class LineMove(Move):
    """A unit that rules something out. Of the `unfinished` ones, `productive` do so; `known` cells are known,
    and `can` has what is known about its own.
    """

    rung = "lines"
    level = TRIVIAL
    noun = "line"
    sized = "arrangement"
    said = "hardest line: {line}, with {size} left"
    about: ClassVar[Mapping[str, str]] = {
        "line_steps": "lines used",
        "scan": "lines examined until one decides cells, in total",
        "hardest": "arrangements of the hardest line, as a power of 2",
        "footholds": "lines that decide cells at the start",
        "bottleneck": "the point with the fewest such lines",
        "tedium": "lines used per cell",
    }

    unit: Unit
    can: Can
    productive: int
    unfinished: int
    known: int

    @property
    def scan(self) -> float:
        """Roughly how many units are examined until one decides cells."""
        return (self.unfinished + 1) / (self.productive + 1)

    @property
    def size(self) -> tuple[int, ...]:
        """The number of arrangements that are left."""
        return (self.unit.number_of_ways(self.can),)

    @property
    def by(self) -> int:
        """The unit."""
        return self.unit.number

    @classmethod
    def numbers(cls, moves: Sequence[Self], walk: Walk) -> dict[str, Any]:
        """Return how many there are, how hard they are to find, and where that is hardest."""
        rarest = max(moves, key=lambda move: move.scan, default=None)
        return {
            "line_steps": len(moves),
            "scan": round(sum(move.scan for move in moves), 2),
            "hardest": round(log2(max((move.size[0] for move in moves), default=1)), 2),
            "footholds": moves[0].productive if moves and moves[0] is walk.moves[0] else 0,
            "bottleneck": rarest
            and dict(zip(BOTTLENECK, (rarest.productive, rarest.unfinished, rarest.known), strict=True)),
            "tedium": round(len(moves) / len(walk.problem.possible), 3),
        }

    def decides(self, walk: Walk) -> list[CellValue]:
        """Return the cells that it decided, with their values."""
        masks = {cell: mask_at(self.can, self.unit.place_of[cell]) for cell, _ in self.options}
        for cell, value in self.options:
            masks[cell] &= ~(1 << value)
        return [(cell, mask.bit_length() - 1) for cell, mask in masks.items() if is_single(mask)]

    def steps(self, walk: Walk) -> Sequence[Step]:
        """Return the steps that set all that the unit forces, those with few known cells first."""
        each = minimal.steps(self.unit, self.can)
        return [techniques.name_step(self.unit, one) if isinstance(one, LineStep) else one for one in each]


MOVE = LineMove

BOTTLENECK = ("lines", "of_unfinished", "cells_known")
"""The parts of the bottleneck: productive lines, unfinished lines, cells known at that point."""


def moves(walk: Walk) -> Iterator[Move]:
    """Yield the units that rule something out, the one that reveals the most first; or a violated one."""
    if violated := walk.deduce():
        yield violated
        return
    units = walk.deduced
    productive = [k for k, options in units.items() if options]
    productive.sort(key=lambda k: (-len(units[k]), walk.unit_rank[k]))
    unfinished = sum(map(bool, walk.open_in))
    for k in productive:
        unit = walk.units[k]
        can = unit.places(walk.state)
        yield LineMove(tuple(units[k]), (k,), unit, can, len(productive), unfinished, walk.known)
