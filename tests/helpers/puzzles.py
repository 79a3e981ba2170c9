"""Puzzles that several tests use."""

import random
from itertools import product
from typing import cast

from nonosat import Nonogram, Puzzle, load
from nonosat.problem import Block, Clue, Problem, Runs
from nonosat.toolkit import BLACK_AND_WHITE, Colour, Palette, write
from tests.helpers.brute import clue_of, nonogram

UNIQUE_GRIDS = {1: 2, 2: 14, 3: 384, 4: 52362}
"""The n x n grids that are the only solution of their own clues (OEIS A242876)."""

KITE = Nonogram.from_picture((".##.", "####", ".#..", "...."))

COLOURS: Palette = (
    Colour(".", "beige", "#f5f5dc"),
    Colour("#", "black", "#000000"),
    Colour("r", "red", "#ff0000"),
    Colour("*", "midnight", "#123456"),
)

WIDE: Palette = (*BLACK_AND_WHITE, Colour("W", "wheat", "#f5deb3"), Colour("猫", "猫", "#800080"))
"""A palette with characters that are two columns wide."""


def shipped(name: str) -> Nonogram:
    """Return a shipped nonogram."""
    return cast(Nonogram, load(name))


def bare(puzzle: Nonogram) -> Nonogram:
    """Return what a format of clue numbers alone keeps."""
    return Nonogram(puzzle.rows, puzzle.columns)


def ones(n: int) -> Nonogram:
    """Return the n x n puzzle whose every clue is a single 1: its solutions are the permutations."""
    return Nonogram(rows=((Block(1, 1, 1),),) * n, columns=((Block(1, 1, 1),),) * n)


def random_square(seed: int, n: int, density: float) -> Nonogram:
    """Return the clues of a random n x n picture."""
    draw = random.Random(seed)
    return nonogram([[int(draw.random() < density) for _ in range(n)] for _ in range(n)])


def square_puzzles(n: int) -> dict[Nonogram, int]:
    """Return the clue sets of all n x n grids, with how many grids have them."""
    found: dict[Nonogram, int] = {}
    for values in product((0, 1), repeat=n * n):
        puzzle = nonogram([values[r * n : (r + 1) * n] for r in range(n)])
        found[puzzle] = found.get(puzzle, 0) + 1
    return found


def line_problem(clue: Clue, known: list[int | None] | tuple[int | None, ...], values: int = 2) -> Problem:
    """Return the Problem of one line, some of whose cells are given."""
    n = len(known)
    givens = tuple((i, value) for i, value in enumerate(known) if value is not None)
    return Problem((values,) * n, (Runs(tuple(range(n)), clue),), tuple(range(n)), givens)


def grid_problem(picture: list[list[int]], colours: int = 1) -> Problem:
    """Return the Problem of a picture's clues, written out without a puzzle."""
    height, width = len(picture), len(picture[0])
    rows = [
        Runs(tuple(range(r * width, r * width + width)), clue_of(picture[r]), f"row {r + 1}")
        for r in range(height)
    ]
    columns = [
        Runs(tuple(range(c, height * width, width)), clue_of([row[c] for row in picture]), f"column {c + 1}")
        for c in range(width)
    ]
    cells = height * width
    return Problem((colours + 1,) * cells, (*rows, *columns), tuple(range(cells)))


def wrote(name: str, *puzzles: Puzzle) -> str:
    """Return puzzles as the text of a format."""
    text = write(puzzles, name)
    assert isinstance(text, str)
    return text
