"""A drawing in the studio, and the changes to it.

A Drawing is an unfinished puzzle: its picture, from which the clues follow, or written clues. Server, page
and autosave exchange it in one form: `plain` writes it and `read_drawing` reads it back. Every drawing can be
read back, wherever it comes from: `drawing_of` and the changes refuse what `read_drawing` would. A change is
a `Paint`, `WriteClue`, `About` or `Whole`.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated, Any

from nonosat.errors import InputError
from nonosat.formats.documents.about import ABOUT
from nonosat.problem import Clue
from nonosat.puzzles import Puzzle, require_nonogram
from nonosat.puzzles.clues import clue_text, read_clue
from nonosat.puzzles.colours import RGB
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Colour, Palette, colour_char, rows
from nonosat.studio.fields import items, number, one_of, read, read_kind, text

MAX_SIDE = 500
"""The longest side of a drawing."""

MOST_TEXT = 1_000_000
"""The most characters of a drawing's texts together: clues, names of colours, title and so on."""

MOST_COLOURS = 1000
"""The most colours of a drawing, with the background."""

AXES = ("rows", "columns")
LAYERS = ("picture", "givens", "protected")

_MOST_CELLS = MAX_SIDE * MAX_SIDE
_COSTS = string.digits + string.ascii_lowercase

Side = Annotated[int, number(1, MAX_SIDE)]
Cells = Annotated[str, text(_MOST_CELLS)]
Words = Annotated[str, text(MOST_TEXT)]
Clues = Annotated[tuple[str, ...], items(MAX_SIDE, text(MOST_TEXT))]


@dataclass(frozen=True)
class Drawing:
    """An unfinished puzzle. `picture` and `givens` are the cells row by row, or empty. `rows` and `columns`,
    the clues as texts, are used if present; otherwise they follow from the picture. `costs`, for a drawing
    made from a photo, has a character per cell, from 0 to z: cells with low costs are changed first to fix
    the picture. No fix changes a cell for which `protected` has another character than `?`.
    """

    width: Side
    height: Side
    palette: Annotated[Palette, _read_palette] = BLACK_AND_WHITE
    picture: Cells = ""
    givens: Cells = ""
    rows: Clues = ()
    columns: Clues = ()
    costs: Cells = ""
    protected: Cells = ""
    title: Words = ""
    author: Words = ""
    origin: Words = ""
    licence: Words = ""
    description: Words = ""

    @property
    def shape(self) -> str:
        """A text that a change must match: the drawing's size, its colours, and whether clues are written."""
        chars = "".join(colour.char for colour in self.palette)
        return f"{self.width}x{self.height} {chars} {'clues' if self.rows else 'picture'}"

    def plain(self) -> dict[str, Any]:
        """Return the drawing as plain data that `read_drawing` reads back."""
        palette = [{"char": c.char, "name": c.name, "rgb": c.rgb} for c in self.palette]
        return {**asdict(self), "palette": palette}

    @property
    def about(self) -> dict[str, str]:
        """Title, author and so on."""
        return {key: getattr(self, key) for key in ABOUT}

    @property
    def cell_costs(self) -> tuple[int, ...]:
        """The cost of changing each cell; empty if unknown, or in colour."""
        return tuple(1 + int(char, 36) for char in self.costs) if len(self.palette) == 2 else ()

    @property
    def kept_cells(self) -> tuple[int, ...]:
        """The cells that fixes leave as they are."""
        return tuple([cell for cell, char in enumerate(self.protected) if char != UNKNOWN])

    def puzzle(self) -> Nonogram:
        """Return the puzzle. Raises InputError if a clue cannot be read, or if there is no puzzle yet."""
        picture, givens = rows(self.picture, self.width), rows(self.givens, self.width)
        if not self.rows:
            if not self.picture:
                raise InputError("there is neither a picture nor a clue")
            return replace(Nonogram.from_picture(picture, self.palette, **self.about), givens=givens)
        clues = self._clues("rows"), self._clues("columns")
        puzzle = replace(Nonogram(*clues, givens, self.palette), **self.about)  # type: ignore[arg-type]
        has_goal = bool(picture) and puzzle.fault(picture) is None
        return replace(puzzle, goal=picture) if has_goal else puzzle

    def _clues(self, axis: str) -> tuple[Clue, ...]:
        found = []
        for line, clue in enumerate(getattr(self, axis), start=1):
            try:
                found.append(read_clue(clue.replace(",", " ").split(), self.palette))
            except InputError as error:
                raise InputError(f"{axis.removesuffix('s')} {line}: {error.what}") from None
        return tuple(found)


