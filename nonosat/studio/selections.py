"""Selected cells of a drawing, turned or mirrored in their place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from nonosat import UNKNOWN, Colour, InputError, Palette, fields
from nonosat.studio.drawing import LAYERS, MOST_CELLS, Drawing, read_drawing
from nonosat.studio.grid_changes import SQUARE_MOVES, places, turned_colour
from nonosat.studio.palette_changes import free_char

Place = tuple[int, int]


@dataclass(frozen=True)
class Turned:
    """Some cells of a layer of a drawing, to be mirrored or turned to the right."""

    how: Annotated[str, fields.one_of(tuple(SQUARE_MOVES))]
    drawing: Annotated[Drawing, read_drawing]
    layer: Annotated[str, fields.one_of(LAYERS)]
    cells: Annotated[tuple[int, ...], fields.items(MOST_CELLS, fields.number(0, MOST_CELLS))]

    def applied(self) -> tuple[Drawing, list[int]]:
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
        found = "".join(after)
        emptied = self.layer != "picture" and set(found) == {UNKNOWN}
        changed = {self.layer: "" if emptied else found}
        return replace(old, palette=palette, **changed), [*to.values()]  # type: ignore[arg-type]

    def _colours(self, chars: str) -> tuple[Palette, dict[str, str]]:
        """Return the palette with the turned colours of these cells, and the character of each of them."""
        palette, images = self.drawing.palette, {}
        for one in self.drawing.palette:
            if one.char in chars and one.halves:
                image = turned_colour(one, SQUARE_MOVES[self.how])
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
    row, column = at
    if how == "mirror-across":
        return row, sum(columns) - column
    if how == "mirror-down":
        return sum(rows) - row, column
    return rows[0] + column - columns[0], columns[0] + rows[1] - row


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
