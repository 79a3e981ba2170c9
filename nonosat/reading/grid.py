"""Finds the largest printed grid of a picture: which part of a lattice it is, and which way is up."""

from __future__ import annotations

from typing import Any

import numpy as np

from nonosat.reading.digits import Levels, spread
from nonosat.reading.margins import Margins, Sheet
from nonosat.reading.page import Node, Page, Place, Warp, flatten, lattice, pages
from nonosat.records import dataclass

FEWEST = 5
"""The fewest cells of a side of a grid."""

_LEGIBLE = 0.6  # the share of lines with sure numbers from which a page is upright for sure


def sheet(pixels: Any) -> Sheet | None:
    """Return the largest printed grid of a picture (rows, columns, RGB); None if there is none."""
    best: _Found | None = None
    likelier: list[Page] = []
    for page in pages(pixels):
        seen = _find(page, page.ink)
        best = seen if best is None or (seen and seen.is_light) else best
        likelier = likelier or [page]
        if best and best.is_light:
            break
    block = _block(best) if best else None
    if block is None or block[4].any():  # beside filled cells, there are edges and no thin lines
        ink = likelier[0].ink
        edges = spread(spread(ink, 3, 0), 3, 1) - spread(spread(ink, 3, 0, np.minimum), 3, 1, np.minimum)
        again = _find(likelier[0], edges)
        other = again and _block(again)
        if again and other and (block is None or other[4].size >= block[4].size):
            best, block = again, other
    if best is None or block is None:
        return None
    off = int(best.pitch / 6)
    for one in best.lattices[1:]:  # whose lines are no numbers
        for (i, j), (x0, y0) in one.items() if len(one) > FEWEST**2 else ():
            x1, y1 = one.get((i + 1, j + 1), (x0, y0))
            top, left = max(0, int(y0) - off), max(0, int(x0) - off)
            best.page.colours[top : int(y1) + off, left : int(x1) + off] = 1
    read = best.read(block)
    for turns in (1, 3, 2):
        if read.sheet.legible >= _LEGIBLE or read.sheet.filled.any():
            break
        turned = best.turn(turns)
        if block := _block(turned):
            read = max(read, turned.read(block), key=lambda one: one.sheet.legible)
    read.price()
    return read.sheet


@dataclass(frozen=True)
class _Found:
    """The lattices of a page, the largest first, the distance of their lines, and where the largest lies."""

    page: Page
    lattices: list[dict[Node, Place]]
    pitch: float
    warp: Warp

    @property
    def is_light(self) -> bool:
        """Whether most of the grid is paper: of light lines on dark paper, the lattice is between them."""
        nodes, ink = np.array(list(self.lattices[0]), float), self.page.ink
        inside = np.concatenate([self.warp(nodes + off) for off in (0.25, 0.5, 0.75)])
        x, y = np.clip(inside, 0, np.array(ink.shape[::-1]) - 1).astype(int).T
        return bool(np.quantile(ink[y, x], 0.25) < 0.4)

    def turn(self, turns: int) -> _Found:
        """Return the page turned to the left by so many right angles."""
        nodes = self.lattices[0]
        for k in range(turns):
            right = self.page.ink.shape[1 - k % 2] - 1
            nodes = {(j, -i): (y, right - x) for (i, j), (x, y) in nodes.items()}
        page = self.page
        colours, ink, pixels = (np.rot90(one, turns) for one in (page.colours, page.ink, page.pixels))
        page = Page(colours, ink, pixels, page.inverted, turns)
        return _Found(page, [nodes, *self.lattices[1:]], self.pitch, Warp(nodes))

    def read(self, block: tuple[int, int, int, int, Any, bool]) -> Margins:
        """Return the margins of this block, read."""
        left, top, right, bottom, filled, ruled = block
        more = sum(len(one) > 0.4 * len(self.lattices[0]) for one in self.lattices[1:])
        where, size = (int(left), int(top)), (int(right - left), int(bottom - top))
        tries: list[Margins] = []
        for boxed in (False, True):
            sheet = Sheet(self.page, self.warp, where, *size, filled, more)
            tries.append(Margins(sheet, self.pitch, ruled, boxed))
            tries[-1].read()
            if not tries[-1].coloured or sheet.legible >= _LEGIBLE:
                break
        return max(tries, key=lambda one: one.sheet.legible)


def _find(page: Page, ink: Levels) -> _Found | None:
    lattices, pitch = lattice(ink)
    return _Found(page, lattices, pitch, Warp(lattices[0])) if lattices else None


