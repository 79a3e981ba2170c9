"""The odds of cells as a heat map: shades, numbers, and colours mixed by probability.

In black and white, a cell is as dark as it is likely to be black. In colour, colours are mixed in proportion
to the odds; text without colours shows the character of the likeliest colour. Below the map stands its scale.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, Protocol

from nonosat.errors import InputError
from nonosat.pictures.drawings import grid_drawing
from nonosat.pictures.grid_text import painted, too_wide
from nonosat.pictures.style import Fills, Scale, mixed, visible
from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.puzzles.picture import UNKNOWN, Palette, Picture

_SHADES = " ░▒▓█"
_STEPS = (0, 0.25, 0.5, 0.75, 1)

Cell = Sequence[float]


class Weighed(Protocol):
    """The input: a puzzle's cells, with the probability of each value."""

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
    """Draw the odds in characters; `numbers` shows them as percentages, except in known cells.

    `width` is the number of columns (None: unlimited), `colour` allows ANSI colours.
    """
    palette = odds.puzzle.palette
    drawing = grid_drawing(odds.puzzle)
    widths = ((3,) if len(palette) > 2 else (3, 2)) if numbers else (2, 1)
    for cell_width in widths:
        cells = [[_text(cell, palette, cell_width, colour, numbers) for cell in row] for row in _rows(odds)]
        lines = drawing.framed(odds.puzzle, cells, cell_width) if drawing else ["".join(row) for row in cells]
        need = max(map(visible, lines))
        if width is None or need <= width:
            scale = _scale_text(palette, cell_width, colour, numbers)
            return "\n".join([*lines, *_filled(scale, width)])
    return too_wide(f"{max(map(len, _rows(odds)))} cells", width or 0)


def heat_fills(odds: Weighed) -> Fills:
    """Return the colour of every unknown cell, and its odds in words."""
    palette = odds.puzzle.palette
    across = odds.puzzle.across
    return {
        (r, c): (_ground(cell, palette), f"row {r + 1}, {across} {c + 1}: {_words(cell, palette)}")
        for r, row in enumerate(_rows(odds))
        for c, cell in enumerate(row)
        if max(cell) < 1
    }


def heat_panel(odds: Weighed) -> tuple[tuple[Puzzle, Picture, Picture], dict[str, Any]]:
    """Return what `sheet` draws as the heat map of a grid: the puzzle with `?` for every unknown cell, and
    the options that colour these cells and say what the colours mean.
    """
    puzzle = odds.puzzle
    if grid_drawing(puzzle) is None or not isinstance(puzzle, CellPuzzle):
        what = f"heat maps in files work on grids only; this puzzle is of kind {odds.puzzle.kind}"
        raise InputError(what, odds.puzzle.source)
    pairs = zip(puzzle.chars(odds.picture), odds.cells, strict=True)
    picture = puzzle.cut("".join([char if max(cell) == 1 else UNKNOWN for char, cell in pairs]))
    shades = {"fills": heat_fills(odds), "scale": _scale(odds.puzzle.palette), "legend": True}
    return (puzzle, picture, ()), shades


def _scale(palette: Palette) -> Scale:
    """Return the background mixed with another colour, in five steps; further colours are mixed likewise."""
    first = [colour.rgb for colour in palette[:2]]
    name = palette[1].name + ", others likewise" * (len(palette) > 2)
    return [(mixed(first, (1 - share, share)), f"{share:.0%}{f' {name}' * (share == 1)}") for share in _STEPS]


def _scale_text(palette: Palette, width: int, colour: bool, numbers: bool) -> list[str]:
    """Return the parts of the scale of a heat map in characters, whose cells have this width."""
    two = len(palette) == 2
    if numbers:
        return [f"numbers: {palette[1].name if two else 'the likeliest colour'} in %"]
    if colour:
        return [painted(" " * width, rgb) + f" {words}" for rgb, words in _scale(palette)]
    if two:
        shades = [f"{shade * width} {share:.0%}" for shade, share in zip(_SHADES, _STEPS, strict=True)]
        return [*shades[:-1], f"{shades[-1]} {palette[1].name}"]
    shares = zip(_SHADES[1:], _STEPS[1:], strict=True)
    return ["the likeliest colour:", *(f"{shade} {share:.0%}" for shade, share in shares if width > 1)]


def _filled(parts: Sequence[str], width: int | None) -> list[str]:
    """Return the parts in lines of at most this width, if they fit."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}  {part}" if lines else part
        if lines and (width is None or visible(longer) <= width):
            lines[-1] = longer
        else:
            lines.append(part)
    return lines if width is None or max(map(visible, lines)) <= width else []


def _rows(odds: Weighed) -> list[Sequence[Cell]]:
    ends = list(accumulate(odds.puzzle.row_lengths or [len(odds.cells)]))
    return [odds.cells[start:end] for start, end in pairwise([0, *ends])]


def _text(cell: Cell, palette: Palette, width: int, colour: bool, numbers: bool) -> str:
    text = _number(cell, palette, width) if numbers else _shade(cell, palette, width)
    if not colour:
        return text
    open_number = numbers and max(cell) < 1
    return painted(text if open_number else " " * width, _ground(cell, palette))


def _shade(cell: Cell, palette: Palette, width: int) -> str:
    """Return a shade for the odds of black, or the likeliest colour with a shade for its odds."""
    if len(palette) == 2:
        return _SHADES[round(cell[1] * 4)] * width
    best = max(range(len(cell)), key=cell.__getitem__)
    if cell[0] == 1:
        return " " * width
    return palette[best].char + _SHADES[round(cell[best] * 4)] * (width - 1)


def _number(cell: Cell, palette: Palette, width: int) -> str:
    """Return the odds of black, or the likeliest colour and its odds, as a percentage of two digits."""
    best = max(range(len(cell)), key=cell.__getitem__)
    if cell[best] == 1:
        return _shade(cell, palette, width)
    two = len(palette) == 2
    # An unknown cell is neither 0 nor 100 percent.
    digits = f"{min(99, max(1, round(cell[1 if two else best] * 100))):02}"
    return digits.rjust(width) if two else palette[best].char + digits


def _ground(cell: Cell, palette: Palette) -> str:
    """Return the palette's colours mixed in proportion to the odds."""
    return mixed([colour.rgb for colour in palette], cell)


def _words(cell: Cell, palette: Palette) -> str:
    by_odds = sorted(zip(cell, palette, strict=True), key=lambda pair: -pair[0])
    return ", ".join(f"{colour.name} {100 * share:.3g} %" for share, colour in by_odds if share)
