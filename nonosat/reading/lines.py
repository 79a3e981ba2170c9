"""What a line says: numbers of digits in doubt, their alternatives with prices, and their colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nonosat.reading.digits import NONE, Levels, Shape
from nonosat.records import dataclass

DEAREST = 7.0
"""The price, -log of a chance, up to which another reading is an alternative."""

_MOST = 14  # alternatives of a line
MOST_DIGITS = 3  # of a number, at most
_SPREAD = 0.07  # how far the colour of a digit usually is from that of its ink
_INKED = 2.0  # how much dearer it is that what stands among digits is none: bare strokes are 1 there

Value = tuple[int, int]
"""A number and its colour, a place in the page's colours."""


@dataclass(frozen=True)
class Number:
    """A number as read: its box in cells (left, top, right, bottom), and the chance that it is another."""

    value: Value
    box: tuple[float, float, float, float]
    doubt: float


@dataclass(frozen=True)
class Line:
    """What a line may say: its numbers as read, and all its readings with prices, the first of which is 0."""

    numbers: tuple[Number, ...] = ()
    others: tuple[tuple[float, tuple[Value, ...]], ...] = ((0.0, ()),)

    @property
    def doubt(self) -> float:
        """The chance that it says anything else."""
        rest = sum(np.exp(-price) for price, _ in self.others[1:])
        return float(rest / (1 + rest))


@dataclass(frozen=True)
class Item:
    """A digit, or two that touch: its box in cells from the grid's corner, and its readings with prices."""

    box: tuple[float, float, float, float]
    readings: tuple[tuple[float, str], ...]
    shade: Any

    @property
    def middle(self) -> tuple[float, float]:
        """Its x and y."""
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


def readings_of(
    chances: Levels, pairs: Sequence[tuple[Levels, Levels]], wide: bool
) -> tuple[tuple[float, str], ...]:
    """Return what a shape may be, with prices: a digit, two that touch, or none; empty if it is no digit."""
    costs: dict[str, float] = {str(digit): -float(chances[digit]) for digit in range(10)}
    costs[""] = -float(chances[NONE])
    for left, right in pairs:
        for a in np.argsort(-left[:10])[:3]:
            for b in np.argsort(-right[:10])[:3]:
                cost = -float(left[a] + right[b]) + (0 if wide else 0.7)
                costs[f"{a}{b}"] = min(cost, costs.get(f"{a}{b}", 99))
    text = min((one for one in costs if one), key=lambda one: costs[one])
    if costs[text] > 4.5 and costs[text] > -float(chances[NONE]) + 3:
        return ()
    least = costs[text]
    costs[""] = max(costs[""] + _INKED, least + 0.8 * _INKED)
    readings = sorted((cost - least, one) for one, cost in costs.items() if cost - least < DEAREST)
    return tuple(readings)


def line_of(
    items: Sequence[tuple[float, Item]],
    begins: Sequence[bool],
    length: int,
    shades: Shades,
    firm: bool = False,
) -> Line:
    """Return what a line says of digits that begin a number or not; each has the price of the contrary.

    If it is `firm`, there is no doubt in that.
    """
    states: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    owners: list[list[tuple[float, int]]] = []
    for (price, item), begin in zip(items, begins, strict=True):
        owners.append(shades.rank(item))
        after: dict[tuple[str, ...], float] = {}
        for cost, numbers in states:
            for more, text in item.readings:
                ways = [(0.0, begin)] if firm else [(0.0, begin), (price, not begin)]
                for extra, new in ways if text else [(0.0, True)]:
                    whole = cost + more + extra
                    if whole > DEAREST:
                        continue
                    if not text:
                        grown = (*numbers, "")
                    elif new or not numbers:
                        grown = (*numbers, text)
                    else:
                        grown = _append(numbers, text)
                    after[grown] = min(whole, after.get(grown, 99.0))
        states = sorted((cost, numbers) for numbers, cost in after.items())[: 2 * _MOST]
    prices: dict[tuple[Value, ...], float] = {}
    for cost, numbers in states:
        for more, values in _colour(numbers, owners):
            if sum(n for n, _ in values) <= length:
                prices[values] = min(cost + more, prices.get(values, 99.0))
    ranked = sorted((cost, values) for values, cost in prices.items())[:_MOST]
    printed = take_numbers(items, begins, shades)
    first = tuple(number.value for number in printed if number.value[0])
    others = [(cost, values) for cost, values in ranked if values != first]
    return Line(printed, ((0.0, first), *others))


def _append(numbers: tuple[str, ...], text: str) -> tuple[str, ...]:
    """Return numbers the last of which goes on; an empty place, that of the digit, is kept for its colour."""
    last = max((k for k, one in enumerate(numbers) if one), default=-1)
    if last < 0:
        return (*numbers, text)
    return (*numbers[:last], "", *numbers[last + 1 :], numbers[last] + text)


def _colour(
    numbers: tuple[str, ...], owners: Sequence[Sequence[tuple[float, int]]]
) -> list[tuple[float, tuple[Value, ...]]]:
    """Return the numbers in their likeliest colours, with what these cost; nothing if they are no clue."""
    texts = [text for text in numbers if text]
    if texts != ["0"] and any(text[0] == "0" or len(text) > MOST_DIGITS for text in texts):
        return []
    ways: list[tuple[float, tuple[Value, ...]]] = [(0.0, ())]
    for text, colours in zip(numbers, owners, strict=True):
        if text not in ("", "0"):
            longer = [(cost + more, (*way, (int(text), one))) for cost, way in ways for more, one in colours]
            ways = sorted(way for way in longer if way[0] < DEAREST)[:_MOST]
    return ways


