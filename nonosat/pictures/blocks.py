"""Compact pictures without clues: two cells per character, one above the other, or four."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nonosat.pictures.style import MARK_RGB, ansi
from nonosat.puzzles.picture import UNKNOWN, Palette, Picture

_HALVES = " ▀▄█"
_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


def halves(palette: Palette, picture: Picture, other: Picture = (), colour: bool = False) -> list[str]:
    """Draw two cells per character, which look square; unknown cells look like background.

    With ANSI colours, each cell has its own colour, and cells that differ in `other` have that of marks.
    """
    rows = _pairs(picture)
    there = _pairs(other or picture)
    if not colour:
        ink = _inked(palette)
        return [
            "".join(_HALVES[ink(up) + 2 * ink(down)] for up, down in zip(*pair, strict=True)).rstrip()
            for pair in rows
        ]
    # With several colours, background is drawn too: on a dark terminal black cells would look like it.
    rgb = {one.char: one.rgb for one in palette} if len(palette) > 2 else {}
    ink = _inked(palette)

    def look(char: str, char_there: str) -> str | None:
        """Return a cell's colour: empty for the terminal's own, None for a blank cell."""
        if char != char_there:
            return MARK_RGB
        return rgb.get(char) or ("" if ink(char) else None)

    found = []
    for (ups, downs), (ups_there, downs_there) in zip(rows, there, strict=True):
        above = [look(*pair) for pair in zip(ups, ups_there, strict=True)]
        below = [look(*pair) for pair in zip(downs, downs_there, strict=True)]
        found.append("".join(map(_half, above, below)))
    return found


def quarters(palette: Palette, picture: Picture) -> list[str]:
    """Draw four cells per character; unknown cells look like background."""
    ink = _inked(palette)
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


def _inked(palette: Palette) -> Callable[[str], bool]:
    blank = (palette[0].char, UNKNOWN)
    return lambda char: char not in blank
