"""Streams the records of a set, in any layout.

A record is a map of named values. A fault in one record is reported with it, and reading continues; a file
that cannot be read at all raises InputError.
"""

from __future__ import annotations

import csv
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import chain, count
from pathlib import Path
from typing import IO, Any

from nonosat.errors import InputError
from nonosat.fields import parsed, repeated
from nonosat.formats.charset import NotTextError, decoded
from nonosat.learning.arrays import array_records, count_of_arrays
from nonosat.processes.files import reading
from nonosat.words import shown

LAYOUTS = ("auto", "jsonl", "json", "csv", "npz", "folder")
_SUFFIXES = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "csv",
    ".npz": "npz",
    ".npy": "npz",
}
_FIELD = 1 << 26
_GAP = re.compile(r"[\s,]*")


@dataclass(frozen=True, slots=True)
class Record:
    """A puzzle's record, with its address, or what is wrong with its line."""

    address: str
    values: Mapping[str, Any]
    wrong: str = ""


def layout_of(path: str) -> str:
    """Return the layout for a path; `folder` if the suffix is not that of a set."""
    if path == "-":
        return "jsonl"
    return _SUFFIXES.get(Path(path).suffix.lower(), "folder")


def records(path: str, layout: str, others: Mapping[str, str] | None = None) -> Iterator[Record]:
    """Yield the records of a file; `others` has arrays in other files, by name."""
    if layout == "npz":
        return (
            Record(f"{path}#{k}", values) for k, values in enumerate(array_records(path, others or {}), 1)
        )
    reader = {"jsonl": _json_lines, "json": _json, "csv": _csv}[layout]
    return reader(path)


def count_of(path: str, layout: str) -> int | None:
    """Return the number of records of a file, if it is quickly found."""
    if layout == "npz":
        return count_of_arrays(path)
    if layout != "jsonl" or not os.path.isfile(path):
        return None
    with _opened(path) as file:
        return sum(1 for line in file if not line.isspace())


def _opened(path: str) -> IO[bytes]:
    if path == "-":
        return sys.stdin.buffer
    if os.path.isdir(path):
        raise InputError("expected a file, found a folder", path)
    with reading(path):
        return open(path, "rb")


def _json_lines(path: str) -> Iterator[Record]:
    with _opened(path) as file:
        for number, line in enumerate(file, start=1):
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if line.strip():
                yield _record(line, f"{path}:{number}")


def _record(text: str | bytes, address: str) -> Record:
    try:
        return _of_value(lenient(text), address)
    except InputError as error:
        return Record(address, {}, error.what)


class _Doubled(dict[str, Any]):
    """A JSON object in which a key appears twice."""

    key = ""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = _Doubled(found)
    doubled.key = repeated(name for name, _ in pairs)
    return doubled


_NESTED = frozenset({dict, list, _Doubled})
"""The types of parsed values that have others inside."""


def doubled(value: Any) -> str:
    """Say which key appears twice in a value that was parsed; return an empty text if none does."""
    todo: list[tuple[tuple[str, ...], Any]] = [((), value)]
    while todo:  # not recursive: values may be nested more deeply than functions
        path, value = todo.pop()
        if isinstance(value, _Doubled):
            return f"the key {shown('.'.join((*path, value.key)))} appears twice"
        if isinstance(value, dict):
            todo += [((*path, name), inner) for name, inner in value.items()]
        elif isinstance(value, list) and not _NESTED.isdisjoint(map(type, value)):
            each = enumerate(value, start=1)
            todo += [((*path, str(k)), inner) for k, inner in each if isinstance(inner, (dict, list))]
    return ""


def lenient(text: str | bytes) -> Any:
    """Read another tool's JSON; of a key that appears twice, the last value counts, and `doubled` tells."""
    return parsed(text, _object)


def _json(path: str) -> Iterator[Record]:
    """Yield the records of a list, or of a map that contains a list of records or maps them by id."""
    with _opened(path) as file:
        try:
            text = decoded(file.read())[0]
        except NotTextError as error:
            raise InputError(f"not a text: {error}", path) from None
    if text.lstrip()[:1] == "[":
        yield from _json_list(path, text)
        return
    try:
        whole = lenient(text)
    except InputError as error:
        lines = list(_json_lines(path)) if "\n" in text.strip() else []
        if not any(record.values for record in lines):
            raise error.at(path) from None
        yield from lines  # JSON Lines with another suffix
        return
    found = _items(whole)
    if isinstance(whole, _Doubled) and whole is not found[0]:
        yield Record(path, {}, doubled(whole))
    for k, value in enumerate(found, start=1):
        yield _of_value(value, f"{path}#{k}")


def _json_list(path: str, text: str) -> Iterator[Record]:
    """Yield the items of a list one after the other: all at once take many times the memory of their text."""
    scan = json.JSONDecoder(parse_int=str).raw_decode  # finds the end of an item
    end = text.index("[") + 1
    for number in count(1):
        at = _GAP.match(text, end).end()  # type: ignore[union-attr]  # it matches anywhere
        if text[at : at + 1] == "]":
            return
        if at == len(text):
            raise InputError("not JSON: the list has no end", path)
        try:
            _, end = scan(text, at)
        except (ValueError, RecursionError):
            what = f"not JSON: puzzle {number} is broken: {shown(text[at : at + 100])}"
            raise InputError(what, path) from None
        yield _record(text[at:end], f"{path}#{number}")


def _of_value(value: Any, address: str) -> Record:
    wrong = doubled(value) if isinstance(value, dict) else "not a JSON object"
    return Record(address, {} if wrong else value, wrong)


def _items(whole: Any) -> list[Any]:
    """Return the records in a map: its longest list of maps, its maps, or the map itself."""
    if not isinstance(whole, dict):
        return [whole]
    lists = [v for v in whole.values() if isinstance(v, list) and v and all(isinstance(x, dict) for x in v)]
    if lists:
        return max(lists, key=len)
    if len(whole) > 1 and all(isinstance(value, dict) for value in whole.values()):
        shared = set.intersection(*(set(value) for value in whole.values()))
        if shared:
            return [value if doubled(value) else {"id": key, **value} for key, value in whole.items()]
    return [whole]


def _csv(path: str) -> Iterator[Record]:
    csv.field_size_limit(_FIELD)
    with TextIOWrapper(_opened(path), "utf-8-sig", "replace", newline="") as file:
        head = file.readline()
        lines = csv.reader(chain([head], file), delimiter=max(",;\t|", key=head.count))
        try:
            names = [name.strip() for name in next(lines, [])]
        except csv.Error as error:
            raise InputError(f"not CSV: {error}", path, 1) from None
        if twice := [name for name, number in Counter(names).items() if name and number > 1]:
            raise InputError(f"the column {shown(twice[0])} appears twice", path, 1)
        while True:
            values, wrong = list[str](), ""
            try:
                if (row := next(lines, None)) is None:
                    return
                values = row
            except csv.Error as error:
                wrong = f"not CSV: {error}"
            if values and len(values) != len(names):
                wrong = f"{len(values)} fields, expected {len(names)}"
            if values or wrong:
                named = {} if wrong else dict(zip(names, values, strict=True))
                yield Record(f"{path}:{lines.line_num}", named, wrong)
