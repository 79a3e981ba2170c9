"""Streams the records of a set: JSON Lines, a list in JSON, or CSV.

A record is a map of named values. A fault in one line is reported with it, and reading continues; a file
that cannot be read at all raises InputError.
"""

from __future__ import annotations

import csv
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, NamedTuple

from nonosat import InputError, Nonogram
from nonosat.toolkit import fields, files, read_plain, words

_NO_VALUES: Mapping[str, Any] = {}
_FIELD = 1 << 26  # characters in a field of CSV


class FaultError(Exception):
    """A value is wrong; `kind` is the kind of defect that the puzzle gets."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind
        self.what = what


class Record(NamedTuple):
    """A puzzle's record, with its address, or what is wrong with its line. One that is as nonosat writes it
    is `plain`: it was read at once, and has no map.
    """

    address: str
    values: Mapping[str, Any]
    wrong: str = ""
    plain: Nonogram | None = None


def is_set(path: str) -> bool:
    """Whether a path has records, by its suffix, or is `-`; other files are in nonosat's formats."""
    return path == "-" or Path(path).suffix.lower() in _READERS


def records(path: str, plain: bool = False) -> Iterator[Record]:
    """Yield the records of a file; some are read as `plain`, if values may have nonosat's names."""
    return _READERS[".jsonl" if path == "-" else Path(path).suffix.lower()](path, plain)


def _open(path: str) -> IO[bytes]:
    if path == "-":
        return sys.stdin.buffer
    if os.path.isdir(path):
        raise InputError("expected a file, found a folder", path)
    with files.reading(path):
        return open(path, "rb")


def _json_lines(path: str, plain: bool) -> Iterator[Record]:
    with _open(path) as file:
        for number, line in enumerate(file, start=1):
            if not line.isspace():
                address = f"{path}:{number}"
                if plain and (puzzle := read_plain(line)) is not None:
                    yield Record(address, _NO_VALUES, "", puzzle)
                    continue
                try:
                    yield _record(address, _load(line))
                except InputError as error:
                    yield Record(address, {}, error.what)


def _json(path: str, _plain: bool) -> Iterator[Record]:
    """Yield the records of a list, or the only one."""
    with _open(path) as file:
        try:
            whole = _load(file.read())
        except InputError as error:
            raise error.at(path) from None
    for k, value in enumerate(whole if isinstance(whole, list) else [whole], start=1):
        yield _record(f"{path}#{k}", value)


def _load(data: bytes) -> Any:
    return fields.parse(data.removeprefix(b"\xef\xbb\xbf"))


def _record(address: str, value: Any) -> Record:
    return Record(address, value) if isinstance(value, dict) else Record(address, {}, "not a JSON object")


def _csv(path: str, _plain: bool) -> Iterator[Record]:
    csv.field_size_limit(_FIELD)
    with TextIOWrapper(_open(path), "utf-8-sig", "replace", newline="") as file:
        lines = csv.reader(file)
        try:
            names = [name.strip() for name in next(lines, [])]
            if twice := [name for name, number in Counter(names).items() if name and number > 1]:
                raise InputError(f"the column {words.quote(twice[0])} appears twice", path, 1)
            for values in filter(None, lines):
                fits = len(values) == len(names)
                wrong = "" if fits else f"{len(values)} fields, expected {len(names)}"
                named = dict(zip(names, values, strict=True)) if fits else {}
                yield Record(f"{path}:{lines.line_num}", named, wrong)
        except csv.Error as error:
            raise InputError(f"not CSV: {error}", path, max(1, lines.line_num)) from None


_READERS = {".jsonl": _json_lines, ".json": _json, ".csv": _csv}
