"""Finds connected shapes of ink, and reads digits by a small network, which `bench/digits.py` trains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nonosat.records import dataclass

Levels = NDArray[Any]
"""Ink from 0 to 1, or what is computed of it."""

SIZE = 20, 16
"""The rows and columns of what the network reads."""

NONE = 10
"""The network's answer for a shape that is no digit."""

WEIGHTS = Path(__file__).with_name("digits.npz")


@dataclass(frozen=True)
class Shape:
    """A connected shape: its box in pixels (y0, y1, x0, x1; the ends excluded), and its ink."""

    box: tuple[int, int, int, int]
    ink: Levels

    @property
    def height(self) -> int:
        """In pixels."""
        return self.box[1] - self.box[0]

    @property
    def width(self) -> int:
        """In pixels."""
        return self.box[3] - self.box[2]

    @property
    def middle(self) -> tuple[float, float]:
        """Its y and x."""
        return (self.box[0] + self.box[1]) / 2, (self.box[2] + self.box[3]) / 2

    def halves(self, cut: int) -> tuple[Levels, Levels]:
        """Return its ink to the left and to the right of a column, each without blank rows."""
        left, right = self.ink[:, :cut], self.ink[:, cut:]
        return _trim(left), _trim(right)


def join_shapes(shapes: Sequence[Shape]) -> Shape:
    """Return several shapes as one."""
    y0, y1 = min(one.box[0] for one in shapes), max(one.box[1] for one in shapes)
    x0, x1 = min(one.box[2] for one in shapes), max(one.box[3] for one in shapes)
    ink = np.zeros((y1 - y0, x1 - x0), np.float32)
    for one in shapes:
        a, b, c, d = one.box
        part = ink[a - y0 : b - y0, c - x0 : d - x0]
        np.maximum(part, one.ink, out=part)
    return Shape((y0, y1, x0, x1), ink)


