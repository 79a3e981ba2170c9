"""Shared by drawings of grids: painted cells, marks, lines every five cells, legends, numbers of clues.

With several colours, a clue's numbers are on squares of their colour, each with a letter that the legend
explains, so that they are distinct in black-and-white print and without colour vision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from string import ascii_letters

from nonosat.pictures.sheet import (
    INK,
    MARGIN,
    Box,
    Cells,
    Diamond,
    Line,
    Points,
    Polygon,
    Rect,
    Shape,
    Text,
    flow,
    halves,
    text_width,
)
from nonosat.pictures.style import NEW_BACKGROUND, NEW_CORE, light, looks, mix, spans
from nonosat.problem import Clue
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.clues import item_text
from nonosat.puzzles.colours import split
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.picture import UNKNOWN, Palette, Picture
from nonosat.records import replace

_THICK, _THIN = "#333333", "#999999"
_EDGE, _CROSS = "#777777", "#555555"

# Fractions of a cell's side.
FONT = 0.6  # the height of a clue's number, where it fits
INSET = 0.05  # the margin on either side of a column's numbers
_SQUARE = 0.72  # the height of the square behind a number

Item = tuple[str, str]
"""A clue's number as text, and the colour behind it ("" for none)."""

Entry = tuple[str, str, str]
"""An entry of a legend: a letter, the colour behind it, and what they mean."""


def cell_shapes(
    puzzle: CellPuzzle, picture: Picture, before: Picture, left: float, top: float, size: int
) -> tuple[Cells, list[Shape]]:
    """Return the painted cells of a picture, or else of the givens, and with them all that is in cells.

    Cells that are unknown in the state `before` are marked as new. Without a picture, given background is
    shown as crosses, on paper.
    """
    palette = puzzle.palette
    painted = tuple(spans(palette, picture or puzzle.givens, before if picture else ()))
    cells = Cells(looks(palette), left, top, size, painted)
    if picture:
        shapes: list[Shape] = [cells]
    else:
        paper = (UNKNOWN, palette[0].char)
        cells = replace(cells, spans=tuple([span for span in painted if span[0] not in paper]))
        shapes = [cells]
        for r, row in enumerate(puzzle.givens):
            for c, char in enumerate(row):
                if char == palette[0].char:
                    shapes += cross(left + c * size, top + r * size, size)
    shapes += split_cells(palette, cells)
    return cells, shapes


def split_cells(palette: Palette, cells: Cells) -> Iterator[Cells]:
    """Yield the triangles of the cells that are split."""
    split = {colour.char: colour.halves for colour in palette if colour.halves}
    size, tiles = cells.size, list[tuple[str, Points]]()
    for look, row, column, length in cells.spans:
        for c in range(column, column + length) if look in split else ():
            tiles += halves(split[look], cells.left + c * size, cells.top + row * size, size, size)
    if tiles:
        yield Cells({rgb: rgb for rgb, _ in tiles}, tiles=tuple(tiles))


def ground(puzzle: CellPuzzle, picture: Picture, other: Picture, before: Picture, r: int, c: int) -> str:
    """Return the colour behind a cell's text."""
    rgb = looks(puzzle.palette)
    char = (picture or puzzle.givens or puzzle.start)[r][c]
    if not picture:
        return rgb[puzzle.palette[0].char if char == UNKNOWN else char]
    if other and other[r][c] != char:
        return rgb[NEW_CORE]
    if before and before[r][c] == UNKNOWN != char:
        return rgb[NEW_BACKGROUND if char == puzzle.palette[0].char else NEW_CORE]
    return rgb[char]


def diamonds(picture: Picture, other: Picture, cells: Cells) -> Iterator[Shape]:
    """Yield a mark for each cell that differs in `other`, which may be empty."""
    for r, (row, another) in enumerate(zip(picture, other, strict=bool(other))):
        for c, (char, char_there) in enumerate(zip(row, another, strict=True)):
            if char != char_there:
                x, y = cells.left + c * cells.size, cells.top + r * cells.size
                yield Diamond(x, y, cells.size, cells.rgb[NEW_CORE])


def lines(rows: int, columns: int, left: int, top: int, size: int) -> Iterator[Shape]:
    """Yield the lines between the cells: every fifth and the last are thick, and above the others."""
    right, bottom = left + columns * size, top + rows * size
    for thick in (False, True):
        width, rgb = (2 if size >= 12 else 1, _THICK) if thick else (1, _THIN)
        if size < 6 and not thick:
            continue
        for c in range(columns + 1):
            if (c % 5 == 0 or c == columns) == thick:
                yield Line(left + c * size, top, left + c * size, bottom, width, rgb)
        for r in range(rows + 1):
            if (r % 5 == 0 or r == rows) == thick:
                yield Line(left, top + r * size, right, top + r * size, width, rgb)


