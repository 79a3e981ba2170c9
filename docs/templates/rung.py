"""A rung: the edge rule. A line whose first cell is filled begins with its first block.

Copy to nonosat/reasons/rungs/edge.py and add first to RUNGS in
nonosat/reasons/rungs/__init__.py:

        "edge": Entry("edge", "a line whose first cell is filled"),

Its steps are those of one line, which can already be written, read, said, priced and checked. A rung with a
kind of step of its own adds a dataclass to nonosat/reasons/steps.py, a `Kind` to its own KINDS, and to
nonosat/reasons/check.py what makes such a step true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from nonosat.problem import is_single, values_of
from nonosat.reasons.steps import SMALLEST, Facts, LineStep, Step
from nonosat.reasons.techniques import named
from nonosat.reasons.units import Line
from nonosat.reasons.walk import Move, Walk

KINDS = ()


@dataclass(frozen=True, slots=True)
class EdgeMove(Move):
    """What the first cell of a line forces, known alone."""

    rung: ClassVar[str] = "edge"

    line: Line
    uses: Facts
    sets: Facts

    def steps(self, walk: Walk) -> Sequence[Step]:
        """Return the step, with people's name for it."""
        step = LineStep(line=self.line.number, uses=self.uses, sets=self.sets, minimal=SMALLEST)
        return [named(self.line, step)]


def moves(walk: Walk) -> Iterator[EdgeMove]:
    """Yield the lines whose first cell is filled and forces something that the clue alone does not."""
    for line in walk.units:
        if not isinstance(line, Line) or not walk.open_in[line.number]:
            continue
        first = line.cells[0], walk.state.mask(line.cells[0])
        if first[1] & 1 or not is_single(first[1]):
            continue
        alone, known = line.narrow(line.nothing_known), line.narrow(line.masks([first]))
        if alone is None or known is None or alone == known:
            continue
        facts = [(cell, mask & walk.state.mask(cell)) for cell, mask in line.facts(line.known(known), known)]
        sets = tuple([(cell, mask) for cell, mask in facts if mask != walk.state.mask(cell)])
        needed = [(cell, mask) for cell, mask in sets if line.fact(line.place_of[cell], alone)[1] & ~mask]
        if needed:
            gone = [
                (cell, value) for cell, mask in sets for value in values_of(walk.state.mask(cell) & ~mask)
            ]
            yield EdgeMove(tuple(gone), (line.number,), line, (first,), sets)
