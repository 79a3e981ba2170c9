"""Flat arrays that are the same in Python and in C."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

Words = memoryview
"""An array of words of 64 bits."""
Ints = memoryview
"""An array of integers."""


def words(count: int) -> Words:
    """Return an array of words, all 0."""
    return memoryview(array("Q", bytes(8 * count)))


def ints(values: Iterable[int]) -> Ints:
    """Return these integers as an array."""
    return memoryview(array("q", values))


def zeros(count: int) -> Ints:
    """Return an array of integers, all 0."""
    return memoryview(array("q", bytes(8 * count)))


def sums(numbers: Iterable[int]) -> Ints:
    """Return 0 and the sums of the first, the first two, ... numbers."""
    found = [0]
    for number in numbers:
        found.append(found[-1] + number)
    return ints(found)


def copied(row: memoryview) -> memoryview:
    """Return an independent copy of an array."""
    return memoryview(array(row.format, row.tobytes()))


def small_zeros(count: int) -> Ints:
    """Return an array of integers of 32 bits, all 0."""
    return memoryview(array("i", [0]) * count)
