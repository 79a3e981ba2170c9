"""A drawing in the studio.

A Drawing is an unfinished puzzle: its picture, from which the clues follow, or written clues. The page has
it, and sends it with each request, in one form: `plain` writes it and `read_drawing` reads it back. Every
drawing can be read back, wherever it comes from: `drawing_of` refuses what `read_drawing` would.
"""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, cast

from nonosat import InputError, Nonogram, Picture, Puzzle, load
from nonosat.toolkit import (
    BLACK_AND_WHITE,
    KINDS,
    UNKNOWN,
    CellPuzzle,
    Colour,
    Palette,
    board,
    colour_char,
    colours,
    fields,
    read_clue,
    require_cells,
    triangles,
    words,
)

MAX_SIDE = 500
"""The longest side of a drawing."""

MOST_CELLS = MAX_SIDE * MAX_SIDE
"""The most cells of a drawing."""

MOST_TEXT = 1_000_000
"""The most characters of a drawing's texts together: clues, names of colours, title and so on."""

MOST_COLOURS = 1000
"""The most colours of a drawing, with the background."""

LAYERS = ("picture", "givens", "protected", "hidden")

ABOUT = ("title", "author", "origin", "licence", "description")
"""The other parts of a puzzle."""

Layout = tuple[Sequence[str], Sequence[Sequence[int]]]
"""The names of lines, and their cells."""

NO_REGION = "."
"""The region of a cell that is in none yet."""

DRAWN = ("nonogram", "mosaic", "triddler")
"""The kinds that pictures become; the others that the studio has are declared."""

_COSTS = string.digits + string.ascii_lowercase

Side = Annotated[int, fields.number(1, MAX_SIDE)]
Cells = Annotated[str, fields.text(MOST_CELLS)]
Words = Annotated[str, fields.text(MOST_TEXT)]
Clues = Annotated[tuple[str, ...], fields.items(6 * MAX_SIDE, fields.text(MOST_TEXT))]
Bounds = Annotated[tuple[int, ...], fields.items(6, fields.number(0, MAX_SIDE))]


