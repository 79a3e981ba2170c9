"""Puzzles whose Problem is rearranged, which makes them other puzzles to a solver.

A puzzle in another orientation (mirrored, turned) has the same solutions, but a solver may take ten times as
long, or a tenth. Shuffling does the same for solvers that take no seed: encodings number variables and write
clauses in the order of the cells and constraints. Solutions are mapped back to the puzzle's own order.

Results about the canonical form of a puzzle do not depend on its orientation. A fingerprint, which finds
duplicates, does not depend on the colours either.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from operator import itemgetter
from statistics import mean
from typing import ClassVar

from nonosat.problem import CellValue, Constraint
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.puzzles.base import CellPuzzle, Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.puzzles.symmetry import MOVES

ORIENTATIONS = len(MOVES)


def rearrange(puzzle: Puzzle, orientation: int = 0, seed: int | None = None) -> Puzzle:
    """Return a puzzle that is another one to a solver: mirrored or turned, if the orientation (up to 7) is
    not 0, and, if a seed is given, with its cells and constraints in a random order.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> puzzle = nonosat.load("cat")
        >>> nonosat.solve(toolkit.rearrange(puzzle, 3)).solution == nonosat.solve(puzzle).solution
        True

    Its pictures are those of the puzzle itself. Without a grid, there is only one orientation.

    Raises nothing of its own.
    """
    turned = _turn(puzzle, orientation)
    return turned if seed is None else _shuffle(turned, seed)


def _turn(puzzle: Puzzle, orientation: int) -> Puzzle:
    """Return a puzzle whose Problem is that of the puzzle whose clues are mirrored or turned."""
    if not orientation or puzzle.grid is None:
        return puzzle
    height, width = puzzle.grid
    move = MOVES[orientation]
    new_width = height if "d" in move.steps else width

    def key(constraint: Constraint) -> tuple[float, float, float]:
        if not constraint.cells:  # a rule that cannot be met
            return 2, -1, -1
        first, last = min(constraint.cells), max(constraint.cells)
        if (len(constraint.cells), last - first) == (new_width, new_width - 1):  # the rows come first,
            return 0, first, 0
        if (len(constraint.cells), last - first) == (height * width // new_width, height * width - new_width):
            return 1, first, 0  # then the columns
        places = [divmod(cell, new_width) for cell in constraint.cells]
        return 2, mean(row for row, _ in places), mean(column for _, column in places)

    ascending = range(height * width)
    return Rearranged(
        puzzle,
        move.cells(width, height),
        lambda constraints: sorted([one.orient(ascending) for one in constraints], key=key),
    )


def _shuffle(puzzle: Puzzle, seed: int) -> Puzzle:
    chance = random.Random(seed)
    count = len(puzzle.problem().sizes)
    place = list(range(count))
    chance.shuffle(place)

    def order(constraints: list[Constraint]) -> list[Constraint]:
        chance.shuffle(constraints)
        return constraints

    return Rearranged(puzzle, sorted(range(count), key=place.__getitem__), order)


class Rearranged(Puzzle):
    """A puzzle with its Problem's cells and constraints in another order; all else is the puzzle's own.

    `cells[k]` is the puzzle's cell that has the number k here. Its pictures are the puzzle's, so an answer to
    it is an answer to the puzzle.
    """

    kind: ClassVar[str] = "rearranged"

    def __init__(
        self, puzzle: Puzzle, cells: Sequence[int], order: Callable[[list[Constraint]], Iterable[Constraint]]
    ) -> None:
        super().__init__(title=puzzle.title, source=puzzle.source)
        self._puzzle = puzzle
        problem = puzzle.problem()
        self._back = cells
        self._place = sorted(range(len(cells)), key=cells.__getitem__)
        self._sizes = tuple(problem.sizes[cell] for cell in cells)
        self._constraints = tuple(order([one.renumber(self._place) for one in problem.constraints]))
        self._givens = tuple(sorted([(self._place[cell], value) for cell, value in problem.givens]))

    @property
    def cell_sizes(self) -> tuple[int, ...]:
        """The rearranged numbers of values."""
        return self._sizes

    @property
    def given_options(self) -> tuple[CellValue, ...]:
        """The rearranged givens."""
        return self._givens

    def constraints(self) -> Sequence[Constraint]:
        """Return the rearranged constraints."""
        return self._constraints

    def symmetries(self) -> Iterator[tuple[int, ...]]:
        """Yield the puzzle's symmetries, of the rearranged Problem's cells."""
        for symmetry in self._puzzle.symmetries():
            yield tuple([self._place[symmetry[cell]] for cell in self._back])

    def picture(self, values: Sequence[int]) -> Picture:
        """Draw the values of the rearranged Problem's cells."""
        return self._puzzle.picture([values[cell] for cell in self._place])

    def draw_known(self, possible: Sequence[int]) -> Picture:
        """Draw what is known about the rearranged Problem's cells."""
        return self._puzzle.draw_known([possible[cell] for cell in self._place])

    def values(self, picture: Picture) -> tuple[int, ...]:
        """Read a picture back into the values of the rearranged Problem's cells."""
        values = self._puzzle.values(picture)
        return tuple(values[cell] for cell in self._back)

    def fault(self, picture: Picture) -> str | None:
        """Return what is wrong with a picture as a solution of the puzzle, or None."""
        return self._puzzle.fault(picture)

    def obstacle(self, clock: Clock = NO_CLOCK) -> str | None:
        """Return why the puzzle has no solution, if that is clear without a search."""
        return self._puzzle.obstacle(clock)


_VERSION = 1  # version of the data that fingerprints hash


def canonical_order(puzzle: CellPuzzle, clock: Clock = NO_CLOCK) -> tuple[int, ...]:
    """Return the cells in the order of the puzzle's canonical orientation."""
    return min(clock.through(puzzle.orientations(), 1), key=itemgetter(0))[1]()


def canonical_ranks(puzzle: CellPuzzle, clock: Clock = NO_CLOCK) -> Sequence[int]:
    """Return the number of each cell in the puzzle's canonical orientation."""
    cells = canonical_order(puzzle, clock)
    ranks = [0] * len(cells)
    for rank, cell in enumerate(cells):
        ranks[cell] = rank
    return ranks


def fingerprint(puzzle: CellPuzzle) -> str:
    """Return 32 hexadecimal digits that do not change when the puzzle is turned, mirrored or recoloured."""
    key = min(key for key, _ in puzzle.orientations(any_colours=True))
    kind = "" if puzzle.kind == "nonogram" else f" {puzzle.kind}"  # the only kind of version 1 at first
    return sha256(f"{_VERSION}{kind} {key}".encode()).hexdigest()[:32]
