"""The obstacles of a picture: what keeps its puzzle from being unique, or easy enough.

An obstacle is a set of cells that stay undecided as long as no line through them changes. Changes of the
picture outside these lines do not affect it. A number with the cells that it counts is a line here. There are
two kinds:

switch     cells that can change their values without violating a clue: there is another solution
stuck set  cells that the steps of a class leave open even if all others are known. The steps are
           monotonic, so they do not decide these cells from less knowledge, either.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from operator import eq, itemgetter

from nonosat.automata.components import components
from nonosat.making.pictures import Pictures
from nonosat.problem import CellValue, Clue
from nonosat.processes.clock import Clock
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.clues import clue_of
from nonosat.records import dataclass
from nonosat.solving.answer import Verdict
from nonosat.solving.decision import Decision
from nonosat.solving.run import Run

_OPEN_CELLS, _LAYERS = 5, 20  # the work of `open_cells`, by lines alone and with layers; `after_each` takes 1

_CHARS = bytes(range(256)).decode("latin-1")  # values as the characters of a line


class Spent(Exception):  # noqa: N818 - nothing went wrong
    """The work budget is used up."""


@dataclass(frozen=True)
class Obstacle(ABC):
    """Cells of a picture, with the numbers of their lines. At least one of these must change."""

    picture: bytes
    cells: tuple[int, ...]
    lines: frozenset[int]

    @abstractmethod
    def holds(self, values: bytes, lines: Lines) -> bool:
        """Whether it is certainly an obstacle of this picture, too."""


class Lines:
    """The lines of pictures of one size: `cells` has those of each line, `through` the lines of each cell."""

    def __init__(self, puzzle: CellPuzzle) -> None:
        """The lines are a puzzle's constraints; a number counts a cell once."""
        problem = puzzle.problem()
        self.cells = [line.cells for line in problem.constraints]
        self.through: list[set[int]] = [set() for _ in problem.sizes]
        for k, cells in enumerate(self.cells):
            for cell in cells:
                self.through[cell].add(k)
        self._read = [_reader(cells) for cells in self.cells]
        self._counted: list[bytes | None] = [None] * len(self.cells)
        for k, number in problem.forms.counts:
            self._counted[k] = bytes([value for _, value in number.options])

    @property
    def most(self) -> int:
        """The largest number of lines through a cell."""
        return max(map(len, self.through))

    def through_any(self, cells: Iterable[int]) -> frozenset[int]:
        """Return the lines through some cells."""
        return frozenset().union(*map(self.through.__getitem__, cells))

    def same_cells(self, one: bytes, other: bytes, lines: Iterable[int]) -> bool:
        """Whether these lines are the same in two pictures."""
        return all(self._read[k](one) == self._read[k](other) for k in lines)

    def same_clues(self, one: bytes, other: bytes, lines: Iterable[int]) -> bool:
        """Whether these lines have the same clues in two pictures."""
        return all(self._clue(k, one) == self._clue(k, other) for k in lines)

    def _clue(self, line: int, values: bytes) -> Clue | int:
        part, counted = self._read[line](values), self._counted[line]
        return _clue(part) if counted is None else sum(map(eq, part, counted))


def _reader(cells: Sequence[int]) -> Callable[[bytes], bytes]:
    """Return a function that reads these cells of a picture."""
    apart = cells[1] - cells[0] if len(cells) > 1 else 1
    if not cells:  # those of a number over none, such as the cells below the last row
        return itemgetter(slice(0))
    if tuple(cells) == tuple(range(cells[0], cells[-1] + 1, apart)):
        return itemgetter(slice(cells[0], cells[-1] + 1, apart))  # several times faster
    return lambda values: bytes(map(values.__getitem__, cells))


class Obstacles(ABC):
    """Finds the obstacles of pictures of one size, and remembers them."""

    def __init__(self, puzzle: CellPuzzle, clock: Clock) -> None:
        self.lines = Lines(puzzle)
        self.clock = clock
        self.known: list[Obstacle] = []

    @abstractmethod
    def look(self, values: bytes) -> Sequence[Obstacle]:
        """Search for obstacles of a picture that has no known one; return none if it has none."""

    def of(self, values: bytes) -> list[Obstacle]:
        """Return obstacles of a picture; none if it has none."""
        return self.holding(values) or self._new(values)

    def enough(self, values: bytes, options: Iterable[CellValue]) -> Iterator[CellValue]:
        """Yield the changes of one cell after which the picture has no obstacles."""
        for option in options:
            changed = change_values(values, [option])
            if not self.holding(changed, some=True) and not self._new(changed):
                yield option

    def holding(self, values: bytes, some: bool = False) -> list[Obstacle]:
        """Return the known obstacles of a picture; with `some`, at most one."""
        obstacles = []
        for i, obstacle in enumerate(self.known):
            if not i % 64:
                self.clock.check()
            if obstacle.holds(values, self.lines):
                obstacles.append(obstacle)
                if some:
                    self.known.insert(0, self.known.pop(i))  # the next picture is likely to have it, too
                    break
        return obstacles

    def _new(self, values: bytes) -> list[Obstacle]:
        self.clock.check()
        obstacles = list(self.look(values))
        self.known += obstacles
        return obstacles


def change_values(values: bytes, options: Iterable[CellValue]) -> bytes:
    """Return a picture's values after some changes."""
    changed = bytearray(values)
    for cell, value in options:
        changed[cell] = value
    return bytes(changed)


