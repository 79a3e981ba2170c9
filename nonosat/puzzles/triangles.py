r"""The geometry of triangular grids, whose outline is a hexagon with sides of any lengths, also of length 0.

    A picture's rows stand between slashes, as     /ABCDE\      A, C, E point up, B and D down.
    webpbn writes them: the slope of the edge     /FGHIJK/
    there. They say what the outline is.          \LMNOP/

Lines run in three directions: rows, lines along `/` from their upper end, lines along `\` from theirs. A cell
is in one line of each direction; two lines may share two cells. A cell has a coordinate per direction, the
index of its line: (a, b, c), with a - b + c = -1 if it points up and 0 if it points down. So every
symmetry permutes and reverses coordinates. (After Paul Stansifer's number-loom.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, chain, pairwise, permutations
from math import sqrt
from typing import NamedTuple, TypeVar

from nonosat.puzzles.picture import Picture

SIDES = ("top left", "bottom left", "top", "top right", "bottom", "bottom right")
"""The sides in words, in the order of an outline."""

TALL = sqrt(3) / 2
"""The height of a triangle whose side is 1."""

Cell = tuple[int, int, int]

T = TypeVar("T")


class Outline(NamedTuple):
    """The lengths of the sides: two where rows begin, two where lines along `/` do, two where others end.

    >>> Outline(2, 1, 2, 1, 2, 2).row_lengths
    (5, 6, 5)
    """

    topleft: int
    bottomleft: int
    top: int
    topright: int
    bottom: int
    bottomright: int

    @property
    def fault(self) -> str:
        """Say why no hexagon has these sides; empty if one has."""
        if min(self.topleft + self.bottomleft, self.top + self.topright, self.bottom + self.bottomright) < 1:
            return "each of the three directions needs a line"
        if self.topleft + self.bottomleft != self.topright + self.bottomright:
            left, right = self.topleft + self.bottomleft, self.topright + self.bottomright
            return (
                f"the left sides have {left} lines together, the right ones {right}: expected the same number"
            )
        if self.topleft + self.top != self.bottom + self.bottomright:
            one, other = self.topleft + self.top, self.bottom + self.bottomright
            what = f"top left and top have {one} lines together, bottom and bottom right {other}"
            return f"{what}: expected the same number"
        return ""

    @property
    def edges(self) -> tuple[tuple[str, str], ...]:
        """The slopes at both ends of each row."""
        left = "/" * self.topleft + "\\" * self.bottomleft
        right = "\\" * self.topright + "/" * self.bottomright
        return tuple(zip(left, right, strict=True))

    @property
    def row_lengths(self) -> tuple[int, ...]:
        """The number of cells in each row."""
        return tuple([stop - start for start, stop in self.spans])

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The first place of each row, and the one after its last, in halves of a cell's side.

        The cell at place p covers p to p + 2; it points up if p plus its row is even.
        """
        ends, left, right = [], 1, 1 + 2 * self.top
        for before, after in self.edges:
            ends.append((left - (before == "/"), right - (after == "/")))
            left += 1 - 2 * (before == "/")
            right += 1 - 2 * (after == "/")
        return tuple(ends)

    @property
    def sides(self) -> tuple[tuple[str, int], ...]:
        """The sides in words, with their lengths."""
        return tuple(
            zip(("top left", "bottom left", "top", "top right", "bottom", "bottom right"), self, strict=True)
        )


class Grid(NamedTuple):
    """The lines of an outline, by the numbers of their cells, which are counted row by row: rows, lines along
    `/`, lines along backslashes.
    """

    lines: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]


