"""Changes random pictures until the steps of a class are enough.

Cells of different values are swapped, which keeps the density. If lines must be enough, many swaps of open
cells next to known ones are tried in each round, and those that decide more cells are made (see `growth`).
Knowledge grows inwards from the sides of the grid; if it does not start by itself, the gaps of a side are
narrowed until its clue has one arrangement. For harder classes one swap at a time is tried, and kept unless
it leaves more cells open.

Pictures that need more than single assumptions are rare. They are made of those with one solution: swaps that
leave it the only one are kept, unless refutations decide more cells than before.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from nonosat.making.fields import distances, orbits, pick
from nonosat.making.growth import Growth
from nonosat.making.order import Order, layers_of
from nonosat.making.pictures import Pictures, pictures
from nonosat.problem import CellValue
from nonosat.processes.clock import Clock
from nonosat.processes.limits import NO_LIMITS
from nonosat.reasons import BEYOND, DEEP, LINES, MODERATE
from nonosat.solving.answer import Verdict
from nonosat.solving.questions.unique import solve

Change = list[CellValue]

_CHOICE = 3  # open cells drawn from a grey picture; the least certain one is changed
_LOOKS = 4, 6000  # budget of pictures examined while one is changed: per cell, and in total
_ROUNDS = 4, 3000  # budget of rounds, likewise
_AT_A_TIME = 16, 50  # changes tried per round: at least, and one per this many cells
_NEAR = 2  # rows and columns away, at most
_PAIRS = 8  # attempts to draw a cell of another value; then as many again among all open cells


def find_open(
    order: Order, values: Sequence[int], clock: Clock, hidden: Sequence[int] = (), level: str = ""
) -> list[int]:
    """Return the cells of a picture left open by a class: by default, the hardest that the order accepts. The
    clues of some constraints may be `hidden`.

    Raises LimitReached or KeyboardInterrupt if the work ends before this is known.
    """
    level = level or order.hardest
    if level not in BEYOND:
        of_size = _pictures(order)
        of_size.hide(hidden)
        return of_size.open_cells(values, layers_of(level), clock=clock)
    clock.check()
    puzzle = order.puzzle(values)
    asked = puzzle.without_clues(hidden) if hidden else puzzle
    answer = solve(asked, limits=NO_LIMITS.deduct(clock)).require_finished()
    if answer.verdict is not Verdict.MULTIPLE:
        return []
    one, two = map(puzzle.values, answer.solutions)
    return [cell for cell, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]


def _pictures(order: Order) -> Pictures:
    return pictures(order.width, order.height, order.palette, order.kind)


class Mending:
    """Changes a picture's `values` until no `open_cells` are left, or the budget is spent."""

    def __init__(
        self, order: Order, values: list[int], open_cells: list[int], random: Random, clock: Clock
    ) -> None:
        self.values, self.open_cells = values, open_cells
        self._order = order
        self._random = random
        self._clock = clock
        self._orbit = {cell: orbit for orbit in orbits(order) for cell in orbit}

    def mend(self) -> None:
        """Change the picture. Raises LimitReached once the clock's deadline has passed."""
        if layers_of(self._order.hardest) or not _pictures(self._order).only_lines:
            looks = self._budget(_LOOKS)
            while self.open_cells and looks > 0:
                self._try(self._change(self.open_cells, self.open_cells))
                looks -= 1
            return
        rounds = self._budget(_ROUNDS)
        while self.open_cells and rounds > 0:
            rounds = self._grow(rounds)
            if self.open_cells and not self._try(self._tighten_side(), fewer=True):
                self._try(self._nearby_swap())

    def harden(self) -> None:
        """Change a picture with one solution until single assumptions leave cells open, if the budget allows.

        Raises LimitReached once the clock's deadline has passed.
        """
        looks, left = self._budget(_LOOKS), self._find_left()
        while not left[0] and looks > 0:
            before, looks = self.values[:], looks - 1
            self.open_cells = left[-1] or [*self._orbit]
            for cell, value in self._change(self.open_cells, self.open_cells):
                self.values[cell] = value
            now = self._find_left()
            if [*map(len, now)] < [*map(len, left)] or find_open(self._order, self.values, self._clock):
                self.values = before
            else:
                left = now

    def _find_left(self) -> list[list[int]]:
        """Return the cells left open by refutations in any number of layers, in few, and by lines."""
        left = [self.values]
        for level in (LINES, MODERATE, DEEP):
            left.insert(0, find_open(self._order, self.values, self._clock, level=level) if left[0] else [])
        return left[:-1]

    def _budget(self, most: tuple[int, int]) -> int:
        return min(most[0] * len(self.values), most[1])

    def _grow(self, rounds: int) -> int:
        """Let lines decide more cells until a round changes nothing; return how many rounds are left."""
        growth, made = Growth(_pictures(self._order), self.values, self._clock), 1
        while made and self.open_cells and rounds > 0:
            front = self._front()
            number = min(max(_AT_A_TIME[0], len(self.values) // _AT_A_TIME[1]), len(front))
            made = growth.grow([self._change(front, front) for _ in range(number)])
            if made:
                self.values, self.open_cells = growth.values, growth.open_cells()
            rounds -= 1
        return rounds

    def _try(self, change: Change, fewer: bool = False) -> bool:
        """Make a change unless more cells stay open, or with `fewer` as many; return whether it was made."""
        before = self.values[:]
        for cell, value in change:
            self.values[cell] = value
        now = find_open(self._order, self.values, self._clock)
        if not change or len(now) + fewer > len(self.open_cells):
            self.values = before
            return False
        self.open_cells = now
        return True

    def _front(self) -> list[int]:
        """Return the open cells next to known ones; all open cells if these have one value."""
        space, still_open = self._order.space, set(self.open_cells)
        front = [
            cell
            for cell in sorted(still_open)
            if not all(other in still_open for other in space.beside[cell])
        ]
        return front if len({self.values[cell] for cell in front}) > 1 else self.open_cells

    def _change(self, ones: Sequence[int], others: Sequence[int]) -> Change:
        """Return a swap of two cells that have different values, or a change of one if none was drawn.

        A picture made from a grey one has single cells changed, preferably uncertain ones.
        """
        values, random = self.values, self._random
        if self._order.grey:
            few = [pick(random, ones) for _ in range(_CHOICE)]
            cell = min(few, key=lambda cell: distances(self._order.grey)[cell])
            return [(cell, 1 - values[cell])]
        first = self._orbit[pick(random, ones)]
        value = values[first[0]]
        for attempt in range(2 * _PAIRS):
            second = self._orbit[pick(random, others if attempt < _PAIRS else self.open_cells)]
            other = values[second[0]]
            if other != value:
                return [*((cell, other) for cell in first), *((cell, value) for cell in second)]
        other = (value + 1 + int(random.random() * self._order.colours)) % (self._order.colours + 1)
        return [(cell, other) for cell in first]

    def _nearby_swap(self) -> Change:
        """Return a swap of an open cell with another open cell, or with a nearby cell that may be known."""
        first = pick(self._random, self.open_cells)
        if self._random.random() < 0.5:
            return self._change([first], self.open_cells)
        return self._change([first], self._order.space.near(first, _NEAR))

    def _tighten_side(self) -> Change:
        """Return a change after which the clue of a side has one arrangement, if a side is open.

        It clears as many cells elsewhere as it colours.
        """
        order, values = self._order, self.values
        space, still_open = order.space, set(self.open_cells)
        ends = [space.lines[k] for some in space.puzzle.directions for k in (some[0], some[-1])]
        sides = [line for line in ends if still_open & {*line}]
        if not sides or order.grey:
            return []
        side = pick(self._random, sides)
        changed: dict[int, int] = {}
        for cell, value in zip(side, tight([values[cell] for cell in side]), strict=True):
            for one in self._orbit[cell]:
                changed.setdefault(one, value)
        surplus = sum(map(bool, changed.values())) - sum(bool(values[cell]) for cell in changed)
        coloured = [cell for cell in self.open_cells if values[cell] and cell not in changed]
        while surplus > 0 and coloured:
            cell = coloured.pop(int(self._random.random() * len(coloured)))
            if cell not in changed:
                changed.update(dict.fromkeys(self._orbit[cell], 0))
                surplus -= len(self._orbit[cell])
        return list(changed.items())


def tight(line: Sequence[int]) -> list[int]:
    """Return a line with more cells coloured, so that its clue has one arrangement.

    A cell stays white only between two cells of one colour.
    """
    cells = list(line)
    for k, value in enumerate(line):
        before, after = cells[k - 1] if k else 0, cells[k + 1] if k + 1 < len(cells) else -1
        if not value and not (before and after in (0, before)):
            cells[k] = before or (cells[k - 2] if k > 1 else next(filter(None, line), 1))
    return cells
