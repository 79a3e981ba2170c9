"""Puzzles as documents (YAML, JSON): one file per kind, with its name.

The module of a kind reads its puzzles from a Node, whose errors have line numbers, and writes them as
plain data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from nonosat.errors import InputError
from nonosat.puzzles import DEFAULT, KINDS, Puzzle
from nonosat.puzzles.node import Node


class Document(Protocol):
    """The interface of a kind's module."""

    @property
    def KEYS(self) -> Sequence[str]:  # noqa: N802 - a constant
        """The keys of the kind's documents."""
        ...

    def read(self, document: Node, source: str) -> Iterator[Puzzle]:
        """Yield the puzzles of a document, usually one; `source` is their address."""
        ...

    def plain(self, puzzle: Any) -> dict[str, Any]:
        """Write a puzzle of the kind as plain data that `read` reads back."""
        ...


def keys(kind: str, rules: Node | None = None) -> Sequence[str]:
    """Return the keys of a kind's documents, whose `rules` they may bring."""
    return (_own(kind, rules) if rules else _document(kind)).KEYS


def read(document: Node, source: str = "") -> Iterator[Puzzle]:
    """Yield the puzzles of a document of any kind, usually one; `source` is their address."""
    entries = document.mapping("a puzzle")
    if "kind" not in entries and not {"rows", "columns"} <= set(entries):
        raise document.wrong(f"a puzzle: expected the key `kind:`, one of {KINDS.names()}")
    kind = entries["kind"].text("kind") if "kind" in entries else DEFAULT
    if "rules" in entries:
        return _own(kind, entries["rules"]).read(document, source)
    try:
        KINDS[kind]
    except InputError as error:
        raise error.at(document.path, entries["kind"].line) from None
    return _document(kind).read(document, source)


def plain(puzzle: Puzzle, whole: bool = False) -> dict[str, Any]:
    """Write a puzzle as plain data that `read` reads back; a picture is a tuple of rows. The `whole` of a
    puzzle has the page of its kind, if it is declared.
    """
    if not puzzle.is_declared:
        return _document(puzzle.kind).plain(puzzle)
    from nonosat.formats.documents.declared import plain as of_declared

    return of_declared(puzzle, whole)


def _own(kind: str, rules: Node) -> Document:
    from nonosat.formats.documents.declared import own_kind

    return own_kind(kind, rules)


def _document(kind: str) -> Document:
    if KINDS.load(kind).is_declared:
        from nonosat.formats.documents.declared import document_of

        return document_of(kind)
    return cast(Document, import_module(KINDS[kind].document or f"{__name__}.{kind}"))
