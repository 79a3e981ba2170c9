"""Changes of a drawing's whole grid: mirrored, turned, shifted, cropped, resized; of selected cells:
mirrored or turned in their place.

Each says which old cell comes to each cell of the new grid. Written clues follow the cells of their lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, product
from typing import Annotated, Any

from nonosat import InputError
from nonosat.studio.drawing import LAYERS, MAX_SIDE, MOST_CELLS, Bounds, Drawing, Side, read_drawing, texts_of
from nonosat.studio.palette_changes import free_char
from nonosat.toolkit import UNKNOWN, Colour, Palette, colours, fields, symmetry, triangles

SQUARE_MOVES = {
    "mirror-across": symmetry.LEFT_TO_RIGHT,
    "mirror-down": symmetry.UPSIDE_DOWN,
    "turn": symmetry.QUARTER,
}

_TRIANGLE_MOVES = {"mirror-across": 1, "mirror-down": 7, "turn": 9}

_COSTLY = "z"  # the cost of changing a new cell

Origins = Sequence[int | None]
"""For each cell of a grid, the old cell that comes there; None for a new one."""


@dataclass(frozen=True)
class GridChange:
    """A change of a drawing. The picture moves by `down` and `right`: in `shift`, what leaves the grid comes
    back at its other side; in `resize`, squares are added at the top and left, or cut if they are negative.
    `cells` is for `crop`, the rest for `resize`: the new size and, for triangles, which lines stay.
    """

    how: Annotated[str, fields.one_of((*SQUARE_MOVES, "shift", "crop", "resize"))]
    drawing: Annotated[Drawing, read_drawing]
    down: Annotated[int, fields.number(-MAX_SIDE, MAX_SIDE)] = 0
    right: Annotated[int, fields.number(-MAX_SIDE, MAX_SIDE)] = 0
    cells: Annotated[tuple[int, ...], fields.items(MOST_CELLS, fields.number(0, MOST_CELLS))] = ()
    width: Side = 1
    height: Side = 1
    outline: Bounds = ()
    at_top: Annotated[bool, fields.flag] = False
    at_left: Annotated[bool, fields.flag] = False

    def apply(self) -> Drawing:
        """Return the drawing after the change. Raises InputError if it does not fit."""
        old = self.drawing
        if self.how in SQUARE_MOVES:
            return self._move()
        if self.how == "resize":
            return _remade(old, *self._resize())
        if self.how == "crop":
            if not self.cells or max(self.cells) >= old.count or old.clues:
                raise InputError("expected cells of a grid whose clues follow from its picture")
            return _remade(old, *self._crop())
        if old.outline:
            raise InputError("a grid of triangles has no opposite sides: select cells to shift them")
        rows = _rows(old)
        rows = [rows[(r - self.down) % old.height] for r in range(old.height)]
        cells = [row[(c - self.right) % old.width] for row in rows for c in range(old.width)]
        return _remade(old, {}, cells)

    def _move(self) -> Drawing:
        if self.drawing.rules and not getattr(self.drawing.puzzle(), "turns", False):
            what = f"a puzzle of kind {self.drawing.kind} cannot be mirrored or turned"
            raise InputError(f"{what}: its rules depend on the direction")
        if self.drawing.outline:
            moves = triangles.moves(triangles.Outline(*self.drawing.outline))
            turned = moves[_TRIANGLE_MOVES[self.how]]
            return _remade(self.drawing, _grid(turned.outline), turned.cells)
        move = SQUARE_MOVES[self.how]
        rows = move(_rows(self.drawing))
        size = {"width": len(rows[0]), "height": len(rows)}
        moved = _remade(self.drawing, size, [cell for row in rows for cell in row])
        return replace(moved, palette=tuple([turn_colour(colour, move) for colour in moved.palette]))

    def _crop(self) -> tuple[dict[str, Any], Origins]:
        old = self.drawing
        if old.outline:
            outline, cells = triangles.enclosing(triangles.Outline(*old.outline), self.cells)
            return _grid(outline), cells
        rows, columns = (
            [cell // old.width for cell in self.cells],
            [cell % old.width for cell in self.cells],
        )
        top, left, bottom, right = min(rows), min(columns), max(rows) + 1, max(columns) + 1
        cells = tuple([cell for row in _rows(old)[top:bottom] for cell in row[left:right]])
        return {"width": right - left, "height": bottom - top}, cells

    def _resize(self) -> tuple[dict[str, Any], Origins]:
        old = self.drawing
        if bool(old.outline) != bool(self.outline):
            raise InputError("expected a size for this kind of grid")
        if old.outline:
            outline = triangles.Outline(*self.outline)
            new = _grid(outline)
            down, right = _shift(triangles.Outline(*old.outline), outline, self.at_top, self.at_left)
        else:
            new = {"width": self.width, "height": self.height}
            down, right = self.down, self.right
        at = {place: cell for cell, place in enumerate(places(old))}
        return new, [at.get((row - down, place - right)) for row, place in places(replace(old, **new))]


def _grid(outline: triangles.Outline) -> dict[str, Any]:
    if outline.fault:
        raise InputError(outline.fault)
    lengths = outline.row_lengths
    return {"width": max(lengths), "height": len(lengths), "outline": tuple(outline)}


def _rows(drawing: Drawing) -> list[range]:
    starts = accumulate([drawing.width] * (drawing.height - 1), initial=0)
    return [range(start, start + drawing.width) for start in starts]


def places(drawing: Drawing) -> list[tuple[int, int]]:
    """Return the row and the place of each cell; places of triangles are halves of their sides."""
    spans = (
        triangles.Outline(*drawing.outline).spans
        if drawing.outline
        else [(0, drawing.width)] * drawing.height
    )
    return [(row, place) for row, span in enumerate(spans) for place in range(*span)]


def _shift(old: triangles.Outline, new: triangles.Outline, at_top: bool, at_left: bool) -> tuple[int, int]:
    """Return the shift of an outline into another one after which most lines stay: rows, and half places."""
    before, after = (
        [(min(some), max(some)) for some in zip(*triangles.coordinates(outline), strict=True)]
        for outline in (old, new)
    )
    (least, most), (first, last) = (
        sorted((there[0] - here[0], there[1] - here[1]))
        for here, there in zip(before[:2], after[:2], strict=True)
    )

    def worth(shift: tuple[int, int]) -> tuple[int, int, int]:
        down, along = shift
        right = 2 * along - down
        moves = zip(before, after, (down, along, along - down), strict=True)
        lost = sum(max(0, low - a - by) + max(0, b + by - high) for (a, b), (low, high), by in moves)
        return lost, -down if at_top else down, -right if at_left else right

    every = product(range(least, most + 1), range(first, last + 1))
    down, along = min(every, key=worth)
    return down, 2 * along - down


def _remade(old: Drawing, grid: dict[str, Any], cells: Origins) -> Drawing:
    """Return the drawing on a new grid, to which these cells of the old one come."""
    empty = dict.fromkeys(LAYERS, UNKNOWN) | {"picture": old.palette[0].char, "costs": _COSTLY}
    fields: dict[str, Any] = {
        key: "".join([blank if cell is None else layer[cell] for cell in cells])
        for key, blank in empty.items()
        if (layer := getattr(old, key))
    }
    if old.rules:
        fields["gives"] = texts_of(_gives(old.puzzle(), cells, grid.get("width", old.width)))
    new = replace(old, **grid, **fields, clues=())
    if not old.clues:
        return read_drawing(new.plain())
    if old.has_numbers:
        text = "".join(row.strip().ljust(old.width, UNKNOWN) for row in old.clues)
        numbers = "".join([UNKNOWN if cell is None else text[cell] for cell in cells])
        return replace(new, clues=new.cut(numbers))
    return replace(new, clues=tuple(_clues(old, new, cells)))


def _gives(puzzle: Any, cells: Origins, width: int) -> dict[str, Any]:
    """Return what a puzzle of a declared kind gives once these cells have come to a grid of this width."""
    rows = [cells[k : k + width] for k in range(0, len(cells), width)]
    gives = dict(puzzle.gives)
    for name, given in puzzle.rules.gives.items():
        if given.form == "picture":
            text = "".join(gives[name])
            blank = given.blank if given.chars else text[0]
            gives[name] = ["".join([blank if cell is None else text[cell] for cell in row]) for row in rows]
        elif given.is_side:
            across = given.form in ("top", "bottom")
            lines = [*zip(*rows, strict=True)] if across else rows
            came = [{divmod(one, puzzle.width)[across] for one in line if one is not None} for line in lines]
            gives[name] = [gives[name][min(at)] if at else None for at in came]
    return gives


def _clues(old: Drawing, new: Drawing, cells: Origins) -> Iterator[str]:
    """Yield the clue of each new line: that of the old line that has its cells, or `0`."""
    lines = old.layout[1]
    having: dict[int, set[int]] = {}
    for index, line in enumerate(lines):
        for cell in line:
            having.setdefault(cell, set()).add(index)
    directions = _directions(old)
    for direction, line in zip(_directions(new), new.layout[1], strict=True):
        here = [origin for cell in line if (origin := cells[cell]) is not None]
        able = set.intersection(*(having[cell] for cell in here)) if here else set()
        # Lines of few cells may lie in several old ones.
        best = max(able, key=lambda n: (len(lines[n]) == len(here), directions[n] == direction), default=None)
        if best is None:
            yield "0"
        else:
            clue = old.clues[best]
            back = len(here) > 1 and [*lines[best]] == here[::-1]
            yield " ".join(clue.replace(",", " ").split()[::-1]) if back else clue


def _directions(drawing: Drawing) -> list[int]:
    """Return the direction of each line."""
    sides = drawing.outline or (drawing.height, 0, drawing.width, 0)
    return [side // 2 for side, length in enumerate(sides) for _ in range(length)]


def turn_colour(colour: Colour, move: symmetry.Move) -> Colour:
    """Return a colour as it looks after a move of squares; only split ones change."""
    if not colour.halves:
        return colour
    name = colours.turn(colour.name, move.steps) if colours.split(colour.name) else colour.name
    return replace(colour, name=name, halves=colours.turn(colour.halves, move.steps))


Place = tuple[int, int]


@dataclass(frozen=True)
class Turned:
    """Some cells of a layer of a drawing, to be mirrored or turned to the right."""

    how: Annotated[str, fields.one_of(tuple(SQUARE_MOVES))]
    drawing: Annotated[Drawing, read_drawing]
    layer: Annotated[str, fields.one_of(LAYERS)]
    cells: Annotated[tuple[int, ...], fields.items(MOST_CELLS, fields.number(0, MOST_CELLS))]

    def apply(self) -> tuple[Drawing, list[int]]:
        """Return the drawing after the change, and the selected cells; those that leave the grid are lost.

        Split colours are turned as well; those that the palette lacks are added. Raises InputError if the
        cells are not of the grid.
        """
        old = self.drawing
        if not self.cells or max(self.cells) >= old.count:
            raise InputError("expected cells of the grid")
        blank = old.palette[0].char if self.layer == "picture" else UNKNOWN
        before = getattr(old, self.layer) or blank * old.count
        palette, images = self._colours("".join(before[cell] for cell in self.cells))
        after = list(before)
        to = self._images()
        for cell in self.cells:
            after[cell] = blank
        for cell, new in to.items():
            after[new] = images.get(before[cell], before[cell])
        layer = "".join(after)
        emptied = self.layer != "picture" and set(layer) == {UNKNOWN}
        changed = {self.layer: "" if emptied else layer}
        return replace(old, palette=palette, **changed), [*to.values()]  # type: ignore[arg-type]

    def _colours(self, chars: str) -> tuple[Palette, dict[str, str]]:
        """Return the palette with the turned colours of these cells, and the character of each of them."""
        palette, images = self.drawing.palette, {}
        for one in self.drawing.palette:
            if one.char in chars and one.halves:
                image = turn_colour(one, SQUARE_MOVES[self.how])
                known: Colour | None = next(
                    (other for other in palette if other.halves == image.halves), None
                )
                if known is None:
                    known = replace(image, char=free_char(palette, "split"))
                    palette = (*palette, known)
                images[one.char] = known.char
        return palette, images

    def _images(self) -> dict[int, int]:
        """Return where the cells come to, without those that leave the grid."""
        at = places(self.drawing)
        some = [at[cell] for cell in self.cells]
        ends = [(min(values), max(values)) for values in zip(*some, strict=True)]
        move = _triangle if self.drawing.outline else _square
        numbers = {place: cell for cell, place in enumerate(at)}
        images = ((cell, move(self.how, at[cell], *ends)) for cell in self.cells)
        return {cell: numbers[image] for cell, image in images if image in numbers}


def _square(how: str, at: Place, rows: Place, columns: Place) -> Place:
    """Return the image of a square among those between the first and the last row and column."""
    (top, bottom), (left, right) = rows, columns
    size = bottom + 1 - top, right + 1 - left
    row, column = SQUARE_MOVES[how].place(at[0] - top, at[1] - left, *size)
    return top + row, left + column


def _triangle(how: str, at: Place, rows: Place, columns: Place) -> Place:
    """Return the image of a triangle, whose place counts half sides; a corner of triangles stays."""
    row, place = at
    across, down = sum(columns) + 2, (sum(rows) + 2) // 2
    if how == "mirror-across":
        return row, 2 * ((across + 1) // 2) - place - 2
    if how == "mirror-down":
        return 2 * down - 1 - row, place
    # A sixth of a turn moves the middle, `x` half sides and `y` thirds of a row from the corner.
    corner = 2 * ((across - 2 * down + 4) // 4) + down - 1
    x, y = place + 1 - corner, 3 * (row - down) + (1 if (row + place) % 2 else 2)
    return (3 * x + y) // 2 // 3 + down, (x - y) // 2 + corner - 1
