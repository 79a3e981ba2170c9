"""Reads the numbers beside a grid: which shapes are digits, and which digits are a number."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from nonosat.reading.digits import NONE, Levels, Shape, ink_of, join_shapes, log_chances, shapes, spread
from nonosat.reading.lines import (
    DEAREST,
    MOST_DIGITS,
    Item,
    Line,
    Shades,
    line_of,
    numbers_of,
    readings_of,
    shade_of,
    take_numbers,
)
from nonosat.reading.page import Node, Page, Place, Warp, flatten
from nonosat.records import dataclass, field

_CELLS = 48  # of a margin, at most
_ASKEW = 0.6  # the share of many shapes that are no digits from which none is; else a sixth at most
_MANY = 40
_NOISE = 2000  # strokes in a margin, of which no page has so many


@dataclass(frozen=True)
class Sheet:
    """A printed grid on a page: its size in cells, which of them are filled, and what its lines say.

    `colours` are those of the numbers, as RGB from 0 to 1; `others` the number of other grids on the page.
    """

    page: Page
    warp: Warp
    corner: Node
    width: int
    height: int
    filled: Any
    others: int = 0
    rows: list[Line] = field(default_factory=list)
    columns: list[Line] = field(default_factory=list)
    colours: list[tuple[float, ...]] = field(default_factory=list)

    @property
    def lines(self) -> list[Line]:
        """The lines of rows, then of columns."""
        return [*self.rows, *self.columns]

    @property
    def legible(self) -> float:
        """The share of the lines that have numbers of which most are sure."""
        sure = [[one.doubt < 0.2 for one in line.numbers] for line in self.lines]
        return sum(2 * sum(line) > len(line) for line in sure) / max(1, len(sure))

    def pixels(self, x: float, y: float) -> Place:
        """Return the pixels of a place that is given in cells from the grid's corner."""
        pixel = self.warp([(self.corner[0] + x, self.corner[1] + y)])[0]
        return float(pixel[0]), float(pixel[1])


def _near(lines: Sequence[Sequence[tuple[float, float]]], step: float, first: float) -> list[int]:
    """Return how many shapes of each line, from the grid outwards, are its numbers: the rest is a title.

    A shape is the distances from the grid at which it begins and ends. Lines begin beside the grid, or are
    centred or end at the far side of the margin, which is as wide as the longest line.
    """
    ends = np.array([(line[0][0], line[-1][1]) for line in lines if line] or [(0, 0)])
    near, far = np.quantile(abs(ends - np.median(ends, 0)), 0.7, axis=0)
    width, apart = 0.0, near > max(0.15, 0.5 * far)
    for begin, end in sorted(place for line in lines for place in line):
        if begin - width > (step if width else first):
            break
        width = max(width, end)
    numbers = []
    for line in lines:
        number, last, most = 0, 0.0, width if apart else first
        for begin, end in line:
            if begin - last > most or begin > width:
                break
            number, last, most = number + 1, end, step
        numbers.append(number)
    return numbers


def _complete(certain: list[Shape], faint: list[Shape], least: float) -> list[Shape]:
    """Return the shapes; the parts of a fainter one that is as high as others are become that one, and so
    does a stroke beside which it has fainter ones.
    """
    usual = float(np.median([float(one.height) for one in certain if one.height > least] or [least]))
    whole = [one for one in faint if 0.8 * usual < one.height < 1.6 * usual and one.width < one.height]
    places = {(y, x): one for one in whole for y in range(*one.box[:2]) for x in range(*one.box[2:])}
    owners = [places.get((one.box[0], one.box[2])) for one in certain]
    parts: dict[int, list[Shape]] = {}
    for one, own in zip(certain, owners, strict=True):
        if own:
            parts.setdefault(id(own), []).append(one)
    broken = {id(one) for one in whole if _is_broken(one, parts.get(id(one), []))}
    kept = [one for one, own in zip(certain, owners, strict=True) if id(own) not in broken]
    return kept + [one for one in whole if id(one) in broken]


