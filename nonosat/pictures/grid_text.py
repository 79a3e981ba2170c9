"""Grids in characters: cells in a frame with clues, or smaller drawings if that is too wide."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonosat.pictures.style import MARK_RGB, ansi, light
from nonosat.puzzles.picture import UNKNOWN, Palette, Picture
from nonosat.records import dataclass

EMPTY, CROSS = "·", "×"  # noqa: RUF001 - the cross that people make
"""A cell that is not given, and one that is given as background."""

# The characters of background, filled and unknown cells; and the same where two pictures differ.
_PLAIN = {"background": " ", "filled": "█", "unknown": "?"}
_SHADED = {"background": "░", "filled": "▓", "unknown": "?"}

_HALVES = " ▀▄█"
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
_DIFFERS = "▒"  # on a cell's own colour

CellRows = Sequence[Sequence[str]]
"""The text of every cell, row by row."""


def no_rows(cell_width: int) -> CellRows:
    """Return no rows: a grid without clues above its columns."""
    return ()


@dataclass(frozen=True)
class Around:
    """The texts around a grid: one before and one after each row, and for a given cell width the rows above
    and below it.
    """

    beside: Sequence[str] = ()
    above: Callable[[int], CellRows] = no_rows
    after: Sequence[str] = ()
    below: Callable[[int], CellRows] = no_rows

    @property
    def margin(self) -> int:
        """The width of the texts beside the rows."""
        return max(map(len, self.beside), default=0)

    @property
    def room_after(self) -> int:
        """The width of the texts after the rows."""
        return max(map(len, self.after), default=0)

    def frame(self, rows: CellRows, cell_width: int, fives: bool = False) -> list[str]:
        """Return drawn rows with a frame and these texts around them; `fives` adds lines every five cells."""
        blank = " " * self.margin

        def line(cells: Sequence[str], between: str) -> str:
            step = 5 if fives else len(cells)
            return between.join("".join(cells[at : at + step]) for at in range(0, len(cells), step))

        bars = ["─" * cell_width] * len(rows[0])
        lines = [blank + " " + line(row, " ") for row in self.above(cell_width)]
        lines.append(blank + "┌" + line(bars, "┬") + "┐")
        for r, row in enumerate(rows):
            if fives and r and r % 5 == 0:
                lines.append(blank + "├" + line(bars, "┼") + "┤")
            beside = self.beside[r].rjust(self.margin) if self.beside else ""
            lines.append(beside + "│" + line(row, "│") + "│" + (self.after[r] if self.after else ""))
        lines.append(blank + "└" + line(bars, "┴") + "┘")
        lines += [blank + " " + line(row, " ") for row in self.below(cell_width)]
        return [line.rstrip() for line in lines]


def plain_text(rows: Sequence[str], width: int | None) -> str:
    """Return rows of text unchanged, or a note if they do not fit."""
    need = max(map(len, rows))
    if width is None or need <= width:
        return "\n".join(rows)
    return too_wide(f"{need} characters", width)


def too_wide(need: str, width: int) -> str:
    """Return the note for a picture that does not fit."""
    return f"(the picture is {need} wide: too wide for {width} columns)"


def cell_text(palette: Palette, char: str, differs: bool, width: int, colour: bool) -> str:
    """Draw one cell, shaded if it differs."""
    signs = _SHADED if differs else _PLAIN
    if char == UNKNOWN:
        return signs["unknown"] * width
    background = char == palette[0].char
    if len(palette) == 2 or (background and not colour):
        return signs["background" if background else "filled"] * width
    if not colour:
        return _letter(palette, char, differs, width)
    # Background is drawn too: on a dark terminal black cells would look like it.
    rgb = next(one.rgb for one in palette if one.char == char)
    return paint((_DIFFERS if differs else " ") * width, rgb)


def paint(text: str, rgb: str) -> str:
    """Return text on a background of this colour, in black or white, whichever reads better."""
    pen = "0;0;0" if light(rgb) else "255;255;255"
    return f"\x1b[48;2;{ansi(rgb)};38;2;{pen}m{text}\x1b[0m"


def cells_text(
    palette: Palette, picture: Picture, other: Picture, width: int, colour: bool, marks: Picture
) -> CellRows:
    """Draw every cell of a picture; unknown cells show their marks."""
    return [
        [
            cell_text(palette, char, bool(other) and other[r][c] != char, width, colour)
            if char != UNKNOWN or not marks
            else (UNKNOWN * width)[1:] + marks[r][c]
            for c, char in enumerate(row)
        ]
        for r, row in enumerate(picture)
    ]


def _letter(palette: Palette, char: str, differs: bool, width: int) -> str:
    """Return a cell as its colour's letter. One that differs has a shade, or a capital if it is narrow."""
    if not differs:
        return char * width
    if width > 1:
        return char + _SHADED["filled"] * (width - 1)
    large = char.upper()
    return large if len(large) == 1 and large not in {one.char for one in palette} else _SHADED["filled"]


