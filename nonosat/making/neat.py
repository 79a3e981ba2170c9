"""Changes of a drawing that keep its look: what a setter would try first.

A drawing has thin lines, edges, enclosed areas and cells alone. A *move* thickens such a line, moves an edge
by a cell, fills an area or drops a spot; in a symmetric drawing, on both sides. A beam search puts few moves
together until lines decide every cell. It prefers pictures that differ little to the eye: few patches, no new
edges, no new spots, shapes connected as before, and symmetries kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from itertools import pairwise
from math import sqrt
from typing import Any, TypeAlias

from nonosat.making.pictures import Pictures
from nonosat.problem import CellValue
from nonosat.processes.clock import Clock
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.symmetry import HALF, LEFT_TO_RIGHT, UPSIDE_DOWN, Move
from nonosat.records import dataclass

try:
    import numpy as np
except ImportError:  # in a browser alone, where there are no neat changes
    np = None  # type: ignore[assignment]

Grid: TypeAlias = "np.ndarray[Any, np.dtype[np.uint8]]"
Places = Sequence[tuple[int, int]]

MOST_MOVES = 5
_WIDTH = 10  # pictures that are followed
_OPEN = 0.35  # a cell that stays open counts as much as this of `unlike`
_ALIKE = 0.08  # a drawing is meant to be symmetric if at most this part of it has no mirror image
_EACH = 2.0  # what each thing done counts as, of `unlike`
_SAME = 0.6  # of two changes that share this part of their cells, one is shown
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))
_AROUND = (*_SIDES, (1, 1), (1, -1), (-1, 1), (-1, -1))
_AXES: Mapping[Move, Callable[[Grid], Grid]] = {
    LEFT_TO_RIGHT: lambda grid: grid[:, ::-1],
    UPSIDE_DOWN: lambda grid: grid[::-1],
    HALF: lambda grid: grid[::-1, ::-1],
}


@dataclass(frozen=True)
class Neat:
    """Changes after which lines decide every cell; `does` says in words what they do, `unlike` how much the
    picture changes to the eye.
    """

    changes: tuple[CellValue, ...]
    does: tuple[str, ...]
    unlike: float


def heat(puzzle: CellPuzzle, clock: Clock) -> list[int]:
    """Return for each cell how many cells more lines would decide, at best, with another value there."""
    values, colours = puzzle.values(puzzle.goal), len(puzzle.palette)
    pictures = Pictures(puzzle)
    now = len(pictures.open_cells(values, clock=clock))
    options = [(cell, value) for cell, old in enumerate(values) for value in range(colours) if value != old]
    best = [-len(values)] * len(values)
    for (cell, _), left in zip(options, pictures.after_each(values, options, clock), strict=True):
        best[cell] = max(best[cell], now - left)
    return best


def neat_changes(puzzle: CellPuzzle, keep: Sequence[int], clock: Clock) -> Iterator[Neat]:
    """Yield neat changes as they are found, until none are left or the clock stops the search.

    Raises LimitReached once the clock's deadline has passed.
    """
    if not puzzle.grid or np is None:
        return
    width = puzzle.grid[1]
    pictures = Pictures(puzzle)
    start: Grid = np.array(puzzle.values(puzzle.goal), np.uint8).reshape(puzzle.grid)
    eye, fixed = Eye(start), np.zeros(start.shape, bool)
    fixed.flat[list(keep)] = True
    front: list[tuple[Grid, tuple[str, ...]]] = [(start, ())]
    seen = {start.tobytes()}
    for _ in range(MOST_MOVES):
        reached: list[tuple[float, int, Grid, tuple[str, ...]]] = []
        for grid, does in front:
            open_cells = pictures.open_cells(grid.ravel().tolist(), clock=clock)
            rows, columns = ({cell // width for cell in open_cells}, {cell % width for cell in open_cells})
            for word, places, value in eye.moves(grid):
                clock.check()
                useful = any(r in rows or c in columns for r, c in places)
                if not useful or any(fixed[place] for place in places):
                    continue
                after = grid.copy()
                for place in places:
                    after[place] = value
                if (key := after.tobytes()) in seen:
                    continue
                seen.add(key)
                left = len(pictures.open_cells(after.ravel().tolist(), clock=clock))
                unlike = eye.unlike(after)
                words = does if word in does else (*does, word)
                if left:
                    reached.append((_OPEN * left + unlike, len(reached), after, words))
                    continue
                changed = np.flatnonzero(after != start)
                yield Neat(tuple([(int(cell), int(after.flat[cell])) for cell in changed]), words, unlike)
        front = [(grid, does) for _, _, grid, does in nsmallest(_WIDTH, reached)]


def choose(changes: Sequence[Neat], number: int) -> list[Neat]:
    """Return the best of these changes, those that do one thing before others, and none twice in effect."""
    chosen: list[tuple[Neat, set[CellValue]]] = []
    for one in sorted(changes, key=lambda one: one.unlike + _EACH * len(one.does)):
        cells = set(one.changes)
        if all(len(cells & other) < _SAME * min(len(cells), len(other)) for _, other in chosen):
            chosen.append((one, cells))
            if len(chosen) == number:
                break
    return [one for one, _ in chosen]


def unlike(puzzle: CellPuzzle, changes: Sequence[CellValue]) -> float:
    """Return how much changes of a puzzle's picture show; without a square grid, their number."""
    if not puzzle.grid or np is None:
        return float(len(changes))
    drawing: Grid = np.array(puzzle.values(puzzle.goal), np.uint8).reshape(puzzle.grid)
    after = drawing.copy()
    for cell, value in changes:
        after.flat[cell] = value
    return Eye(drawing).unlike(after)


