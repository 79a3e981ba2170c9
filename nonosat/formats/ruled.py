"""Finds the cells of pictures that have many pixels for each: equal blocks, and rules of printed grids."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import gcd
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonosat.formats.source import Source

Levels = tuple[bytes, ...]
"""The rows of a picture, as grey levels."""

FEWEST = 5
"""The fewest cells of a side: fewer blocks or rules are a part of the picture."""

_INK = 0.88  # of the level of paper: what is darker may be a rule
_SLOPES = [step / 200 for step in range(-12, 13)]  # of rules that lie askew
_BIN = 2  # pixels across a rule, in which its pieces are counted together
_THIN = 0.1  # of what is dark, as there are white cells on both sides of a rule
_NEAR = 0.16  # of a cell: how far a rule may be from its place
_END = 0.6  # of the strength of a grid's lines
_FILLED = 0.55  # of the level of paper: what is darker is a filled cell, and no number


def block_side(rows: Sequence[Sequence[object]]) -> int:
    """Return the side of the largest equal blocks that a picture consists of, 1 if there are none."""
    side = gcd(len(rows), len(rows[0]))
    before: Sequence[object] = rows[0]
    for y, row in enumerate(rows):
        if y and row == before:
            continue
        side = gcd(side, y)
        for x in range(1, len(row)) if side > 1 else ():
            if row[x] != row[x - 1]:
                side = gcd(side, x)
        if side == 1:
            break
        before = row
    return side if min(len(rows), len(rows[0])) >= FEWEST * side and side < len(rows[0]) else 1


@dataclass(frozen=True)
class Printed:
    """A printed grid: its width and height in cells, and the mean grey level of each, which is filled below
    `ink`.
    """

    size: tuple[int, int]
    levels: Levels
    ink: int

    def words(self, source: Source) -> str:
        """Say what it is. Raises InputError if no cell is filled."""
        size = f"{self.size[0]} x {self.size[1]} cells"
        if min(map(min, self.levels)) >= self.ink:
            what = f"a printed puzzle of {size}, whose numbers are not read: write its clues down as text"
            raise source.wrong(what)
        return f"a printed grid of {size}"

    def fits(self, size: tuple[int, int]) -> bool:
        """Whether a puzzle of this size, perhaps without rows, has its cells."""
        return size in (self.size, (self.size[0], 0))


@lru_cache(maxsize=4)
def printed(levels: Levels) -> Printed | None:
    """Return the printed grid that a picture shows: thin dark lines at equal distances, down and across, over
    light paper, which may lie askew by three degrees. None if there is none.
    """
    height, width = len(levels), len(levels[0])
    step = max(1, min(height, width) // 200)
    thickest = max(height, width) // 60 + 2
    down = [(x, bytes([row[x] for row in levels])) for x in range(0, width, step)]
    across = _rules(down, width / 2, thickest)
    upright = across and _rules([(y, levels[y]) for y in range(0, height, step)], height / 2, thickest)
    if not (across and upright) or not 0.7 < across.pitch / upright.pitch < 1.4:
        return None

    def corner(x: float, y: float) -> complex:
        """Return where a rule down and one across meet, which are given by where they cross the middle."""
        x += upright.slope * (y - across.slope * width / 2 - height / 2)
        x /= 1 - upright.slope * across.slope
        y += across.slope * (x - width / 2)
        return complex(min(max(x, 0), width - 1), min(max(y, 0), height - 1))

    corners = [corner(x, y) for y in across.ends for x in upright.ends]
    size = upright.cells, across.cells
    means = cell_levels(levels, corners, size, 0.2)
    every = sorted(b"".join(means))
    paper = every[len(every) * 9 // 10]
    return Printed(size, means, int(_FILLED * paper))


def cell_levels(
    levels: Sequence[bytes], corners: Sequence[complex], size: tuple[int, int], edge: float = 0
) -> Levels:
    """Return the mean grey level of each cell between four corners, less its `edge`; of no rows: square."""
    a, b, c, d = corners
    columns, rows = size[0], size[1] or max(1, round(size[0] * abs(c - a) / abs(b - a)))
    most = max(2, min(6, 120 // columns))
    steps = [edge + (1 - 2 * edge) * (k + 0.5) / most for k in range(most)]

    def mean(x: int, y: int) -> int:
        shares = [((x + s) / columns, (y + t) / rows) for s in steps for t in steps]
        places = [(1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * c + u * d) for u, v in shares]
        return sum(levels[int(at.imag)][int(at.real)] for at in places) // len(places)

    return tuple(bytes(mean(x, y) for x in range(columns)) for y in range(rows))


@dataclass(frozen=True)
class _Rules:
    """Parallel lines at equal distances: where the first and the last cross the middle of the picture."""

    slope: float
    ends: tuple[float, float]
    cells: int

    @property
    def pitch(self) -> float:
        return (self.ends[1] - self.ends[0]) / self.cells


def _rules(scans: Sequence[tuple[int, bytes]], middle: float, thickest: int) -> _Rules | None:
    """Return the rules that cross these scans, each with its place; None if there are no such lines."""
    pieces: list[tuple[float, float]] = []
    thin = 0
    for place, scan in scans:
        ink = int(_INK * sorted(scan)[len(scan) * 4 // 5])
        dark = scan.translate(b"\1" * ink + b"\0" * (256 - ink))
        for run in re.finditer(b"\1+", dark):
            first, last = run.start(), run.end() - 1
            # A filled cell ends at a rule; one at the edge of the picture may go on.
            ends = [(first + last) / 2] if last - first < thickest else [first, last]
            pieces += [(place - middle, at) for at in ends]
            thin += len(ends) == 1
    if thin < _THIN * len(pieces):
        return None
    counts = {slope: Counter(round((at - slope * place) / _BIN) for place, at in pieces) for slope in _SLOPES}
    slope = max(_SLOPES, key=lambda one: sum(count * count for count in counts[one].values()))
    lines = _peaks(counts[slope], len(scans) / 4)
    return _even(lines, slope)


def _peaks(counts: Counter[int], least: float) -> dict[float, int]:
    """Return where lines are, the strongest of neighbouring bins, of which three may share a line; and how
    many pieces each has.
    """
    strength = {at: sum(counts[at + k] for k in (-1, 0, 1)) for at in counts}
    best = sorted(strength.values(), reverse=True)
    if len(best) < FEWEST or best[FEWEST - 1] < least:
        return {}

    def strongest(at: int) -> bool:
        """Whether no bin near this one is stronger, or as strong and before it."""
        near = [strength.get(at + k, 0) for k in range(-3, 4)]
        return max(near[:3]) < near[3] >= max(near)

    lines = sorted(at for at in strength if strength[at] > 0.3 * best[FEWEST - 1] and strongest(at))
    return {
        _BIN * sum((at + k) * counts[at + k] for k in (-1, 0, 1)) / strength[at]: strength[at] for at in lines
    }


def _even(lines: Mapping[float, int], slope: float) -> _Rules | None:
    """Return the longest part of the lines that has equal distances, of which some lines may be missing."""
    if len(lines) <= FEWEST:
        return None
    pitch = median(after - before for before, after in pairwise(lines))
    best: list[float] = []
    part = list(lines)[:1]
    for before, after in pairwise(lines):
        steps = (after - before) / pitch
        if not (0.5 < steps < 4.5 and abs(steps - round(steps)) < _NEAR * max(1, round(steps))):
            part = []
        part.append(after)
        best = max(best, part, key=len)
    # Numbers stand in lines, too, but those at the ends of a grid are its strongest.
    least = _END * median(map(lines.__getitem__, best))
    while best and lines[best[0]] < least:
        best = best[1:]
    while best and lines[best[-1]] < least:
        best = best[:-1]
    cells = sum(round((after - before) / pitch) for before, after in pairwise(best))
    if cells < FEWEST or len(best) < 0.6 * (cells + 1) or len(best) < len(lines) / 2:
        return None
    return _Rules(slope, (best[0], best[-1]), cells)
