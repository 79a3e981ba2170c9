"""Flat arrays that are the same in Python and in C."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

Words = memoryview
"""An array of words of 64 bits."""
Ints = memoryview
"""An array of integers."""
if TYPE_CHECKING:
    Doubles = memoryview[float]
else:  # it is generic from Python 3.14 on
    Doubles = memoryview
"""An array of floats of 64 bits."""


def words(count: int) -> Words:
    """Return an array of words, all 0."""
    return memoryview(array("Q", bytes(8 * count)))


def ints(values: Iterable[int]) -> Ints:
    """Return these integers as an array."""
    return memoryview(array("q", list(values) if isinstance(values, bytes) else values))


def zeros(count: int) -> Ints:
    """Return an array of integers, all 0."""
    return memoryview(array("q", bytes(8 * count)))


def doubles(count: int) -> Doubles:
    """Return an array of floats, all 0."""
    return cast(Doubles, memoryview(array("d", bytes(8 * count))))


def sums(numbers: Iterable[int]) -> Ints:
    """Return 0 and the sums of the first, the first two, ... numbers."""
    totals = [0]
    for number in numbers:
        totals.append(totals[-1] + number)
    return ints(totals)


def copy_row(row: memoryview) -> memoryview:
    """Return an independent copy of an array."""
    return memoryview(array(row.format, row.tobytes()))


def small_zeros(count: int) -> Ints:
    """Return an array of integers of 32 bits, all 0."""
    return memoryview(array("i", [0]) * count)


# Integers of any size: in a hot file, these operations would be on machine words.


def mask_of(values: Iterable[int]) -> int:
    """Return the mask of these values."""
    return sum([1 << value for value in values])


def flags(mask: int, n: int) -> Ints:
    """Return for each of the numbers below n whether a mask has it, as 1 or 0."""
    return ints([mask >> number & 1 for number in range(n)])


def join_words(parts: Iterable[int]) -> int:
    """Return the integer of these words, the lowest first."""
    return sum([word << 64 * w for w, word in enumerate(parts)])
