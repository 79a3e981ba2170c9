"""Reads an explanation's file; refuses one that does not follow docs/explanations.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from nonosat.errors import InputError
from nonosat.formats import documents
from nonosat.formats.documents.node import MAX_DEPTH, Node
from nonosat.formats.source import content
from nonosat.processes.files import reading
from nonosat.puzzles import CellPuzzle, require_cells
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.reasons.document import SCHEMA, WHAT
from nonosat.reasons.fields import Pages, exactly, items, told, wrong
from nonosat.reasons.marks import started
from nonosat.reasons.rungs import KINDS
from nonosat.reasons.steps import Step
from nonosat.reasons.units import Unit, units_of
from nonosat.words import shown

MOST_BYTES = 8_000_000
MOST_DIGITS = 9
_KEYS = ("what", "schema", "version", "puzzle", "start", "steps", "end", "solutions")
_MOST_SOLUTIONS = 1000


@dataclass(frozen=True)
class Claimed:
    """The content of a file."""

    version: str
    puzzle: CellPuzzle
    units: list[Unit]
    start: Picture
    steps: tuple[Step, ...]
    end: Picture
    solutions: tuple[Picture, ...]


def read(path: str) -> Claimed:
    """Read a file; raise InputError, with the fault and its place, if it is not an explanation."""
    with reading(path):
        size = Path(path).stat().st_size
    if size > MOST_BYTES:
        raise InputError(f"an explanation has at most {MOST_BYTES} bytes", path)
    try:
        return read_text(content(Path(path), path).data.decode("utf-8"))
    except UnicodeDecodeError:
        raise InputError("not UTF-8", path) from None
    except InputError as error:
        raise error.at(path) from None


def read_text(text: str) -> Claimed:
    """Read a file's text."""
    data = _parsed(text)
    if not isinstance(data, dict) or data.get("what") != WHAT:
        wrong(f"not an explanation: expected the key `what` with {WHAT!r}")
    if data.get("schema") != SCHEMA or isinstance(data["schema"], bool):
        wrong(f"schema: expected {SCHEMA}, found {told(data.get('schema'))}")
    exactly(data, _KEYS, "an explanation")
    puzzle = _puzzle(data["puzzle"])
    units = units_of(puzzle.problem())
    pages = Pages(puzzle, units, KINDS)
    known = {*pages.chars, UNKNOWN}
    start = _picture(data["start"], puzzle, known, "start")
    if started(puzzle, start) != start:
        wrong("start: a given is missing")
    return Claimed(
        version=_text(data["version"], "version"),
        puzzle=puzzle,
        units=units,
        start=start,
        steps=pages.read_all(data["steps"]),
        end=_picture(data["end"], puzzle, known, "end"),
        solutions=tuple(
            _picture(entry, puzzle, set(pages.chars), "solutions")
            for entry in items(data["solutions"], "solutions", _MOST_SOLUTIONS)
        ),
    )


def _parsed(text: str) -> Any:
    try:
        data = json.loads(
            text,
            parse_int=_number,
            parse_float=_no_number,
            parse_constant=_no_number,
            object_pairs_hook=_unique,
        )
    except RecursionError:
        raise InputError("nested too deeply") from None
    except ValueError as error:
        if isinstance(error, json.JSONDecodeError):
            raise InputError(f"not JSON: {error.msg}", line=error.lineno) from None
        raise InputError(f"not JSON: {error}") from None
    level = [data]
    for _ in range(MAX_DEPTH):
        level = [item for value in level for item in _parts(value) if isinstance(item, dict | list)]
        if not level:
            return data
    raise InputError(f"nested more than {MAX_DEPTH} levels deep")


def _parts(value: object) -> Sequence[Any]:
    return [*value.values()] if isinstance(value, dict) else value if isinstance(value, list) else ()


def _number(digits: str) -> int:
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise ValueError(f"a number of more than {MOST_DIGITS} digits")
    return int(digits)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{shown(text)} is not a whole number")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key appears twice in a map")
    return found


def _puzzle(entry: object) -> CellPuzzle:
    node = _node(entry)
    found = list(islice(documents.read(node), 2))
    if len(found) != 1:
        wrong("expected one puzzle")
    return require_cells(found[0], "explain works")


def _node(value: object) -> Node:
    """Return plain data as a node, the form from which documents are read."""
    if isinstance(value, dict):
        return Node(
            {key: _node(item) for key, item in value.items()}, "", 0, {key: Node(key, "", 0) for key in value}
        )
    if isinstance(value, list):
        return Node([_node(item) for item in value], "", 0)
    if isinstance(value, bool) or value is None:
        wrong(f"the puzzle contains {told(value)}: expected only maps, lists, texts and numbers")
    return Node(str(value), "", 0)


def _picture(entry: object, puzzle: CellPuzzle, chars: set[str], what: str) -> Picture:
    rows = tuple(
        [row if isinstance(row, str) else wrong(f"{what}: expected texts") for row in items(entry, what)]
    )
    if fault := puzzle.size_fault(rows):
        wrong(f"{what}: {fault.replace('not', 'expected', 1)}")
    if odd := set(puzzle.chars(rows)) - chars:
        wrong(f"{what}: {min(odd)!r} is not a colour of the puzzle")
    return rows


def _text(entry: object, what: str) -> str:
    if not isinstance(entry, str):
        wrong(f"{what}: expected a text, found {told(entry)}")
    return entry
