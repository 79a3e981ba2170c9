"""Changes of a drawing's palette: a colour is added, split or removed."""

from __future__ import annotations

import string
from dataclasses import dataclass, replace
from typing import Annotated

from nonosat import InputError
from nonosat.studio.drawing import MOST_COLOURS, Drawing, read_drawing
from nonosat.toolkit import UNKNOWN, Colour, Palette, colours, fields, read_clue

_MOST = 33  # colours of a drawing to which one can be added
NAMED = {
    "red": "#d81b1b",
    "blue": "#1f4fd8",
    "green": "#1d8a3a",
    "yellow": "#f2c500",
    "orange": "#ef7d00",
    "purple": "#7d2ea8",
    "brown": "#8a5a2b",
    "pink": "#f08fb0",
    "cyan": "#12a5b8",
    "grey": "#808080",
}
"""The colours that are offered, by name."""


@dataclass(frozen=True)
class PaletteChange:
    """A change of a drawing's palette: `add` a colour, perhaps of this `name` and `rgb`, or `add-split` one
    of two halves; `split` a colour into these `halves`; `remove` one, so that its cells become background and
    blocks of it disappear.
    """

    how: Annotated[str, fields.one_of(("add", "add-split", "split", "remove"))]
    drawing: Annotated[Drawing, read_drawing]
    colour: Annotated[int, fields.number(0, MOST_COLOURS)] = 0
    halves: Annotated[str, fields.text(15)] = ""
    name: Annotated[str, fields.text(100)] = ""
    rgb: Annotated[str, fields.text(7)] = ""

    def apply(self) -> Drawing:
        """Return the drawing after the change. Raises InputError if it does not fit."""
        palette = self.drawing.palette
        if self.how.startswith("add"):
            if len(palette) >= _MOST:
                raise InputError(f"a drawing has at most {_MOST} colours")
            new = _split(palette, _last_two(palette)) if self.how == "add-split" else _whole(palette)
            if self.how == "add" and self.rgb:
                new = Colour(free_char(palette, self.name), self.name or self.rgb, self.rgb)
            return self._with((*palette, new))
        if not 0 < self.colour < len(palette) or (self.how == "remove" and len(palette) < 3):
            raise InputError("expected a colour that can be changed")
        before, old, after = palette[: self.colour], palette[self.colour], palette[self.colour + 1 :]
        if self.how == "split":
            return self._with((*before, replace(_split(palette, self.halves), char=old.char), *after))
        return self._without(old.char, (*before, *after))

    def _with(self, palette: Palette) -> Drawing:
        return read_drawing(replace(self.drawing, palette=palette, clues=_reword(self.drawing)).plain())

    def _without(self, char: str, palette: Palette) -> Drawing:
        old, ground = self.drawing, palette[0].char
        return replace(
            old,
            palette=palette,
            picture=old.picture.replace(char, ground),
            givens=old.givens.replace(char, UNKNOWN),
            protected=old.protected.replace(char, ground),
            clues=_reword(old, char),
        )


def _reword(drawing: Drawing, removed: str = "") -> tuple[str, ...]:
    """Return the clues, which keep their meaning in another palette, without the blocks of a colour.

    Which colour is meant by a block without any depends on the palette, unless it is `#`.
    """
    clues = []
    for clue in drawing.clues:
        items = [(item, _char_of(item, drawing.palette)) for item in clue.replace(",", " ").split()]
        kept = [
            item if char == "#" or item.endswith(char) else item + char
            for item, char in items
            if not char or char != removed
        ]
        clues.append(" ".join(kept) or "0")
    return tuple(clues)


def _char_of(item: str, palette: Palette) -> str:
    """Return the character of the colour of a clue's item; empty if it has none, or cannot be read."""
    try:
        clue = read_clue([item], palette)
    except InputError:
        return ""
    return palette[clue[0].colour].char if clue and clue[0].colour else ""


def free_char(palette: Palette, name: str) -> str:
    """Return a letter that no colour has, if possible one of a name."""
    taken = {one.char for one in palette}
    return next(
        char for char in name + string.ascii_letters if char in string.ascii_letters and char not in taken
    )


def _whole(palette: Palette) -> Colour:
    names = {one.name for one in palette}
    name, rgb = next((one for one in NAMED.items() if one[0] not in names), ("colour", "#606060"))
    return Colour(free_char(palette, name), name, rgb)


def _last_two(palette: Palette) -> str:
    first, second = [one.rgb for one in palette if not one.halves][-2:]
    return f"{second}/{first}"


def _split(palette: Palette, halves: str) -> Colour:
    """Return a colour of two halves, which has their names. Raises InputError if they are none."""
    colour, parts = colours.colour(free_char(palette, "split"), halves), colours.split(halves)
    if colour is None or parts is None:
        raise InputError("expected two colours with a diagonal between them")
    names = {one.rgb: one.name for one in palette if not one.halves}
    first, diagonal, second = (names.get(part, part) for part in parts)
    return replace(colour, name=f"{first}{diagonal}{second}")
