"""Finds the ruled grid of an upright printed puzzle without numpy, which the browser does not have.

It says how many cells there are, and which are filled. Numbers are not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

Levels = Sequence[Sequence[int]]

_LONG = 0.92  # of the longest dark run: a line of the grid
_OFF = 0.2  # of a cell's side: how far a line may be from its place
_THICK = 1 / 3  # of a cell's side: a thicker one is a row of filled cells
_FEWEST = 4  # cells of a side
_FILLED = 0.02  # of all cells: fewer are dirt


def levels_of(pgm: bytes) -> Levels:
    """Return the grey levels of a binary PGM."""
    _, size, _, body = pgm.split(b"\n", 3)
    width, height = map(int, size.split())
    return [body[y * width : (y + 1) * width] for y in range(height)]


def read_ruled(levels: Levels) -> tuple[str, ...] | None:
    """Return the picture in a ruled grid, with `#` for filled cells; None if there is no such grid."""
    flat = sorted(level for row in levels[::4] for level in row[::4])
    paper, black = flat[len(flat) * 9 // 10], flat[len(flat) // 100]
    dark = 0.9 * paper
    ys, xs = _lines(levels, dark), _lines(list(zip(*levels, strict=True)), dark)
    if not ys or not xs:
        return None

    def is_filled(row: int, column: int) -> bool:
        y, x = ((at[k] + at[k + 1]) / 2 for at, k in ((ys, row), (xs, column)))
        reach = max(1, int((xs[1] - xs[0]) / 5))
        seen = [
            levels[int(y) + v][int(x) + u] for v in range(-reach, reach + 1) for u in range(-reach, reach + 1)
        ]
        return sum(seen) / len(seen) < (paper + black) / 2

    rows = tuple(["".join(".#"[is_filled(r, c)] for c in range(len(xs) - 1)) for r in range(len(ys) - 1)])
    few = "".join(rows).count("#") < _FILLED * len(rows) * len(rows[0])
    return tuple(["." * len(row) for row in rows]) if few else rows


def _lines(levels: Levels, dark: float) -> list[float]:
    """Return where the lines across are, at equal distances; empty if they are not."""
    runs = [_longest(row, dark) for row in levels]
    least = _LONG * max(runs)
    groups: list[list[int]] = []
    for y, run in enumerate(runs):
        if run < least:
            continue
        if groups and y - groups[-1][-1] < 2:
            groups[-1].append(y)
        else:
            groups.append([y])
    middles = [(group[0] + group[-1]) / 2 for group in groups]
    pitch = median([b - a for a, b in pairwise(middles)] or [0])
    middles = [at for at, group in zip(middles, groups, strict=True) if len(group) <= max(3, _THICK * pitch)]
    if not pitch or len(middles) < 2:
        return []
    first, last = middles[0], middles[-1]
    count = round((last - first) / pitch)
    if count < _FEWEST:
        return []
    step = (last - first) / count
    off = [abs((at - first) / step - round((at - first) / step)) for at in middles]
    fits = sum(one < _OFF for one in off) > 0.9 * len(off) and len(middles) > 0.6 * (count + 1)
    return [first + k * step for k in range(count + 1)] if fits else []


def _longest(row: Sequence[int], dark: float) -> int:
    """Return the length of the longest dark run, in which single pixels may be light."""
    best = run = light = 0
    for level in row:
        if level < dark:
            run, light = run + 1 + light, 0
            best = max(best, run)
        elif light:
            run = light = 0
        else:
            light = 1
    return best