class Eye:
    """What a drawing looks like: its moves, and how unlike it another picture is."""

    def __init__(self, drawing: Grid) -> None:
        self._drawing = drawing
        self._edges, self._shapes = _edges(drawing), _shapes(drawing)
        filled = max(1, int((drawing > 0).sum()))
        asymmetry = {axis: self._asymmetry(drawing, axis) for axis in _AXES}
        self._axes = {axis: odd for axis, odd in asymmetry.items() if odd <= 2 * _ALIKE * filled}

    @staticmethod
    def _asymmetry(grid: Grid, axis: Move) -> int:
        return int((grid != _AXES[axis](grid)).sum())

    def unlike(self, grid: Grid) -> float:
        """Return how unlike the drawing a picture is to the eye."""
        changed = grid != self._drawing
        edges = _edges(grid) - self._edges
        shapes = int(np.abs(_shapes(grid) - self._shapes).sum())
        lost = 0
        for axis, before in self._axes.items():
            odd = self._asymmetry(grid, axis)
            lost += max(0, odd - before) + 6 * (odd > before == 0)
        spots = 3 * shapes + 4 * _alone(grid, changed)
        return _patches(changed) + max(0.7 * edges, -0.15 * edges) + spots + lost

    def moves(self, grid: Grid) -> Iterator[tuple[str, Places, int]]:
        """Yield what is done, the cells that change, and their new value."""
        for word, places, value in _moves(grid):
            yield word, places, value
            for axis in self._axes:
                height, width = grid.shape
                mirrored = [axis.place(r, c, height, width) for r, c in places]
                yield word, sorted({*places, *mirrored}), value


def _edges(grid: Grid) -> int:
    """Return the length of all edges between colours."""
    return int((grid[1:] != grid[:-1]).sum() + (grid[:, 1:] != grid[:, :-1]).sum())


def _shapes(grid: Grid) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return for each colour its shapes less their holes: Euler's number, by windows of four."""
    padded = np.pad(grid, 1)
    corners = np.stack([padded[:-1, :-1], padded[:-1, 1:], padded[1:, :-1], padded[1:, 1:]])
    sizes = np.zeros(256, np.int64)
    for colour in range(1, int(grid.max(initial=0)) + 1):
        same = corners == colour
        number = same.sum(0)
        diagonal = (number == 2) & (same[0] == same[3])
        sizes[colour] = ((number == 1).sum() - (number == 3).sum() - 2 * diagonal.sum()) // 4
    return sizes


def _patches(changed: Grid) -> float:
    """Return what the eye sees of changed cells: a large patch is seen as one change."""
    return sum(1.5 * sqrt(len(patch)) for patch in _find_parts(changed, _places(changed), _AROUND))


def _places(grid: np.ndarray[Any, Any]) -> Iterator[tuple[int, int]]:
    """Yield the cells that are not 0."""
    yield from ((int(r), int(c)) for r, c in np.argwhere(grid))


def _find_parts(grid: Grid, places: Iterable[tuple[int, int]], steps: Places) -> Iterator[Places]:
    """Yield the parts of some cells that steps within one colour connect."""
    todo = set(places)
    while todo:
        part = [todo.pop()]
        for r, c in part:  # it grows meanwhile
            near = [place for dr, dc in steps if (place := (r + dr, c + dc)) in todo]
            alike = [place for place in near if grid[place] == grid[r, c]]
            todo.difference_update(alike)
            part += alike
        yield part


