"""Tiny puzzles of every kind whose cells are filled in, with one solution, several or none."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from nonosat.puzzles.families import random_puzzle
from nonosat.toolkit import BLACK_AND_WHITE, CellPuzzle
from tests.helpers import brute
from tests.helpers.mosaics import mosaic_of
from tests.helpers.triddlers import random_triddler


def crowd(number: int, side: int = 4) -> Iterator[CellPuzzle]:
    """Yield this many of each kind; some nonograms have colours, or givens that may contradict the clues."""
    for seed in range(number):
        rng = Random(seed)
        palette = rng.choice([BLACK_AND_WHITE, brute.THREE_COLOURS])
        width, height = rng.randint(1, side), rng.randint(1, side)
        puzzle = random_puzzle(width, height, rng.choice([0.4, 0.6]), seed, palette)
        shown = rng.choice([0.0, 0.1, 1.0])
        chars = [char if rng.random() < 0.9 else ".#"[char == "."] for char in "".join(puzzle.goal)]
        known = "".join(char if rng.random() < shown else "?" for char in chars)
        yield replace(puzzle, goal=()).with_givens(puzzle.cut(known))
        yield random_triddler(rng)
        numbers = brute.numbers(puzzle.cut("".join(".#"[char != "."] for char in "".join(puzzle.goal))))
        yield mosaic_of(tuple("".join(rng.choice([char, "?"]) for char in row) for row in numbers))
