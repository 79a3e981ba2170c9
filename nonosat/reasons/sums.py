"""Rung 3: rows against columns (see `nonosat.narrowing.sums`), each sum with the known cells that it uses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from nonosat.line.totals import at_bound, bounds
from nonosat.problem import is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.state import State
from nonosat.propagation.sums import ENOUGH, Pair, Side, Sums
from nonosat.reasons.grid import Line
from nonosat.reasons.steps import COLUMNS, ROWS, Facts, Sum

_MOST_LINES = 120
"""People cannot follow longer sums."""

_Gone = list[tuple[int, int]]


def sums(lines: Sequence[Line], state: State, height: int, clock: Clock = NO_CLOCK) -> list[Sum]:
    """Return sums that set a cell or are contradictions; the first `height` lines are the rows."""
    if len(lines) > _MOST_LINES:
        return []
    found: list[Sum] = []
    can = [state.places(line.number) for line in lines]
    rows, columns = (lines[:height], can[:height]), (lines[height:], can[height:])
    for colour in range(1, lines[0].values):
        for needing, having, name in ((rows, columns, ROWS), (columns, rows, COLUMNS)):
            counted = Sums(Side(*needing, colour, False, clock), Side(*having, colour, True, clock))
            pairs = filter(None, counted.tight())
            steps = (_step(counted, pair, needing[0], having[0], state.possible, name) for pair in pairs)
            found += islice(filter(None, steps), ENOUGH)
    return found


def _step(
    sums: Sums,
    pair: Pair,
    needing: Sequence[Line],
    having: Sequence[Line],
    possible: Sequence[int],
    least: str,
) -> Sum | None:
    """Return the step for a sum without slack; None if it sets nothing."""
    conflict = sums.slack(pair) < 0
    masks: dict[int, int] = {}
    shares = [(sums.needing, needing[i], i, pair[1]) for i in values_of(pair[0])]
    shares += [(sums.having, having[i], i, pair[0]) for i in values_of(pair[1])]
    found = []
    for side, line, i, places in shares:
        gone = [] if conflict else _ruled_out(side, line, i, places, possible)
        found.append((side, line, i, places, gone))
        for place, value in gone:
            cell = line.cells[place]
            masks[cell] = masks.get(cell, possible[cell]) & ~(1 << value)
    if not masks and not conflict:
        return None
    uses = dict(fact for share in found for fact in _needed(*share))
    needed, allowed = (
        tuple([lines[i].number for i in values_of(chosen)])
        for lines, chosen in zip((needing, having), pair, strict=True)
    )
    return Sum(
        rows=needed if least == ROWS else allowed,
        columns=allowed if least == ROWS else needed,
        colour=sums.needing.colour,
        least=least,
        uses=tuple(sorted(uses.items())),
        sets=tuple(sorted(masks.items())),
    )


def _ruled_out(side: Side, line: Line, i: int, places: int, possible: Sequence[int]) -> _Gone:
    """Return the (place, value) pairs that are impossible if a line has exactly its share."""
    left = side.left(i, places) or (0,) * line.values
    return [
        (place, value)
        for place, cell in enumerate(line.cells)
        if not is_single(possible[cell])
        for value in values_of(possible[cell])
        if not left[value] >> place & 1
    ]


def _needed(side: Side, line: Line, i: int, places: int, gone: _Gone) -> Facts:
    """Return a minimal set of known cells that implies a line's share and what that rules out."""
    can, number = side.can[i], side.numbers([places])[0, i]

    def enough(known: int) -> bool:
        free = line.with_places(known, can)
        has = bounds(line.blocks, line.n, free, places, side.colour)
        if has is None or has[side.most] != number:
            return False
        left = at_bound(line.blocks, line.n, free, places, side.colour, side.most)
        return left is None or not any(left[value] >> place & 1 for place, value in gone)

    if enough(0):
        return ()
    kept = line.known(can)
    for place in values_of(kept):
        if enough(kept & ~(1 << place)):
            kept &= ~(1 << place)
    return line.facts(kept, can)
