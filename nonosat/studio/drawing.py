"""A drawing in the studio, and the changes to it.

A Drawing is an unfinished puzzle: its picture, from which the clues follow, or written clues. Server, page
and autosave exchange it in one form: `plain` writes it and `read_drawing` reads it back. Every drawing can be
read back, wherever it comes from: `drawing_of` and the changes refuse what `read_drawing` would. A change is
a `Paint`, `WriteClue`, `About` or `Whole`.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.documents.about import ABOUT
from nonosat.problem import Clue
from nonosat.puzzles import Puzzle, require_nonogram
from nonosat.puzzles.clues import clue_text, read_clue
from nonosat.puzzles.colours import RGB
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Colour, Palette, colour_char, rows
from nonosat.studio.fields import Fields

MAX_SIDE = 500
"""The longest side of a drawing."""

MOST_TEXT = 1_000_000
"""The most characters of a drawing's texts together: clues, names of colours, title and so on."""

MOST_COLOURS = 1000
"""The most colours of a drawing, with the background."""

AXES = ("rows", "columns")
LAYERS = ("picture", "givens")

_MOST_CELLS = MAX_SIDE * MAX_SIDE
_KEYS = ("width", "height", "palette", "picture", "givens", *AXES, "costs", *ABOUT)

_COSTS = string.digits + string.ascii_lowercase


@dataclass(frozen=True)
class Drawing:
    """An unfinished puzzle. `picture` and `givens` are the cells row by row, or empty. `rows` and `columns`,
    the clues as texts, are used if present; otherwise they follow from the picture. `costs`, for a drawing
    made from a photo, has a character per cell, from 0 to z: cells with low costs are changed first to fix
    the picture.
    """

    width: int
    height: int
    palette: Palette = BLACK_AND_WHITE
    picture: str = ""
    givens: str = ""
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    costs: str = ""
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def shape(self) -> str:
        """A text that a change must match: the drawing's size, its colours, and whether clues are written."""
        chars = "".join(colour.char for colour in self.palette)
        return f"{self.width}x{self.height} {chars} {'clues' if self.rows else 'picture'}"

    def plain(self) -> dict[str, Any]:
        """Return the drawing as plain data that `read_drawing` reads back."""
        return {
            "width": self.width,
            "height": self.height,
            "palette": [{"char": c.char, "name": c.name, "rgb": c.rgb} for c in self.palette],
            "picture": self.picture,
            "givens": self.givens,
            "rows": list(self.rows),
            "columns": list(self.columns),
            "costs": self.costs,
            **{key: self.about.get(key, "") for key in ABOUT},
        }

    @property
    def cell_costs(self) -> tuple[int, ...]:
        """The cost of changing each cell; empty if unknown, or in colour."""
        return tuple(1 + int(char, 36) for char in self.costs) if len(self.palette) == 2 else ()

    def puzzle(self) -> Nonogram:
        """Return the puzzle. Raises InputError if a clue cannot be read, or if there is no puzzle yet."""
        picture, givens = rows(self.picture, self.width), rows(self.givens, self.width)
        if not self.rows:
            if not self.picture:
                raise InputError("there is neither a picture nor a clue")
            return replace(Nonogram.from_picture(picture, self.palette, **self.about), givens=givens)
        clues = self._clues("rows"), self._clues("columns")
        puzzle = replace(Nonogram(*clues, givens, self.palette), **dict(self.about))  # type: ignore[arg-type]
        has_goal = bool(picture) and puzzle.fault(picture) is None
        return replace(puzzle, goal=picture) if has_goal else puzzle

    def _clues(self, axis: str) -> tuple[Clue, ...]:
        found = []
        for number, text in enumerate(getattr(self, axis), start=1):
            try:
                found.append(read_clue(text.replace(",", " ").split(), self.palette))
            except InputError as error:
                raise InputError(f"{axis.removesuffix('s')} {number}: {error.what}") from None
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Paint:
    """Set these cells of a layer to these characters; a single character is for all of them."""

    layer: str
    cells: Sequence[int]
    chars: str

    def applied(self, drawing: Drawing) -> Drawing:
        """Return the drawing after this change. Raises InputError if it does not fit."""
        picture = self.layer == "picture"
        allowed = {c.char for c in drawing.palette} | (set() if picture else {UNKNOWN})
        size = drawing.width * drawing.height
        if any(cell >= size for cell in self.cells) or not set(self.chars) <= allowed:
            raise InputError("a stroke: expected cells of the grid and colours of the palette")
        empty = drawing.palette[0].char if picture else UNKNOWN
        chars = list(getattr(drawing, self.layer) or empty * size)
        each = self.chars * len(self.cells) if len(self.chars) == 1 else self.chars
        for cell, char in zip(self.cells, each, strict=True):
            chars[cell] = char
        found = "".join(chars)
        changed = {self.layer: "" if not picture and set(found) == {UNKNOWN} else found}
        return replace(drawing, **changed)  # type: ignore[arg-type]  # both layers are texts


