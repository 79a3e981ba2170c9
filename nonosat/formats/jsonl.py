"""JSON Lines: one puzzle per line, with the keys of a document, and its picture as `solution`.

    {"id": "5x5-1-0", "rows": [[1], [3, 1]], "columns": [...], "solution": ["#....", ...]}

A record without `kind` is a nonogram, whose clues are lists of numbers or, in colour, texts such as "3r 1b".
Other keys, which records of other tools may have, are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nonosat.errors import InputError
from nonosat.fields import parsed
from nonosat.formats import documents
from nonosat.formats.source import Source
from nonosat.puzzles import KINDS, Puzzle
from nonosat.puzzles.clues import item_text
from nonosat.puzzles.node import node_of
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE

_NONOGRAM = "nonogram"
_OTHER_NAMES = {"goal": "solution", "title": "id"}


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of every line that is not blank."""
    for number, line in enumerate(source.lines, start=1):
        if line.strip():
            try:
                found = parsed(line)
            except InputError as error:
                raise source.wrong(error.what, number) from None
            if not isinstance(found, dict):
                raise source.wrong("expected a JSON object with the keys rows and columns", number)
            yield from of_record(found, source, number)


def of_record(record: Mapping[str, Any], source: Source, line: int = 1) -> Iterator[Puzzle]:
    """Yield the puzzles of a record, usually one."""
    kind = record.get("kind", _NONOGRAM)
    if kind == _NONOGRAM and not {"rows", "columns"} <= set(record):
        raise source.wrong("expected a JSON object with the keys rows and columns", line)
    rules = node_of(record["rules"], source.path, line) if "rules" in record else None
    keys = documents.keys(kind, rules) if isinstance(kind, str) and (rules or kind in KINDS) else ()
    chosen = {"kind": kind} | {key: record[key] for key in keys if key in record}
    for key, other in _OTHER_NAMES.items():
        if key in keys and key not in chosen and record.get(other):
            chosen[key] = record[other]
    yield from documents.read(node_of(chosen, source.path, line), source.path)


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return the lines that `read` reads back."""
    return "".join(json.dumps(plain(puzzle), ensure_ascii=False) + "\n" for puzzle in puzzles)


def plain(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as plain data for one line."""
    found = documents.plain(puzzle)
    goal = found.pop("goal", None)
    if isinstance(puzzle, Nonogram):
        del found["kind"]
        if puzzle.palette == BLACK_AND_WHITE:
            for key, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
                found[key] = [[item_text(b) if b.blotted else b.low for b in clue] for clue in clues]
    return found | ({"solution": goal} if goal else {})
