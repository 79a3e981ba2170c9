"""Puzzles of declared kinds as documents: what they give, under the names of the kind's page.

A picture is a text per row, numbers beside the grid are a list or a text (`?` for one that is not given).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.documents.clues import ABOUT, plain_about, read_about
from nonosat.puzzles import KINDS
from nonosat.puzzles.declared import Declared, kind_of, page_at
from nonosat.puzzles.declared.given import MOST_NUMBER, Given
from nonosat.puzzles.declared.puzzle import MAX_SIDE
from nonosat.puzzles.declared.rules import check_name
from nonosat.puzzles.node import Node
from nonosat.puzzles.picture import UNKNOWN
from nonosat.records import replace
from nonosat.words import quote


class DeclaredDocument:
    """Reads and writes the puzzles of one declared kind."""

    def __init__(self, kind: type[Declared]) -> None:
        self._kind = kind
        self.KEYS = "kind", *ABOUT, "rules", *kind.rules.gives, "givens", "goal"

    def read(self, document: Node, source: str) -> Iterator[Declared]:
        """Yield the one puzzle of a document; every error has the line of the mistake."""
        kind, gives = self._kind, self._kind.rules.gives
        needed = [name for name, given in gives.items() if given.otherwise is None]
        entries = document.read_keys(f"a puzzle of kind {kind.kind}", self.KEYS, needed)
        data: dict[str, Any] = {}
        size: tuple[int, int] | None = None
        for name, given in gives.items():
            if given.form == "picture":
                data[name] = _picture(entries[name], name, given, size)
                size = len(data[name]), len(data[name][0])
            elif given.form != "number":
                data[name] = _numbers(entries[name], name)
            elif name in entries:
                data[name] = entries[name].number(name, given.low, given.high)
        try:
            puzzle = kind.of(data, **read_about(entries), source=source)
        except InputError as error:
            raise error.at(document.path, document.line) from None
        pictures: dict[str, Any] = {
            name: entries[name].picture(f"the {name}", puzzle.grid, kind.rules.chars + more)
            for name, more in (("givens", UNKNOWN), ("goal", ""))
            if name in entries
        }
        try:
            puzzle = replace(puzzle, **pictures) if pictures else puzzle
        except InputError as error:
            raise error.at(document.path, entries["givens"].line) from None
        yield puzzle

    def plain(self, puzzle: Declared) -> dict[str, Any]:
        """Write a puzzle as plain data that `read` reads back."""
        return plain(puzzle)


def document_of(name: str) -> DeclaredDocument:
    """Return what reads and writes the declared kind of this name."""
    kind = KINDS.load(name)
    assert issubclass(kind, Declared)
    return DeclaredDocument(kind)


def own_kind(name: str, rules: Node) -> DeclaredDocument:
    """Return the kind that a document declares itself: its page, or a file with it beside the document."""
    check_name(name, rules)
    if isinstance(rules.value, str):
        from pathlib import Path

        folder = Path(rules.path).parent
        path = folder / rules.value
        beside = Path(rules.value).name == rules.value and Path(rules.path).is_file()
        # A link out of the folder could lead to a file that is not for those who wrote the document.
        if not beside or not path.is_file() or path.resolve().parent != folder.resolve():
            what = "rules: expected the kind's page, or the name of a file in the same folder"
            raise rules.wrong(f"{what}; {quote(rules.value)} was not found there")
        rules = page_at(path)
    kind = kind_of(name, rules)
    known = KINDS.load(name) if name in KINDS else kind
    if known is not kind and (KINDS[name].made or not known.is_declared):
        raise rules.wrong(f"the kind {name} has rules of its own")
    return DeclaredDocument(kind)


def plain(puzzle: Any, whole: bool = False) -> dict[str, Any]:
    """Write a puzzle as plain data that `read` reads back, with the page of its kind if that is nobody's but
    its own, or if it should be `whole`.
    """
    data = plain_about(puzzle)
    if whole or puzzle.kind not in KINDS or KINDS.load(puzzle.kind) is not type(puzzle):
        data["rules"] = json.loads(puzzle.rules.page)
    for name, one in puzzle.data:
        is_side = puzzle.rules.gives[name].is_side
        data[name] = " ".join([UNKNOWN if n is None else str(n) for n in one]) if is_side else one
    return data | {key: picture for key in ("givens", "goal") if (picture := getattr(puzzle, key))}


def _picture(node: Node, name: str, given: Given, size: tuple[int, int] | None) -> tuple[str, ...]:
    rows = [row.text("a row").strip() for row in node.lines(name)]
    if not 1 <= len(rows) <= MAX_SIDE or not 1 <= len(rows[0]) <= MAX_SIDE:
        raise node.wrong(f"{name}: expected 1 to {MAX_SIDE} rows of 1 to {MAX_SIDE} cells")
    if not given.chars and (wrong := next((char for char in "".join(rows) if not char.isalnum()), "")):
        raise node.wrong(f"{name}: expected letters and digits, found {wrong!r}")
    chars = given.chars or "".join({*"".join(rows)})
    return node.picture(name, size or (len(rows), len(rows[0])), chars)


def _numbers(node: Node, name: str) -> tuple[int | None, ...]:
    """Read the numbers beside a grid."""
    items = node.value
    if isinstance(items, str):
        items = [Node(text, node.path, node.line) for text in items.replace(",", " ").split()]
    if not isinstance(items, list) or not 1 <= len(items) <= MAX_SIDE:
        raise node.wrong(f"{name}: expected 1 to {MAX_SIDE} numbers")
    return tuple(
        [
            None if item.value == UNKNOWN else item.number(f"{name}: a number", 0, MOST_NUMBER)
            for item in items
        ]
    )