@dataclass(frozen=True)
class Paint:
    """Set these cells of a layer to these characters; a single character is for all of them."""

    layer: Annotated[str, one_of(LAYERS)]
    cells: Annotated[Sequence[int], items(_MOST_CELLS, number(0, _MOST_CELLS))]
    chars: Cells

    def __post_init__(self) -> None:
        """Raise InputError for a wrong number of characters."""
        if len(self.chars) not in (1, len(self.cells)):
            raise InputError("a stroke: expected a character for all cells, or one for each")

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
        return replace(drawing, **changed)  # type: ignore[arg-type]  # all layers are texts


@dataclass(frozen=True)
class WriteClue:
    """Write a new clue for a line."""

    axis: Annotated[str, one_of(AXES)]
    index: Annotated[int, number(0, MAX_SIDE)]
    text: Words

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


@dataclass(frozen=True)
class About:
    """Set the puzzle's title, author and so on."""

    key: Annotated[str, one_of(ABOUT)]
    text: Words

    def applied(self, drawing: Drawing) -> Drawing:
        """Return the drawing after this change. Raises InputError if its texts become too long."""
        return _within(replace(drawing, **{self.key: self.text}))  # type: ignore[arg-type]  # all are texts


@dataclass(frozen=True)
class Whole:
    """Replace the whole drawing: another size, palette, or kind of clues."""

    drawing: Annotated[Drawing, read_drawing]

    def applied(self, _drawing: Drawing) -> Drawing:
        """Return the new drawing."""
        return self.drawing


Change = Paint | WriteClue | About | Whole


def drawing_of(puzzle: Puzzle) -> Drawing:
    """Return a puzzle as a drawing. Raises InputError if it is not a nonogram, or if it is too large or has
    texts that are too long.
    """
    given = require_nonogram(puzzle, "the studio works")
    if any(colour.halves for colour in given.palette):
        raise InputError("the studio draws cells of one colour; this puzzle has split ones", puzzle.source)
    _check_side(max(given.width, given.height), given.source)
    drawn = given.goal and Nonogram.from_picture(given.goal, given.palette)
    follow = drawn and (drawn.rows, drawn.columns) == (given.rows, given.columns)
    rows, columns = (
        () if follow else tuple(clue_text(clue, given.palette) for clue in clues)
        for clues in (given.rows, given.columns)
    )
    found = Drawing(
        given.width,
        given.height,
        given.palette,
        picture="".join(given.goal),
        givens="".join(given.givens),
        rows=rows,
        columns=columns,
        **{key: getattr(given, key) for key in ABOUT},
    )
    try:
        return read_drawing(found.plain())
    except InputError as error:
        raise error.at(given.source) from None


def costs_text(costs: Sequence[int]) -> str:
    """Write the costs of changing each cell of a photo, 1 to 256, as `Drawing.costs`."""
    return "".join(_COSTS[(cost - 1) * len(_COSTS) // 256] for cost in costs)


def read_drawing(data: object) -> Drawing:
    """Read a drawing that `plain` wrote. Raises InputError if it is anything else."""
    what = "a drawing"
    drawing = read(Drawing, data, what)
    chars, size = {colour.char for colour in drawing.palette}, drawing.width * drawing.height
    for key, allowed, expected in (
        ("picture", chars, "a character of the palette"),
        ("givens", chars | {UNKNOWN}, "a character of the palette"),
        ("protected", chars | {UNKNOWN}, "a character of the palette"),
        ("costs", set(_COSTS), "a digit or small letter"),
    ):
        cells = getattr(drawing, key)
        if cells and (len(cells) != size or not set(cells) <= allowed):
            raise InputError(f"{what}: {key}: expected {expected} for each cell")
    if (len(drawing.rows), len(drawing.columns)) not in ((0, 0), (drawing.height, drawing.width)):
        raise InputError(f"{what}: rows: expected a clue for each line, or none at all")
    return _within(drawing)


def read_change(data: object) -> Change:
    """Read a change as a page sends it."""
    return read_kind(KINDS, "kind", data, "a change")


def plain_change(change: Change) -> dict[str, Any]:
    """Return a change as plain data that `read_change` reads back."""
    kind = next(kind for kind, cls in KINDS.items() if isinstance(change, cls))
    values = vars(change).items()
    return {"kind": kind} | {key: one.plain() if isinstance(one, Drawing) else one for key, one in values}


KINDS: Mapping[str, type[Change]] = {"paint": Paint, "clue": WriteClue, "about": About, "whole": Whole}
"""The kinds of changes."""


@dataclass(frozen=True, slots=True)
class _Colour:
    char: Annotated[str, text(1)]
    name: Words
    rgb: Annotated[str, text(7)]


def _read_palette(data: object) -> Palette:
    found = []
    for one in items(MOST_COLOURS, lambda item: read(_Colour, item, "a colour"))(data):
        rgb = one.rgb.lower()
        if not colour_char(one.char) or not RGB.fullmatch(rgb):
            raise InputError("a colour: expected a character that may stand for one, and #rrggbb")
        found.append(Colour(one.char, one.name or rgb, rgb))
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
