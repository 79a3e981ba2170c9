"""A rung: the edge rule. A line with a filled cell at an end begins or ends with a block there.

Copy to nonosat/reasons/rungs/edge.py and add to RUNGS in nonosat/reasons/rungs/__init__.py:

        "edge": Entry("edge", "a line with a filled cell at an end"),

The easiest rung is first there; this one belongs before `lines`.

`EdgeMove` says of which class the moves are, which makes them one of the ladder. Its steps are those of one
line, which can already be written, read, said, priced and checked. A rung with a kind of step of its own adds
a dataclass to nonosat/reasons/steps.py, what makes such a step true to check.py beside it, its words to
sentences.py, and its price to weights.py.

The walk checks what a rung finds. A move must rule something out and leave each cell a value, and its steps
must follow; each known cell that they use must be needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.problem import is_single
from nonosat.reasons import TRIVIAL
from nonosat.reasons.steps import SMALLEST, LineStep
from nonosat.reasons.techniques import name_step
from nonosat.reasons.units import Line
from nonosat.reasons.walk import StepMove, Walk


class EdgeMove(StepMove):
    """A line with a filled cell at an end."""

    rung = "edge"
    level = TRIVIAL
    __slots__ = ()


MOVE = EdgeMove


def moves(walk: Walk) -> Iterator[EdgeMove]:
    """Yield the lines to which such a cell adds something, in an order that does not depend on the puzzle's
    orientation.
    """
    for line in sorted(walk.units, key=lambda unit: walk.unit_rank[unit.number]):
        if isinstance(line, Line) and walk.open_in[line.number]:
            for cell in dict.fromkeys([line.cells[0], line.cells[-1]]):
                step = _step(walk, line, cell)
                if step is not None:
                    yield walk.move_of(EdgeMove, name_step(line, step))


def _step(walk: Walk, line: Line, cell: int) -> LineStep | None:
    """Return what follows from the clue and one filled cell; None if it adds nothing to the clue."""
    fact = cell, walk.state.mask(cell)
    if fact[1] & 1 or not is_single(fact[1]):
        return None
    alone, known = line.narrow(line.nothing_known), line.narrow(line.masks([fact]))
    if alone is None or known is None:
        return None
    left = [(cell, mask & walk.state.mask(cell)) for cell, mask in line.facts(line.all, known)]
    sets = tuple([(cell, mask) for cell, mask in left if mask != walk.state.mask(cell)])
    before = dict(line.facts(line.all, alone))
    if all(not before[cell] & walk.state.mask(cell) & ~mask for cell, mask in sets):
        return None
    if not all(mask for _, mask in sets):
        return None
    return LineStep(line=line.number, uses=(fact,), sets=sets, minimal=SMALLEST)
