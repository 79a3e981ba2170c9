"""A document as people write it (YAML, JSON): texts, lists and maps with their lines.

Scalars stay texts: `010`, `1:30` and `no` are not converted; numbers are read only where they are expected.
Puzzles and model cards are read from these nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from nonosat.errors import InputError
from nonosat.records import dataclass, field
from nonosat.words import is_number, quote

T = TypeVar("T")

MAX_DEPTH = 50
"""The largest depth of nested lists and maps; no document needs more than a few levels."""

_DIGITS = 20  # of a whole number: Python takes quadratic time to read a long one


@dataclass(frozen=True)
class Node:
    """A value with its place.

    `value` is a text, a list of Nodes, or a map of Nodes; `keys` has the places of a map's keys.
    `block` says that the text is a block (`key: |`), which begins on the line below `line`; `quoted`, that it
    is a text even if it looks like a number.
    """

    value: str | list[Node] | dict[str, Node]
    path: str
    line: int
    keys: dict[str, Node] = field(default_factory=dict, repr=False)
    block: bool = False
    quoted: bool = False

    def wrong(self, what: str) -> InputError:
        """Return an error at this place."""
        return InputError(what, self.path, self.line)

    def text(self, what: str) -> str:
        """Return the text; `what` names the node in the error if it is something else."""
        if not isinstance(self.value, str):
            raise self.wrong(f"{what}: expected a text, found {self.shape()}")
        return self.value

    def lines(self, what: str) -> list[Node]:
        """Return the lines of a block text, or the items of a list of texts, each with its own place."""
        if isinstance(self.value, list):
            return self.value
        start = self.line + 1 if self.block else self.line
        step = 1 if self.block else 0
        rows = self.text(what).rstrip("\n").split("\n")
        return [Node(row, self.path, start + k * step) for k, row in enumerate(rows)]

    def picture(self, what: str, size: tuple[int, int], chars: str) -> tuple[str, ...]:
        """Return a picture with this number of rows and columns, in these characters."""
        height, width = size
        rows = self.lines(what)
        texts = [row.text(what).strip() for row in rows[: height + 1]]
        for number, (row, text) in enumerate(zip(rows, texts, strict=False), start=1):
            if number > height:
                raise row.wrong(f"{what}: row {number} is off the grid of {height} rows, {width} columns")
            if wrong := set(text) - set(chars):
                raise row.wrong(f"{what}: expected the characters {' '.join(chars)}, found {min(wrong)!r}")
            if len(text) != width:
                raise row.wrong(f"{what}: expected {width} cells per row, found {len(text)}")
        if len(rows) < height:
            raise self.wrong(f"{what}: expected {height} rows, found {len(rows)}")
        return tuple(texts)

    def number(self, what: str, low: int, high: int) -> int:
        """Return a whole number between `low` and `high`, written in plain digits."""
        text = self.text(what)
        plain = is_number(text) and (text == "0" or text[0] != "0")
        if not plain or len(text) > 9 or not low <= int(text) <= high:
            raise self.wrong(f"{what}: expected a whole number from {low} to {high}, found {quote(text)}")
        return int(text)

    def items(self, what: str) -> list[Node]:
        """Return the list's nodes."""
        if not isinstance(self.value, list):
            raise self.wrong(f"{what}: expected a list, found {self.shape()}")
        return self.value

    def mapping(self, what: str) -> dict[str, Node]:
        """Return the map's nodes by key."""
        if not isinstance(self.value, dict):
            raise self.wrong(f"{what}: expected `key: value` lines, found {self.shape()}")
        return self.value

    def read_keys(self, what: str, keys: Iterable[str], needed: Iterable[str] = ()) -> dict[str, Node]:
        """Return the map. Raises InputError if a key is unknown, or if a needed one is missing."""
        entries, known = self.mapping(what), list(keys)
        for key in entries:
            if key not in known:
                place = self.keys.get(key, self)
                raise place.wrong(f"{what}: unknown key {quote(key)}; the keys are {', '.join(known)}")
        for key in needed:
            if key not in entries:
                raise self.wrong(f"{what}: expected the key `{key}:`, which is missing")
        return entries

    def check(self, check: Callable[[Any], T]) -> T:
        """Return what a check of plain data (see `nonosat.fields`) makes of the node; errors have a place."""
        try:
            return check(self.plain())
        except InputError as error:
            node = place = self
            for key in getattr(error, "keys", ()):
                if isinstance(node.value, list) and isinstance(key, int):
                    node = place = node.value[key]
                elif isinstance(node.value, dict) and key in node.value:
                    place, node = node.keys.get(str(key), node), node.value[str(key)]
            raise place.wrong(error.what) from None

    def plain(self) -> Any:
        """Return the node as plain data, with whole numbers, `true` and `false` as such."""
        if isinstance(self.value, dict):
            return {key: node.plain() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        if self.quoted:
            return self.value
        if is_number(self.value) and len(self.value) < _DIGITS:
            return int(self.value)
        return {"true": True, "false": False, "": None}.get(self.value, self.value)

    def shape(self) -> str:
        """Describe this node for an error message that expected something else."""
        if isinstance(self.value, str):
            return f"the text {quote(self.value)}" if self.value else "nothing"
        return "a list" if isinstance(self.value, list) else "a map"