def _alone(grid: Grid, among: Grid) -> int:
    """Return how many of some cells have no neighbour of their colour, not even at a corner."""
    padded = np.pad(grid.astype(np.int16), 1, constant_values=-1)
    height, width = grid.shape
    near = np.zeros(grid.shape, bool)
    for down in (0, 1, 2):
        for right in (0, 1, 2):
            if (down, right) != (1, 1):
                near |= padded[down : down + height, right : right + width] == grid
    return int((among & ~near).sum())


def _moves(grid: Grid) -> Iterator[tuple[str, Places, int]]:
    height, width = grid.shape

    def at(row: int, column: int) -> int:
        return int(grid[row, column]) if 0 <= row < height and 0 <= column < width else -1

    def inside(places: Places) -> Places:
        return [(r, c) for r, c in places if 0 <= r < height and 0 <= c < width]

    for colour, places in _regions(grid):
        border = [at(r + dr, c + dc) for r, c in places for dr, dc in _SIDES]
        others = {value for value in border if value != colour}
        around = max(others - {-1}, key=border.count, default=colour)
        if len(places) <= 2 and colour:
            yield "drops a spot", places, max(around, 0)
        if -1 not in others and around != colour:
            yield ("fills a gap" if len(places) < 3 else "fills an area"), places, around
            rim = [(r, c) for r, c in places if any(at(r + dr, c + dc) == around for dr, dc in _SIDES)]
            yield "thickens the outline", rim, around
    for colour, stroke in _strokes(grid):
        for dr, dc in _SIDES:
            beside = [(r, c) for r, c in inside([(r + dr, c + dc) for r, c in stroke]) if grid[r, c] == 0]
            if len(beside) > 1:
                yield "thickens a line", beside, colour
    for colour, run, (dr, dc) in _sides(grid):
        outside = inside([(r + dr, c + dc) for r, c in run])
        beyond = at(*outside[0]) if outside else -1
        if beyond >= 0:
            yield ("moves an edge" if len(run) > 1 else "changes an edge"), outside, colour
            yield ("moves an edge" if len(run) > 1 else "changes an edge"), run, beyond
            if len(run) > 2:
                for end in (0, -1):
                    yield "changes an edge", [outside[end]], colour
                    yield "changes an edge", [run[end]], beyond


def _regions(grid: Grid) -> Iterator[tuple[int, Places]]:
    """Yield the connected areas of one colour."""
    for area in _find_parts(grid, np.ndindex(grid.shape), _SIDES):
        yield int(grid[area[0]]), sorted(area)


def _strokes(grid: Grid) -> Iterator[tuple[int, Places]]:
    """Yield lines that are one cell thin, whole and in straight parts: filled cells in no square of four."""
    height, width = grid.shape
    square = np.zeros(grid.shape, bool)
    corner = grid[1:, 1:]
    same = (corner == grid[:-1, :-1]) & (corner == grid[:-1, 1:]) & (corner == grid[1:, :-1])
    for down in (0, 1):
        for right in (0, 1):
            square[down : down + height - 1, right : right + width - 1] |= same
    thin = set(_places((grid > 0) & ~square))
    for step in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for r, c in thin:
            part, after = [], (r, c)
            while after in thin and grid[after] == grid[r, c]:
                part.append(after)
                after = (after[0] + step[0], after[1] + step[1])
            if len(part) > 1 and (r - step[0], c - step[1]) not in thin:
                yield int(grid[r, c]), part
    for whole in _find_parts(grid, thin, _AROUND):
        if len(whole) > 2:
            yield int(grid[whole[0]]), whole


def _sides(grid: Grid) -> Iterator[tuple[int, Places, tuple[int, int]]]:
    """Yield the straight edges of filled shapes: their cells, and the way out."""
    height, width = grid.shape
    for dr, dc in _SIDES:
        for along in range(width if dr == 0 else height):
            run: list[tuple[int, int]] = []
            line = [(r, along) for r in range(height)] if dr == 0 else [(along, c) for c in range(width)]
            for place, after in pairwise([*line, (-1, -1)]):
                r, c = place[0] + dr, place[1] + dc
                outside = int(grid[r, c]) if 0 <= r < height and 0 <= c < width else -1
                if grid[place] and outside != grid[place]:
                    run.append(place)
                here = run and run[-1] == place
                ends = after == (-1, -1) or not here or grid[after] != grid[place]
                if run and (ends or not here):
                    yield int(grid[run[0]]), run, (dr, dc)
                    run = []