# Without clues: two cells per character, one above the other, or four


def halves(palette: Palette, picture: Picture, other: Picture = (), colour: bool = False) -> list[str]:
    """Draw two cells per character, which look square; unknown cells look like background.

    With ANSI colours, each cell has its own colour, and cells that differ in `other` have that of marks.
    """
    rows = _pairs(picture)
    there = _pairs(other or picture)
    if not colour:
        ink = _ink(palette)
        return [
            "".join(_HALVES[ink(up) + 2 * ink(down)] for up, down in zip(*pair, strict=True)).rstrip()
            for pair in rows
        ]
    # With several colours, background is drawn too: on a dark terminal black cells would look like it.
    rgb = {one.char: one.rgb for one in palette} if len(palette) > 2 else {}
    ink = _ink(palette)

    def look(char: str, char_there: str) -> str | None:
        """Return a cell's colour: empty for the terminal's own, None for a blank cell."""
        if char != char_there:
            return MARK_RGB
        return rgb.get(char) or ("" if ink(char) else None)

    lines = []
    for (ups, downs), (ups_there, downs_there) in zip(rows, there, strict=True):
        above = [look(*pair) for pair in zip(ups, ups_there, strict=True)]
        below = [look(*pair) for pair in zip(downs, downs_there, strict=True)]
        lines.append("".join(map(_half, above, below)))
    return lines


def quarters(palette: Palette, picture: Picture) -> list[str]:
    """Draw four cells per character; unknown cells look like background."""
    ink = _ink(palette)
    rows: list[Sequence[bool]] = [[*map(ink, row), False] for row in picture]
    rows.append([False] * len(rows[0]))
    return [
        "".join(
            _QUARTERS[up[c] + 2 * up[c + 1] + 4 * down[c] + 8 * down[c + 1]] for c in range(0, len(up) - 1, 2)
        ).rstrip()
        for up, down in zip(rows[0:-1:2], rows[1::2], strict=False)
    ]


def _half(above: str | None, below: str | None) -> str:
    """Return a cell and the one below it as one character in their colours."""
    if not above and not below:  # the terminal's own colours
        return _HALVES[(above is not None) + 2 * (below is not None)]
    if above and below:
        return f"\x1b[38;2;{ansi(above)};48;2;{ansi(below)}m▀\x1b[0m"
    if above:
        return f"\x1b[38;2;{ansi(above)}m▀\x1b[0m" if below is None else f"\x1b[48;2;{ansi(above)}m▄\x1b[0m"
    drawn = ansi(below or "")
    return f"\x1b[38;2;{drawn}m▄\x1b[0m" if above is None else f"\x1b[48;2;{drawn}m▀\x1b[0m"


def _pairs(picture: Picture) -> list[tuple[str, str]]:
    """Return the rows in pairs; an odd last row is paired with unknown cells."""
    rows = [*picture, UNKNOWN * len(picture[0])]
    return list(zip(rows[0:-1:2], rows[1::2], strict=False))


def _ink(palette: Palette) -> Callable[[str], bool]:
    blank = (palette[0].char, UNKNOWN)
    return lambda char: char not in blank