@dataclass(frozen=True)
class Drawing:
    """An unfinished puzzle; `width` is the number of cells in the longest row, and `outline` the six sides of
    a triddler. `picture` and `givens` are the cells row by row, or empty. `clues`, the texts of all lines in
    order or a mosaic's rows of numbers, are used if present; otherwise they follow from the picture, and a
    mosaic has no numbers where `hidden` has another character than `?`. `costs`, for a drawing made from a
    photo, has a character per cell, from 0 to z: cells with low costs are changed first to fix the picture.
    No fix changes a cell for which `protected` has another character than `?`.

    A drawing of another kind has `rules`, the page of the kind as JSON, and what it `gives`, as texts. If it
    has a picture, this is the solution that is drawn: the numbers that a solution has are those of this one.
    """

    width: Side
    height: Side
    palette: Annotated[Palette, _read_palette] = BLACK_AND_WHITE
    picture: Cells = ""
    givens: Cells = ""
    clues: Clues = ()
    hidden: Cells = ""
    costs: Cells = ""
    protected: Cells = ""
    kind: Annotated[str, fields.text(100)] = "nonogram"
    rules: Words = ""
    gives: Annotated[dict[str, str], _read_given] = field(default_factory=dict)
    outline: Bounds = ()
    title: Words = ""
    author: Words = ""
    origin: Words = ""
    licence: Words = ""
    description: Words = ""

    def plain(self) -> dict[str, Any]:
        """Return the drawing as plain data that `read_drawing` reads back."""
        return {**asdict(self), "palette": [asdict(colour) for colour in self.palette]}

    @property
    def about(self) -> dict[str, str]:
        """Title, author and so on."""
        return {key: getattr(self, key) for key in ABOUT}

    @property
    def count(self) -> int:
        """The number of cells."""
        return sum(triangles.Outline(*self.outline).row_lengths) if self.outline else self.width * self.height

    @property
    def has_numbers(self) -> bool:
        """Whether its clues are numbers in cells, not beside lines."""
        return not self.rules and cast(type[CellPuzzle], KINDS.load(self.kind)).may_hide

    @property
    def layout(self) -> Layout:
        """The names and cells of the lines with clues."""
        if self.outline:
            grid = triangles.grid_of(triangles.Outline(*self.outline))
            return grid.names, grid.lines
        if self.rules:
            return (), ()
        names = [f"row {k + 1}" for k in range(self.height)]
        if not self.has_numbers:
            names += [f"column {k + 1}" for k in range(self.width)]
        return names, lines_of(self.width, self.height)[: len(names)]

    @property
    def lacks(self) -> str:
        """What it lacks to be a puzzle, in words: a region for some cells. Empty if nothing."""
        for number, row in enumerate(self.gives.get(self.regions, "").split("\n"), 1):
            if count := row.count(NO_REGION):
                cells = words.plural(len(row), "cell")
                return f"draw the regions: {count} of {cells} of row {number} are in none"
        return ""

    @property
    def regions(self) -> str:
        """The name of the regions that it gives; empty if it has none."""
        page = fields.check_at("rules", fields.parse, self.rules) if self.rules else {}
        return next((name for name, form in page.get("gives", {}).items() if form == "letters"), "")

    @property
    def cell_costs(self) -> tuple[int, ...]:
        """The cost of changing each cell; empty if unknown, or in colour."""
        return tuple(1 + int(char, 36) for char in self.costs) if len(self.palette) == 2 else ()

    @property
    def kept_cells(self) -> tuple[int, ...]:
        """The cells that fixes leave as they are."""
        return _find_painted(self.protected)

    def cut(self, cells: str) -> Picture:
        """Return a layer as a picture."""
        if not self.outline:
            return tuple([cells[k : k + self.width] for k in range(0, len(cells), self.width)])
        return triangles.frame(cells, triangles.Outline(*self.outline)) if cells else ()

    def puzzle(self) -> CellPuzzle:
        """Return the puzzle. Raises InputError if a clue cannot be read, or if there is no puzzle yet."""
        picture, givens = self.cut(self.picture), self.cut(self.givens)
        if self.lacks:
            raise InputError(self.lacks)
        if self.rules:
            puzzle = self._make_declared(givens)
            drawn = puzzle.asking_for(picture).with_givens(givens) if picture else puzzle
            return drawn.with_goal(()) if drawn.goal and drawn.fault(picture) else drawn
        if not self.clues:
            if not self.picture:
                raise InputError("there is neither a picture nor a clue")
            kind: type[CellPuzzle] = KINDS.load(self.kind)  # type: ignore[assignment]  # those drawn have cells
            drawn = kind.from_picture(picture, self.palette, **self.about)
            return (drawn.without_clues(_find_painted(self.hidden)) if self.hidden else drawn).with_givens(
                givens
            )
        puzzle = self._make_written(givens)
        has_goal = bool(picture) and puzzle.fault(picture) is None
        return puzzle.with_goal(picture) if has_goal else puzzle

    def _make_declared(self, givens: Picture) -> CellPuzzle:
        """Return the puzzle that gives what is written."""
        more = {"kind": self.kind, "rules": fields.check_at("rules", fields.parse, self.rules)}
        more |= {"givens": list(givens)} if givens else {}
        puzzle = load({**self.gives, **self.about, **more})
        if puzzle.grid != (self.height, self.width):
            raise InputError(f"expected {self.width} x {self.height} cells; Resize changes the grid")
        return require_cells(puzzle, "the studio works")

    def _make_written(self, givens: Picture) -> CellPuzzle:
        """Return the puzzle of the written clues."""
        more: Any = {"givens": givens, **self.about}
        kind: Any = KINDS.load(self.kind)
        if self.has_numbers:
            rows = tuple([row.strip() for row in self.clues])
            return require_cells(kind.of({"rows": rows}, **more), "the studio works")
        clues = []
        for name, clue in zip(self.layout[0], self.clues, strict=True):
            try:
                clues.append(read_clue(clue.replace(",", " ").split(), self.palette))
            except InputError as error:
                raise InputError(f"{name}: {error.what}") from None
        more["palette"] = self.palette
        if self.outline:
            made = kind.of_lines(triangles.Outline(*self.outline), clues, **more)
            return require_cells(made, "the studio works")
        return Nonogram(tuple(clues[: self.height]), tuple(clues[self.height :]), **more)


