"""Rung 3: rows against columns.

The cells of a colour are counted where some rows and some columns cross. Each row has a least number of them
in these columns, and each column a largest number in these rows, over all its arrangements. If the rows need
as many as the columns allow, each of these lines has exactly its share, and everything else is ruled out. The
search for good sets starts from similar lines, and adds or removes one line at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from nonosat.narrowing.lines import Narrowing
from nonosat.problem import is_single, values_of
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.reasons.counting import bounds
from nonosat.reasons.grid import Line
from nonosat.reasons.lines import assuming
from nonosat.reasons.steps import COLUMNS, ROWS, Facts, Sum

Pair = tuple[int, int]

_MOST_LINES = 120
"""Longer sums are not searched for: people could not follow them."""

_EDGE = 4
"""How many lines at an edge are taken together."""

_MOST_STARTS, _ENOUGH = 400, 4
"""How many sets of lines are tried at most, and how many sums are enough to choose from."""


def sums(lines: Sequence[Line], state: Narrowing, height: int, clock: Clock = NO_CLOCK) -> list[Sum]:
    """Return sums that set cells, or that are contradictory; the first `height` lines are the rows."""
    if len(lines) > _MOST_LINES:
        return []
    found: list[Sum] = []
    rows, columns = lines[:height], lines[height:]
    for colour in range(1, lines[0].values):
        for needing, having, name in ((rows, columns, ROWS), (columns, rows, COLUMNS)):
            sides = _Side(needing, state, colour, 0), _Side(having, state, colour, 1)
            counted = _Counted(*sides, state.possible, clock)
            ends = filter(None, map(counted.climbed, counted.starts()))
            steps = (counted.step(pair, colour, name) for pair in _distinct(ends))
            found += islice(filter(None, steps), _ENOUGH)
    return found


class _Side:
    """The lines of one direction, whose sets are masks: bit i is line i of the side."""

    def __init__(self, lines: Sequence[Line], state: Narrowing, colour: int, side: int) -> None:
        """`side` is 0 if the least numbers of cells count, 1 if the largest do."""
        self.lines = lines
        self.all = (1 << len(lines)) - 1
        self.side = side
        self._can = [tuple(state.can(line.number)) for line in lines]
        self._colour = colour
        self._known: dict[tuple[int, int], int] = {}

    def number(self, i: int, places: int) -> int:
        """Return the least or largest number of cells that a line has among places."""
        key = i, places
        if key not in self._known:
            found = bounds(self.lines[i], self._can[i], places, self._colour)
            self._known[key] = found[self.side] if found else 0
        return self._known[key]

    def total(self, chosen: int, places: int) -> int:
        """Return the sum of the numbers of some lines."""
        return sum([self.number(i, places) for i in values_of(chosen)])

    def share(self, i: int, places: int) -> _Share:
        """Return what a line has if it has exactly its number."""
        return _Share(self.lines[i], self._can[i], places, self._colour, self.side, self.number(i, places))

    def starts(self) -> Iterator[int]:
        """Yield sets of lines: with large or small sums, long or short blocks, at an edge, every other."""
        n = len(self.lines)
        keys: list[Callable[[Line], int]] = [
            lambda line: sum(block.low for block in line.blocks),
            lambda line: max((block.low for block in line.blocks), default=0),
        ]
        for key in keys:
            found = [key(line) for line in self.lines]
            for bound in sorted(set(found)):
                above = sum(1 << i for i, value in enumerate(found) if value >= bound)
                yield from (above, self.all ^ above)
        every_other = sum(1 << i for i in range(0, n, 2))
        yield from (every_other, self.all ^ every_other)
        for few in range(1, min(_EDGE, n) + 1):
            for edge in ((1 << few) - 1, (1 << n) - (1 << n - few)):
                yield from (edge, self.all ^ edge)


class _Counted:
    """Counts cells of one colour: lines of one direction need at least, those of the other have at most."""

    def __init__(self, needing: _Side, having: _Side, possible: Sequence[int], clock: Clock) -> None:
        self._needing = needing
        self._having = having
        self._possible = possible
        self._clock = clock

    def starts(self) -> list[Pair]:
        """Return sets of lines to begin with: those with the least slack, then the fewest."""
        pairs = {pair for pair in product(self._needing.starts(), self._having.starts()) if all(pair)}

        def promising(pair: Pair) -> tuple[int, int, Pair]:
            self._clock.check()
            return self._slack(pair), pair[0].bit_count() + pair[1].bit_count(), pair

        return sorted(pairs - {(self._needing.all, self._having.all)}, key=promising)[:_MOST_STARTS]

    def climbed(self, pair: Pair) -> Pair | None:
        """Add or remove lines while that reduces the slack; return the sets once it is 0."""
        slack = self._slack(pair)
        while slack > 0:
            self._clock.check()
            less, pair = min(self._neighbours(pair))
            if less >= slack or not all(pair):
                return None
            slack = less
        return pair

    def _neighbours(self, pair: Pair) -> Iterator[tuple[int, Pair]]:
        """Yield the sets with one line more or less, each with its slack."""
        needing, having = pair
        need, have = self._needing.total(needing, having), self._having.total(having, needing)
        for i in range(len(self._needing.lines)):
            other = needing ^ 1 << i
            change = self._needing.number(i, having)
            needs = need + change if other > needing else need - change
            yield self._having.total(having, other) - needs, (other, having)
        for i in range(len(self._having.lines)):
            other = having ^ 1 << i
            change = self._having.number(i, needing)
            has = have + change if other > having else have - change
            yield has - self._needing.total(needing, other), (needing, other)

    def _slack(self, pair: Pair) -> int:
        """Return how many more cells the ones allow than the others need."""
        needing, having = pair
        return self._having.total(having, needing) - self._needing.total(needing, having)

    def step(self, pair: Pair, colour: int, least: str) -> Sum | None:
        """Return the step of a sum without slack; None if it sets nothing."""
        needing, having = pair
        conflict = self._slack(pair) < 0
        masks: dict[int, int] = {}
        shares = [self._needing.share(i, having) for i in values_of(needing)]
        shares += [self._having.share(i, needing) for i in values_of(having)]
        found = []
        for share in shares:
            gone = [] if conflict else share.ruled_out(self._possible)
            found.append((share, gone))
            for place, value in gone:
                cell = share.line.cells[place]
                masks[cell] = masks.get(cell, self._possible[cell]) & ~(1 << value)
        if not masks and not conflict:
            return None
        uses = dict(fact for share, gone in found for fact in share.needed(gone))
        needed, allowed = (
            tuple([side.lines[i].number for i in values_of(chosen)])
            for side, chosen in ((self._needing, needing), (self._having, having))
        )
        return Sum(
            rows=needed if least == ROWS else allowed,
            columns=allowed if least == ROWS else needed,
            colour=colour,
            least=least,
            uses=tuple(sorted(uses.items())),
            sets=tuple(sorted(masks.items())),
        )


@dataclass(frozen=True)
class _Share:
    """A line that has exactly `number` cells of a colour among some places: its least (side 0) or most."""

    line: Line
    can: Sequence[int]
    places: int
    colour: int
    side: int
    number: int

    def ruled_out(self, possible: Sequence[int]) -> list[tuple[int, int]]:
        """Return what the line cannot have then, by place and value."""
        return [
            (place, value)
            for place, cell in enumerate(self.line.cells)
            if not is_single(possible[cell])
            for value in values_of(possible[cell])
            if not self._allows(self.can, place, value)
        ]

    def needed(self, gone: Sequence[tuple[int, int]]) -> Facts:
        """Return a minimal set of known cells for the number and for what is ruled out."""
        if self._enough(0, gone):
            return ()
        kept = self.line.known(self.can)
        for place in values_of(kept):
            if self._enough(kept & ~(1 << place), gone):
                kept &= ~(1 << place)
        return self.line.facts(kept, self.can)

    def _enough(self, known: int, gone: Sequence[tuple[int, int]]) -> bool:
        can = self.line.with_places(known, self.can)
        has = bounds(self.line, can, self.places, self.colour)
        if has is None or has[self.side] != self.number:
            return False
        return not any(self._allows(can, place, value) for place, value in gone)

    def _allows(self, can: Sequence[int], place: int, value: int) -> bool:
        assumed = [a & b for a, b in zip(can, assuming(self.line, place, value), strict=True)]
        has = bounds(self.line, assumed, self.places, self.colour)
        if has is None:
            return False
        return has[0] <= self.number if self.side == 0 else has[1] >= self.number


def _distinct(items: Iterable[Pair]) -> Iterator[Pair]:
    """Yield each item once."""
    seen = set[Pair]()
    for item in items:
        if item not in seen:
            seen.add(item)
            yield item
