"""Reads an explanation's file; refuses one that does not follow docs/explanations.md."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from nonosat.errors import InputError
from nonosat.formats import documents
from nonosat.formats.documents.node import MAX_DEPTH, Node
from nonosat.formats.source import content
from nonosat.puzzles import require_nonogram
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.reasons.document import SCHEMA, WHAT
from nonosat.reasons.grid import Line, lines_of
from nonosat.reasons.marks import started
from nonosat.reasons.steps import (
    COLUMNS,
    DELETION,
    ROWS,
    SMALLEST,
    Case,
    Conflict,
    Fact,
    Facts,
    LineSet,
    LineStep,
    Refutation,
    Step,
    Sum,
    TwoWay,
)
from nonosat.reasons.techniques import TECHNIQUES
from nonosat.words import shown

T = TypeVar("T")

MOST_BYTES = 8_000_000
MOST_DIGITS = 9
_KEYS = ("what", "schema", "version", "puzzle", "start", "steps", "end", "solutions")
_MOST_SOLUTIONS = 1000


@dataclass(frozen=True)
class Claimed:
    """The content of a file."""

    version: str
    puzzle: Nonogram
    lines: list[Line]
    start: Picture
    steps: tuple[Step, ...]
    end: Picture
    solutions: tuple[Picture, ...]


def read(path: str) -> Claimed:
    """Read a file; raise InputError, with the fault and its place, if it is not an explanation."""
    try:
        if Path(path).stat().st_size > MOST_BYTES:
            raise InputError(f"an explanation has at most {MOST_BYTES} bytes", path)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None
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
        _wrong(f"not an explanation: expected the key `what` with {WHAT!r}")
    if data.get("schema") != SCHEMA or isinstance(data["schema"], bool):
        _wrong(f"schema: expected {SCHEMA}, found {_shown(data.get('schema'))}")
    _keys(data, _KEYS, "an explanation")
    puzzle = _puzzle(data["puzzle"])
    lines = lines_of(puzzle.problem())
    reader = _Reader(puzzle, lines)
    known = {*reader.values, UNKNOWN}
    start = _picture(data["start"], puzzle, known, "start")
    if started(puzzle, start) != start:
        _wrong("start: a given is missing")
    return Claimed(
        version=_text(data["version"], "version"),
        puzzle=puzzle,
        lines=lines,
        start=start,
        steps=_numbered(data["steps"], reader.step),
        end=_picture(data["end"], puzzle, known, "end"),
        solutions=tuple(
            _picture(entry, puzzle, set(reader.values), "solutions")
            for entry in _list(data["solutions"], "solutions", _MOST_SOLUTIONS)
        ),
    )


class _Reader:
    """Reads the steps of one puzzle."""

    def __init__(self, puzzle: Nonogram, lines: Sequence[Line]) -> None:
        self.values = {colour.char: value for value, colour in enumerate(puzzle.palette)}
        self._lines = {line.label: line.number for line in lines}
        self._grid = puzzle.grid
        self._kinds: dict[str, Callable[[dict[str, Any]], Step]] = {
            "line": self._line_step,
            "conflict": self._conflict,
            "refute": self._refutation,
            "two-way": self._two_way,
            "sum": self._sum,
            "lines": self._line_set,
        }

    def step(self, entry: object) -> Step:
        """Read a step."""
        if not isinstance(entry, dict):
            _wrong(f"expected a map, found {_shown(entry)}")
        kind = entry.get("kind")
        if not isinstance(kind, str) or kind not in self._kinds:
            _wrong(f"kind: expected one of {', '.join(self._kinds)}, found {_shown(kind)}")
        step = self._kinds[kind](entry)
        if entry["rung"] != step.rung or isinstance(entry["rung"], bool):
            _wrong(f"rung: expected {step.rung}, found {_shown(entry['rung'])}")
        return step

    def _line_step(self, entry: dict[str, Any]) -> LineStep:
        _keys(entry, ("kind", "rung", "line", "technique", "minimal", "uses", "sets"), "a step")
        return LineStep(
            line=self._line(entry["line"]),
            uses=self._facts(entry, "uses"),
            sets=self._facts(entry, "sets"),
            minimal=_choice(entry, "minimal", (SMALLEST, DELETION)),
            technique=_choice(entry, "technique", TECHNIQUES),
        )

    def _conflict(self, entry: dict[str, Any]) -> Conflict:
        _keys(entry, ("kind", "rung", "line", "minimal", "uses"), "a step")
        return Conflict(
            line=self._line(entry["line"]),
            uses=self._facts(entry, "uses"),
            minimal=_choice(entry, "minimal", (SMALLEST, DELETION)),
        )

    def _refutation(self, entry: dict[str, Any]) -> Refutation:
        _keys(entry, ("kind", "rung", "assumes", "trace", "uses", "sets"), "a step")
        return Refutation(
            assumes=self._fact(entry["assumes"]),
            trace=_numbered(entry["trace"], self.step),
            uses=self._facts(entry, "uses"),
            sets=self._facts(entry, "sets"),
        )

    def _two_way(self, entry: dict[str, Any]) -> TwoWay:
        _keys(entry, ("kind", "rung", "cases", "uses", "sets"), "a step")
        return TwoWay(
            cases=tuple(self._case(case) for case in _list(entry["cases"], "cases")),
            uses=self._facts(entry, "uses"),
            sets=self._facts(entry, "sets"),
        )

    def _case(self, entry: object) -> Case:
        if not isinstance(entry, dict):
            _wrong(f"cases: expected maps, found {_shown(entry)}")
        _keys(entry, ("assumes", "trace"), "a case")
        return Case(assumes=self._fact(entry["assumes"]), trace=_numbered(entry["trace"], self.step))

    def _sum(self, entry: dict[str, Any]) -> Sum:
        _keys(entry, ("kind", "rung", "rows", "columns", "colour", "least", "uses", "sets"), "a step")
        colour = _choice(entry, "colour", [*self.values][1:])
        rows, columns = self._some_lines(entry, "rows"), self._some_lines(entry, "columns")
        if any(row >= self._grid[0] for row in rows) or any(column < self._grid[0] for column in columns):
            _wrong("rows and columns are mixed up")
        return Sum(
            rows=rows,
            columns=columns,
            colour=self.values[colour],
            least=_choice(entry, "least", (ROWS, COLUMNS)),
            uses=self._facts(entry, "uses"),
            sets=self._facts(entry, "sets"),
        )

    def _line_set(self, entry: dict[str, Any]) -> LineSet:
        keys = ["kind", "rung", "lines", "minimal", "by", "assumes", "uses", "sets"]
        by = entry.get("by")
        _keys(entry, [*keys, "trace"] if by == "trace" else keys, "a step")
        _choice(entry, "by", ("trace", "solver"))
        return LineSet(
            lines=self._some_lines(entry, "lines"),
            smallest=_choice(entry, "minimal", (SMALLEST, DELETION)) == SMALLEST,
            assumes=self._fact(entry["assumes"]),
            trace=_numbered(entry["trace"], self.step) if by == "trace" else None,
            uses=self._facts(entry, "uses"),
            sets=self._facts(entry, "sets"),
        )

    def _line(self, entry: object) -> int:
        if not isinstance(entry, str) or entry not in self._lines:
            _wrong(f"expected a line such as `row 1`, found {_shown(entry)}")
        return self._lines[entry]

    def _some_lines(self, entry: dict[str, Any], key: str) -> tuple[int, ...]:
        found = tuple(map(self._line, _list(entry[key], key)))
        if len(set(found)) < len(found):
            _wrong(f"{key}: a line appears twice")
        return found

    def _facts(self, entry: dict[str, Any], key: str) -> Facts:
        found = tuple(map(self._fact, _list(entry[key], key)))
        if len({cell for cell, _ in found}) < len(found):
            _wrong(f"{key}: a cell appears twice")
        return found

    def _fact(self, entry: object) -> Fact:
        match entry:
            case [int(row), int(column), str(chars)] if bool not in (type(row), type(column)):
                height, width = self._grid
                mask = sum({1 << self.values[char] for char in chars if char in self.values})
                ordered = "".join(char for char, value in self.values.items() if mask >> value & 1)
                if 1 <= row <= height and 1 <= column <= width and chars and chars == ordered:
                    return (row - 1) * width + column - 1, mask
        return _wrong(f"expected a row, a column and colours, such as [1, 1, '.'], found {_shown(entry)}")


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
        level = [item for value in level for item in _items(value) if isinstance(item, dict | list)]
        if not level:
            return data
    raise InputError(f"nested more than {MAX_DEPTH} levels deep")


def _items(value: object) -> Sequence[Any]:
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


def _puzzle(entry: object) -> Nonogram:
    node = _node(entry)
    found = list(islice(documents.read(node), 2))
    if len(found) != 1:
        _wrong("expected one puzzle")
    return require_nonogram(found[0], "explain works")


def _node(value: object) -> Node:
    """Return plain data as a node, the form from which documents are read."""
    if isinstance(value, dict):
        return Node(
            {key: _node(item) for key, item in value.items()}, "", 0, {key: Node(key, "", 0) for key in value}
        )
    if isinstance(value, list):
        return Node([_node(item) for item in value], "", 0)
    if isinstance(value, bool) or value is None:
        _wrong(f"the puzzle contains {_shown(value)}: expected only maps, lists, texts and numbers")
    return Node(str(value), "", 0)


def _picture(entry: object, puzzle: Nonogram, chars: set[str], what: str) -> Picture:
    rows = _list(entry, what)
    if len(rows) != puzzle.height or any(not isinstance(r, str) or len(r) != puzzle.width for r in rows):
        _wrong(f"{what}: expected {puzzle.height} rows of {puzzle.width} cells")
    if wrong := set().union(*rows) - chars:
        _wrong(f"{what}: {min(wrong)!r} is not a colour of the puzzle")
    return tuple(rows)


def _numbered(entry: object, read_one: Callable[[object], T]) -> tuple[T, ...]:
    """Read a list of steps; an error names the step."""
    found = []
    for number, item in enumerate(_list(entry, "steps"), start=1):
        try:
            found.append(read_one(item))
        except InputError as error:
            _wrong(f"step {number}: {error.what}")
    return tuple(found)


def _keys(entry: dict[str, Any], keys: Sequence[str], what: str) -> None:
    for key in keys:
        if key not in entry:
            _wrong(f"{what}: expected the key `{key}`, which is missing")
    for key in entry:
        if key not in keys:
            _wrong(f"{what}: unknown key {shown(key)}; the keys are {', '.join(keys)}")


def _choice(entry: dict[str, Any], key: str, allowed: Sequence[str]) -> str:
    value = entry[key]
    if not isinstance(value, str) or value not in allowed:
        _wrong(f"{key}: expected one of {', '.join(allowed)}, found {_shown(value)}")
    return value


def _list(entry: object, what: str, most: int | None = None) -> list[Any]:
    if not isinstance(entry, list):
        _wrong(f"{what}: expected a list, found {_shown(entry)}")
    if most is not None and len(entry) > most:
        _wrong(f"{what}: expected at most {most} entries, found {len(entry)}")
    return entry


def _text(entry: object, what: str) -> str:
    if not isinstance(entry, str):
        _wrong(f"{what}: expected a text, found {_shown(entry)}")
    return entry


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "a map" if isinstance(value, dict) else "a list"
    return shown(value) if isinstance(value, str) else json.dumps(value)


def _wrong(what: str) -> NoReturn:
    raise InputError(what)
