"""A rung: the edge rule. A line whose first cell is filled begins with its first block.

Copy to nonosat/reasons/rungs/edge.py and add first to RUNGS in
nonosat/reasons/rungs/__init__.py:

        "edge": Entry("edge", "a line whose first cell is filled"),

Its steps are those of one line, which can already be written, read, said, priced and checked. A rung with a
kind of step of its own adds a dataclass to nonosat/reasons/steps.py, a `Kind` to its own KINDS, and to
nonosat/reasons/check.py what makes such a step true.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.problem import is_single
from nonosat.reasons.steps import SMALLEST, LineStep
from nonosat.reasons.techniques import named
from nonosat.reasons.units import Line
from nonosat.reasons.walk import Move, Walk

KINDS = ()


def moves(walk: Walk) -> Iterator[Move]:
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
            step = LineStep(line=line.number, uses=(first,), sets=sets, minimal=SMALLEST)
            yield walk.move_of("edge", named(line, step))
