"""The characters with which people and programs draw pictures, and their meaning in combination.

`o` is filled together with `.`, but empty together with `X`; `X` is filled together with `_`, but marks an
empty cell together with `#`. So characters are ranked: in a picture, the one with the highest rank is filled,
and all others are background.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nonosat import BLACK_AND_WHITE, UNKNOWN, Palette

BLANKS = " \u00a0\u2002\u2003\u2007\u3000"
"""Spaces, which may be cells or separators."""

_RANKED = (
    "🟥🟧🟨🟩🟦🟪🟫🔴🔵🟢",  # together with a black square these are the picture
    "#1█■⬛◼◾▪▮●⚫⬤🔲✅✓✔☑@",
    "Xx*+%▓▒",
    "Oo",
    "•",
    "✗✘❌×✕",  # noqa: RUF001 - crosses mark cells known to be empty
    f".0_-·∙⋅□⬜◻◽▫▯░☐○◯⚪🔳~–—{BLANKS}",  # noqa: RUF001 - dashes of any length
)
RANK = {char: rank for rank, chars in enumerate(reversed(_RANKED)) for char in chars}
"""The characters that may be cells -> their ranks."""

_FILLED = RANK["o"]
"""From this rank on, a picture's only character is filled; below, it is background."""

UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff"))
"""Deletes invisible characters: variation selectors of emoji, joiners."""

_FOR_FILLED = ("filled", "black", "shaded", "painted", "true")
_FOR_EMPTY = ("empty", "blank", "white", "unfilled", "unshaded", "false")
_TEX = {r"\blacksquare": "■", r"\square": "□", r"\bullet": "●", r"\circ": "○", r"\cdot": "·"}


def meanings(symbols: Iterable[str], palette: Palette = BLACK_AND_WHITE) -> Mapping[str, str] | None:
    """Return what the symbols of a picture mean, in the palette's characters; None if they are ambiguous.

    >>> meanings("X_"), meanings("Xo"), meanings("o."), meanings("_"), meanings("#█")
    ({'X': '#', '_': '.'}, {'X': '#', 'o': '.'}, {'.': '.', 'o': '#'}, {'_': '.'}, None)
    """
    used = sorted(set(symbols))
    background = palette[0].char
    if len(palette) > 2 or palette[1].char not in RANK:
        own = {colour.char: colour.char for colour in palette} | dict.fromkeys(BLANKS, background)
        return {char: own[char] for char in used} if own.keys() >= set(used) else None
    if not used or len(used) > 3 or not all(char in RANK for char in used):
        return None
    ranks = sorted((RANK[char], char) for char in used)
    top, filled = ranks[-1]
    if top < _FILLED:
        return dict.fromkeys(used, background)
    if len(ranks) > 1 and ranks[-2][0] == top:
        return None
    return {char: palette[1].char if char == filled else background for char in used}


def cell_chars(palette: Palette = BLACK_AND_WHITE) -> str:
    """Return the characters that may be cells of a puzzle in these colours, including `?` (unknown)."""
    own = "".join(colour.char for colour in palette)
    return own + UNKNOWN + ("".join(RANK) if len(palette) == 2 else BLANKS)


def words(palette: Palette = BLACK_AND_WHITE) -> Mapping[str, str]:
    """Return the words for cells of a puzzle in these colours, in small letters, and the character of each.

    >>> words()["empty"], words()["black"]
    ('.', '#')
    """
    own = {colour.name.lower(): colour.char for colour in palette if colour.name}
    if len(palette) > 2:
        return dict.fromkeys(("empty", "blank"), palette[0].char) | own
    empty, filled = (colour.char for colour in palette)
    return dict.fromkeys(_FOR_EMPTY, empty) | dict.fromkeys(_FOR_FILLED, filled) | _TEX | own
