"""Where do two pictures differ, and which of the differences hang together?"""

from __future__ import annotations

from dataclasses import dataclass, replace

from nonosat.errors import InputError
from nonosat.problem import Blocks, differing
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette, Picture
from nonosat.structure.components import components


@dataclass(frozen=True)
class Difference:
    """The cells in which two pictures differ, grouped.

    `first` and `second` ask for the two pictures by their clues. `lines` are the names of those whose
    clues differ. The other lines tie cells together: a group can be taken from the second picture
    into the first by itself, and those lines' clues stay. Where no clue differs each group is a
    switch, and every choice among the switches gives a picture with the same clues.
    """

    first: Nonogram
    second: Nonogram
    cells: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]
    lines: tuple[str, ...]


def diff(first: Picture, second: Picture, palette: Palette = BLACK_AND_WHITE) -> Difference:
    """Compare two pictures of the same size.

    >>> import nonosat
    >>> found = nonosat.diff(("#.", ".#"), (".#", "#."))
    >>> found.groups, found.lines
    (((0, 1, 2, 3),), ())
    """
    one, two = (Nonogram.from_picture(picture, palette) for picture in (first, second))
    if (one.width, one.height) != (two.width, two.height):
        sizes = [f"{puzzle.width} x {puzzle.height}" for puzzle in (one, two)]
        raise InputError(f"the pictures are of two sizes, {sizes[0]} and {sizes[1]}")
    values, others = one.values(first), two.values(second)
    clues = {name: clue for name, clue, _ in two.lines()}
    changed = tuple(name for name, clue, _ in one.lines() if clue != clues[name])
    problem = one.problem()
    tied = replace(
        problem,
        constraints=tuple(
            line for line in problem.constraints if isinstance(line, Blocks) and line.label not in changed
        ),
        possible=tuple(1 << a | 1 << b for a, b in zip(values, others, strict=True)),
    )
    groups = tuple(part.cells for part in components(tied))
    return Difference(one, two, tuple(differing(values, others, range(len(values)))), groups, changed)
