"""Triddlers by trying everything. Lines are found by walking over a picture's characters, from triangle to
triangle, without the coordinates of the package.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

from nonosat import Picture
from nonosat.puzzles.clues import ANY_LENGTH
from nonosat.puzzles.triangles import Outline, frame
from nonosat.puzzles.triddler import Triddler
from nonosat.toolkit import BLACK_AND_WHITE, UNKNOWN, Block, Palette
from tests.helpers.brute import THREE_COLOURS, lines, reads_as

Triangle = tuple[int, int]
"""A row, and a place in it: half the side of a triangle from the one before."""


def outlines(most: int, side: int = 4) -> list[Outline]:
    """Return every outline with sides up to a length, and with at most `most` cells."""
    every = (Outline(*sides) for sides in product(range(side + 1), repeat=6))
    return [outline for outline in every if not outline.fault and sum(outline.row_lengths) <= most]


SMALL = outlines(24)


def places(picture: Picture) -> dict[Triangle, bool]:
    """Return the triangles of a picture, row by row, and whether each points up: the one after a `/` does."""
    found: dict[Triangle, bool] = {}
    place, before = 0, ""
    for r, row in enumerate(picture):
        place += {"//": -1, "\\\\": 1}.get(before + row[0], 0)
        before = row[0]
        found |= {(r, place + k): (k % 2 == 0) == (before == "/") for k in range(len(row) - 2)}
    return found


def three_ways(picture: Picture) -> list[list[int]]:
    """Return the lines as numbers of cells: rows, then those walked along either slope, downwards."""
    ups = places(picture)
    number = {cell: k for k, cell in enumerate(ups)}
    found = [[number[cell] for cell in ups if cell[0] == r] for r in range(len(picture))]
    for step in (-1, 1):  # to the left along /, to the right along the other slope
        after = {(r, x): (r + 1, x) if up else (r, x + step) for (r, x), up in ups.items()}
        heads = sorted(ups.keys() - set(after.values()), key=lambda cell: cell[1] - step * cell[0])
        for head in heads:
            walk = [head]
            while after[walk[-1]] in ups:
                walk.append(after[walk[-1]])
            found.append([number[cell] for cell in walk])
    return found


def solutions(puzzle: Triddler) -> Iterator[Picture]:
    """Yield every picture that satisfies a small triddler."""
    outline = puzzle.cut(UNKNOWN * sum(puzzle.row_lengths))
    values, ways = len(puzzle.palette), three_ways(outline)
    rows = len(outline)
    given = "".join(row[1:-1] for row in puzzle.givens)
    choices = [lines(clue, len(way), values) for clue, way in zip(puzzle.clues, ways[:rows], strict=False)]
    later = list(zip(puzzle.clues[rows:], ways[rows:], strict=True))
    begins = [_begins(clue, len(way), values) for clue, way in later]

    def extend(done: tuple[int, ...], row: int) -> Iterator[Picture]:
        text = "".join(puzzle.palette[value].char for value in done)
        if any(want not in (UNKNOWN, have) for want, have in zip(given, text, strict=False)):
            return
        for (_, way), allowed in zip(later, begins, strict=True):
            if tuple(done[cell] for cell in way if cell < len(done)) not in allowed:
                return
        if row == rows:
            yield _between(outline, text)
            return
        for choice in choices[row]:
            yield from extend(done + choice, row + 1)

    yield from extend((), 0)


@cache
def _begins(clue: tuple[Block, ...], n: int, values: int) -> frozenset[tuple[int, ...]]:
    return frozenset(line[:k] for line in lines(clue, n, values) for k in range(n + 1))


def _between(outline: Picture, text: str) -> Picture:
    found, at = [], 0
    for row in outline:
        found.append(row[0] + text[at : at + len(row) - 2] + row[-1])
        at += len(row) - 2
    return tuple(found)


def picture(
    outline: Outline, rng: Random, palette: Palette = BLACK_AND_WHITE, density: float = 0.5
) -> Picture:
    """Return a random picture."""
    colours = [colour.char for colour in palette[1:]]
    count = sum(outline.row_lengths)
    chars = (rng.choice(colours) if rng.random() < density else "." for _ in range(count))
    return frame("".join(chars), outline)


def random_triddler(rng: Random, shapes: Sequence[Outline] = SMALL) -> Triddler:
    """Return the clues of a random picture, some of them blotted or changed, perhaps with givens."""
    palette = THREE_COLOURS if rng.random() < 0.4 else BLACK_AND_WHITE
    fitting = [o for o in shapes if sum(o.row_lengths) <= (16 if len(palette) > 2 else 24)]
    outline = rng.choice(fitting)
    drawn = picture(outline, rng, palette, rng.choice((0.3, 0.5, 0.7)))
    puzzle = replace(Triddler.from_picture(drawn, palette), goal=())
    clues = list(puzzle.clues)
    if rng.random() < 0.2:  # most often there is no solution then
        clues[rng.randrange(len(clues))] = rng.choice(clues)
    if rng.random() < 0.3:
        for k, clue in enumerate(clues):
            clues[k] = tuple(Block(b.colour, 1, ANY_LENGTH) if rng.random() < 0.3 else b for b in clue)
    givens: Picture = ()
    if rng.random() < 0.3:
        shown = (char if rng.random() < 0.15 else UNKNOWN for char in puzzle.chars(drawn))
        givens = frame("".join(shown), outline)
    return Triddler.of_lines(outline, clues, palette=palette, givens=givens)


def reads(puzzle: Triddler, shown: Picture) -> bool:
    """Whether every line of a picture reads as its clue."""
    text = "".join(row[1:-1] for row in shown)
    values = [[colour.char for colour in puzzle.palette].index(char) for char in text]
    ways = zip(puzzle.clues, three_ways(shown), strict=True)
    return all(reads_as([values[cell] for cell in way], clue) for clue, way in ways)
