"""Kinds of puzzles that are declared by a page of YAML: the pages are in `nonosat/puzzles/kinds`.

A page may also come from a package, which makes its kind by `kind_at`, or stand in a puzzle's own document.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from nonosat.errors import InputError
from nonosat.puzzles.declared.puzzle import Declared as Declared, kind_of as kind_of
from nonosat.puzzles.node import documents

_SHIPPED = Path(__file__).parents[1] / "kinds"


def __getattr__(name: str) -> type[Declared]:
    """Return the kind of this name: registries look it up here."""
    path = _SHIPPED / f"{name}.yaml"
    if name.startswith("_") or not path.is_file():
        raise AttributeError(name)
    return kind_at(path)


@lru_cache
def kind_at(path: Path) -> type[Declared]:
    """Return the kind whose page is in this file, by whose name it is called. Raises InputError, with the
    line of the mistake.
    """
    pages = list(documents(path.read_text(encoding="utf-8"), str(path)))
    if len(pages) != 1:
        raise InputError("expected one document, the page of a kind", str(path))
    return kind_of(path.stem, pages[0])
