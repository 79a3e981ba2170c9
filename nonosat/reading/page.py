"""A picture as a page: its paper and ink, and the lattice in which thin lines cross at one distance."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np

from nonosat.reading.digits import Levels, spread
from nonosat.records import dataclass, field

Node = tuple[int, int]
"""A crossing of lines: its number from the left, and from the top, of any origin."""

Place = tuple[float, float]
"""Pixels from the left and from the top."""

MOST = 2600
"""The most pixels of a side: larger pictures are scaled down first."""

_ENOUGH = 20  # crossings of a grid
_WORK = 9000  # crossings that are tried in all
_STEPS = (1, 0), (-1, 0), (0, 1), (0, -1)


@dataclass(frozen=True)
class Page:
    """A picture relative to its paper: `colours` from 0 to 1, where paper is 1, and `ink`, where it is 0.

    `pixels` are those of the picture. It is turned to the left by `turns` right angles.
    """

    colours: Levels
    ink: Levels
    pixels: Any
    inverted: bool
    turns: int = 0


def pages(pixels: Any) -> Iterable[Page]:
    """Yield the page of a picture (rows, columns, RGB) as dark ink on light paper, and inversely; the
    likelier first.
    """
    for inverted in (False, True) if np.quantile(pixels[::4, ::4], 0.8) > 110 else (True, False):
        light = (255 - pixels if inverted else pixels).astype(np.float32) + 8
        paper = _paper(light, max(24, max(light.shape[:2]) // 32))
        light /= np.maximum(paper, 20, out=paper)
        del paper
        yield Page(np.clip(light, 0, 1, out=light), 1 - light.mean(2), pixels, inverted)


def _paper(light: Levels, block: int) -> Levels:
    """Return the level of the paper at every pixel: a high percentile of each block, smoothed."""
    height, width, channels = light.shape
    rows, columns = -(-height // block), -(-width // block)
    wide = np.pad(light, ((0, rows * block - height), (0, columns * block - width), (0, 0)), mode="edge")
    step = max(1, block // 12)
    few = wide.reshape(rows, block, columns, block, channels)[:, ::step, :, ::step]
    few = few.transpose(0, 2, 1, 3, 4).reshape(rows, columns, -1, channels)
    high = int(0.9 * few.shape[2])
    tiles = np.partition(few, high, axis=2)[:, :, high]
    for mix in (np.max, np.mean):
        around = np.pad(tiles, ((1, 1), (1, 1), (0, 0)), mode="edge")
        tiles = mix([around[i : i + rows, j : j + columns] for i in range(3) for j in range(3)], axis=0)
    wide = spread(spread(tiles, 9, 0), 9, 1)  # where boxes hide the paper, it is as around them
    tiles = np.maximum(tiles, 0.72 * wide)
    down, across = (_between(size, block, tiles.shape[k]) for k, size in enumerate((height, width)))
    stripes = tiles[down[0]] * (1 - down[2])[:, None, None] + tiles[down[1]] * down[2][:, None, None]
    share = across[2][None, :, None]
    bright, after = stripes[:, across[0]], stripes[:, across[1]]
    bright *= 1 - share
    after *= share
    bright += after
    return np.asarray(bright)


def _between(size: int, block: int, tiles: int) -> tuple[Any, Any, Levels]:
    """Return for each pixel the tiles before and after it, and the share of the second."""
    at = np.clip((np.arange(size) + 0.5) / block - 0.5, 0, tiles - 1)
    before = np.minimum(at.astype(int), max(0, tiles - 2))
    return before, np.minimum(before + 1, tiles - 1), (at - before).astype(np.float32)


def _ridges(ink: Levels, thickest: int, axis: int) -> Levels:
    """Return what is thinner than this along an axis, by how much it is darker than what is around it."""
    return ink - spread(spread(ink, thickest, axis, np.minimum), thickest, axis)


def _arms(ridges: Levels, size: int, axis: int, gap: int = 0) -> tuple[Levels, Levels]:
    """Return the mean of the `size` pixels before each, along an axis, and after it, both beyond a gap."""
    most, around = ridges.shape[axis], size + gap
    edges = [(around + 1, around) if k == axis else (0, 0) for k in range(2)]
    sums = np.pad(ridges, edges)
    if axis:
        sums = np.cumsum(sums, axis=1, dtype=np.float32).T
    else:  # cumsum takes four times as long as whole rows do
        for row, other in pairwise(sums):
            other += row
    before, after = (
        np.moveaxis(sums[first + size : first + size + most] - sums[first : first + most], 0, axis)
        for first in (0, around + 1 + gap)
    )
    before /= size
    after /= size
    return before, after


def lattice(ink: Levels) -> tuple[list[dict[Node, Place]], float]:
    """Return the lattices of a page, the largest first, and the distance of their lines."""
    pitches = []
    for axis in (0, 1):
        thin = _ridges(ink, 7, axis)
        long = np.minimum(*_arms(spread(thin, 3, axis), 9, 1 - axis))
        pitches.append(_pitches(np.minimum(long, thin + 0.02), axis))
    pairs = sorted((a + b) / 2 for a in pitches[0] for b in pitches[1] if 0.8 < a / b < 1.25)
    best: list[dict[Node, Place]] = []
    distance, tried = 0.0, list[float]()
    for pitch in pairs:
        if any(abs(pitch - other) < 0.15 * other for other in tried) or len(tried) == 3:
            continue
        tried.append(pitch)
        lattices = _Growing(ink, pitch).lattices()
        if lattices and (not best or len(lattices[0]) > 1.15 * len(best[0])):
            best, distance = lattices, pitch
        if best and len(best[0]) > 3 * _ENOUGH:
            break
    if not best and min(ink.shape) > 400:  # thin lines far apart
        half = ink[: ink.shape[0] // 2 * 2, : ink.shape[1] // 2 * 2]
        half = half.reshape(half.shape[0] // 2, 2, -1, 2).mean((1, 3))
        lattices, distance = lattice(half)
        best = [{node: (2 * x + 0.5, 2 * y + 0.5) for node, (x, y) in one.items()} for one in lattices]
        distance *= 2
    return best, distance


def _pitches(ridges: Levels, axis: int) -> list[int]:
    """Return up to four likely distances of lines, the least first: peaks of the autocorrelation."""
    levels = np.minimum(np.moveaxis(ridges, axis, 0), 0.25)
    strongest = np.argsort(-levels.sum(0))[: max(60, levels.shape[1] // 2)]
    levels = levels[:, strongest[:: max(1, len(strongest) // 400)]]
    levels = levels - levels.mean(0)
    size = 1 << (2 * len(levels) - 1).bit_length()
    strength = np.fft.irfft((np.abs(np.fft.rfft(levels, size, axis=0)) ** 2).sum(1), size)
    strength = strength / max(1e-9, strength[0])
    peaks = [
        k
        for k in range(7, min(len(levels) // 4, 160))
        if strength[k - 1] <= strength[k] > strength[k + 1]
        and strength[k] > strength[max(0, k - 3) : k + 4].min() + 0.01
    ]
    best = max((strength[k] for k in peaks), default=0)
    return [k for k in peaks if strength[k] > 0.4 * best][:4]


@dataclass
class _Growing:
    """Lattices of lines at one distance, grown from crossings that have four arms."""

    ink: Levels
    pitch: float
    lines: list[Levels] = field(init=False)  # along x, along y: ridges, within a tolerance, less noise
    sums: list[Levels] = field(init=False)  # the same along the longer arm, sharpened
    arm: list[Levels] = field(init=False)  # along the longer arm
    least: float = field(init=False, default=0)
    tries: int = field(init=False, default=0)

    def lattices(self) -> list[dict[Node, Place]]:
        """Return the lattices, the largest first."""
        thickest, off = max(5, int(0.35 * self.pitch)) | 1, max(1, int(0.06 * self.pitch))
        size = max(3, int(0.4 * self.pitch))
        four = list[Levels]()
        self.lines, self.sums, self.arm = [], [], []
        for axis in (0, 1):
            thin = np.minimum(_ridges(self.ink, thickest, axis), 0.4)
            line = spread(thin, 3, axis)
            line = np.maximum(0, line - 1.25 * np.median(line[::3, ::3]))  # what noise alone gives is no line
            arms, sharp = _arms(line, size, 1 - axis, off), _arms(thin, size, 1 - axis, off)
            self.lines.append(line)
            self.arm.append(np.maximum(*arms))
            self.sums.append(self.arm[-1] + np.maximum(*sharp))
            four += arms
        tile = max(4, int(self.pitch))
        rows, columns = (side // tile for side in self.ink.shape)
        if not rows or not columns:
            return []
        crossings = np.minimum.reduce(four)[: rows * tile, : columns * tile]
        tiles = crossings.reshape(rows, tile, columns, tile).transpose(0, 2, 1, 3).reshape(rows, columns, -1)
        top, where = tiles.max(2), tiles.argmax(2)
        strong = float(np.quantile(top[top > 0.02], 0.9)) if (top > 0.02).any() else 0
        if strong < 0.03:
            return []
        self.least = 0.3 * strong
        return self._from(np.argwhere(top > 0.35 * strong), where, tile)

    def _from(self, seeds: Any, where: Any, tile: int) -> list[dict[Node, Place]]:
        """Grow from the seeds, those in the middle first."""
        middle = np.median(seeds, 0)
        lattices: list[dict[Node, Place]] = []
        covered: set[tuple[int, int]] = set()
        for row, column in sorted(map(tuple, seeds), key=lambda at: float(((at - middle) ** 2).sum()))[:60]:
            if (row, column) in covered or self.tries > _WORK:
                continue
            y, x = divmod(int(where[row, column]), tile)
            start = self._locate(column * tile + x, row * tile + y)
            if start is None:
                continue
            grown = self._grow(start[0])
            covered |= {
                (int(y) // tile + i, int(x) // tile + j)
                for x, y in grown.values()
                for i in (0, -1, 1)
                for j in (0, -1, 1)
            }
            if len(grown) > _ENOUGH:
                lattices.append(grown)
            if lattices and sum(map(len, lattices)) > 0.9 * len(seeds):
                break
        return sorted(lattices, key=len, reverse=True)

    def _locate(self, x: float, y: float) -> tuple[Place, float] | None:
        """Return the crossing near a place, and the strength of its weaker line; None if there is none."""
        rows, columns = self.ink.shape
        near = max(2, int(0.2 * self.pitch))
        if not (0 <= round(x) < columns and 0 <= round(y) < rows):
            return None
        top, left = max(0, round(y) - near), max(0, round(x) - near)
        window = slice(top, round(y) + near + 1), slice(left, round(x) + near + 1)
        score = self.sums[0][window] * self.sums[1][window]
        down, across = (
            np.exp(-((np.arange(first, first + size) - at) ** 2) / (0.0512 * self.pitch**2 + 1))
            for first, size, at in zip((top, left), score.shape, (y, x), strict=True)
        )
        score = score * down[:, None] * across
        row, column = divmod(int(score.argmax()), score.shape[1])
        row, column = row + top, column + left
        places = []
        for levels, at in ((self.sums[1][row], column), (self.sums[0][:, column], row)):
            start = max(0, at - 2)
            weights = levels[start : at + 3] ** 4
            if weights.sum() <= 0:
                return None
            places.append(float((weights * np.arange(start, start + len(weights))).sum() / weights.sum()))
        return (places[0], places[1]), float(min(self.arm[0][row, column], self.arm[1][row, column]))

    def _edge(self, one: Place, other: Place) -> float:
        """Return the strength of the weakest quarter of the line between two crossings."""
        number = max(8, int(hypot(other[0] - one[0], other[1] - one[1])))
        shares = np.linspace(0.1, 0.9, number)
        xs, ys = (
            np.clip((a + (b - a) * shares + 0.5).astype(int), 0, most - 1)
            for a, b, most in zip(one, other, self.ink.shape[::-1], strict=True)
        )
        flat = abs(other[0] - one[0]) > abs(other[1] - one[1])
        starts = np.arange(4) * number // 4
        sums = np.add.reduceat(self.lines[0 if flat else 1][ys, xs], starts)
        return float((sums / np.diff(starts, append=number)).min())

    def _step(self, points: dict[Node, Place], node: Node, way: Node) -> Place:
        """Return the likely step from a crossing to the next: as the last one, a parallel one, or across."""
        (i, j), (di, dj), here = node, way, points[node]
        if back := points.get((i - di, j - dj)):
            return here[0] - back[0], here[1] - back[1]
        sides = [(dj, di), (-dj, -di)]
        for a, b in sides:
            one, other = points.get((i + a, j + b)), points.get((i + a + di, j + b + dj))
            if one and other:
                return other[0] - one[0], other[1] - one[1]
        for a, b in sides:
            if one := points.get((i + a, j + b)):
                u = np.subtract(one, here) * (a + b) * (di + dj)
                return (-u[1], u[0]) if dj else (u[1], -u[0])
        return di * self.pitch, dj * self.pitch

    def _grow(self, start: Place) -> dict[Node, Place]:
        """Return the lattice around a crossing: each next one is where the last step leads, along a line."""

        def half(place: Place) -> tuple[int, int]:
            return int(2 * place[0] / self.pitch), int(2 * place[1] / self.pitch)

        points, queue, taken = {(0, 0): start}, [(0, 0)], {half(start)}
        for node in queue:  # which grows
            for way in _STEPS:
                after = node[0] + way[0], node[1] + way[1]
                here, step = points[node], self._step(points, node, way)
                aim = here[0] + step[0], here[1] + step[1]
                if after in points or half(aim) in taken or self.tries > _WORK:
                    continue
                crossing = self._locate(*aim)
                if crossing is None or crossing[1] < self.least or half(crossing[0]) in taken:
                    continue
                length = hypot(crossing[0][0] - here[0], crossing[0][1] - here[1])
                near = 0.75 * self.pitch < length < 1.35 * self.pitch
                if not near or self._edge(here, crossing[0]) < 0.6 * self.least:
                    continue
                self.tries += 1
                taken.add(half(crossing[0]))
                points[after] = crossing[0]
                queue.append(after)
        return points


class Warp:
    """Leads from a lattice's cells (x, y) to the picture's pixels: a homography and a cubic residue."""

    def __init__(self, points: dict[Node, Place]) -> None:
        cells, pixels = np.array(list(points), float), np.array(list(points.values()), float)
        self._from, self._to = _scaling(cells), _scaling(pixels)
        self._plane = np.eye(3)
        self._residue = np.zeros((10, 2))
        use = np.ones(len(cells), bool)
        for _ in range(3):
            (u, v), (x, y) = self._scale(cells[use]).T, ((pixels[use] - self._to[0]) / self._to[1]).T
            one, none = np.ones_like(u), np.zeros_like(u)
            across = np.stack([u, v, one, none, none, none, -u * x, -v * x, -x], 1)
            down = np.stack([none, none, none, u, v, one, -u * y, -v * y, -y], 1)
            both = np.concatenate([across, down])
            self._plane = np.linalg.eigh(both.T @ both)[1][:, 0].reshape(3, 3)
            terms, rest = _terms(self._scale(cells)), pixels - self._flat(cells)
            ridge = 1e-5 * len(cells) * np.eye(terms.shape[1])
            self._residue = np.linalg.solve(terms[use].T @ terms[use] + ridge, terms[use].T @ rest[use])
            error = np.hypot(*(rest - terms @ self._residue).T)
            use = error < max(1.5, 3 * float(np.median(error)))

    def _scale(self, cells: Any) -> Any:
        return (cells - self._from[0]) / self._from[1]

    def _flat(self, cells: Any) -> Any:
        points = self._plane @ np.vstack([self._scale(cells).T, np.ones(len(cells))])
        return (points[:2] / points[2]).T * self._to[1] + self._to[0]

    def __call__(self, cells: Any) -> Any:
        """Return pixels; beyond the lattice, the residue goes on as a plane."""
        cells = np.asarray(cells, float)
        exact = self._scale(cells)
        inside = np.clip(exact, -1.05, 1.05)
        places, small = (level := _terms(inside) @ self._residue), 1e-3
        for axis in (0, 1):
            slope = (_terms(inside + small * np.eye(2)[axis]) @ self._residue - level) / small
            places = places + slope * (exact - inside)[:, [axis]]
        return self._flat(cells) + places


def _scaling(places: Any) -> tuple[Any, float]:
    middle = places.mean(0)
    return middle, max(1.0, float(np.abs(places - middle).max()))


def _terms(uv: Any) -> Any:
    u, v = uv.T
    return np.stack([np.ones_like(u), u, v, u * u, u * v, v * v, u**3, u * u * v, u * v * v, v**3], 1)


def flatten(levels: Levels, warp: Warp, left: int, right: int, top: int, bottom: int, side: int) -> Levels:
    """Return these cells of a page, level and upright, at `side` pixels per cell; around it is paper."""
    across, down = (np.linspace(a, b, int(b - a) + 1) for a, b in ((left, right), (top, bottom)))
    corners = warp(np.stack(np.meshgrid(across, down), -1).reshape(-1, 2))
    mesh = corners.T.astype(np.float32).reshape(2, len(down), len(across))
    shares = (np.arange(side, dtype=np.float32) + 0.5) / side
    mesh = (mesh[..., :-1, None] + np.diff(mesh)[..., None] * shares).reshape(2, len(down), -1)
    mesh = mesh[:, :-1, None] + np.diff(mesh, axis=1)[:, :, None] * shares[:, None]
    x, y = mesh.reshape(2, -1, mesh.shape[3])
    rows, columns = levels.shape[:2]
    off = (x < 0) | (x > columns - 1) | (y < 0) | (y > rows - 1)
    x, y = np.clip(x, 0, columns - 1.001), np.clip(y, 0, rows - 1.001)
    x0, y0 = x.astype(np.intp), y.astype(np.intp)
    dx, dy = (x - x0)[..., None], (y - y0)[..., None]
    flat, at = levels.reshape(rows * columns, -1), y0 * columns + x0

    def between(at: Any) -> Levels:
        one, other = (np.asarray(flat.take(k, 0), np.float32) for k in (at, at + 1))
        return np.asarray(one + (other - one) * dx)

    upper = between(at)
    smooth = upper + (between(at + columns) - upper) * dy
    smooth[off] = 1
    return np.asarray(smooth)
