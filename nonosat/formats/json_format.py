"""JSON: the same documents as in YAML; several puzzles are a list."""

from __future__ import annotations

import json
from collections.abc import Sequence

from nonosat.formats.documents import plain
from nonosat.formats.yaml_format import read as read
from nonosat.puzzles import Puzzle


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return the document, or the list of documents, that `read` reads back."""
    data = [plain(puzzle) for puzzle in puzzles]
    text = json.dumps(data if len(data) > 1 else data[0], ensure_ascii=False, indent=1)
    # YAML's reader, which reads this back, accepts no unprintable characters.
    return "".join(c if c.isprintable() or c == "\n" else _escape(c) for c in text) + "\n"


def _escape(char: str) -> str:
    return f"\\u{ord(char):04x}" if ord(char) < 0x10000 else json.dumps(char)[1:-1]