def _groups(items: Sequence[Item], begins: Sequence[bool]) -> list[list[Item]]:
    """Return the digits of each number."""
    groups: list[list[Item]] = []
    for item, begin in zip(items, begins, strict=True):
        if begin or not groups:
            groups.append([item])
        else:
            groups[-1].append(item)
    return groups


def _text(group: Sequence[Item]) -> int:
    """Return the likeliest number of these digits."""
    return int("".join(next(text for _, text in item.readings if text) for item in group)[:6])


def numbers_of(items: Sequence[Item], begins: Sequence[bool]) -> list[int]:
    """Return the likeliest numbers of digits that begin a number or not."""
    return [_text(group) for group in _groups(items, begins)]


def take_numbers(
    items: Sequence[tuple[float, Item]], begins: Sequence[bool], shades: Shades
) -> tuple[Number, ...]:
    """Return the numbers of a line as they are read at first."""
    numbers = []
    for group in _groups([item for _, item in items], begins):
        left, top, right, bottom = zip(*(item.box for item in group), strict=True)
        box = min(left), min(top), max(right), max(bottom)
        sure = np.prod([1 / sum(np.exp(-price) for price, _ in item.readings) for item in group])
        numbers.append(Number((_text(group), shades.of(group[0])), box, float(1 - sure)))
    return tuple(numbers)


def shade_of(shape: Shape, ink: Levels, colours: Levels, side: int) -> tuple[Levels, Levels]:
    """Return the colours of a shape's ink, at full strength, and of what is around it."""

    def window(off: int) -> tuple[slice, slice]:
        y0, y1, x0, x1 = shape.box
        return slice(max(0, y0 - off), y1 + off), slice(max(0, x0 - off), x1 + off)

    off = max(2, side // 7)
    near = colours[window(off)][ink[window(off)] < 0.15]
    around = np.median(near, 0) if len(near) else np.ones(3, np.float32)
    # Thin strokes are paler than their ink, and their colour runs: it is in the sum of what is missing.
    missing = np.maximum(0, around - colours[window(max(1, side // 16))]).sum((0, 1))
    return 1 - missing / max(0.01, float(missing.max())), around


def _clusters(colours: Levels, least: float) -> list[Levels]:
    """Return the middles of clusters of colours: at the `least` distance, farther apart than their members
    are. The two whose union spreads least are joined until all are so far apart (Ward's method).
    """
    groups: list[Levels] = []
    for colour in colours:
        near = [float(np.abs(colour - group.mean(0)).max()) for group in groups]
        if near and min(near) < 0.06:
            k = int(np.argmin(near))
            groups[k] = np.vstack([groups[k], colour])
        else:
            groups.append(colour[None])
    while len(groups) > 1:
        sizes, centres = np.array([len(one) for one in groups]), np.array([one.mean(0) for one in groups])
        widths = np.array([one.std(0).max() for one in groups])
        steps, others = centres[:, None] - centres, ~np.eye(len(groups), dtype=bool)
        apart = abs(steps).max(2) > np.maximum(least, 1.8 * (widths[:, None] + widths))
        if apart[others].all():
            break
        spreads = (steps**2).sum(2) * sizes[:, None] * sizes / (sizes[:, None] + sizes)
        a, b = sorted(divmod(int(np.where(others, spreads, np.inf).argmin()), len(groups)))
        groups[a] = np.vstack([groups[a], groups.pop(b)])
    return [one.mean(0) for one in groups if len(one) >= max(2, 0.01 * len(colours))]


class Shades:
    """The colours of numbers, or of their boxes if these are coloured; one colour for all is black."""

    def __init__(self, *margins: Sequence[Item]) -> None:
        items = [item for margin in margins for item in margin]
        boxed = [item for item in items if np.ptp(item.shade[1]) > 0.2 or item.shade[1].max() < 0.45]
        self._boxes = len(boxed) > 0.3 * len(items)
        self.colours: list[tuple[float, ...]] = []
        colours = np.array([self._see(item) for item in items]).reshape(-1, 3)
        self._centres = _clusters(colours, 0.25 if self._boxes else 0.15)
        used = [{self.of(item) for item in margin} for margin in margins]
        self._centres = [one for k, one in enumerate(self._centres) if all(k in some for some in used)]
        tints = [0.0] if self._boxes or not items else [np.ptp(item.shade[1]) for item in items]
        if len(self._centres) < 2 or not any(
            np.ptp(one) > 0.2 + 1.5 * float(np.median(tints)) for one in self._centres
        ):
            self._centres = []
            self.colours = [(0.0, 0.0, 0.0)]
        else:
            self.colours = [tuple(map(float, self._brighten(centre))) for centre in self._centres]

    def _see(self, item: Item) -> Levels:
        return np.asarray(item.shade[1 if self._boxes else 0])

    def _brighten(self, centre: Levels) -> Levels:
        """Return a bright colour for ink that is not grey: compression and blur darken thin strokes."""
        grey = self._boxes or np.ptp(centre) <= 0.2
        return centre if grey else centre * max(1.0, 0.72 / float(centre.max()))

    def rank(self, item: Item) -> list[tuple[float, int]]:
        """Return the places of the colours that a digit may have, with their prices, the likeliest first."""
        if not self._centres:
            return [(0.0, 0)]
        seen = self._see(item)
        squares = [float(np.abs(seen - centre).max()) ** 2 for centre in self._centres]
        ranked = sorted(((square - min(squares)) / (2 * _SPREAD**2), k) for k, square in enumerate(squares))
        return [one for one in ranked if one[0] < DEAREST]

    def of(self, item: Item) -> int:
        """Return the place of a digit's colour."""
        return self.rank(item)[0][1]
