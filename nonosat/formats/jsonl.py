"""JSON Lines: one puzzle per line, with the keys of a document, and its picture as `solution`.

    {"id": "5x5-1-0", "rows": [[1], [3, 1]], "columns": [...], "solution": ["#....", ...]}

A record without `kind` is a nonogram, whose clues are lists of numbers or, in colour, texts such as "3r 1b".
Other keys, which records of other tools may have, are ignored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from nonosat.errors import InputError, reading
from nonosat.fields import parse
from nonosat.formats import documents
from nonosat.formats.documents.clues import ABOUT
from nonosat.formats.lines import make_unchecked
from nonosat.formats.plain import READER
from nonosat.formats.source import Source, suffix_of
from nonosat.problem import Block
from nonosat.puzzles import KINDS, Puzzle
from nonosat.puzzles.clues import block, item_text
from nonosat.puzzles.json_node import node_of
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE

_NONOGRAM = "nonogram"
_OTHER_NAMES = {"goal": "solution", "title": "id"}
_UNUSUAL = {"kind", "rules", "palette", "givens"}


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of every line that is not blank."""
    for number, line in enumerate(source.lines, start=1):
        if line.strip():
            if (plain := read_plain(line.encode(), source.path)) is not None:
                yield plain
                continue
            try:
                record = parse(line)
            except InputError as error:
                raise source.wrong(error.what, number) from None
            if not isinstance(record, dict):
                raise source.wrong("expected a JSON object with the keys rows and columns", number)
            yield from of_record(record, source, number)


def of_record(record: Mapping[str, Any], source: Source, line: int = 1) -> Iterator[Puzzle]:
    """Yield the puzzles of a record, usually one."""
    if (puzzle := _plain_nonogram(record, source.path)) is not None:
        yield puzzle
        return
    kind = record.get("kind", _NONOGRAM)
    if kind == _NONOGRAM and not {"rows", "columns"} <= set(record):
        raise source.wrong("expected a JSON object with the keys rows and columns", line)
    rules = node_of(record["rules"], source.path, line) if "rules" in record else None
    keys = documents.keys(kind, rules) if isinstance(kind, str) and (rules or kind in KINDS) else ()
    chosen = {"kind": kind} | {key: record[key] for key in keys if key in record}
    for key, other in _OTHER_NAMES.items():
        if key in keys and key not in chosen and record.get(other):
            chosen[key] = _draw(record[other])
    yield from documents.read(node_of(chosen, source.path, line), source.path)


def _draw(solution: Any) -> Any:
    """Return rows of 0 and 1 as texts."""
    if not isinstance(solution, list) or not all(
        isinstance(row, list) and {*row} <= {0, 1} for row in solution
    ):
        return solution
    return ["".join([".#"[cell] for cell in row]) for row in solution]


class _Black(dict[int, Block]):
    """The black blocks by their lengths, for which clues have few different numbers."""

    def __missing__(self, length: int) -> Block:
        if not 1 <= length <= MAX_SIDE:
            raise KeyError(length)
        self[length] = made = block(1, length)
        return made


_BLACK = _Black()


def _plain_nonogram(record: Mapping[str, Any], source: str) -> Nonogram | None:
    """Read a nonogram whose clues are lists of numbers, as in most records; None if it has anything else, of
    which `documents` knows the rules and names the faults.
    """
    rows, columns = record.get("rows"), record.get("columns")
    about: dict[str, str] = {}
    if not _UNUSUAL.isdisjoint(record) or type(rows) is not list or type(columns) is not list:
        return None
    for key in ABOUT:
        text = record.get(key, record.get("id") or None if key == "title" else None)
        if type(text) is str:
            about[key] = text
        elif key in record or text is not None:
            return None
    if not (1 <= len(rows) <= MAX_SIDE and 1 <= len(columns) <= MAX_SIDE):
        return None
    lines = rows + columns
    if {*map(type, lines)} != {list} or not {*map(type, chain.from_iterable(lines))} <= {int}:
        return None
    try:
        clues = [() if line == [0] else tuple(map(_BLACK.__getitem__, line)) for line in lines]
    except KeyError:
        return None
    goal = record.get("goal", record.get("solution") or ())
    if goal != () or "goal" in record:
        if type(goal) is not list or len(goal) != len(rows) or {*map(type, goal)} != {str}:
            return None
        if {*map(len, goal)} != {len(columns)} or not {*"".join(goal)} <= {".", "#"}:
            return None
    height = len(rows)
    about["source"] = source
    rows, columns = tuple(clues[:height]), tuple(clues[height:])
    return make_unchecked(rows=rows, columns=columns, goal=tuple(goal), **about)


def read_plain(line: bytes, source: str = "") -> Nonogram | None:
    """Read a record in black and white that has clues as lists of numbers, perhaps a solution and an id, and
    nothing else; None for any other.
    """
    puzzle = READER.read(line)
    if puzzle is None:
        return None
    rows, columns, goal, name = puzzle
    return make_unchecked(rows=rows, columns=columns, goal=goal, title=name, source=source)


def count_of(path: str) -> int | None:
    """Return the number of records of a file of JSON Lines, which may be large; None for any other name."""
    if suffix_of(path) != ".jsonl" or not os.path.isfile(path):
        return None
    with reading(path), open(path, "rb") as file:
        return sum(1 for line in file if not line.isspace())


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return the lines that `read` reads back."""
    return "".join(json.dumps(plain(puzzle), ensure_ascii=False) + "\n" for puzzle in puzzles)


def plain(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as plain data for one line."""
    data = documents.plain(puzzle)
    goal = data.pop("goal", None)
    if isinstance(puzzle, Nonogram):
        del data["kind"]
        if puzzle.palette == BLACK_AND_WHITE:
            for key, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
                data[key] = [[item_text(b) if b.blotted else b.low for b in clue] for clue in clues]
    return data | ({"solution": goal} if goal else {})