@dataclass(frozen=True, slots=True)
class WriteClue:
    """Write a new clue for a line."""

    axis: str
    index: int
    text: str

    def applied(self, drawing: Drawing) -> Drawing:
        """Return the drawing after this change. Raises InputError if the clues follow from the picture, or if
        the drawing's texts become too long.
        """
        clues = list(getattr(drawing, self.axis))
        if self.index >= len(clues):
            raise InputError("a clue: expected a line whose clue is written")
        clues[self.index] = self.text
        changed = {self.axis: tuple(clues)}
        return _within(replace(drawing, **changed))  # type: ignore[arg-type]  # both axes are texts


@dataclass(frozen=True, slots=True)
class About:
    """Set the puzzle's title, author and so on."""

    key: str
    text: str

    def applied(self, drawing: Drawing) -> Drawing:
        """Return the drawing after this change. Raises InputError if its texts become too long."""
        about = {**drawing.about, self.key: self.text}
        return _within(replace(drawing, about={key: text for key, text in about.items() if text}))


@dataclass(frozen=True, slots=True)
class Whole:
    """Replace the whole drawing: another size, palette, or kind of clues."""

    drawing: Drawing

    def applied(self, _drawing: Drawing) -> Drawing:
        """Return the new drawing."""
        return self.drawing


Change = Paint | WriteClue | About | Whole


def drawing_of(puzzle: Puzzle) -> Drawing:
    """Return a puzzle as a drawing. Raises InputError if it is not a nonogram, or if it is too large or has
    texts that are too long.
    """
    asked = require_nonogram(puzzle, "the studio works")
    _check_side(max(asked.width, asked.height), asked.source)
    drawn = asked.goal and Nonogram.from_picture(asked.goal, asked.palette)
    follow = drawn and (drawn.rows, drawn.columns) == (asked.rows, asked.columns)
    rows, columns = (
        () if follow else tuple(clue_text(clue, asked.palette) for clue in clues)
        for clues in (asked.rows, asked.columns)
    )
    found = Drawing(
        asked.width,
        asked.height,
        asked.palette,
        picture="".join(asked.goal),
        givens="".join(asked.givens),
        rows=rows,
        columns=columns,
        about={key: text for key in ABOUT if (text := getattr(asked, key))},
    )
    try:
        return read_drawing(found.plain())
    except InputError as error:
        raise error.at(asked.source) from None