def spread(levels: Levels, size: int, axis: int, choose: Callable[..., Levels] = np.maximum) -> Levels:
    """Return the largest (or least) of the `size` pixels around each, along an axis."""
    around = [(0, 0)] * levels.ndim
    around[axis] = (size // 2, size - 1 - size // 2)
    widest, done = np.moveaxis(np.pad(levels, around, mode="edge"), axis, 0), 1
    while done < size:
        step = min(done, size - done)
        widest, done = choose(widest[:-step], widest[step:]), done + step
    return np.moveaxis(widest, 0, axis)


def ink_of(colours: Levels, side: int, boxed: bool) -> Levels:
    """Return the ink of a margin: what is darker than its cell's paper, or lighter than boxes; no lines."""
    ink = 1 - colours.min(2)
    if boxed:
        ink[-3:] = ink[:, -3:] = 0  # the grid's edge
        closed, size = ink, int(0.2 * side) | 1  # the boxes, without the light numbers in them
        for choose in (np.maximum, np.minimum):
            closed = spread(spread(closed, size, 0, choose), size, 1, choose)
        ink = np.where(closed > 0.25, closed - ink, 0) / np.maximum(0.25, closed)
    cells = ink.reshape(ink.shape[0] // side, side, -1, side)
    middle = np.median(cells[:, 3:-3, :, 3:-3], (1, 3), keepdims=True)  # a tint is paper, too
    ink = np.clip((cells - middle) / (1.01 - middle), 0, 1).reshape(ink.shape)
    long, lines = int(1.3 * side), np.zeros_like(ink)
    for axis in (0, 1):  # longer than a number, and not wholly straight
        wide = spread(ink, 3, 1 - axis)
        np.maximum(lines, spread(spread(wide, long, axis, np.minimum), long, axis), out=lines)
    return np.asarray(np.maximum(0, ink - lines))


def shapes(ink: Levels, least: Levels | float) -> list[Shape]:
    """Return the shapes of the pixels with more than the `least` ink, touching at corners, too; no specks."""
    edges = np.diff(np.pad(ink > least, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = (places.tolist() for places in np.nonzero(edges == 1))
    ends = np.nonzero(edges == -1)[1].tolist()
    parent = list(range(len(rows)))

    def root(run: int) -> int:
        while parent[run] != run:
            parent[run] = run = parent[parent[run]]
        return run

    first = np.searchsorted(rows, np.arange(ink.shape[0] + 1)).tolist()
    for y in range(1, ink.shape[0]):
        above, run = first[y - 1], first[y]
        while above < first[y] and run < first[y + 1]:
            if starts[above] <= ends[run] and starts[run] <= ends[above]:
                parent[root(run)] = root(above)
            if ends[above] < ends[run]:
                above += 1
            else:
                run += 1
    groups = defaultdict[int, list[int]](list)
    for run in range(len(rows)):
        groups[root(run)].append(run)
    large = (group for group in groups.values() if len(group) > 1 or ends[group[0]] - starts[group[0]] > 2)
    return [_shape(ink, [(rows[run], starts[run], ends[run]) for run in group]) for group in large]


def _shape(ink: Levels, runs: list[tuple[int, int, int]]) -> Shape:
    """Return the shape of these runs of pixels, with the fainter ones beside them."""
    y0, y1 = min(y for y, _, _ in runs), max(y for y, _, _ in runs) + 1
    x0, x1 = min(start for _, start, _ in runs), max(end for _, _, end in runs)
    mask = np.zeros((y1 - y0 + 2, x1 - x0 + 2), bool)
    for y, start, end in runs:
        mask[y - y0 : y - y0 + 3, start - x0 : end - x0 + 2] = True
    return Shape((y0, y1, x0, x1), np.where(mask[1:-1, 1:-1], np.minimum(1, ink[y0:y1, x0:x1]), 0))


def _trim(ink: Levels) -> Levels:
    rows = np.nonzero(ink.max(1) > 0.25)[0]
    return ink[rows[0] : rows[-1] + 1] if len(rows) else ink


@lru_cache(maxsize=4096)
def _resampling(pixels: int, out: int, tenths: int) -> Levels:
    """Return the linear map of pixels onto `out` others, in the middle of which they take tenths / 10."""
    scale = tenths / 10 / pixels
    centres = (np.arange(out) + 0.5 - (out - tenths / 10) / 2) / scale - 0.5
    reach = max(1.0, 1 / scale)
    weights = np.maximum(0, 1 - np.abs(centres[:, None] - np.arange(pixels)[None]) / reach)
    total = np.maximum(weights.sum(1, keepdims=True), 1 if reach == 1 else 0.98 * reach)
    return np.asarray(weights / total, np.float32)


def scale(ink: Levels) -> Levels:
    """Return a shape's ink at the network's size and full strength; its proportions are kept."""
    height, width = ink.shape
    scale = min((SIZE[0] - 2) / height, (SIZE[1] - 2) / width)
    down, across = (round(10 * max(1.0, scale * side)) for side in ink.shape)
    strong = ink / max(0.15, float(ink.max()))
    return _resampling(height, SIZE[0], down) @ strong @ _resampling(width, SIZE[1], across).T


def log_chances(inks: Sequence[Levels]) -> Levels:
    """Return for each shape the logarithms of the chances that it is 0, 1, ... 9, or `NONE` of them."""
    batches = [
        _network(np.stack([scale(ink) for ink in inks[k : k + 256]])) for k in range(0, len(inks), 256)
    ]
    return np.concatenate(batches) if batches else np.zeros((0, NONE + 1), np.float32)


def _network(x: Levels) -> Levels:
    w1, b1, w2, b2, w3, b3, w4, b4 = _weights()
    x = pool(np.maximum(neighbours(x[..., None]) @ w1 + b1, 0))
    x = pool(np.maximum(neighbours(x) @ w2 + b2, 0))
    x = np.maximum(x.reshape(len(x), -1) @ w3 + b3, 0) @ w4 + b4
    x = x - x.max(1, keepdims=True)
    return np.asarray(x - np.log(np.exp(x).sum(1, keepdims=True)), np.float32)


@lru_cache(maxsize=1)
def _weights() -> list[Levels]:
    with np.load(WEIGHTS, allow_pickle=False) as file:
        return [file[f"w{k}"].astype(np.float32) * scale for k, scale in enumerate(file["scales"])]


def neighbours(x: Levels) -> Levels:
    """Return for each pixel of n pictures the channels of the nine pixels around it."""
    rows, columns = x.shape[1:3]
    wide = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return np.concatenate(
        [wide[:, i : i + rows, j : j + columns] for i in range(3) for j in range(3)], axis=3
    )


def pool(x: Levels) -> Levels:
    """Return the largest of each 2 x 2 pixels of n pictures."""
    n, rows, columns, channels = x.shape
    return np.asarray(x.reshape(n, rows // 2, 2, columns // 2, 2, channels).max((2, 4)))
