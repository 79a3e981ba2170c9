"""Shared by the formats of pictures: the file is the goal, from which the clues follow."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nonosat.errors import InputError
from nonosat.formats.palettes import MAX_COLOURS, palette
from nonosat.formats.source import Source
from nonosat.puzzles.colours import colour
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour

WHITE = BLACK_AND_WHITE[0].rgb


def checked_size(source: Source, width: int, height: int, line: int | None = None) -> None:
    """Raise InputError, before decoding, if a picture has too many pixels, or none."""
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        what = f"a picture of {width} x {height}: expected sides of 1 to {MAX_SIDE} cells"
        raise source.wrong(f"{what}; --size makes a large one smaller", line)


def from_colours(
    source: Source, rows: Sequence[Sequence[str]], background: str = "", **about: str
) -> Nonogram:
    """Return the puzzle of a picture whose cells are colours, as `#rrggbb`."""
    found = set().union(*rows)
    if len(found) > MAX_COLOURS:
        what = f"a picture of {len(found)} colours: expected at most {MAX_COLOURS}"
        raise source.wrong(f"{what}; --size, --colours or --threshold makes a puzzle of a photo")
    ground = background or background_of(found)
    others = sorted(found - {ground}, key=_lightness) or [BLACK_AND_WHITE[1 - (ground != WHITE)].rgb]
    first, *rest = [colour("", rgb) or Colour("", rgb, rgb) for rgb in (ground, *others)]
    colours = palette(first, rest)
    chars = {one.rgb: one.char for one in colours}
    return Nonogram.from_picture(
        tuple("".join(map(chars.__getitem__, row)) for row in rows), colours, **about
    )


def background_of(found: Collection[str]) -> str:
    """Return the default background: the lightest of several colours."""
    return max(found, key=_lightness) if len(found) > 1 else WHITE


def require_distinct_colours(puzzle: Nonogram, name: str, background: str = "") -> None:
    """Raise InputError if a puzzle's colours would not be read back correctly.

    The background that is read back is `background`, or else the lightest colour.
    """
    if len({one.rgb for one in puzzle.palette}) < len(puzzle.palette):
        raise InputError(f"the format {name} cannot tell equal colours apart", puzzle.source)
    used = set("".join(puzzle.goal))
    ground = background or background_of([one.rgb for one in puzzle.palette if one.char in used])
    if ground != puzzle.palette[0].rgb:
        raise InputError(f"the format {name} takes the lightest colour for the background", puzzle.source)


def _lightness(rgb: str) -> tuple[int, str]:
    """Return the perceived lightness of a colour (Rec. 601), as a sort key."""
    red, green, blue = bytes.fromhex(rgb[1:])
    return 299 * red + 587 * green + 114 * blue, rgb
