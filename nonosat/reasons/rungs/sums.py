"""Sums: rows against columns (see `nonosat.propagation.sums`), each with the known cells that it uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, ClassVar, Self

from nonosat.errors import InputError
from nonosat.problem import is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.propagation.memory import flags
from nonosat.propagation.state import State
from nonosat.propagation.sums import ENOUGH, Pair, Side, Sums, directions
from nonosat.propagation.totals import Totals, bounds
from nonosat.reasons.classes import SUMMING
from nonosat.reasons.fields import COLOUR, UNITS, Field, Pages, choice_of
from nonosat.reasons.phrases import ranges
from nonosat.reasons.rungs.kind import USES_AND_SETS, Kind
from nonosat.reasons.steps import COLUMNS, ROWS, Facts, Step, Sum
from nonosat.reasons.units import Line
from nonosat.reasons.walk import StepMove, Walk
from nonosat.reasons.weights import Weights
from nonosat.reasons.words import Words

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
    found = sums(lines, walk.state, len(sides[0]), walk.clock) if sides else []
    for step in sorted(
        found, key=lambda step: (len(step.names), sorted(map(walk.unit_rank.__getitem__, step.names)))
    ):
        yield walk.move_of(SumMove, step)


def sums(lines: Sequence[Line], state: State, height: int, clock: Clock = NO_CLOCK) -> list[Sum]:
    """Return sums that set a cell or are contradictions. The first `height` lines are the rows of the
    canonical orientation, which may be the puzzle's columns.
    """
    if len(lines) > _MOST_LINES:
        return []
    found: list[Sum] = []
    can = [line.places(state) for line in lines]
    sides = (lines[:height], can[:height]), (lines[height:], can[height:])
    names = (ROWS, COLUMNS) if lines[0].number < lines[-1].number else (COLUMNS, ROWS)
    for colour in range(1, lines[0].values):
        for (needing, having), name in zip((sides, sides[::-1]), names, strict=True):
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
    can, number, among = side.can[i], side.numbers(places)[i], flags(places, line.n)

    def enough(known: int) -> bool:
        totals = Totals(line.blocks, line.n, line.with_places(known, can), side.colour, side.most)
        if totals.total(among) != number:
            return False
        left = totals.at_bound(among)
        return left is None or not any(left[value] >> place & 1 for place, value in gone)

    if enough(0):
        return ()
    kept = line.known(can)
    for place in values_of(kept):
        if enough(kept & ~(1 << place)):
            kept &= ~(1 << place)
    return line.facts(kept, can)


class _Sum(Kind[Sum]):
    step = Sum
    noun = "summing"
    fields: ClassVar[Mapping[str, Field]] = {
        "rows": UNITS,
        "columns": UNITS,
        "colour": COLOUR,
        "least": choice_of(ROWS, COLUMNS),
        **USES_AND_SETS,
    }

    def read(self, entry: dict[str, Any], pages: Pages) -> Step:
        step = super().read(entry, pages)
        assert isinstance(step, Sum)
        for key, numbers in (("row", step.rows), ("column", step.columns)):
            if any(pages.units[number].label.split()[0] != key for number in numbers):
                raise InputError("rows and columns are mixed up")
        return step

    def sentences(self, step: Sum, words: Words, within: bool) -> list[str]:
        rows = ranges("row", [_place(words, row) for row in step.rows])
        columns = ranges("column", [_place(words, column) for column in step.columns])
        needed, allowed = _totals(step, words)
        cross = "crosses" if len(step.rows) == 1 else "cross"
        given = f", given that {words.cells_are(step.uses)}" if step.uses else ""
        sides = [("row", len(step.rows)), ("column", len(step.columns))]
        (noun, number), (other, others) = sides if step.least == ROWS else sides[::-1]
        need = f"The {noun} needs" if number == 1 else f"The {noun}s need"
        have = f"he {other} has room for" if others == 1 else f"he {other}s have room for"
        said = [
            f"Count the {words.colours[step.colour]} cells where {rows} {cross} {columns}{given}.",
            f"{need} at least {needed} of them.",
        ]
        if not step.sets:
            return [*said, f"But t{have} at most {allowed}, which is a contradiction."]
        said.append(f"T{have} at most {allowed}, so every line has exactly its share.")
        return [*said, words.so(step.sets)]

    def hint(self, step: Sum, words: Words, level: str) -> str:
        if level == "where":
            return "No single clue gives anything more: compare rows with columns."
        if level == "line" or not step.sets:
            return self.sentences(step, words, False)[0]
        return f"Look at {words.cells([cell for cell, _ in step.sets])}."

    def cost(self, step: Sum, weights: Weights) -> float:
        return weights.costs["sum"] + weights.costs["sum-line"] * len(step.names) + weights.bonus(step)


def _place(words: Words, number: int) -> int:
    """Return the number of a row or column, from 1."""
    return int(words.units[number].label.split()[-1])


def _totals(step: Sum, words: Words) -> tuple[int, int]:
    """Return how many cells one set of lines needs and the other allows."""
    total = [0, 0]
    needing, having = (step.rows, step.columns) if step.least == ROWS else (step.columns, step.rows)
    for at, (some, others) in enumerate(((needing, having), (having, needing))):
        crossing = {cell for number in others for cell in words.units[number].cells}
        for number in some:
            line = words.units[number]
            assert isinstance(line, Line)
            can = line.masks([fact for fact in step.uses if fact[0] in line.place_of])
            places = sum([1 << place for place, cell in enumerate(line.cells) if cell in crossing])
            found = bounds(line.blocks, line.n, can, places, step.colour)
            total[at] += found[at] if found else 0
    return total[0], total[1]


KINDS = (_Sum(),)
