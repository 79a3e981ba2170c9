"""Families of puzzles: 500 that lines decide, 500 that single assumptions decide, and 100 that have 2 to a
million solutions.

They are smooth pictures from fixed seeds, 40% to 70% of them black: 15x15 to 60x60, the ambiguous ones from
30x30. The goals of the second family were changed here and there: in a cell that stayed open, until none did.

`python -m bench.generated lines > FILE` writes a family as a bundle, for a comparison with another
version: run `nonosat check --json FILE` under each in turn.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

import nonosat
from bench.figures import Figure
from bench.setting import Setting, ask, progress, warm
from nonosat import Nonogram, load_all
from nonosat.problem import is_single
from nonosat.propagation.probe import Probing
from nonosat.propagation.search import probe
from nonosat.propagation.state import begin
from nonosat.toolkit import write

EACH = 500
AMBIGUOUS = 100
SIDES = 15, 60
LARGE = 30, 60
OPEN, MOST = 500, 10**6  # the most open cells and solutions of an ambiguous puzzle
DENSITIES = 0.4, 0.7
WIDTHS = 0.8, 1.6  # of the bell by which noise is blurred, in cells
CHANGES = 40  # of a goal, at most


def by_lines(setting: Setting) -> Iterator[Figure]:
    """The puzzles that lines decide."""
    yield from _batch("lines")


def by_probes(setting: Setting) -> Iterator[Figure]:
    """The puzzles that single assumptions decide."""
    yield from _batch("probes")


def _batch(name: str) -> Iterator[Figure]:
    progress(f"generated: {name}")
    text = bundle(name)
    warm()
    with TemporaryDirectory() as folder:
        file = Path(folder, "family.non")
        file.write_text(text)
        begin = time.process_time()
        puzzles = load_all(file)
        reading = time.process_time() - begin
    seconds = [ask(puzzle, 60.0)[0] for puzzle in puzzles]
    yield Figure(f"{EACH} puzzles by {name}: sum", sum(seconds), "s")
    yield Figure(f"{EACH} puzzles by {name}: longest", max(seconds), "s")
    yield Figure(f"{EACH} puzzles by {name}: sum with reading", sum(seconds) + reading, "s")


def bundle(name: str) -> str:
    """Return a family as a file."""
    return str(write(islice(family(name), AMBIGUOUS if name == "ambiguous" else EACH), "non"))


def family(name: str) -> Iterator[Nonogram]:
    """Yield the puzzles of a family, `lines`, `probes` or `ambiguous`, without end."""
    return _ambiguous() if name == "ambiguous" else _decide(name)


def _ambiguous() -> Iterator[Nonogram]:
    for seed in count():
        puzzle = _smooth(np.random.default_rng(seed), f"ambiguous {seed}", LARGE)
        if 0 < len(_settle(puzzle)[1]) <= OPEN:
            found = nonosat.count(puzzle)
            if 2 <= found.count <= MOST:
                yield puzzle


def _decide(name: str) -> Iterator[Nonogram]:
    for seed in count():
        rng = np.random.default_rng(seed)
        puzzle = _smooth(rng, f"seed {seed}")
        for _ in range(CHANGES if name == "probes" else 1):
            basis, unsettled = _settle(puzzle)
            if not unsettled:
                if basis == name:
                    yield puzzle
                break
            puzzle = _flip(puzzle, int(rng.choice(unsettled)))


def _smooth(rng: np.random.Generator, title: str, sides: tuple[int, int] = SIDES) -> Nonogram:
    height, width = rng.integers(*sides, size=2, endpoint=True)
    return smooth(rng, (height, width), WIDTHS, DENSITIES, title)


def smooth(
    rng: np.random.Generator,
    size: tuple[int, int],
    widths: tuple[float, float],
    densities: tuple[float, float],
    title: str,
) -> Nonogram:
    """Return a picture of blurred noise; the bell's width and the share of black are drawn from ranges."""
    field = rng.standard_normal(size)
    places = np.arange(-4, 5)
    bell = np.exp(-0.5 * (places / rng.uniform(*widths)) ** 2)
    for axis in (0, 1):
        field = sum(part * np.roll(field, place, axis) for part, place in zip(bell, places, strict=True))
    black = field > np.quantile(field, 1 - rng.uniform(*densities))
    rows = ("".join(".#"[int(cell)] for cell in row) for row in black)
    return Nonogram.from_picture(tuple(rows), title=title)


def _settle(puzzle: Nonogram) -> tuple[str, list[int]]:
    """Return what narrows a puzzle as far as it goes, `lines` or `probes`, and the cells that stay open."""
    state = begin(puzzle.problem())
    state.narrow()
    basis = "lines"
    if not all(map(is_single, state.possible)):
        basis = "probes"
        probe(Probing(state))
    return basis, [cell for cell, mask in enumerate(state.possible) if not is_single(mask)]


def _flip(puzzle: Nonogram, cell: int) -> Nonogram:
    """Return the puzzle of the goal with one cell the other way round."""
    row, column = divmod(cell, puzzle.width)
    goal = [list(line) for line in puzzle.goal]
    goal[row][column] = ".#"[goal[row][column] == "."]
    return Nonogram.from_picture(tuple(map("".join, goal)), title=puzzle.title)


if __name__ == "__main__":
    print(bundle(sys.argv[1]), end="")
