"""Puzzles of declared kinds as shapes and as text: symbols in cells, borders of regions, numbers outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from nonosat.pictures.drawings.grid import FONT, cell_shapes, diamonds, ground, lines
from nonosat.pictures.grid_text import CROSS, EMPTY, Around, cell_text, grid_text
from nonosat.pictures.sheet import CELL, MARGIN, Line, Rect, Shape, Sheet, Text, name_of, text_width
from nonosat.pictures.style import light
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.picture import UNKNOWN, Picture

_PADDING = 4  # between numbers and grid
_WALL = "#333333"
_BORDER = "#000000"


def sheet(
    puzzle: Declared,
    picture: Picture = (),
    other: Picture = (),
    *,
    before: Picture = (),
    size: int = CELL,
    clues: bool = True,
    legend: bool = False,
) -> Sheet:
    """Lay out a puzzle with a picture, or unsolved with its givens; the options are those of nonograms."""
    del legend  # the kind's page explains its values
    rows, columns = puzzle.grid
    beside = {side: _beside(puzzle, side) if clues else [] for side in ("left", "right", "top", "bottom")}
    height = FONT * size
    room = {
        side: (height * (1 if side in ("top", "bottom") else max(map(text_width, texts))) + _PADDING)
        if texts
        else 0
        for side, texts in beside.items()
    }
    left, top = MARGIN + ceil(room["left"]), MARGIN + ceil(room["top"])
    right, bottom = left + columns * size, top + rows * size
    shapes: list[Shape] = []
    for side, texts in beside.items():
        for k, text in enumerate(texts):
            if not text:
                continue  # a number that is not given
            along = (k + 0.5) * size
            if side in ("top", "bottom"):
                y = top - _PADDING if side == "top" else bottom + _PADDING + 0.72 * height
                shapes.append(Text(left + along, y, text, min(height, 0.9 * size / text_width(text))))
            else:
                half = text_width(text) * height / 2 + _PADDING
                x = left - half if side == "left" else right + half
                shapes.append(Text(x, top + along + 0.36 * height, text, height))
    # What a symbol says is drawn like a given.
    given = puzzle
    if puzzle.rules.fixed and not picture:
        written = puzzle.symbol_texts
        start = [UNKNOWN if cell in written else char for cell, char in enumerate("".join(puzzle.start))]
        given = puzzle.with_givens(puzzle.cut("".join(start)))
    cells, painted = cell_shapes(given, picture, before, left, top, size)
    shapes += painted
    for cell in puzzle.walls:
        shapes.append(Rect(left + cell % columns * size, top + cell // columns * size, size, size, _WALL))
    shapes += diamonds(picture, other, cells)
    for cell, text in _texts(puzzle, picture, clues):
        r, c = divmod(cell, columns)
        behind = _WALL if cell in puzzle.walls else ground(puzzle, picture, other, before, r, c)
        x, y = left + (c + 0.5) * size, top + (r + 0.5) * size + 0.36 * height
        shapes.append(Text(x, y, text, height, rgb="#000000" if light(behind) else "#ffffff", inside=True))
    shapes += _lines(puzzle, left, top, size)
    right, bottom = right + ceil(room["right"]), bottom + ceil(room["bottom"])
    return Sheet(right + MARGIN, bottom + MARGIN, name_of(puzzle), tuple(shapes))


def size_for(puzzle: Declared, height: float) -> int:
    """Return the smallest cell at which a number has this height."""
    texts = [*_beside(puzzle, "top"), *_beside(puzzle, "bottom")]
    return ceil(max(height / FONT, height * max(map(text_width, texts), default=0) / 0.9))


def text(
    puzzle: Declared, picture: Picture, other: Picture, width: int | None, colour: bool, marks: Picture
) -> str:
    """Draw a puzzle in characters: what is in its cells, or the letters of its regions. A state, with unknown
    cells, is drawn like givens.
    """
    around, texts = _around(puzzle), dict(_texts(puzzle, (), True))
    letters = "".join(puzzle.regions)

    def empty(cell_width: int) -> list[list[str]]:
        known = picture or puzzle.start
        return [
            [
                _cell(puzzle, r * puzzle.width + c, char, texts, letters, cell_width, colour)
                for c, char in enumerate(row)
            ]
            for r, row in enumerate(known)
        ]

    is_state = any(UNKNOWN in row for row in picture) and not (other or marks)
    drawn = () if is_state or (puzzle.walls and not other) else picture
    return grid_text(puzzle, drawn, other, width, colour, marks, empty, around)


def framed(puzzle: Declared, rows: Sequence[Sequence[str]], cell_width: int) -> list[str]:
    """Return drawn rows with a frame and the numbers around them."""
    return _around(puzzle).framed(rows, cell_width)


def _cell(
    puzzle: Declared, cell: int, char: str, texts: dict[int, str], letters: str, width: int, colour: bool
) -> str:
    """Draw a cell: its value if it is known, and what it shows."""
    shown = texts.get(cell, "")
    if cell in puzzle.walls:
        return ("█" * width)[len(shown) :] + shown
    if char == UNKNOWN or (shown and cell in puzzle.fixed):
        return (shown or letters[cell : cell + 1] or EMPTY).rjust(width)
    if char == puzzle.palette[0].char:
        return (CROSS * (width - 1) + shown) if shown else CROSS.rjust(width)
    two = len(puzzle.palette) == 2 and not puzzle.rules.signs
    value = cell_text(puzzle.palette, char, False, 1, colour) if two else char
    if shown:
        return value * (width - 1) + shown
    return value * width if two else value.rjust(width)


def _texts(puzzle: Declared, picture: Picture, clues: bool) -> Iterator[tuple[int, str]]:
    """Yield the texts in cells: symbols, unless they only say a value, and the signs of values."""
    symbols = puzzle.symbol_texts if clues else {}
    for cell, char in enumerate("".join(picture or puzzle.start)):
        if text := symbols.get(cell) or puzzle.rules.signs.get(char):
            yield cell, text


def _beside(puzzle: Declared, side: str) -> list[str]:
    """Return the numbers on a side of the grid; empty if there are none."""
    for name, given in puzzle.rules.gives.items():
        if given.form == side:
            return ["" if number is None else str(number) for number in puzzle.gives[name]]
    return []


def _around(puzzle: Declared) -> Around:
    def rows_of(side: str, cell_width: int) -> list[list[str]]:
        texts = _beside(puzzle, side)
        most = max(map(len, texts), default=0)
        if most < max(2, cell_width):
            return [[text.rjust(cell_width) for text in texts]] if texts else []
        stacks = [text.rjust(most) if side == "top" else text.ljust(most) for text in texts]
        return [[stack[k].rjust(cell_width) for stack in stacks] for k in range(most)]

    return Around(
        _beside(puzzle, "left"),
        lambda cell_width: rows_of("top", cell_width),
        _beside(puzzle, "right"),
        lambda cell_width: rows_of("bottom", cell_width),
    )


def _lines(puzzle: Declared, left: int, top: int, size: int) -> Iterator[Shape]:
    """Yield the lines between cells: thick ones between regions, or else every five cells."""
    rows, columns = puzzle.grid
    if not puzzle.regions:
        yield from lines(rows, columns, left, top, size)
        return
    letters = {(r, c): char for r, row in enumerate(puzzle.regions) for c, char in enumerate(row)}
    for thick in (False, True):
        width, rgb = (max(2, size // 8), _BORDER) if thick else (1, "#aaaaaa")
        for r in range(rows + 1):
            for c in range(columns + 1):
                here, x, y = letters.get((r, c)), left + c * size, top + r * size
                if c < columns and (here != letters.get((r - 1, c))) == thick:
                    yield Line(x, y, x + size, y, width, rgb)
                if r < rows and (here != letters.get((r, c - 1))) == thick:
                    yield Line(x, y, x, y + size, width, rgb)