def _is_broken(whole: Shape, parts: list[Shape]) -> bool:
    """Whether these parts are of one digit, not of two that touch."""
    heights = [one.height / whole.height for one in parts]
    if len(parts) == 1 and heights[0] >= 0.7:
        return whole.width > max(1.3 * parts[0].width, parts[0].width + 1)
    return max(heights, default=0) > 0.12 and sum(one < 0.7 for one in heights) > max(0, len(parts) - 2)


class Margins:
    """Reads the numbers to the left of a grid and above it into its sheet. Lengths are in cells."""

    def __init__(self, sheet: Sheet, pitch: float, ruled: bool, boxed: bool) -> None:
        self.sheet, self.ruled, self.boxed = sheet, ruled, boxed
        self.coloured = False  # much of them
        self._written: list[tuple[list[tuple[float, Item]], list[bool], int, Shades, bool]] = []
        self.side = int(np.clip(round(pitch), 24, 40))
        self.tall = 0.0

    def read(self) -> None:
        """Fill in the lines as printed; without numbers they stay empty."""
        sheet, both = self.sheet, [self._shapes(upright) for upright in (False, True)]
        likely = [[one for one in some if self._like_a_digit(one)] for some, *_ in both]
        strong = 0.4 * float(np.median([one.ink.max() for some in likely for one in some] or [0]))
        heights = [[one.height for one in some if one.ink.max() > strong] for some in likely]  # of no tint
        if len(every := [*heights[0], *heights[1]]) < 4:
            return
        usual, high = float(np.median(every)), float(np.quantile(heights[0] or heights[1], 0.85))
        # Of old-style figures, most numbers are 1 or 2, which are low.
        self.tall = (min(high, 1.6 * usual) if high > 1.2 * usual else usual) / self.side
        rows, columns = (self._items(upright, *both[upright]) for upright in (False, True))
        places = [[(-one.box[2], -one.box[0]) for one in line[::-1]] for line in rows]
        gaps = [b[0] - a[1] for line in places for a, b in pairwise(line)]
        step = 2.5 * float(np.median(gaps)) if len(gaps) > 5 else 9
        numbers = _near(places, min(max(0.8, step), 1.8), 2.0)
        rows = [line[len(line) - number :] for line, number in zip(rows, numbers, strict=True)]
        stacks = self._stacks(columns)
        above = [group for stack in stacks for group in stack]
        widths = [b.middle[0] - a.middle[0] for group in above for a, b in pairwise(group)]
        advance = float(np.median(widths)) if len(widths) > 2 else None
        shades = Shades([item for line in rows for item in line], [item for one in above for item in one])
        sheet.colours.extend(shades.colours)
        priced = [[(0.0, item) for group in stack for item in group] for stack in stacks]
        begins = [[k == 0 for group in stack for k in range(len(group))] for stack in stacks]
        stacked = list(zip(priced, begins, strict=True))
        sheet.columns.extend(Line(take_numbers(*one, shades)) for one in stacked)
        total = sum(number.value[0] for line in sheet.columns for number in line.numbers)
        across = self._rows(rows, advance, total)
        sheet.rows.extend(Line(take_numbers(*one, shades)) for one in across)
        self._written = [(*one, sheet.height, shades, True) for one in stacked]
        self._written += [(*one, sheet.width, shades, False) for one in across]

    def price(self) -> None:
        """Complete the lines by what else they may say, which takes a while."""
        lines = [line_of(*one) for one in self._written]
        self.sheet.columns[:], self.sheet.rows[:] = lines[: self.sheet.width], lines[self.sheet.width :]

    def _like_a_digit(self, shape: Shape) -> bool:
        return 0.2 < shape.height / self.side < 0.95 and 0.06 < shape.width / self.side < 1.2

    def _reach(self, upright: bool) -> int:
        """Return for how many cells the page goes on to the left, or above."""
        sheet = self.sheet
        rows, columns = sheet.page.ink.shape
        for k in range(1, _CELLS):
            x, y = sheet.pixels(*((sheet.width / 2, -k) if upright else (-k, sheet.height / 2)))
            if not (0 <= x < columns and 0 <= y < rows):
                break
        return min(k, (sheet.height if upright else sheet.width) // 2 + 8)

    def _shapes(self, upright: bool) -> tuple[list[Shape], Levels, Levels, int]:
        """Return the shapes of ink in a margin, its ink and its colours, and how many cells it has."""
        sheet, cells, (i, j) = self.sheet, self._reach(upright), self.sheet.corner
        sides = (i, i + sheet.width, j - cells, j) if upright else (i - cells, i, j, j + sheet.height)
        colours = flatten(sheet.page.colours, sheet.warp, *sides, self.side)
        colours[~self._on_page(*sides)] = 1
        share = (np.ptp(colours, 2) > 0.3).mean()
        self.coloured |= share > 0.04
        if share > 0.1 and not self.boxed:
            return [], colours, colours, cells  # it takes boxes to cover so much
        ink = ink_of(colours, self.side, self.boxed)
        ink = np.maximum(0, ink - min(0.1, float(np.median(ink))))
        along, across = int(1.5 * self.side), int(0.7 * self.side)  # some lines may be paler than others
        near = spread(spread(ink, along, 0 if upright else 1), across, 1 if upright else 0)
        floor = min(max(5 * float(np.quantile(ink[::2, ::2], 0.75)), 0.06), 0.13)  # above noise
        least = np.clip(0.44 * near, floor, 0.45)
        kept = shapes(ink, least)
        kept = [one for one in kept if one.height < 1.25 * self.side and one.width < 1.9 * self.side]
        for share in (0.8, 0.6):
            kept = _complete(kept, shapes(ink, np.maximum(share * least, 0.8 * floor)), 0.25 * self.side)
        return kept, ink, colours, cells

    def _on_page(self, left: int, right: int, top: int, bottom: int) -> Levels:
        """Return what of a margin is on the page: all beyond its end is much darker."""
        sheet, (i, j), step = self.sheet, self.sheet.corner, 8
        upright, end = bottom == j, max(1, step // 4)
        inside = (left, right, j, j + 1) if upright else (i, i + 1, top, bottom)
        light, beside = (
            flatten(sheet.page.pixels, sheet.warp, *sides, step).mean(2)
            for sides in ((left, right, top, bottom), inside)
        )
        if sheet.page.inverted:
            light, beside = 255 - light, 255 - beside
        axis = 0 if upright else 1
        dark = light < 0.6 * np.quantile(spread(beside, 2 * step, 1 - axis), 0.8, axis=axis, keepdims=True)
        beyond = spread(np.logical_and.accumulate(spread(dark, 3, 1 - axis), axis), 2 * end + 1, axis)
        sizes = bottom - top, right - left
        down, across = (np.arange(size * self.side) * step // self.side for size in sizes)
        return ~beyond[np.ix_(down, across)]

    def _items(
        self, upright: bool, printed: list[Shape], ink: Levels, colours: Levels, cells: int
    ) -> list[list[Item]]:
        """Return the digits of each line in a margin, from left to right."""
        sheet, side, tall = self.sheet, self.side, self.tall * self.side
        mended = self._mend(printed)
        strong = float(np.median([one.ink.max() for one in mended if one.height > 0.55 * tall] or [0]))
        pale = max(0.15, (0.4 if self.boxed else 0.3) * strong)
        kept = [one for one in mended if 0.55 <= one.height / tall <= 1.45 and one.ink.max() > pale]
        kept = [  # no border, and no end of a tint
            one
            for one in kept
            if (one.height <= 1.28 * tall or one.width >= 0.3 * one.height) and one.width <= 2.2 * one.height
        ]
        kept = self._join_halves(kept)
        lines: list[list[Item]] = [[] for _ in range(sheet.width if upright else sheet.height)]
        chances = log_chances([one.ink for one in kept])
        if len(kept) > _MANY and sum(chances.argmax(1) == NONE) > _ASKEW * len(kept):
            return lines  # the page lies on its side, or its numbers stand in boxes
        pairs = self._cut_pairs(kept, chances)
        for k, one in enumerate(kept):
            y, x = one.middle[0] / side, one.middle[1] / side
            line = int(x if upright else y)
            off = abs((x if upright else y) - line - 0.5)
            readings = readings_of(chances[k], pairs.get(k, []), one.width > tall)
            if line < len(lines) and off < (0.48 if upright else 0.36) and readings:
                left, up = (0, cells) if upright else (cells, 0)
                y0, y1, x0, x1 = (edge / side for edge in one.box)
                box = (x0 - left, y0 - up, x1 - left, y1 - up)
                shade = shade_of(one, ink, colours, side // (4 if self.boxed else 1))
                lines[line].append(Item(box, readings, shade))
        return [sorted(line, key=lambda item: item.box) for line in lines]

    def _join_halves(self, kept: list[Shape]) -> list[Shape]:
        """Return the shapes, in which two side by side are one if they look so: a 0 with pale hairlines."""
        tall = self.tall * self.side
        boxes = np.array([one.box for one in kept], np.int32).reshape(-1, 4)
        narrow = np.flatnonzero(boxes[:, 3] - boxes[:, 2] < 0.45 * tall)
        if len(narrow) > _NOISE:
            return kept  # all pairs of them would take too much memory
        (y0, y1, x0, x1), level = boxes[narrow].T, 0.2 * tall
        gap = x0 - x1[:, None]
        beside = (gap >= -2) & (x1 - x0[:, None] < 0.95 * tall)
        beside &= (abs(y0 - y0[:, None]) < level) & (abs(y1 - y1[:, None]) < level)
        both = [(int(narrow[a]), int(narrow[b])) for a, b in np.argwhere(beside)]
        whole = [join_shapes([kept[a], kept[b]]) for a, b in both]
        chances = log_chances([one.ink for one in whole])[:, NONE]
        parts, joined = set[int](), list[Shape]()
        for n in np.argsort(chances):
            if chances[n] < -0.4 and parts.isdisjoint(both[n]):
                parts.update(both[n])
                joined.append(whole[n])
        return [one for k, one in enumerate(kept) if k not in parts] + joined

    def _cut_pairs(self, kept: Sequence[Shape], chances: Levels) -> dict[int, list[tuple[Levels, Levels]]]:
        """Return the chances of the halves of shapes that may be two digits, cut at some places."""
        tall, inks, cuts = self.tall * self.side, list[Levels](), list[int]()
        for k, one in enumerate(kept):
            narrow = 0.4 * tall < one.width and one.height > 0.8 * tall and chances[k].argmax() == NONE
            if one.width > 0.72 * tall or narrow:
                sums, ends = one.ink.sum(0), [round(one.width * share) for share in (0.22, 0.42, 0.6, 0.8)]
                for begin, end in pairwise(ends):  # a 1 is narrower than what it touches
                    cuts.append(k)
                    inks += one.halves(begin + int(sums[begin : max(end, begin + 1)].argmin()))
        halves, pairs = log_chances(inks), dict[int, list[tuple[Levels, Levels]]]()
        for n, k in enumerate(cuts):
            pairs.setdefault(k, []).append((halves[2 * n], halves[2 * n + 1]))
        return pairs

    def _mend(self, broken: Sequence[Shape]) -> list[Shape]:
        """Return the shapes, in which the parts of a broken digit are joined."""
        tall = self.tall * self.side
        big = [one for one in broken if one.height >= 0.6 * tall]
        boxes = np.zeros((len(broken), 4), int)
        boxes[: len(big)] = np.array([one.box for one in big]).reshape(-1, 4)
        low = [
            one
            for one in broken
            if one.height < 0.6 * tall and one.height * one.width >= 0.004 * self.side**2
        ]
        for part in sorted(low, key=lambda one: (-one.height, -one.width)):
            starts, ends = boxes[: len(big), ::2], boxes[: len(big), 1::2]
            first, last = np.array(part.box[::2]), np.array(part.box[1::2])
            both = np.minimum(last, ends) - np.maximum(first, starts)  # negative: the gap
            high, wide = (np.maximum(last, ends) - np.minimum(first, starts)).T
            fit = (high <= 1.15 * tall) & (wide < tall) & (both[:, 0] > -0.25 * tall)
            fits = np.flatnonzero(fit & (both[:, 1] >= 0.4 * np.minimum(part.width, (ends - starts)[:, 1])))
            if len(fits):
                big[fits[0]] = join_shapes([big[fits[0]], part])
                boxes[fits[0]] = big[fits[0]].box
            elif part.height >= 0.3 * tall:
                boxes[len(big)] = part.box
                big.append(part)
        return big

    def _stacks(self, columns: list[list[Item]]) -> list[list[list[Item]]]:
        """Return the numbers above each column, from the top, each as its digits: those at one height."""
        stacks = []
        for k, items in enumerate(columns):
            groups: list[list[Item]] = []
            for item in sorted(items, key=lambda item: -item.middle[1]):
                last = float(np.mean([one.middle[1] for one in groups[-1]])) if groups else np.inf
                if abs(last - item.middle[1]) < 0.45 * self.tall:
                    groups[-1].append(item)
                else:
                    groups.append([item])
            groups = [sorted(group, key=lambda item: item.box) for group in groups]
            groups = [one for one in groups if abs((one[0].box[0] + one[-1].box[2]) / 2 - k - 0.5) < 0.42]
            stacks.append([one for one in groups if len(one) <= MOST_DIGITS])
        heights = [[float(np.mean([one.middle[1] for one in group])) for group in stack] for stack in stacks]
        steps = [a - b for stack in heights for a, b in pairwise(stack)]
        usual = 1.35 * float(np.median(steps)) if len(steps) > 5 else 9
        step = 1.3 if self.ruled else min(max(2.9 * self.tall, 1.3), usual)  # a number a cell, or denser
        numbers = _near([[(-y, -y) for y in places] for places in heights], step, 2.0)
        return [stack[:number][::-1] for stack, number in zip(stacks, numbers, strict=True)]

    def _rows(
        self, rows: list[list[Item]], advance: float | None, total: int
    ) -> list[tuple[list[tuple[float, Item]], list[bool]]]:
        """Return the digits of the rows, and which begin a number: those closer than some distance do not.

        Of several such distances, the best is taken: numbers fit in their lines, and have the columns' total.
        """
        sheet, tall = self.sheet, self.tall
        gaps = np.sort([b.middle[0] - a.middle[0] for items in rows for a, b in pairwise(items)])
        low, high = (1.06 * advance, 2.2 * advance) if advance else (0.5 * tall, 2.0 * tall)
        places = np.concatenate([[low], gaps[(gaps > low) & (gaps < high)], [high]])
        wide = np.diff(places)
        cuts = [float(places[k] + places[k + 1]) / 2 for k in np.argsort(-wide)[:8] if wide[k] > 0.03 * tall]
        cuts += [1.25 * advance] if advance else [0.95 * tall, 0.3 * tall]
        options = [[self._cut(items, cut) for items in rows] for cut in cuts]
        scores = []
        for n, option in enumerate(options):
            values = [numbers_of(items, begins) for items, (begins, _) in zip(rows, option, strict=True)]
            unfit = sum(sum(line) + len(line) - 1 > sheet.width for line in values)
            scores.append((3 * unfit + min(abs(sum(map(sum, values)) - total), 60) / 3, n))
        return [
            (list(zip(prices, items, strict=True)), begins)
            for items, (begins, prices) in zip(rows, options[min(scores)[1]], strict=True)
        ]

    def _cut(self, items: list[Item], cut: float) -> tuple[list[bool], list[float]]:
        """Return for each digit whether it begins a number, and the price of the contrary."""
        gaps = [b.middle[0] - a.middle[0] for a, b in pairwise(items)]
        begins = [True, *(gap > cut for gap in gaps)][: len(items)]
        prices = [DEAREST, *(0.7 + 14 * abs(gap - cut) / max(cut, self.tall) for gap in gaps)]
        return begins, prices[: len(items)]
