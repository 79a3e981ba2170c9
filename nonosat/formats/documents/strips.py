"""Strips as documents: the strips, and one or more diagrams to be cut into them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nonosat.formats.documents.clues import ABOUT, plain_about, read_about
from nonosat.puzzles.node import Node
from nonosat.puzzles.strips import Strips, text_fault

KEYS = ("kind", *ABOUT, "strips", "diagrams")


def read(document: Node, source: str) -> Iterator[Strips]:
    """Yield one puzzle per diagram of a document; all have the same strips."""
    entries = document.read_keys("strips", KEYS, needed=("strips", "diagrams"))
    about = read_about(entries)
    strips = _texts(entries["strips"].items("the strips"), "a strip")
    diagrams = entries["diagrams"].items("the diagrams")
    if not diagrams:
        raise entries["diagrams"].wrong("no diagrams: expected at least one")
    for diagram in diagrams:
        rows = diagram.lines("a diagram")
        if not rows:
            raise diagram.wrong("a diagram: expected rows of `b` and `w`, found none")
        width = len(rows[0].text("a row").strip())
        yield Strips(_texts(rows, "a row", width), strips, **about, source=source)


def plain(puzzle: Strips) -> dict[str, Any]:
    """Write a diagram as plain data that `read` reads back."""
    return {**plain_about(puzzle), "strips": list(puzzle.strips), "diagrams": [list(puzzle.diagram)]}


def _texts(nodes: Sequence[Node], what: str, width: int | None = None) -> tuple[str, ...]:
    """Return the nodes' texts. Raises InputError if one does not consist of `b` and `w`."""
    texts = []
    for node in nodes:
        text = node.text(what).strip()
        if wrong := text_fault(text, width):
            raise node.wrong(f"{what}: {wrong}")
        texts.append(text)
    return tuple(texts)
