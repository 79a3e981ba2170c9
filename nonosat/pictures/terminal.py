"""Pictures in a terminal, with their clues.

Two characters a cell where they fit, so that cells look square; one where they do not. Column clues
whose numbers would touch have their digits below each other. Where even that is too wide, half
blocks or quarter blocks without clues, and how wide a terminal shows them.

An empty puzzle has dots for its cells, crosses for given ones that are background, and lines every
five cells where there is room for them.

Cells in which two solutions differ are shaded, which reads without colours.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.pictures.blocks import halves, quarters
from nonosat.pictures.style import light, parts
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN, Palette, Picture

# What a cell shows: background, filled, unknown; and the same where two pictures differ.
_PLAIN = {"background": " ", "filled": "█", "unknown": "?"}
_SHADED = {"background": "░", "filled": "▓", "unknown": "?"}

_DIFFERS = "▒"  # on a cell's own colour

_EMPTY, _CROSS = "·", "×"  # noqa: RUF001 - the cross that people make


def draw(
    puzzle: Puzzle,
    picture: Picture = (),
    other: Picture = (),
    width: int | None = None,
    colour: bool = False,
    marks: Picture = (),
) -> str:
    """Draw a picture of a puzzle, or the empty puzzle; cells that are different in `other` are marked.

    `width` is the number of columns there are (None: as many as it takes). Where nothing fits, the
    text says so. `colour` allows ANSI colours. `marks` has a character for every cell; those of cells
    that are not known are shown.
    """
    if not isinstance(puzzle, Nonogram):
        return _plain(picture or _asked(puzzle), width)
    tried = [(2, False), (1, False)] if picture else [(2, True), (2, False), (1, True), (1, False)]
    for cell_width, fives in tried:
        need = _clue_width(puzzle) + puzzle.width * cell_width + 2 + (puzzle.width - 1) // 5 * fives
        if width is None or need <= width:
            cells = _cells(puzzle, picture, other, cell_width, colour, marks)
            return "\n".join(framed(puzzle, cells, cell_width, fives))
    width = width or 0  # or else it had fitted
    say = f"(with clues it is {need} characters wide: too wide for {width} columns)"
    if not picture:
        return say
    if puzzle.width <= width:
        return "\n".join([*halves(puzzle.palette, picture, other, colour), say])
    if (puzzle.width + 1) // 2 <= width:
        return "\n".join([*quarters(puzzle.palette, picture), say])
    return f"(the picture is {puzzle.width} cells wide: too wide for {width} columns)"


def _plain(rows: Sequence[str], width: int | None) -> str:
    """Return rows of text as they are, if they fit."""
    need = max(map(len, rows))
    if width is None or need <= width:
        return "\n".join(rows)
    return f"(the picture is {need} characters wide: too wide for {width} columns)"


def _asked(puzzle: Puzzle) -> list[str]:
    """Return an empty puzzle that is no nonogram: a row, or a diagram and its strips."""
    from nonosat.puzzles.strips import Strips  # seldom drawn

    if isinstance(puzzle, Strips):
        return [*puzzle.diagram, "", *puzzle.strips]
    return [str(puzzle)]


def _cells(
    puzzle: Nonogram, picture: Picture, other: Picture, width: int, colour: bool, marks: Picture
) -> list[list[str]]:
    """Return every cell of a picture as text of this width; without one, what is given."""
    if not picture:
        return [[_open_cell(puzzle.palette, char, width, colour) for char in row] for row in _givens(puzzle)]
    return [
        [
            _cell(puzzle.palette, char, bool(other) and other[r][c] != char, width, colour)
            if char != UNKNOWN or not marks
            else (UNKNOWN * width)[1:] + marks[r][c]
            for c, char in enumerate(row)
        ]
        for r, row in enumerate(picture)
    ]


def _givens(puzzle: Nonogram) -> Picture:
    return puzzle.givens or (UNKNOWN * puzzle.width,) * puzzle.height


def _open_cell(palette: Palette, char: str, width: int, colour: bool) -> str:
    """Return a cell of an empty puzzle: a dot, or what is given."""
    signs = {UNKNOWN: _EMPTY, palette[0].char: _CROSS}
    return signs[char].rjust(width) if char in signs else _cell(palette, char, False, width, colour)


def framed(
    puzzle: Nonogram, rows: Sequence[Sequence[str]], cell_width: int, fives: bool = False
) -> list[str]:
    """Return drawn rows with a frame and the clues around them, `fives` with lines every five cells."""
    margin = _clue_width(puzzle)

    def line(cells: Sequence[str], between: str) -> str:
        step = 5 if fives else len(cells)
        return between.join("".join(cells[at : at + step]) for at in range(0, len(cells), step))

    bars = ["─" * cell_width] * puzzle.width
    lines = [" " * (margin + 1) + line(row, " ") for row in _column_clues(puzzle, cell_width)]
    lines.append(" " * margin + "┌" + line(bars, "┬") + "┐")
    for r, (clue, row) in enumerate(zip(puzzle.rows, rows, strict=True)):
        if fives and r and r % 5 == 0:
            lines.append(" " * margin + "├" + line(bars, "┼") + "┤")
        lines.append(puzzle.clue_text(clue).rjust(margin) + "│" + line(row, "│") + "│")
    lines.append(" " * margin + "└" + line(bars, "┴") + "┘")
    return [line.rstrip() for line in lines]


def _clue_width(puzzle: Nonogram) -> int:
    return max(len(puzzle.clue_text(clue)) for clue in puzzle.rows)


def _column_clues(puzzle: Nonogram, cell_width: int) -> list[list[str]]:
    """Return the rows above the picture: one a number, or one a digit if numbers would touch."""
    stacks = [puzzle.clue_text(clue).split() for clue in puzzle.columns]
    if any(len(item) >= cell_width for stack in stacks for item in stack):
        # Digits below each other, numbers apart by a blank.
        stacks = [list(" ".join(stack)) for stack in stacks]
    height = max(map(len, stacks))
    padded = [[""] * (height - len(stack)) + stack for stack in stacks]
    return [[stack[i].rjust(cell_width) for stack in padded] for i in range(height)]


def _cell(palette: Palette, char: str, differs: bool, width: int, colour: bool) -> str:
    looks = _SHADED if differs else _PLAIN
    if char == UNKNOWN:
        return looks["unknown"] * width
    background = char == palette[0].char
    if len(palette) == 2 or (background and not colour):
        return looks["background" if background else "filled"] * width
    if not colour:
        return _lettered(palette, char, differs, width)
    # Background too has its colour: on a dark terminal black cells would be like it.
    rgb = next(one.rgb for one in palette if one.char == char)
    ground, pen = ";".join(map(str, parts(rgb))), "0;0;0" if light(rgb) else "255;255;255"
    return f"\x1b[48;2;{ground};38;2;{pen}m{(_DIFFERS if differs else ' ') * width}\x1b[0m"


def _lettered(palette: Palette, char: str, differs: bool, width: int) -> str:
    """Return a cell by its colour's letter; one that differs has a shade behind it, or in its place."""
    if not differs:
        return char * width
    if width > 1:
        return char + _SHADED["filled"] * (width - 1)
    large = char.upper()
    return large if len(large) == 1 and large not in {one.char for one in palette} else _SHADED["filled"]