@lru_cache(maxsize=8)
def grid_of(outline: Outline) -> Grid:
    """Return the lines of an outline."""
    cells = tuple(range(sum(outline.row_lengths)))  # slices share its numbers
    rows = [cells[start:stop] for start, stop in pairwise(accumulate(outline.row_lengths, initial=0))]
    starts = [start for start, _ in outline.spans]
    slashes = [start + row for row, start in enumerate(starts)]
    others = [start - row + 2 * outline.topleft - 1 for row, start in enumerate(starts)]
    lines = [
        *rows,
        *_slanting(rows, slashes, outline.top + outline.topright, right_first=True),
        *_slanting(rows, others, outline.bottom + outline.bottomright, right_first=False),
    ]
    names = [f"line {k} from the {side}" for side, length in outline.sides for k in range(1, length + 1)]
    return Grid(tuple(lines), tuple(names))


def coordinates(outline: Outline) -> tuple[Cell, ...]:
    """Return the coordinates of each cell."""
    return tuple([_cell(r, p) for r, (start, stop) in enumerate(outline.spans) for p in range(start, stop)])


def _slanting(
    rows: Sequence[Sequence[int]], before: Sequence[int], count: int, right_first: bool
) -> Iterator[tuple[int, ...]]:
    """Yield the lines along a slope. With `before[r]` places before row r, a line has two places in each row,
    one below the other; it is read from the upper end, and in each row from the right or from the left.
    """
    halves: list[list[int]] = []
    for row, skipped in zip(rows, before, strict=True):
        places = [-1] * skipped + [*row] + [-1] * (2 * count - skipped - len(row))
        halves += (places[1::2], places[::2]) if right_first else (places[::2], places[1::2])
    for line in zip(*halves, strict=True):
        yield tuple([cell for cell in line if cell >= 0])


def outline_of(picture: Sequence[str]) -> Outline:
    """Return the outline of a picture with its edges. Raises ValueError if it has none."""
    left = "".join([row[:1] for row in picture])
    right = "".join([row[-1:] for row in picture])
    topleft, topright = left.count("/"), right.count("\\")
    if left != "/" * topleft + "\\" * (len(left) - topleft) or not picture:
        raise ValueError("on the left, rows begin with / and, from some row on, with \\")
    if right != "\\" * topright + "/" * (len(right) - topright) or min(map(len, picture)) < 3:
        raise ValueError("on the right, rows end with \\ and, from some row on, with /")
    first, bottomleft = picture[0], len(left) - topleft
    # A row has as many cells as the edges above and below it have together.
    top = (len(first) - 2 - (first[0] == "/") + (first[-1] == "/")) // 2
    bottom = top + topleft - (len(right) - topright)
    outline = Outline(topleft, bottomleft, top, bottomleft + bottom - top, bottom, len(right) - topright)
    if min(outline) < 0 or outline.fault or outline.row_lengths != tuple([len(row) - 2 for row in picture]):
        raise ValueError("the rows do not fit together as a hexagon")
    return outline


def hexagon(width: int, height: int) -> Outline:
    """Return the outline with this many rows and lines above, and as many below, or one more.

    >>> hexagon(8, 16) == Outline(8, 8, 8, 8, 8, 8)
    True
    """
    upper, lower = height - height // 2, height // 2
    return Outline(upper, lower, width, upper, width + upper - lower, lower)


def sample_middles(rows: Sequence[Sequence[T]], outline: Outline) -> list[T]:
    """Return for each cell what is at its middle in a grid of the same box."""
    spans = outline.spans
    left, right = min(start for start, _ in spans), max(stop for _, stop in spans) + 1
    sampled = []
    for row, (start, stop) in enumerate(spans):
        for place in range(start, stop):
            down = (row + place) % 2
            y = (row + (1 if down else 2) / 3) / len(spans)
            x = (place + 1 - left) / (right - left)
            line = rows[int(y * len(rows))]
            sampled.append(line[int(x * len(line))])
    return sampled


