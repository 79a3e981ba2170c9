"""The puzzles of a set by their keys, in 26 bytes a key."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable
from sys import getsizeof

from nonosat.learning.examine import Key, relation

_FULL = 2, 3  # the largest share of the slots that is in use, and
_GROWTH = 3, 2  # by how much their number grows then
_NONE = (1 << 32) - 1


class Index:
    """Maps keys to the addresses of the first puzzles that had them.

    Entries are in columns, in the order in which they came; a table of slots has their numbers, each at the
    first free slot from the one that its hash names. Addresses of one file differ in a number at their end.
    """

    def __init__(self) -> None:
        self._hashes, self._moves, self._numbers = array("Q"), array("H"), array("I")
        self._slots = array("I", [_NONE]) * 64
        self._heads: list[str] = []  # what addresses begin with, each from an entry on
        self._begins: list[int] = []

    @property
    def memory(self) -> int:
        """The bytes of the columns and the table."""
        return sum(map(getsizeof, (self._hashes, self._moves, self._numbers, self._slots)))

    def find(self, keys: Iterable[Key]) -> tuple[str, str] | None:
        """Return the address of a puzzle with one of the keys, and its relation to this one."""
        entries = ((self._slots[self._slot(key.hash)], key) for key in keys)
        return self._nearest([entry for entry in entries if entry[0] != _NONE])

    def add(self, keys: Iterable[Key], address: str) -> tuple[str, str] | None:
        """Enter a puzzle under those of its keys that no earlier one has; return what `find` would have."""
        entries = []
        for key in keys:
            slot = self._slot(key.hash)
            if (entry := self._slots[slot]) != _NONE:
                entries.append((entry, key))
            else:
                self._enter(slot, key, address)
        return self._nearest(entries)

    def _nearest(self, entries: list[tuple[int, Key]]) -> tuple[str, str] | None:
        if not entries:
            return None
        named = [(self._address(entry), relation(self._moves[entry], key.moves)) for entry, key in entries]
        return min(named, key=lambda pair: "colours" in pair[1])

    def _enter(self, slot: int, key: Key, address: str) -> None:
        entry = self._slots[slot] = len(self._hashes)
        head, number = _divide(address)
        if not self._heads or self._heads[-1] != head:
            self._heads.append(head)
            self._begins.append(entry)
        self._hashes.append(key.hash)
        self._moves.append(key.moves)
        self._numbers.append(number)
        if len(self._hashes) * _FULL[1] > len(self._slots) * _FULL[0]:
            self._grow()

    def _slot(self, wanted: int) -> int:
        """Return the slot of a hash, or the free one where it would be."""
        slots, hashes, count = self._slots, self._hashes, len(self._slots)
        slot = wanted % count
        while (entry := slots[slot]) != _NONE and hashes[entry] != wanted:
            slot = (slot + 1) % count
        return slot

    def _grow(self) -> None:
        self._slots = array("I", [_NONE]) * (len(self._slots) * _GROWTH[0] // _GROWTH[1])
        for entry, wanted in enumerate(self._hashes):
            self._slots[self._slot(wanted)] = entry

    def _address(self, entry: int) -> str:
        head, number = self._heads[bisect_right(self._begins, entry) - 1], self._numbers[entry]
        return head if number == _NONE else f"{head}{number}"


def _divide(address: str) -> tuple[str, int]:
    """Return an address without the number at its end, and this number.

    >>> _divide("set.jsonl:17"), _divide("cat07")
    (('set.jsonl:', 17), ('cat07', 4294967295))
    """
    mark = max(address.rfind(":"), address.rfind("#")) + 1
    digits = address[mark:]
    plain = mark and digits.isascii() and digits.isdecimal() and len(digits) < 10 and digits[0] != "0"
    return (address[:mark], int(digits)) if plain else (address, _NONE)
