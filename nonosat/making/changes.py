"""Searches for the cheapest changes of a picture that remove all obstacles, exhaustively or with a beam.

Something must change in the lines of each obstacle (see `obstacles`). So the search branches on the cells in
the lines of one obstacle, and looks for a new obstacle only when no known one applies. This loses nothing:
the search is complete for up to K changes, for K = 1, 2, 3 ... A beam search follows the same branches, but
only those that leave the fewest cells open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from heapq import nsmallest
from math import inf
from operator import and_, or_

from nonosat.making.obstacles import Obstacle, StuckSets, Switches, change_values
from nonosat.problem import CellValue
from nonosat.records import dataclass, field

Changes = frozenset[CellValue]


@dataclass
class ChangeSearch:
    """Searches for changes of a picture's values after which it has no obstacles.

    `costs` is the cost of changing each cell; cells in `keep` do not change; at most `flips` cells change.
    `confirm` is called with each set of changes that is enough, before it is kept.
    `found` has the `wanted` cheapest sets of changes that are enough, the cheapest first. All cheaper sets of
    up to `tried` changes were tried; no set of up to `none_with` changes is enough.
    """

    values: bytes
    colours: int
    obstacles: Switches | StuckSets
    flips: int
    costs: Sequence[int]
    keep: frozenset[int] = frozenset()
    wanted: int = 1
    confirm: Callable[[Changes], object] = id
    found: list[Changes] = field(default_factory=list)
    tried: int = -1
    none_with: int = -1
    _seen: set[Changes] = field(default_factory=set)

    def __post_init__(self) -> None:
        free = [cell for cell in range(len(self.values)) if cell not in self.keep]
        self._free = sorted(free, key=lambda cell: self.costs[cell])
        self.flips = min(self.flips, len(self.values))
        self._lines_of_a_cell = self.obstacles.lines.most
        # Sets of free cells are bit masks: the i-th bit is the i-th cell, by cost.
        rank = {cell: i for i, cell in enumerate(self._free)}
        lines = self.obstacles.lines.cells
        self._on_line = [sum({1 << rank[cell] for cell in cells if cell in rank}) for cells in lines]
        self._on_lines: dict[frozenset[int], int] = {}  # of the obstacles met so far
        self._alike = len(set(self.costs)) == 1

    @property
    def proven(self) -> bool:
        """Whether it is proven that no changes of at most `flips` cells are cheaper than the best found."""
        return self.tried >= self.flips or (bool(self.found) and self._too_expensive(self.tried + 1))

    def cost(self, changes: Changes) -> int:
        """Return the total cost of some changes."""
        return sum(self.costs[cell] for cell, _ in changes)

    def exhaust(self, most: int) -> None:
        """Try all changes of up to `most` cells, one more cell each time, as long as any could be better."""
        while self.tried < min(most, self.flips) and not self.proven:
            self._seen.clear()
            self._try(frozenset(), self.tried + 1)
            self.tried += 1
            if not self.found or (self._alike and len(self.found[0]) > self.tried):
                self.none_with = self.tried

    def beam(self, widths: Sequence[int]) -> None:
        """Run a beam search for each of these widths in turn, until the result is proven."""
        assert isinstance(self.obstacles, StuckSets)
        for width in widths:
            if self.proven:
                break
            self._follow(self.obstacles, width)

    def nearest(self, number: int) -> list[tuple[int, Changes]]:
        """Return the changes of one cell that leave the fewest cells open, each with the number of these."""
        assert isinstance(self.obstacles, StuckSets)
        options = [option for cell in self._free for option in self._options(cell, self.values)]
        left = self.obstacles.count_left(self.values, options)
        best = nsmallest(number, zip(left, map(self._cost_of, options), options, strict=True))
        return [(count, frozenset([option])) for count, _, option in best]

    def _try(self, changes: Changes, more: int) -> None:
        """Try all ways to change `more` other cells."""
        self.obstacles.clock.check()
        if changes in self._seen or self.cost(changes) + self._cheapest(more) >= self._bound:
            return
        self._seen.add(changes)
        values = change_values(self.values, changes)
        standing = self.obstacles.of(values)
        if not standing:
            self._note(changes)
            return
        # A change is in a few lines, so it can remove as many obstacles that share no line.
        if more == 0 or _sharing_no_line(standing) > self._lines_of_a_cell * more:
            return
        options = self._branches(changes, values, standing, all_of_them=more == 1)
        if more == 1:
            for option in self.obstacles.enough(values, self._unseen(changes, options)):
                self._note(changes | {option})
                if self.cost(changes) + self._cheapest(1) >= self._bound:
                    break
            return
        for option in options:
            self._try(changes | {option}, more - 1)

    def _branches(
        self, changes: Changes, values: bytes, standing: Sequence[Obstacle], all_of_them: bool
    ) -> Iterator[CellValue]:
        """Yield the affordable changes of a cell in the lines of one obstacle, or in those of each."""
        smallest = min(standing, key=lambda obstacle: len(obstacle.lines))
        must = standing if all_of_them else [smallest]
        left = reduce(and_, [self._cells_on(obstacle.lines) for obstacle in must])
        changed = {cell for cell, _ in changes}
        spent = self.cost(changes)
        while left:
            cell = self._free[(left & -left).bit_length() - 1]
            left &= left - 1
            if spent + self.costs[cell] >= self._bound:
                break
            if cell not in changed:
                yield from self._options(cell, values)

    def _cells_on(self, lines: frozenset[int]) -> int:
        """Return the free cells on these lines."""
        if lines not in self._on_lines:
            self._on_lines[lines] = reduce(or_, map(self._on_line.__getitem__, lines), 0)
        return self._on_lines[lines]

    def _unseen(self, changes: Changes, options: Iterator[CellValue]) -> Iterator[CellValue]:
        for option in options:
            new = changes | {option}
            if new not in self._seen:
                self._seen.add(new)
                yield option

    def _follow(self, obstacles: StuckSets, width: int) -> None:
        front: list[Changes] = [frozenset()]
        for number in range(1, self.flips + 1):
            if not front or self._too_expensive(number):
                break
            scores: dict[Changes, tuple[int, int, list[CellValue]]] = {}
            for changes in front:
                values = change_values(self.values, changes)
                standing = obstacles.of(values)
                options = list(self._branches(changes, values, standing, all_of_them=False))
                options = [option for option in options if changes | {option} not in scores]
                for option, left in zip(options, obstacles.count_left(values, options), strict=True):
                    new = changes | {option}
                    scores[new] = left, self.cost(new), sorted(new)
                    if not left:
                        self._note(new)
            going = [changes for changes, (left, *_) in scores.items() if left]
            front = nsmallest(width, going, key=scores.__getitem__)

    def _options(self, cell: int, values: bytes) -> Iterator[CellValue]:
        return ((cell, value) for value in range(self.colours) if value != values[cell])

    def _note(self, changes: Changes) -> None:
        """Keep changes that are enough, if they are among the cheapest."""
        if changes not in self.found and self.cost(changes) < self._bound:
            self.confirm(changes)
            self.found.append(changes)
            self.found.sort(key=self.cost)
            del self.found[self.wanted :]

    def _cost_of(self, option: CellValue) -> int:
        return self.costs[option[0]]

    @property
    def _bound(self) -> float:
        """The cost from which changes are not worth keeping."""
        return self.cost(self.found[-1]) if len(self.found) == self.wanted else inf

    def _too_expensive(self, number: int) -> bool:
        """Whether this number of changes cannot cost less than the best found."""
        return bool(self.found) and self._cheapest(number) >= self.cost(self.found[0])

    def _cheapest(self, number: int) -> float:
        """Return a lower bound on the cost of this number of changes."""
        return sum(self.costs[cell] for cell in self._free[:number]) if number <= len(self._free) else inf


def _sharing_no_line(obstacles: Sequence[Obstacle]) -> int:
    """Choose obstacles greedily so that no two share a line; return their number."""
    chosen: list[Obstacle] = []
    for obstacle in obstacles:
        if all(obstacle.lines.isdisjoint(other.lines) for other in chosen):
            chosen.append(obstacle)
    return len(chosen)