def _find_painted(layer: str) -> tuple[int, ...]:
    return tuple([cell for cell, char in enumerate(layer) if char != UNKNOWN])


def lines_of(width: int, height: int) -> list[range]:
    """Return the cells of the rows and then of the columns of a grid."""
    count = width * height
    return [range(k, k + width) for k in range(0, count, width)] + [
        range(k, count, width) for k in range(width)
    ]


def drawing_of(puzzle: Puzzle) -> Drawing:
    """Return a puzzle as a drawing. Raises InputError if its kind is not drawn, or if it is too large or has
    texts that are too long.
    """
    given: Any = board.check_kind(puzzle, "the studio")
    if (side := max(given.width, given.height)) > MAX_SIDE:
        what = f"the studio has sides of at most {MAX_SIDE} cells, this puzzle has {side}"
        raise InputError(what, given.source)
    try:
        document = (
            _draw_nonogram(given)
            if given.kind in DRAWN
            else _draw_declared(board.check_shown(given, "the studio"))
        )
        return read_drawing(document.plain())
    except InputError as error:
        raise error.at(given.source) from None


def _draw_declared(given: Any) -> Drawing:
    """Return a puzzle of a declared kind as a drawing: of its solution, if its numbers are those of it."""
    drawn = given.goal and given.asking_for(given.goal).data == given.data
    return Drawing(
        given.width,
        given.height,
        given.palette,
        picture=given.chars(given.goal) if drawn else "",
        givens=given.chars(given.givens),
        kind=given.kind,
        rules=given.rules.page,
        gives=texts_of(given.gives),
        **{key: getattr(given, key) for key in ABOUT},
    )


def texts_of(gives: Mapping[str, Any]) -> dict[str, str]:
    """Return what a puzzle of a declared kind gives as texts, which are read back: a picture has lines."""
    lists = {name: [one] if isinstance(one, int) else one for name, one in gives.items()}
    texts = {name: [UNKNOWN if item is None else str(item) for item in one] for name, one in lists.items()}
    return {name: ("\n" if isinstance(one[0], str) else " ").join(texts[name]) for name, one in lists.items()}


def _draw_nonogram(given: Any) -> Drawing:
    """Return a puzzle whose clues follow from its picture, or are written, as a drawing."""
    drawn = given.from_picture(given.goal, given.palette) if given.goal else None
    hidden, clues = "", tuple(given.clue_lines())
    if not given.may_hide:
        clues = tuple(map(given.clue_text, given.clues))
        follow = drawn is not None and given.clues == drawn.clues
    else:
        numbers = "".join(clues)
        blank = [cell for cell, char in enumerate(numbers) if char == UNKNOWN]
        follow = drawn is not None and [*drawn.without_clues(blank).clue_lines()] == [*clues]
        if follow and blank:
            hidden = "".join("#" if char == UNKNOWN else UNKNOWN for char in numbers)
    return Drawing(
        given.width,
        given.height,
        given.palette,
        picture=given.chars(given.goal),
        givens=given.chars(given.givens),
        clues=() if follow else clues,
        hidden=hidden,
        kind=given.kind,
        outline=tuple(getattr(given, "outline", ())),
        **{key: getattr(given, key) for key in ABOUT},
    )


