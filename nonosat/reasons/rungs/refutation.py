"""Refutations: an assumption about one cell leads, line by line, to a contradiction. Fewest layers first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Self

from nonosat.problem import CellValue, is_single
from nonosat.propagation.refute import shallowest
from nonosat.reasons import DEEP, MODERATE, MODERATE_LAYERS, layers
from nonosat.reasons.steps import Step
from nonosat.reasons.traces import follow_plan
from nonosat.reasons.walk import Move, Walk
from nonosat.records import dataclass

_TRIED = 4
"""How many refutations with the fewest layers are followed to find one with few lines."""


@dataclass(frozen=True)
class RefutationMove(Move):
    """A value that is ruled out. Of the `assumptions` that can be made, `refuted` fail in these few `layers`;
    `units` has the lines of the trace, in the order of their use.
    """

    rung = "refutation"
    level = MODERATE
    sized = "layer"
    said = "hardest step: {cell} is not {char}, by {size}, {lines}"
    about: ClassVar[Mapping[str, str]] = {
        "refutations": "refutations",
        "layers": "most layers of a refutation",
        "longest": "most lines of a refutation",
        "search": "lines examined until a refutation is found, in total",
    }

    layers: int
    assumptions: int
    refuted: int

    @property
    def hardness(self) -> str:
        """It depends on the layers."""
        return MODERATE if self.layers <= MODERATE_LAYERS else DEEP

    @property
    def size(self) -> tuple[int, ...]:
        """The layers, then the lines."""
        return self.layers, len(self.units)

    def decides(self, walk: Walk) -> Sequence[CellValue]:
        """Return the value that is ruled out."""
        return self.options

    @classmethod
    def numbers(cls, moves: Sequence[Self], walk: Walk) -> dict[str, Any]:
        """Return how many there are, how long they are, and how hard to find."""
        searched = [(one.assumptions + 1) / (one.refuted + 1) * len(one.units) for one in moves]
        return {
            "refutations": len(moves),
            "layers": max((move.layers for move in moves), default=0),
            "longest": max((len(move.units) for move in moves), default=0),
            "search": round(sum(searched), 2),
        }

    def steps(self, walk: Walk) -> Sequence[Step]:
        """Return the refutation, each line with the known cells that it needs."""
        ((cell, value),) = self.options
        return [follow_plan(walk.units, walk.state, (cell, 1 << value), self.units)]


MOVE = RefutationMove


def moves(walk: Walk) -> Iterator[RefutationMove]:
    """Yield refutations with the fewest layers, those with few lines first."""
    state = walk.state
    depth, options = shallowest(state, layers.TO_THE_END, walk.clock, walk.cell_rank)
    assumptions = sum(mask.bit_count() for mask in state.possible if not is_single(mask)) if options else 0
    listed = []
    for cell, value in islice(options, _TRIED):
        refutation = layers.refute(state, cell, value, depth, walk.clock, walk.unit_rank)
        assert refutation is not None  # it follows the same layers
        lines = layers.shortest(state, cell, value, refutation, walk.clock)
        listed.append(RefutationMove(((cell, value),), lines, depth, assumptions, len(options)))
    yield from sorted(listed, key=lambda move: len(move.units))