def enclosing(outline: Outline, kept: Collection[int]) -> tuple[Outline, tuple[int, ...]]:
    """Return the smallest hexagon around some cells of an outline, and its cells."""
    cells = coordinates(outline)
    bounds = [(min(some), max(some)) for some in zip(*(cells[number] for number in kept), strict=True)]
    boxes = [
        number
        for number, cell in enumerate(cells)
        if all(low <= at <= high for at, (low, high) in zip(cell, bounds, strict=True))
    ]
    return _outline([cells[number] for number in boxes]), tuple(boxes)


def frame(chars: str, outline: Outline) -> Picture:
    """Return the picture of these cells, row by row, with its edges."""
    framed, at = [], 0
    for length, (left, right) in zip(outline.row_lengths, outline.edges, strict=True):
        framed.append(f"{left}{chars[at : at + length]}{right}")
        at += length
    return tuple(framed)


class Move(NamedTuple):
    """A rotation or reflection of an outline: the new one, and where its lines and cells come from.

    Line i of the new grid is line `lines[i][0]`, reversed if `lines[i][1]`; cell i is cell `cells[i]`.
    """

    moved: Outline
    outline: Outline
    lines: tuple[tuple[int, bool], ...]

    @property
    def cells(self) -> tuple[int, ...]:
        """Where each cell comes from."""
        lines, rows = grid_of(self.moved).lines, self.lines[: len(self.outline.spans)]
        return tuple(chain.from_iterable([lines[line][:: -1 if back else 1] for line, back in rows]))


@lru_cache(maxsize=8)
def moves(outline: Outline) -> tuple[Move, ...]:
    """Return the twelve rotations and reflections, the identity first."""
    # With b negated, the sum of the coordinates is -1 or 0, which permutations keep; negating all of them,
    # and moving one by 1, swaps up and down.
    return tuple([_move(outline, sign, order) for sign in (1, -1) for order in permutations(range(3))])


_ENDS = (("top", "bottom"), ("bottomright", "topleft"), ("bottomleft", "topright"))
"""The sides at which a, -b and c are least and most."""

_LINES = (1, -1, 1)
"""Whether the lines of a direction are in the order of a, -b and c, or backwards."""

_READ = ({1: -1, 2: 1}, {0: 1, 2: -1}, {0: 1, 1: -1})
"""For the lines of each direction, how the other two coordinates change along them."""


def _move(outline: Outline, sign: int, order: Sequence[int]) -> Move:
    """Return the move whose coordinates are `sign` times those that `order` names."""
    sides = {
        side: getattr(outline, old)
        for ends, from_ in zip(_ENDS, order, strict=True)
        for side, old in zip(ends, _ENDS[from_][::sign], strict=True)
    }
    rows, slashes = outline.topleft + outline.bottomleft, outline.top + outline.topright
    numbers = (range(rows), range(rows, rows + slashes), range(rows + slashes, sum(outline)))
    lines: list[tuple[int, bool]] = []
    for direction, old in enumerate(order):
        along = order[0 if direction else 2]  # of the coordinates that change, one that grows
        back = sign * _READ[old][along] < 0
        lines += [(line, back) for line in numbers[old][:: sign * _LINES[direction] * _LINES[old]]]
    return Move(outline, Outline(**sides), tuple(lines))


def _cell(row: int, place: int) -> Cell:
    at, down = divmod(row + place, 2)
    return row, at, at - row - 1 + down


def _outline(cells: Sequence[Cell]) -> Outline:
    """Return the outline of cells in the order of their rows."""
    first, last = dict[int, Cell](), dict[int, Cell]()
    for cell in cells:
        first.setdefault(cell[0], cell)
        last[cell[0]] = cell
    ups = Counter((end, a - b + c) for end, some in enumerate((first, last)) for a, b, c in some.values())
    topleft, bottomleft, topright, bottomright = ups[0, -1], ups[0, 0], ups[1, -1], ups[1, 0]
    slashes = len({b for _, b, _ in cells})
    top = slashes - topright
    return Outline(topleft, bottomleft, top, topright, topleft + top - bottomright, bottomright)