def costs_text(costs: Sequence[int]) -> str:
    """Write the costs of changing each cell of a photo, 1 to 256, as `Drawing.costs`."""
    return "".join(_COSTS[(cost - 1) * len(_COSTS) // 256] for cost in costs)


def read_drawing(data: object) -> Drawing:
    """Read a drawing that `plain` wrote. Raises InputError if it is anything else."""
    fields = Fields(data, "a drawing", _KEYS)
    width, height = fields.number("width", 1, MAX_SIDE), fields.number("height", 1, MAX_SIDE)
    palette = _read_palette(fields.items("palette", MOST_COLOURS))
    chars = {colour.char for colour in palette}
    for key, allowed in (("picture", chars), ("givens", chars | {UNKNOWN})):
        cells = fields.text(key, _MOST_CELLS, "")
        if cells and (len(cells) != width * height or not set(cells) <= allowed):
            fields.wrong(key, "a character of the palette for each cell")
    costs = fields.text("costs", _MOST_CELLS, "")
    if costs and (len(costs) != width * height or not set(costs) <= set(_COSTS)):
        fields.wrong("costs", "a digit or small letter for each cell")
    clues = {axis: tuple(fields.texts(axis, MAX_SIDE, MOST_TEXT)) for axis in AXES if fields.has(axis)}
    written = len(clues.get("rows", ())), len(clues.get("columns", ()))
    if written not in ((0, 0), (height, width)):
        fields.wrong("rows", "a clue for each line, or none at all")
    found = Drawing(
        width,
        height,
        palette,
        fields.text("picture", _MOST_CELLS, ""),
        fields.text("givens", _MOST_CELLS, ""),
        rows=clues.get("rows", ()),
        columns=clues.get("columns", ()),
        costs=costs,
        about={key: text for key in ABOUT if (text := fields.text(key, MOST_TEXT, ""))},
    )
    return _within(found)


def read_change(data: object) -> Change:
    """Read a change as a page sends it."""
    kind = Fields(data, "a change", _CHANGES).one_of("kind", KINDS)
    fields = Fields(data, f"a change of kind {kind}", ("kind", *KINDS[kind]))
    if kind == "paint":
        cells, chars = fields.numbers("cells", _MOST_CELLS, _MOST_CELLS), fields.text("chars", _MOST_CELLS)
        if len(chars) not in (1, len(cells)):
            fields.wrong("chars", "a character for all cells, or one for each")
        return Paint(fields.one_of("layer", LAYERS), cells, chars)
    if kind == "clue":
        axis, index = fields.one_of("axis", AXES), fields.number("index", 0, MAX_SIDE)
        return WriteClue(axis, index, fields.text("text", MOST_TEXT))
    if kind == "about":
        return About(fields.one_of("key", ABOUT), fields.text("text", MOST_TEXT))
    return Whole(read_drawing(fields.any("drawing")))


KINDS = {
    "paint": ("layer", "cells", "chars"),
    "clue": ("axis", "index", "text"),
    "about": ("key", "text"),
    "whole": ("drawing",),
}
"""The kinds of changes, with the fields of each."""

_CHANGES = {"kind", *(key for keys in KINDS.values() for key in keys)}


def _read_palette(items: Sequence[object]) -> Palette:
    found = []
    for item in items:
        fields = Fields(item, "a colour", ("char", "name", "rgb"))
        char, rgb = fields.text("char", 1), fields.text("rgb", 7).lower()
        if not colour_char(char) or not RGB.fullmatch(rgb):
            raise InputError("a colour: expected a character that may stand for one, and #rrggbb")
        found.append(Colour(char, fields.text("name", MOST_TEXT) or rgb, rgb))
    chars = [colour.char for colour in found]
    if len(found) < 2 or chars[0] != BLACK_AND_WHITE[0].char or len(set(chars)) < len(chars):
        raise InputError("a palette: expected the background, then colours with characters of their own")
    return tuple(found)


def _within(drawing: Drawing) -> Drawing:
    """Return the drawing. Raises InputError if its texts are too long together."""
    texts = (*drawing.rows, *drawing.columns, *drawing.about.values(), *(c.name for c in drawing.palette))
    if (number := sum(map(len, texts))) > MOST_TEXT:
        raise InputError(f"the texts have {number} characters together, the studio keeps {MOST_TEXT}")
    return drawing


def _check_side(side: int, source: str) -> None:
    if side > MAX_SIDE:
        raise InputError(f"the studio has sides of at most {MAX_SIDE} cells, this puzzle has {side}", source)
