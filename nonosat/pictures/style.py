"""The look of cells in a partial solution: unknown ones, and newly known ones.

A newly known cell is pale orange if it is background; otherwise it has its own colour and an orange core, so
that it is visible without colour vision. If the puzzle has similar colours, others are used for the marks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import dist

from nonosat.puzzles.picture import UNKNOWN, Palette, Picture

NEW_BACKGROUND = "new background"
NEW_CORE = "new core"

MARK_RGB = "#e69f00"
"""The orange of marks: one of Okabe and Ito's colours, which are distinct for all kinds of colour vision."""

CORE_INSET = 0.3
"""The margin of a core on each side, as a fraction of the cell's side."""

# The choices for each look; the first one that is unlike the palette's colours is used.
_CORES = (MARK_RGB, "#0072b2", "#cc79a7", "#009e73")  # all of Okabe and Ito's
_RINGS = ("#56b4e9", "#0072b2", "#cc79a7", "#009e73")
_NEW_BACKGROUNDS = ("#fbe3b0", "#b5dcf5", "#f3cde0", "#ffd24d")  # pale, or unlike any grey
_UNKNOWNS = ("#d0d0d0", "#8fa3b8", "#b8a08f", "#70757d")

_DISTINCT = 80.0
"""The RGB distance of colours that are distinct at a glance, such as the grey of unknown cells and white."""

Frame = tuple[Picture, Picture]
"""A picture, and the state before it, whose unknown cells are shown as new; that state may be empty."""


def looks(palette: Palette) -> dict[str, str]:
    """Return the `#rrggbb` of every look, in the order of painting; a colour's look is its character."""
    return {
        **{colour.char: colour.rgb for colour in palette},
        UNKNOWN: _distinct(_UNKNOWNS, palette),
        NEW_BACKGROUND: _distinct(_NEW_BACKGROUNDS, palette),
        NEW_CORE: _distinct(_CORES, palette),
    }


def ring_rgb(palette: Palette) -> str:
    """Return the `#rrggbb` of rings in used cells, which is never that of cores."""
    return next(rgb for rgb in (_distinct(_RINGS, palette), *_RINGS) if rgb != _distinct(_CORES, palette))


def spans(palette: Palette, picture: Picture, before: Picture = ()) -> Iterator[tuple[str, int, int, int]]:
    """Yield the picture as spans (look, row, column, length) of adjacent cells with one look.

    Newly known cells are those that are unknown in the state `before`. Cores come after the cells below them.
    """
    background = palette[0].char
    for r, row in enumerate(picture):
        was = before[r] if before else row
        new = [old == UNKNOWN != char for old, char in zip(was, row, strict=True)]
        shown = [
            NEW_BACKGROUND if fresh and char == background else char
            for fresh, char in zip(new, row, strict=True)
        ]
        at = 0
        for look, span in groupby(shown):
            length = len(list(span))
            yield look, r, at, length
            at += length
        yield from ((NEW_CORE, r, c, 1) for c, char in enumerate(shown) if new[c] and char == row[c])


def parts(rgb: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255, of `#rrggbb` or `#rgb`."""
    digits = rgb[1:] if len(rgb) == 7 else "".join(digit * 2 for digit in rgb[1:])
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


def ansi(rgb: str) -> str:
    """Return a colour in the form of ANSI escape sequences."""
    return ";".join(map(str, parts(rgb)))


def visible(text: str) -> int:
    """Return the width of a text without its colour codes."""
    return len(re.sub(r"\x1b\[[\d;]*m", "", text))


def mix(paints: Sequence[str], shares: Sequence[float]) -> str:
    """Return colours mixed in these shares, which sum to 1."""
    channels = zip(*map(parts, paints), strict=True)
    return "#" + "".join(
        f"{round(sum(share * part for share, part in zip(shares, channel, strict=True))):02x}"
        for channel in channels
    )


def luma(rgb: str) -> float:
    """Return the perceived lightness of a colour, 0 to 255 (ITU-R BT.601)."""
    red, green, blue = parts(rgb)
    return (299 * red + 587 * green + 114 * blue) / 1000


def light(rgb: str) -> bool:
    """Whether dark letters read better on a colour than light ones."""
    return luma(rgb) > 140


def _distinct(wishes: Sequence[str], palette: Palette) -> str:
    """Return the first wish that is unlike every colour of the palette, or else the one that differs most."""
    nearest = {rgb: min(dist(parts(rgb), parts(colour.rgb)) for colour in palette) for rgb in wishes}
    return next((rgb for rgb in wishes if nearest[rgb] > _DISTINCT), max(nearest, key=nearest.__getitem__))