class Switch(Obstacle):
    """Cells that can take the values that they have in `picture`."""

    def holds(self, values: bytes, lines: Lines) -> bool:
        """Whether throwing the switch changes the picture but none of its clues."""
        thrown = change_values(values, [(cell, self.picture[cell]) for cell in self.cells])
        return thrown != values and lines.same_clues(thrown, values, self.lines)


class Switches(Obstacles):
    """The switches of pictures, found by a solver; a picture has none if its puzzle is unique."""

    def __init__(self, run: Run, puzzle: CellPuzzle) -> None:
        """`run` provides the limits and the solver for all calls."""
        super().__init__(puzzle, run.clock)
        self._run = run
        self._puzzle = puzzle

    def look(self, values: bytes) -> Sequence[Switch]:
        """Return the switches that turn a picture into another one with the same clues."""
        other = self._other(values)
        return [] if other is None else self._between(values, other)

    def _other(self, values: bytes) -> bytes | None:
        """Return another picture with the same clues, or None."""
        asked, limits = self._puzzle_of(values), self._run.limits_left
        with Run(asked, self._run.card, limits, session=self._run.open_session) as run:
            decision = Decision(run, known=values)
            decision.decide()
            return bytes(decision.solutions[1].values) if decision.verdict is Verdict.MULTIPLE else None

    def _between(self, values: bytes, other: bytes) -> list[Switch]:
        """Split the cells in which two pictures with the same clues differ into independent switches."""
        problem = self._puzzle_of(values).problem()
        both = problem.narrow_to(1 << one | 1 << two for one, two in zip(values, other, strict=True))
        groups = [tuple(part.cells) for part in components(both, self.clock)]
        return [Switch(other, cells, self.lines.through_any(cells)) for cells in groups]

    def _puzzle_of(self, values: bytes) -> CellPuzzle:
        return self._puzzle.asking_for(self._puzzle.picture(values))


class StuckSet(Obstacle):
    """Open cells of `picture`: as long as their lines do not change, they stay open."""

    def holds(self, values: bytes, lines: Lines) -> bool:
        """Whether all its lines are unchanged."""
        return lines.same_cells(self.picture, values, self.lines)


class StuckSets(Obstacles):
    """The stuck sets of pictures, for lines and refutations in at most `layers` layers.

    `work` counts pictures, not seconds, so that every machine finds the same. Raises Spent when it exceeds
    `most`.
    """

    def __init__(self, puzzle: CellPuzzle, layers: int, clock: Clock) -> None:
        super().__init__(puzzle, clock)
        self.work = 0
        self.most: int | None = None
        self._layers = layers
        self._pictures = Pictures(puzzle)

    def look(self, values: bytes) -> Sequence[StuckSet]:
        """Return stuck sets of a picture that share no lines, each reduced to few lines."""
        sets = []
        open_cells = self.open_cells(values)
        while open_cells:
            least = self._least(values, open_cells)
            lines = self.lines.through_any(least)
            sets.append(StuckSet(values, tuple(least), lines))
            others = [cell for cell in open_cells if cell not in least]
            rest = [cell for cell in others if lines.isdisjoint(self.lines.through[cell])]
            open_cells = self.open_cells(values, rest) if rest else []
        return sets

    def enough(self, values: bytes, options: Iterable[CellValue]) -> Iterator[CellValue]:
        """Yield the changes of one cell after which the picture has no obstacles."""
        listed = list(options)
        if self._layers:
            stuck = [cell for one in self.holding(values) for cell in one.cells]
            listed = [
                option for option in listed if not self.open_cells(change_values(values, [option]), stuck)
            ]
        for option, left in zip(listed, self.count_left(values, listed), strict=True):
            if not left:
                yield option

    def count_left(self, values: bytes, options: Sequence[CellValue]) -> list[int]:
        """Return how many cells stay open after each change of one cell."""
        self._spend(len(options))
        counts = self._pictures.after_each(values, options, self.clock)
        if self._layers:
            for number, option in enumerate(options):
                if counts[number]:
                    counts[number] = len(self.open_cells(change_values(values, [option])))
        return counts

    def open_cells(self, values: bytes, among: Sequence[int] | None = None) -> list[int]:
        """Return the cells that stay open; with `among`, all cells but these are known to begin with."""
        self._spend(_LAYERS if self._layers and among is None else _OPEN_CELLS)
        return self._pictures.open_cells(values, self._layers, among, self.clock)

    def _least(self, values: bytes, open_cells: list[int]) -> list[int]:
        """Reduce a stuck set: drop the cells of one line after another, as long as any cells stay stuck."""
        lines = [frozenset(self.lines.cells[k]) for k in sorted(self.lines.through_any(open_cells))]
        for line in sorted(lines, key=lambda cells: -len(cells.intersection(open_cells))):
            rest = [cell for cell in open_cells if cell not in line]
            if rest and len(rest) < len(open_cells):
                open_cells = self.open_cells(values, rest) or open_cells
        return open_cells

    def _spend(self, work: int) -> None:
        self.clock.check()
        self.work += work
        if self.most is not None and self.work > self.most:
            raise Spent


@lru_cache(maxsize=1 << 16)
def _clue(line: bytes) -> Clue:
    """Return the clue of a line with these values."""
    return clue_of(line.decode("latin-1"), _CHARS)