def costs_text(costs: Sequence[int]) -> str:
    """Write the costs of changing each cell of a photo, 1 to 256, as `Drawing.costs`."""
    return "".join(_COSTS[(cost - 1) * len(_COSTS) // 256] for cost in costs)


def read_drawing(data: object) -> Drawing:
    """Read a drawing that `plain` wrote. Raises InputError if it is anything else."""
    what = "a drawing"
    drawing = fields.read(Drawing, data, what)
    _check_grid(drawing, what)
    chars, size = {colour.char for colour in drawing.palette}, drawing.count
    for key, allowed, expected in (
        ("picture", chars, "a character of the palette"),
        *((key, chars | {UNKNOWN}, "a character of the palette") for key in LAYERS[1:]),
        ("costs", set(_COSTS), "a digit or small letter"),
    ):
        cells = getattr(drawing, key)
        if cells and (len(cells) != size or not set(cells) <= allowed):
            raise InputError(f"{what}: {key}: expected {expected} for each cell")
    if drawing.clues and len(drawing.clues) != len(drawing.layout[0]):
        raise InputError(f"{what}: clues: expected a clue for each line, or none at all")
    names = (colour.name for colour in drawing.palette)
    texts = (*drawing.clues, *drawing.gives.values(), drawing.rules, *drawing.about.values(), *names)
    if (number := sum(map(len, texts))) > MOST_TEXT:
        raise InputError(f"the texts have {number} characters together; the studio keeps at most {MOST_TEXT}")
    return drawing


def _check_grid(drawing: Drawing, what: str) -> None:
    """Raise InputError for an outline or colours that do not fit the kind."""
    if not drawing.rules and drawing.kind not in DRAWN:
        raise InputError(f"{what}: kind: expected {', '.join(DRAWN)}, or the rules of the kind")
    if not drawing.rules and not all(colour_char(colour.char) for colour in drawing.palette):
        raise InputError(f"{what}: palette: expected characters that may stand for colours")
    if (drawing.kind == "triddler") != bool(drawing.outline) or len(drawing.outline) not in (0, 6):
        raise InputError(f"{what}: outline: expected the six sides of a triddler, of no other kind")
    if drawing.outline:
        outline = triangles.Outline(*drawing.outline)
        if outline.fault:
            raise InputError(f"{what}: outline: {outline.fault}")
        if (drawing.width, drawing.height) != (max(outline.row_lengths), len(outline.row_lengths)):
            raise InputError(f"{what}: expected the width and height of the outline")
    if drawing.kind != "nonogram" and any(colour.halves for colour in drawing.palette):
        raise InputError(f"{what}: palette: expected split colours in nonograms only")
    if drawing.has_numbers and drawing.palette != BLACK_AND_WHITE:
        raise InputError(f"{what}: palette: mosaics are black and white")


@dataclass(frozen=True)
class _Colour:
    char: Annotated[str, fields.text(1)]
    name: Words
    rgb: Annotated[str, fields.text(7)]
    halves: Annotated[str, fields.text(15)] = ""


def _read_given(data: object) -> dict[str, str]:
    return {
        key: fields.check_at(key, fields.text(MOST_TEXT), one) for key, one in fields.mapping(data).items()
    }


def _read_palette(data: object) -> Palette:
    palette = []
    for one in fields.items(MOST_COLOURS, lambda item: fields.read(_Colour, item, "a colour"))(data):
        rgb = one.rgb.lower()
        if (
            len(one.char) != 1
            or one.char == UNKNOWN
            or not colours.RGB.fullmatch(rgb)
            or (one.halves and not colours.split(one.halves))
        ):
            raise InputError("a colour: expected a character, and #rrggbb")
        palette.append(Colour(one.char, one.name or rgb, rgb, one.halves))
    chars = [colour.char for colour in palette]
    first = BLACK_AND_WHITE[0].char
    if len(palette) < 2 or chars[0] != first or palette[0].halves or len(set(chars)) < len(chars):
        raise InputError("a palette: expected the background, then colours with characters of their own")
    return tuple(palette)
