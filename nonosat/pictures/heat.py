"""The odds of cells as a heat map: shades, numbers, colours mixed by what is likely.

In black and white a cell is as dark as it is likely to be black. In colours its paints are mixed in
the shares of the odds; in text without colours it shows the likeliest one's character.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from nonosat.errors import InputError
from nonosat.pictures.style import Fills, light, parts
from nonosat.pictures.terminal import framed
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture

_SHADES = " ░▒▓█"

Cell = Sequence[float]


class Weighed(Protocol):
    """What is drawn: a puzzle's cells with how likely each has each of its values."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        ...

    @property
    def cells(self) -> Sequence[Cell]:
        """How likely each cell has each value, from 0 to 1."""
        ...

    @property
    def picture(self) -> Picture:
        """The likeliest values."""
        ...


def heat_text(odds: Weighed, width: int | None = None, colour: bool = False, numbers: bool = False) -> str:
    """Draw the odds in characters; `numbers` writes them, in per cent, except where a cell is known.

    `width` is the number of columns there are (None: as many as it takes), `colour` allows ANSI colours.
    """
    palette, columns, puzzle = _palette(odds), len(odds.picture[0]), odds.puzzle
    widths = ((3,) if len(palette) > 2 else (3, 2)) if numbers else (2, 1)
    for cell_width in widths:
        cells = [[_text(cell, palette, cell_width, colour, numbers) for cell in row] for row in _rows(odds)]
        lines = ["".join(row) for row in cells]
        need = columns * cell_width
        if isinstance(puzzle, Nonogram):
            lines = framed(puzzle, cells, cell_width)
            need = len(lines[-1])  # the frame, in which no colours are
        if width is None or need <= width:
            return "\n".join(lines)
    return f"(the picture is {columns} cells wide: too wide for {width} columns)"


def heat_fills(odds: Weighed) -> Fills:
    """Return the colour of every cell that is not known, and its odds in words."""
    palette = _palette(odds)
    return {
        (r, c): (_mixed(cell, palette), f"row {r + 1}, column {c + 1}: {_words(cell, palette)}")
        for r, row in enumerate(_rows(odds))
        for c, cell in enumerate(row)
        if max(cell) < 1
    }


def heat_svg(odds: Weighed) -> str:
    """Return the heat map of a nonogram as an SVG; an open cell tells its odds when pointed at."""
    from nonosat.pictures.svg import svg

    return svg(_nonogram(odds), _known(odds), fills=heat_fills(odds))


def heat_png(odds: Weighed) -> bytes:
    """Return the heat map of a nonogram as a PNG."""
    from nonosat.pictures.raster import png

    return png(_nonogram(odds), (_known(odds), ()), heat_fills(odds))


def _nonogram(odds: Weighed) -> Nonogram:
    puzzle = odds.puzzle
    if not isinstance(puzzle, Nonogram):
        raise InputError(f"is of kind {puzzle.kind}: heat maps in files are of nonograms", puzzle.source)
    return puzzle


def _palette(odds: Weighed) -> Palette:
    return odds.puzzle.palette if isinstance(odds.puzzle, Nonogram) else BLACK_AND_WHITE


def _rows(odds: Weighed) -> list[Sequence[Cell]]:
    columns = len(odds.picture[0])
    return [odds.cells[at : at + columns] for at in range(0, len(odds.cells), columns)]


def _known(odds: Weighed) -> Picture:
    """Return the picture with `?` for every cell that is not known."""
    return tuple(
        "".join([char if max(cell) == 1 else UNKNOWN for char, cell in zip(chars, row, strict=True)])
        for chars, row in zip(odds.picture, _rows(odds), strict=True)
    )


def _text(cell: Cell, palette: Palette, width: int, colour: bool, numbers: bool) -> str:
    text = _number(cell, palette, width) if numbers else _shade(cell, palette, width)
    if not colour:
        return text
    mixed = _mixed(cell, palette)
    ground, pen = _ansi(mixed), "0;0;0" if light(mixed) else "255;255;255"
    open_number = numbers and max(cell) < 1
    return f"\x1b[48;2;{ground};38;2;{pen}m{text if open_number else ' ' * width}\x1b[0m"


def _shade(cell: Cell, palette: Palette, width: int) -> str:
    """A cell as dark as it is likely to be black; or the likeliest colour, with a shade of how sure it is."""
    if len(palette) == 2:
        return _SHADES[round(cell[1] * 4)] * width
    best = max(range(len(cell)), key=cell.__getitem__)
    if cell[0] == 1:
        return " " * width
    return palette[best].char + _SHADES[round(cell[best] * 4)] * (width - 1)


def _number(cell: Cell, palette: Palette, width: int) -> str:
    """How likely the cell is black, or its likeliest colour is right, in per cent: two digits."""
    best = max(range(len(cell)), key=cell.__getitem__)
    if cell[best] == 1:
        return _shade(cell, palette, width)
    two = len(palette) == 2
    # An open cell is neither impossible nor certain.
    digits = f"{min(99, max(1, round(cell[1 if two else best] * 100))):02}"
    return digits.rjust(width) if two else palette[best].char + digits


def _mixed(cell: Cell, palette: Palette) -> str:
    """Return the paints mixed in the shares of the odds."""
    paints = [parts(colour.rgb) for colour in palette]
    mixed = (sum(share * paint[i] for share, paint in zip(cell, paints, strict=True)) for i in range(3))
    return "#" + "".join(f"{round(part):02x}" for part in mixed)


def _ansi(rgb: str) -> str:
    return ";".join(map(str, parts(rgb)))


def _words(cell: Cell, palette: Palette) -> str:
    by_odds = sorted(zip(cell, palette, strict=True), key=lambda pair: -pair[0])
    return ", ".join(f"{colour.name} {100 * share:.3g} %" for share, colour in by_odds if share)