def _block(grid: _Found) -> tuple[int, int, int, int, Any, bool] | None:
    """Return the part of a lattice that is the grid, which cells are filled, and whether margins have lines.

    It is the largest block at the bottom right without numbers.
    """
    page, warp, nodes = grid.page, grid.warp, np.array(list(grid.lattices[0]))
    (left, top), (right, bottom) = nodes.min(0), nodes.max(0)
    have = np.zeros((bottom - top + 1, right - left + 1), bool)
    have[nodes[:, 1] - top, nodes[:, 0] - left] = True
    across, down = have[have.shape[0] // 2 :].sum(0), have[:, have.shape[1] // 2 :].sum(1)
    while across[-1] < 0.3 * across.max():
        across, right = across[:-1], right - 1
    while down[-1] < 0.3 * down.max():
        down, bottom = down[:-1], bottom - 1
    have = have[: bottom - top + 1, : right - left + 1]
    while have[:, 0].sum() < 0.25 * np.median(have.sum(0)):
        have, left = have[:, 1:], left + 1
    while have[0].sum() < 0.25 * np.median(have.sum(1)):
        have, top = have[1:], top + 1
    # A crossing within others of its row and of its column is only hidden.
    within = np.ones_like(have)
    for axis in (0, 1):
        for way in ((), axis):
            within &= np.flip(np.maximum.accumulate(np.flip(have, way), axis), way)
    have = have | within
    rows, columns = bottom - top, right - left
    if min(rows, columns) < FEWEST:
        return None
    side = 16
    inks = 1 - flatten(page.colours, warp, left - 2, right, top - 2, bottom, side).min(2)
    cells = inks.reshape(rows + 2, side, -1, side).transpose(0, 2, 1, 3)[:, :, 4:12, 4:12]
    ordered = np.sort(cells.reshape(rows + 2, columns + 2, -1), 2)
    middle = np.median(ordered, 2)
    darker = ordered[:, :, -6] - middle
    written = (darker > np.clip(4 * np.median(darker), 0.1, 0.2)) | (middle - ordered[:, :, 5] > 0.25)
    past = [0, 0]  # lines at the far sides that have numbers: those are printed on both sides
    for axis, cells in enumerate((written, written.T)):
        while past[axis] < len(cells) // 2 and cells[-1 - past[axis], cells.shape[1] // 2 :].mean() > 0.5:
            past[axis] += 1
    down, across = past
    written, middle = (one[: len(one) - down, : one.shape[1] - across] for one in (written, middle))
    have = have[: len(have) - down, : have.shape[1] - across]
    right, bottom, rows, columns = right - across, bottom - down, rows - down, columns - across
    blank, boxes = ~written & (middle < 0.2), middle > 0.35
    written, solid = written[2:, 2:], (boxes & ~written)[2:, 2:]
    whole = have[:-1, :-1] & have[1:, :-1] & have[:-1, 1:] & have[1:, 1:] | solid
    size = round(grid.pitch / side) | 1  # thin lines may be between two of the pixels
    ink = spread(spread(page.ink, size, 0), size, 1)[..., None]
    lines = flatten(ink, warp, left - 2, right, top - 2, bottom, side)[..., 0]
    inked = _ink_of_lines(lines, side), _ink_of_lines(lines.T, side)
    across, down = map(_find_drawn, inked)
    best: tuple[float, int, int] | None = None
    for i in range(rows * 2 // 3 + 1):
        for j in range(columns * 2 // 3 + 1):
            part = whole[i:, j:]
            if min(part.shape) >= FEWEST and (~part).mean() < 0.12 and across[i] and down[j]:
                score = part.size - 9.0 * written[i:, j:].sum() - 0.9 * (~part).sum()
                if best is None or score > best[0]:
                    best = score, i, j
    if best is None:
        return None
    _, i, j = best
    ruled = (whole[:i, j:].mean() > 0.5 if i else False) or (whole[i:, :j].mean() > 0.5 if j else False)
    # Between a coloured box and an empty cell there is no thin line: the lattice ends a cell too late.
    # So it does where the edge is that of a tint, or white: the other lines go on for a cell.
    empty = blank[i + 2 :, j + 1].mean() > 0.9, blank[i + 1, j + 2 :].mean() > 0.9
    boxed = boxes[i + 2 :, j].mean() > 0.4, boxes[i, j + 2 :].mean() > 0.4
    both = (inked[0] - middle[2:])[i + 1 :, j:], (inked[1] - middle.T[2:])[j + 1 :, i:]
    ends = [_end_beyond(one) for one in both]
    more = [int(empty[k] and (boxed[k] or ends[k])) for k in (0, 1)]
    ruled |= any(empty[k] and boxed[k] for k in (0, 1))
    solid = np.pad(solid[i:, j:], ((more[1], 0), (more[0], 0)))
    return left + j - more[0], top + i - more[1], right, bottom, solid, bool(ruled)


def _ink_of_lines(ink: Levels, side: int) -> Levels:
    """Return the ink of lines along x, by cells, in a flattened lattice with two more cells before it."""
    near = spread(ink, 5, 0)[2 * side : -1 : side]
    return np.asarray(near.reshape(len(near), -1, side)[:, :, side // 4 : -side // 4].mean(2))


def _find_drawn(inked: Levels) -> Any:
    """Return which of the lines are drawn."""
    strengths = np.quantile(inked[:, 2:], 0.3, axis=1)
    return strengths >= 0.35 * np.median(strengths)


def _end_beyond(inked: Levels) -> bool:
    """Whether most lines begin one cell before their third one, and not before that."""
    least = 0.5 * float(np.median(inked[:, 2:]))
    return bool(np.median(inked[:, 0]) < least <= np.quantile(inked[:, 1], 0.2))
