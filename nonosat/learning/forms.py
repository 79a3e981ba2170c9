# Compiled with forms.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Finds the least of the forms that a picture has after the moves of a grid."""

from __future__ import annotations

ONE, ALL = 1, (1 << 64) - 1
_BLACK, _SWAP = ord("#"), ord("#") ^ ord(".")
_FACTOR = 0x9E3779B97F4A7C15  # odd, with as many ones as zeros
_MIRRORED = 0b01101100
"""The moves of `symmetry.MOVES` that read rows from their ends; odd ones begin with the last row."""


def form_key(text: str, wide: int, high: int, two_colours: bool) -> tuple[int, int]:
    """Return a hash of the least of all forms of a picture, whose rows are one text, and the mask of the
    moves that lead to it. A narrow form is less than a wide one.

    Of a picture in two colours and its negative, the darker one has the form; the moves of the negative have
    8 more.
    """
    cells = memoryview(text.encode("utf-32-le")).cast("I")
    black = 1
    if two_colours:
        black = -len(cells)
        for i in range(len(cells)):
            black += 2 * (cells[i] == _BLACK)
    least_hash, moves = ONE ^ ONE, 0
    if black >= 0:
        least, moves = _least(cells, wide, high, 0)
        least_hash = _hash(cells, wide, high, least, 0)
    if black <= 0:
        least, others = _least(cells, wide, high, _SWAP)
        other = _hash(cells, wide, high, least, _SWAP)
        if not moves or other < least_hash:
            least_hash, moves = other, others << 8
        elif other == least_hash:
            moves |= others << 8
    return least_hash, moves


def _least(cells: memoryview, wide: int, high: int, swap: int) -> tuple[int, int]:
    """Return a move that leads to the least form, and the mask of all; `swap` is joined to each cell."""
    least = moves = 0
    for move in range(8):
        if high < wide if move < 4 else wide < high:
            continue
        order = _order(cells, wide, high, move, least, swap) if moves else -1
        if order < 0:
            least, moves = move, 1 << move
        elif order == 0:
            moves |= 1 << move
    return least, moves


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


def _order(cells: memoryview, wide: int, high: int, one: int, other: int, swap: int) -> int:
    """Return how two forms of the same width compare: a number below 0 if the first is less."""
    at, down, right = _steps(one, wide, high)
    at_other, down_other, right_other = _steps(other, wide, high)
    columns = wide if one < 4 else high
    for row in range(wide * high // columns):
        for column in range(columns):
            cell = cells[at + row * down + column * right] ^ swap
            against = cells[at_other + row * down_other + column * right_other] ^ swap
            if cell != against:
                return -1 if cell < against else 1
    return 0


def _hash(cells: memoryview, wide: int, high: int, move: int, swap: int) -> int:
    at, down, right = _steps(move, wide, high)
    columns = wide if move < 4 else high
    mixed = ONE * columns
    for row in range(wide * high // columns):
        for column in range(columns):
            mixed = (mixed ^ cells[at + row * down + column * right] ^ swap) * _FACTOR & ALL
            mixed ^= mixed >> 32
    return mixed
