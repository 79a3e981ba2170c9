"""Finds the values of a record by their paths, and reads clues and pictures: lists, or texts as in CSV."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, cast

from nonosat import InputError, Nonogram, Picture, load
from nonosat.learning.records import FaultError
from nonosat.toolkit import Block, fields, layouts, words

Clue = tuple[Block, ...]

_NAMES = ("rows", "columns", "solution", "givens", "id")

PATHS: dict[str, tuple[str, ...]] = {name: (name,) for name in _NAMES}
"""The values of a record that are read -> their paths, if they are not given others."""

_LINES = re.compile("[\n;/]")
_NUMBERS = re.compile(r"[\s,]+")


def read_paths(text: str) -> dict[str, tuple[str, ...]]:
    """Return the paths of values, some of which a text such as `rows=clues.across,solution=answer` changes.

    The dots lead through nested maps. Raises InputError for any other text.
    """
    paths = dict(PATHS)
    for part in text.split(",") if text else ():
        name, _, path = part.partition("=")
        if not path:
            raise InputError(f"{words.quote(part)}: expected NAME=PATH, such as rows=row_clues")
        if name not in paths:
            raise InputError(
                words.or_nearest(f"unknown name {words.quote(name)}", name, PATHS, "the names are")
            )
        paths[name] = tuple(path.split("."))
    return paths


def value_at(record: Mapping[str, Any], path: Sequence[str]) -> Any:
    """Return the value at a path, or None if there is none."""
    value: Any = record
    for step in path:
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def line_clues(value: Any, what: str) -> tuple[Clue, ...]:
    """Read the clues of all rows or of all columns; `what` is `row` or `column`.

    >>> line_clues([[2, 1], [0]], "row") == line_clues("2 1; 0", "row") == line_clues(["2 1", ""], "row")
    True
    """
    lines = _items(value)
    if not lines:
        raise FaultError("broken", f"the clues of the {what}s are {_shape(value)}")
    return tuple([_clue(line, what, k) for k, line in enumerate(lines, start=1)])


def picture(value: Any) -> Picture:
    """Read a picture in black and white, as `#` and `.`: rows of numbers, truth values or characters.

    >>> picture([[1, 0], [0, 1]]), picture("X_/_X")
    (('#.', '.#'), ('#.', '.#'))
    """
    rows = _items(value)
    if not rows:
        raise FaultError("picture", f"the stored picture is {_shape(value)}")
    lines = [_symbols(row) for row in rows]
    if len({*map(len, lines)}) > 1 or not lines[0]:
        raise FaultError("size", "the rows of the stored picture differ in length")
    used = set().union(*lines)
    chars = layouts.meanings(used)
    if chars is None:
        raise FaultError("picture", f"the stored picture has the cells {words.quote(''.join(sorted(used)))}")
    table = str.maketrans(dict(chars))
    return tuple([line.translate(table) for line in lines])


def _symbols(row: Any) -> str:
    """Return one character per cell of a row."""
    if isinstance(row, str):
        return row.translate(layouts.UNSEEN)
    if not isinstance(row, Sequence):
        raise FaultError("picture", f"the stored picture has {_shape(row)} for a row")
    try:
        return "".join([_SYMBOLS[item] for item in row])
    except (KeyError, TypeError):
        raise FaultError("picture", f"the stored picture has the row {words.quote(str(row))}") from None


_SYMBOLS: dict[Any, str] = {0: "0", 1: "1", **{char: char for char in "01#."}}


def _items(value: Any) -> Sequence[Any]:
    """Return the items of a list, which may be JSON, or the lines of another text; else nothing."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        try:
            value = fields.parse(value)
        except InputError:
            return ()
    if isinstance(value, str):
        return [line.strip() for line in _LINES.split(value.strip("\n;/"))] if value.strip() else ()
    return value if isinstance(value, Sequence) else ()


def _clue(line: Any, what: str, number: int) -> Clue:
    parts = [part for part in _NUMBERS.split(line) if part] if isinstance(line, str) else line
    try:
        return _blocks(*(parts if isinstance(parts, Sequence) else [parts]))
    except TypeError:  # a list or a map, which has no hash
        raise FaultError("clue", f"{what} {number}: {words.quote(str(line))} is not a clue") from None
    except FaultError as fault:
        raise FaultError(fault.kind, f"{what} {number}: {fault.what}") from None


@lru_cache(maxsize=1 << 16, typed=True)  # a set has few clues, and True is not 1
def _blocks(*items: Any) -> Clue:
    """Return the blocks of clue numbers; zeros around them pad arrays."""
    blocks = [_block(item) for item in items]
    while blocks and not blocks[-1]:
        blocks.pop()
    first = next((k for k, one in enumerate(blocks) if one), 0)
    clue = tuple([one for one in blocks[first:] if one])
    if len(clue) < len(blocks) - first:
        raise FaultError("clue", "0 is between other clue numbers")
    return clue


def _block(item: Any) -> Block | None:
    """Return the block of a clue number, or of `?` or `*`, as nonosat writes them; None for 0."""
    if item in ("?", "*"):
        return _read_block(item)
    if isinstance(item, str) and item.isascii() and item.strip().isdecimal() and len(item) < 20:
        item = int(item)
    if isinstance(item, bool) or not isinstance(item, (int, float)) or not item >= 0 or item % 1:
        raise FaultError("clue", f"{words.quote(str(item))} is not a clue number")
    if item > _read_block("?").high:
        raise FaultError("line", f"no line is as long as {words.quote(str(item))}")
    return Block(1, int(item), int(item)) if item else None


@cache
def _read_block(item: str) -> Block:
    return cast(Nonogram, load({"rows": [item], "columns": [item]})).rows[0][0]


def _shape(value: Any) -> str:
    """Say what a value is that is not what was expected."""
    if value is None:
        return "missing"
    if isinstance(value, Mapping):
        return "a map"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "a list" if value else "an empty list"
    return words.quote(str(value))
