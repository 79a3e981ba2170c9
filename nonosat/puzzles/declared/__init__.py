"""Kinds of puzzles that are declared by a page of YAML: the pages are in `nonosat/puzzles/kinds`.

A page may also come from a package, which makes its kind by `kind_at`, or stand in a puzzle's own document.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from nonosat.errors import InputError
from nonosat.puzzles.declared.puzzle import Declared as Declared, kind_of as kind_of
from nonosat.puzzles.node import Node
from nonosat.puzzles.yaml_text import documents

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
    return kind_of(path.stem, page_at(path))


def page_at(path: Path) -> Node:
    """Return the page in this file."""
    try:
        pages = list(documents(path.read_text(encoding="utf-8"), str(path)))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", str(path)) from None
    except UnicodeError:
        raise InputError("expected text in UTF-8", str(path)) from None
    if len(pages) != 1:
        raise InputError("expected one document, the page of a kind", str(path), 1)
    return pages[0]
