"""YAML: puzzles of every kind, one per document, with `---` between documents. JSON is read as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from nonosat.formats import documents
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.yaml_text import documents as parsed

_SURROGATES = r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of each document; a document that is a list has one puzzle per item."""
    text = source.text
    if text.lstrip().startswith(("{", "[")):
        # JSON allows indentation by tabs, and surrogate pairs for characters beyond U+FFFF; YAML does not.
        text = re.sub(_SURROGATES, _join, text.replace("\t", " "))
    for root in parsed(text, source.path):
        nodes = root.value if isinstance(root.value, list) else [root]
        for document in nodes:
            if document.value:  # a `---` at the end begins an empty document
                yield from documents.read(document)


def write(puzzles: Sequence[Puzzle], whole: bool = False) -> str:
    """Return the documents that `read` reads back; `whole` ones have the pages of declared kinds."""
    return "---\n".join("".join(_entries(documents.plain(puzzle, whole), "")) for puzzle in puzzles)


def _join(halves: re.Match[str]) -> str:
    high, low = (int(half, 16) for half in halves.groups())
    return f"\\U{0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00:08x}"


def _entries(data: dict[str, Any], indent: str) -> Iterator[str]:
    """Yield the lines of a map: texts in quotes, a tuple (a picture) as a block, lists and maps indented."""
    for key, value in data.items():
        name = key if key.isidentifier() else quote_yaml(key)
        if isinstance(value, dict):
            yield f"{indent}{name}:\n"
            yield from _entries(value, indent + "  ")
        elif isinstance(value, tuple):
            yield f"{indent}{name}: |\n"
            yield from (f"{indent}  {row}\n" for row in value)
        elif isinstance(value, list) and value:
            yield f"{indent}{name}:\n"
            yield from (f"{indent}  - {_inline(item)}\n" for item in value)
        else:
            yield f"{indent}{name}: {_inline(value) if key != 'kind' else value}\n"


def _inline(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quote_yaml(key)}: {_inline(item)}" for key, item in value.items()) + "}"
    return quote_yaml(str(value)) if isinstance(value, str) else str(value)


def quote_yaml(text: str) -> str:
    """Write a text as a YAML string in double quotes."""
    escape = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
    return '"' + "".join(escape.get(c, c if c.isprintable() else f"\\U{ord(c):08x}") for c in text) + '"'