def cross(x: float, y: float, size: float) -> Iterator[Shape]:
    """Yield the cross of a cell that is given as background."""
    near, far = 0.3 * size, 0.7 * size
    yield Line(x + near, y + near, x + far, y + far, 1, _CROSS)
    yield Line(x + near, y + far, x + far, y + near, 1, _CROSS)


def item_shapes(item: Item, x: float, y: float, width: float, height: float, size: int) -> Iterator[Shape]:
    """Yield a number centred at (x, y), on its square if it has a colour."""
    text, rgb = item
    square = _SQUARE * size
    if split(rgb):
        for half, points in halves(rgb, x - width / 2, y - square / 2, width, square):
            yield Polygon(points, half, _EDGE)
        rgb = mix([half for half, _ in halves(rgb, 0, 0, 1, 1)], (0.5, 0.5))
    elif rgb:
        edge = _EDGE if light(rgb) else ""
        yield Rect(x - width / 2, y - square / 2, width, square, rgb, edge)
    pen = "#ffffff" if rgb and not light(rgb) else "#000000" if rgb else INK
    yield Text(x, y + 0.36 * height, text, height, rgb=pen)  # a digit's height is 0.72 of the font size


def legend_shapes(
    entries: Sequence[Entry], left: float, top: float, right: float, size: int
) -> tuple[list[Shape], Box]:
    """Return a legend, and the area that it covers."""
    height, square = FONT * size, (1 - 2 * INSET) * size

    def place_entry(text: str, rgb: str, words: str) -> Callable[[float, float], list[Shape]]:
        def draw_entry(x: float, y: float) -> list[Shape]:
            middle = y + 0.5 * size
            explained = Text(x + 1.2 * size, middle + 0.36 * height, words, height, "start")
            return [*item_shapes((text, rgb), x + 0.5 * size, middle, square, height, size), explained]

        return draw_entry

    groups = [(1.6 * size + text_width(entry[2]) * height, place_entry(*entry)) for entry in entries]
    return flow(groups, left, top, right, size)


# Fractions of a cell's side.
_BESIDE = 0.08  # between the squares of a row clue
_BLANK = 0.36  # between the numbers of a row clue without squares


def letters(palette: Palette) -> dict[str, str]:
    """Return an ASCII character for each colour: its own or else a letter, preferably one of its name."""
    letter_of = {one.char: one.char for one in palette if one.char.isascii()}
    for one in palette:
        if one.char not in letter_of:
            taken = set(letter_of.values())
            wishes = [*(char for char in one.name if char in ascii_letters), *ascii_letters]
            letter_of[one.char] = next((char for char in wishes if char not in taken), "*")
    return letter_of


def items_of(puzzle: LinePuzzle, clues: Sequence[Clue]) -> list[list[Item]]:
    """Return the items of each line's clue."""
    coloured = len(puzzle.palette) > 2
    letter = letters(puzzle.palette)
    by_line = []
    for clue in clues:
        items = []
        for block in clue:
            colour = puzzle.palette[block.colour]
            number = item_text(block)
            items.append(
                (number + letter[colour.char], colour.paint) if coloured and block.low else (number, "")
            )
        by_line.append(items or [("0", "")])
    return by_line


def item_width(item: Item, size: int) -> float:
    """Return the width of a number in a row, with the blank or the square's rim around it."""
    text, rgb = item
    return (text_width(text) * FONT + (0.24 + _BESIDE if rgb else _BLANK)) * size


def row_clue(items: Sequence[Item], right: float, middle: float, size: int) -> Iterator[Shape]:
    """Yield a row's clue, which ends at `right`."""
    x = right
    for item in reversed(items):
        width = item_width(item, size)
        x -= width
        yield from item_shapes(item, x + width / 2, middle, width - _BESIDE * size, FONT * size, size)


def _list_letters(palette: Palette) -> list[Entry]:
    """Return the entries that explain the letters of colours."""
    letter = letters(palette)
    return [
        # Not every font has the letters of every script; #rrggbb is always readable.
        (
            letter[one.char] * bool(value),
            one.halves or one.rgb,
            one.name[:40] if one.name.isascii() else one.rgb,
        )
        for value, one in enumerate(palette)
        if value or one.rgb != "#ffffff"
    ]


def explain_colours(
    palette: Palette, wanted: bool, bottom: int, right: int, size: int
) -> tuple[list[Shape], int, int]:
    """Return the legend of the colours below a drawing, if it is wanted, and the new right and lower ends."""
    if not wanted or len(palette) <= 2:
        return [], right, bottom
    shapes, (_, _, end, below) = legend_shapes(_list_letters(palette), MARGIN, bottom + MARGIN, right, size)
    return shapes, max(right, ceil(end)), ceil(below)
