"""The rotations and reflections of a grid, and which of them leave a puzzle unchanged.

A symmetry is a permutation p of the cells, which are counted row by row: if v is a solution, so is the grid
whose cell i has the value v[p[i]]. The identity does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, NamedTuple

from nonosat.problem import Clue
from nonosat.puzzles.picture import Picture

Clues = tuple[Clue, ...]

Orientation = tuple[Any, Callable[[], tuple[int, ...]]]
"""A puzzle turned or mirrored: a sort key that says how it looks, and what returns its cells in order."""


class Move(NamedTuple):
    """A rotation or reflection as flips in turn: `d` along the main diagonal, `h` left to right, `v` upside
    down.

    >>> QUARTER.steps, QUARTER(("ab", "cd"))
    ('dh', ('ca', 'db'))
    """

    steps: str
    name: str

    def __call__(self, grid: Sequence[Any]) -> tuple[Any, ...]:
        """Return the rows of the moved grid, as texts if they are texts."""
        rows = tuple(grid)
        for step in self.steps:
            if step == "v":
                rows = rows[::-1]
            elif step == "h":
                rows = _mirror(rows)
            else:
                columns = zip(*rows, strict=True)
                rows = tuple(map("".join, columns) if isinstance(rows[0], str) else columns)
        return rows

    def clues(self, rows: Clues, columns: Clues) -> tuple[Clues, Clues]:
        """Return the clues of the rows and columns of the moved grid."""
        for step in self.steps:
            if step == "d":
                rows, columns = columns, rows
            elif step == "v":
                rows, columns = rows[::-1], _mirror(columns)
            else:
                rows, columns = _mirror(rows), columns[::-1]
        return rows, columns

    def place(self, row: int, column: int, height: int, width: int) -> tuple[int, int]:
        """Return the row and column to which a cell of a grid comes."""
        for step in self.steps:
            if step == "d":
                row, column, height, width = column, row, width, height
            elif step == "v":
                row = height - 1 - row
            else:
                column = width - 1 - column
        return row, column

    def cells(self, width: int, height: int) -> tuple[int, ...]:
        """Return the cells of a grid in their order after the move."""
        cells = range(width * height)
        return tuple(chain.from_iterable(self([cells[r * width : (r + 1) * width] for r in range(height)])))


def _mirror(rows: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple([row[::-1] for row in rows])


_NAMES = {
    "": "the same",
    "v": "mirrored",
    "h": "mirrored",
    "hv": "turned",
    "d": "transposed",
    "dhv": "transposed",
    "dh": "turned",
    "dv": "turned",
}

MOVES = tuple([Move(*item) for item in _NAMES.items()])
"""The identity; flips upside down and left to right, half a turn; flips along both diagonals, quarter turns
to the right and to the left.
"""

IDENTITY, UPSIDE_DOWN, LEFT_TO_RIGHT, HALF, _, _, QUARTER, _ = MOVES


def grid_mirrors(width: int, height: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """Return the moves of a grid's cells by the names of `CellPuzzle.mirrors`."""
    v, h, turn = (move.cells(width, height) for move in (UPSIDE_DOWN, LEFT_TO_RIGHT, HALF))
    return {"h": (h,), "v": (v,), "both": (v, h, turn), "turn": (turn,)}


def name_between(one: Move, other: Move) -> str:
    """Return the name of the move from one moved grid to another.

    >>> name_between(QUARTER, HALF)
    'turned'
    """
    # Its flips are those that only one of the two has, but for which of `h` and `v` it is next to `d`.
    flips = {*one.steps} ^ {*other.steps}
    return _NAMES["".join(sorted(flips))]


def clue_symmetries(rows: Clues, columns: Clues, givens: Picture) -> Iterator[tuple[int, ...]]:
    """Yield the symmetries of a nonogram: those that leave its clues and givens unchanged."""
    clues = rows, columns
    kept = [move for move in MOVES[1:] if move.clues(*clues) == clues]
    kept = [move for move in kept if not givens or move(givens) == givens]
    return permutations(len(rows), len(columns), kept) if kept else iter(())


def permutations(height: int, width: int, moves: Iterable[Move]) -> Iterator[tuple[int, ...]]:
    """Yield what moves do to the cells of a grid, each once, and not the identity."""
    same = tuple(range(height * width))
    # Slices of one tuple share its numbers: a large grid's are in memory once, not once per move.
    grid = [same[start : start + width] for start in range(0, height * width, width)]
    seen = [same]
    for move in moves:
        cells = tuple(chain.from_iterable(move(grid)))
        if cells not in seen:  # on a single line, several moves are the same
            seen.append(cells)
            yield cells
