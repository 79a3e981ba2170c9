"""Puzzles made by rules: families for measurements, and random pictures.

>>> n_dom(3).grid
(7, 7)
"""

from __future__ import annotations

from random import Random
from typing import Any

from nonosat.puzzles.clues import block
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette, Picture


def n_dom(n: int) -> Nonogram:
    """Return n-Dom: n corners of five cells, each starting at the end of the previous one; one solution.

    Jan Wolter's survey of solvers uses this family (after Josh Greifer's puzzle, which is 9-Dom) to
    measure how a solver's search grows: lines alone find next to nothing.
    """
    return _corners(n, 3, f"{n}-Dom")


def corners(n: int, arm: int) -> Nonogram:
    """Return n-Dom with longer corners: each has two arms of `arm` cells."""
    return _corners(n, arm, f"{n} corners, arms of {arm}")


def _corners(n: int, arm: int, title: str) -> Nonogram:
    begins = range(0, n * (arm - 1), arm - 1)
    black = {cell for k in begins for step in range(arm) for cell in ((k, k + step), (k + step, k))}
    side = n * (arm - 1) + 1
    return Nonogram.from_picture(_picture(side, side, black), title=title)


def permutation(n: int) -> Nonogram:
    """Return the puzzle of n rows and n columns whose clues are all 1: n! solutions."""
    return Nonogram(((block(1, 1),),) * n, ((block(1, 1),),) * n, title=f"Permutations of {n}")


def mandelbrot(side: int) -> Nonogram:
    """Return a picture of the Mandelbrot set with two of the bands around it, `side` cells wide and high.

    A cell is black if its point leaves the circle of radius 2 after 2 or 4 steps, or not before step 7.
    """
    scale, left, top = side * 0.42, side * 0.7, (side - 1) / 2
    black = {
        (r, c)
        for r in range(side)
        for c in range(side)
        if _steps(complex((c - left) / scale, (r - top) / scale)) in (2, 4, 7)
    }
    return Nonogram.from_picture(_picture(side, side, black), title="Mandelbrot's set")


def random_puzzle(
    width: int, height: int, density: float = 0.5, seed: int = 0, palette: Palette = BLACK_AND_WHITE
) -> Nonogram:
    """Return the puzzle of a random picture in which each cell is coloured with probability `density`.

    The same arguments give the same puzzle. Its goal may not be its only solution.
    """
    random = Random(seed)
    colours = [colour.char for colour in palette[1:]]
    rows = (
        "".join(random.choice(colours) if random.random() < density else "." for _ in range(width))
        for _ in range(height)
    )
    about: dict[str, Any] = {"title": f"Random {width}x{height}, density {density}, seed {seed}"}
    return Nonogram.from_picture(tuple(rows), palette, **about)


def _picture(width: int, height: int, black: set[tuple[int, int]]) -> Picture:
    return tuple("".join(".#"[(r, c) in black] for c in range(width)) for r in range(height))


def _steps(point: complex, most: int = 7) -> int:
    """Return how many steps z -> z*z + point takes to leave the circle of radius 2; at most `most`."""
    z = point
    for k in range(most):
        if abs(z) > 2:
            return k
        z = z * z + point
    return most
