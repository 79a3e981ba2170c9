"""Sums: rows against columns (see `nonosat.propagation.sums`), each with the known cells that it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Self

from nonosat.problem import is_single, values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation.memory import flags
from nonosat.propagation.state import State
from nonosat.propagation.sums import ENOUGH, Pair, Side, Sums, directions
from nonosat.propagation.totals import Totals
from nonosat.reasons import SUMMING
from nonosat.reasons.fields import Facts
from nonosat.reasons.minimal import mask_of, shrink
from nonosat.reasons.steps import COLUMNS, ROWS, Sum
from nonosat.reasons.units import Line
from nonosat.reasons.walk import StepMove, Walk
from nonosat.records import replace

_MOST_LINES = 120
"""People cannot follow longer sums."""

_Gone = list[tuple[int, int]]


class SumMove(StepMove):
    """Rows against columns."""

    rung = "sums"
    level = SUMMING
    noun = "sum"
    about: ClassVar[Mapping[str, str]] = {
        "sums": "sums of rows against columns",
        "sum_lines": "lines added up in them, in total",
    }
    __slots__ = ()

    @classmethod
    def numbers(cls, moves: Sequence[Self], walk: Walk) -> dict[str, Any]:
        """Return how many there are, and how long they are."""
        return {"sums": len(moves), "sum_lines": sum(len(move.units) for move in moves)}


MOVE = SumMove


def moves(walk: Walk) -> Iterator[SumMove]:
    """Yield sums of the fewest lines first; nothing for puzzles without rows and columns."""
    units = sorted(walk.units, key=lambda unit: walk.unit_rank[unit.number])
    sides = directions(
        replace(walk.problem, constraints=tuple([walk.problem.constraints[u.number] for u in units]))
    )
    lines = [unit for unit in units if isinstance(unit, Line)]
    each = sums(lines, walk.state, len(sides[0]), walk.clock) if sides else []
    for step in sorted(
        each, key=lambda step: (len(step.names), sorted(map(walk.unit_rank.__getitem__, step.names)))
    ):
        yield walk.move_of(SumMove, step)


def sums(lines: Sequence[Line], state: State, height: int, clock: Clock = NO_CLOCK) -> list[Sum]:
    """Return sums that set a cell or are contradictions. The first `height` lines are the rows of the
    canonical orientation, which may be the puzzle's columns.
    """
    if len(lines) > _MOST_LINES:
        return []
    usable: list[Sum] = []
    can = [line.places(state) for line in lines]
    sides = (lines[:height], can[:height]), (lines[height:], can[height:])
    names = (ROWS, COLUMNS) if lines[0].number < lines[-1].number else (COLUMNS, ROWS)
    for colour in range(1, lines[0].values):
        for (needing, having), name in zip((sides, sides[::-1]), names, strict=True):
            counted = Sums(Side(*needing, colour, False, clock), Side(*having, colour, True, clock))
            pairs = filter(None, counted.tight())
            steps = (_step(counted, pair, needing[0], having[0], state.possible, name) for pair in pairs)
            usable += islice(filter(None, steps), ENOUGH)
    return usable


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
    options = []
    for side, line, i, places in shares:
        gone = [] if conflict else _rule_out(side, line, i, places, possible)
        options.append((side, line, i, places, gone))
        for place, value in gone:
            cell = line.cells[place]
            masks[cell] = masks.get(cell, possible[cell]) & ~(1 << value)
    if not masks and not conflict:
        return None
    uses = dict(fact for share in options for fact in _find_needed(*share))
    needed, allowed = (
        tuple(sorted([lines[i].number for i in values_of(chosen)]))
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


def _rule_out(side: Side, line: Line, i: int, places: int, possible: Sequence[int]) -> _Gone:
    """Return the (place, value) pairs that are impossible if a line has exactly its share."""
    left = side.narrow_line(i, places) or (0,) * line.values
    return [
        (place, value)
        for place, cell in enumerate(line.cells)
        if not is_single(possible[cell])
        for value in values_of(possible[cell])
        if not left[value] >> place & 1
    ]


def _find_needed(side: Side, line: Line, i: int, places: int, gone: _Gone) -> Facts:
    """Return a minimal set of known cells that implies a line's share and what that rules out."""
    can, number, among = side.can[i], side.numbers(places)[i], flags(places, line.n)

    def enough(known: int) -> bool:
        totals = Totals(line.blocks, line.n, line.with_places(known, can), side.colour, side.most)
        if totals.total(among) != number:
            return False
        left = totals.at_bound(among)
        return left is None or not any(left[value] >> place & 1 for place, value in gone)

    if enough(0):
        return ()
    last_first = [*values_of(line.find_known(can))][::-1]
    return line.facts(mask_of(shrink(last_first, lambda part: enough(mask_of(part)))), can)
