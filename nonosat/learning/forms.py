# Compiled with forms.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Finds the least of the forms that a picture has after the moves of a grid."""

from __future__ import annotations

_MIRRORED = 0b01101100
"""The moves of `symmetry.MOVES` that read rows from their ends; odd ones begin with the last row."""


def least_form(text: str, wide: int, high: int) -> tuple[bytes, int]:
    """Return the least form of a picture, whose rows are one text, and the mask of the moves that lead to it.
    A narrow form is less than a wide one.
    """
    cells = memoryview(text.encode("utf-32-le")).cast("I")
    least = moves = 0
    for move in range(8):
        if high < wide if move < 4 else wide < high:
            continue
        if moves:
            order = _order(cells, wide, high, move, least)
            if order == 0:
                moves |= 1 << move
            if order >= 0:
                continue
        least, moves = move, 1 << move
    found = bytearray(4 * len(text))
    _write(memoryview(found).cast("I"), cells, wide, high, least)
    return bytes(found), moves


def _steps(move: int, wide: int, high: int) -> tuple[int, int, int]:
    """Return the first cell of a form, the step to its next row, and that to the next cell of a row."""
    first, down, right, rows, columns = 0, wide, 1, high, wide
    if move >= 4:
        down, right, rows, columns = 1, wide, wide, high
    if move & 1:
        first, down = first + (rows - 1) * down, -down
    if _MIRRORED >> move & 1:
        first, right = first + (columns - 1) * right, -right
    return first, down, right


def _order(cells: memoryview, wide: int, high: int, one: int, other: int) -> int:
    """Return how two forms of the same width compare: a number below 0 if the first is less."""
    at, down, right = _steps(one, wide, high)
    at_other, down_other, right_other = _steps(other, wide, high)
    columns = wide if one < 4 else high
    for row in range(wide * high // columns):
        for column in range(columns):
            cell = cells[at + row * down + column * right]
            against = cells[at_other + row * down_other + column * right_other]
            if cell != against:
                return -1 if cell < against else 1
    return 0


def _write(form: memoryview, cells: memoryview, wide: int, high: int, move: int) -> None:
    at, down, right = _steps(move, wide, high)
    columns, to = wide if move < 4 else high, 0
    for row in range(wide * high // columns):
        for column in range(columns):
            form[to] = cells[at + row * down + column * right]
            to += 1
