"""Streams the records of a set, in any layout.

A record is a map of named values. A fault in one record is reported with it, and reading continues; a file
that cannot be read at all raises InputError. Nothing is ever unpickled: arrays of Python objects are refused.
"""

from __future__ import annotations

import csv
import os
import sys
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import chain
from math import prod
from pathlib import Path
from typing import IO, Any

from nonosat import InputError, fields, files, words

LAYOUTS = ("auto", "jsonl", "json", "csv", "npz", "folder")
_SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "json", ".csv": "csv", ".tsv": "csv",
             ".npz": "npz", ".npy": "npz"}  # fmt: skip
_FIELD = 1 << 26  # characters in a field of CSV
MOST = 1 << 30  # bytes in the arrays of an archive, against archives that unpack without end
LARGEST = 1 << 26  # bytes per puzzle


class FaultError(Exception):
    """A value is wrong; `kind` is the kind of defect that the puzzle gets."""

    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind
        self.what = what


@dataclass(frozen=True, slots=True)
class Record:
    """A puzzle's record, with its address, or what is wrong with its line."""

    address: str
    values: Mapping[str, Any]
    wrong: str = ""


def layout_of(path: str) -> str:
    """Return the layout for a path; `folder` if the suffix is not that of a set."""
    return "jsonl" if path == "-" else _SUFFIXES.get(Path(path).suffix.lower(), "folder")


def records(path: str, layout: str, others: Mapping[str, str] | None = None) -> Iterator[Record]:
    """Yield the records of a file; `others` has arrays in other files, by name: `file.npz`, or
    `file.npz:array`.
    """
    if layout == "npz":
        return _of_arrays(path, others or {})
    return {"jsonl": _json_lines, "json": _json, "csv": _csv}[layout](path)


def count_of(path: str, layout: str) -> int | None:
    """Return the number of records of a file, if it is quickly found."""
    if layout == "npz":
        return len(next(iter(_arrays(path).values())))
    if layout != "jsonl" or not os.path.isfile(path):
        return None
    with _opened(path) as file:
        return sum(1 for line in file if not line.isspace())


def _opened(path: str) -> IO[bytes]:
    if path == "-":
        return sys.stdin.buffer
    if os.path.isdir(path):
        raise InputError("expected a file, found a folder", path)
    with files.reading(path):
        return open(path, "rb")


class _Doubled(dict[str, Any]):
    """A JSON object in which a key appears twice: the last value counts, and `doubled` tells."""

    key = ""


def _loaded(text: str | bytes) -> tuple[Any, bool]:
    """Return the value of a text of JSON, and whether a key appears twice somewhere in it."""
    twice: list[str] = []

    def as_map(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            found = _Doubled(found)
            found.key = fields.repeated(name for name, _ in pairs)
            twice.append(found.key)
        return found

    text = text.removeprefix(b"\xef\xbb\xbf") if isinstance(text, bytes) else text
    return fields.parsed(text, as_map), bool(twice)


def _doubled(value: Any) -> str:
    """Say which key appears twice in a value that was parsed; return an empty text if none does."""
    todo: list[tuple[tuple[str, ...], Any]] = [((), value)]
    while todo:  # not recursive: values may be nested more deeply than functions
        path, value = todo.pop()
        if isinstance(value, _Doubled):
            return f"the key {words.shown('.'.join((*path, value.key)))} appears twice"
        if isinstance(value, dict):
            todo += [((*path, name), inner) for name, inner in value.items()]
        elif isinstance(value, list):
            todo += [((*path, str(k)), inner) for k, inner in enumerate(value, start=1)]
    return ""


def map_or_text(text: str) -> Any:
    """Return the value of a text of JSON; of any other text, itself.

    Raises FaultError if a key appears twice.
    """
    try:
        value, twice = _loaded(text)
    except InputError:
        return text
    if twice:
        raise FaultError("broken", _doubled(value))
    return value


def _json_lines(path: str) -> Iterator[Record]:
    with _opened(path) as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                address = f"{path}:{number}"
                try:
                    yield _record(address, *_loaded(line))
                except InputError as error:
                    yield Record(address, {}, error.what)


def _record(address: str, value: Any, twice: bool) -> Record:
    if not isinstance(value, dict):
        return Record(address, {}, "not a JSON object")
    wrong = _doubled(value) if twice else ""
    return Record(address, {} if wrong else value, wrong)


def _json(path: str) -> Iterator[Record]:
    """Yield the records of a list, or of a map that contains a list of records or maps them by id."""
    with _opened(path) as file:
        try:
            whole, twice = _loaded(file.read())
        except InputError as error:
            raise error.at(path) from None
    found = whole if isinstance(whole, list) else _items(whole)
    if isinstance(whole, _Doubled) and whole is not found[0]:
        yield Record(path, {}, _doubled(whole))
    for k, value in enumerate(found, start=1):
        yield _record(f"{path}#{k}", value, twice)


def _items(whole: Any) -> list[Any]:
    """Return the records in a map: its longest list of maps, its maps, or the map itself."""
    inside = list(whole.values()) if isinstance(whole, dict) else []
    lists = [some for some in inside if isinstance(some, list) and some and _are_maps(some)]
    if lists:
        return max(lists, key=len)
    if len(inside) > 1 and _are_maps(inside) and set.intersection(*map(set, inside)):
        return [value if _doubled(value) else {"id": key, **value} for key, value in whole.items()]
    return [whole]


def _are_maps(values: Sequence[Any]) -> bool:
    return all(isinstance(value, dict) for value in values)


def _csv(path: str) -> Iterator[Record]:
    csv.field_size_limit(_FIELD)
    with TextIOWrapper(_opened(path), "utf-8-sig", "replace", newline="") as file:
        head = file.readline()
        lines = csv.reader(chain([head], file), delimiter=max(",;\t|", key=head.count))
        try:
            names = [name.strip() for name in next(lines, [])]
            if twice := [name for name, number in Counter(names).items() if name and number > 1]:
                raise InputError(f"the column {words.shown(twice[0])} appears twice", path, 1)
            for values in filter(None, lines):
                fits = len(values) == len(names)
                wrong = "" if fits else f"{len(values)} fields, expected {len(names)}"
                named = dict(zip(names, values, strict=True)) if fits else {}
                yield Record(f"{path}:{lines.line_num}", named, wrong)
        except csv.Error as error:
            raise InputError(f"not CSV: {error}", path, max(1, lines.line_num)) from None


def _of_arrays(path: str, others: Mapping[str, str]) -> Iterator[Record]:
    """Yield a map of the arrays' values for each puzzle, as nested lists."""
    arrays = _arrays(path)
    for name, address in others.items():
        file, _, wanted = address.rpartition(":") if ":" in address else (address, "", "")
        found = _arrays(file)
        if wanted and wanted not in found:
            raise InputError(f"has no array {words.shown(wanted)}: it has {', '.join(found)}", file)
        arrays[name] = found[wanted or next(iter(found))]
    if len({len(array) for array in arrays.values()}) > 1:
        each = ", ".join(f"{name} {len(array)}" for name, array in arrays.items())
        raise InputError(f"the arrays differ in length: {each}", path)
    for k, values in enumerate(zip(*arrays.values(), strict=True), start=1):
        yield Record(
            f"{path}#{k}", {name: value.tolist() for name, value in zip(arrays, values, strict=True)}
        )


_DAMAGED = (
    *(ValueError, EOFError, SyntaxError, TypeError, KeyError, NotImplementedError, RuntimeError),
    *(MemoryError, zipfile.BadZipFile, zlib.error),
)


def _arrays(path: str) -> dict[str, Any]:
    """Return the arrays of a file by name. An archive is read into memory, so its size is limited; that of a
    single array is not.
    """
    import numpy as np  # slow to import, and not needed for other layouts

    try:
        with files.reading(path):
            loaded = np.load(path, mmap_mode="r", allow_pickle=False)
            arrays = {"array": loaded} if isinstance(loaded, np.ndarray) else _unpacked(loaded)
    except InputError as error:
        raise error.at(path) from None
    except _DAMAGED as error:
        what = f"not arrays of numbers (nothing is unpickled): {words.first_line(str(error))}"
        raise InputError(what, path) from None
    for name, array in arrays.items():
        if not array.ndim or array.dtype.kind not in "biufUS":
            what = f"the array {words.shown(name)} of {array.dtype} is not one of numbers per puzzle"
            raise InputError(what, path)
        if prod(array.shape[1:]) * array.dtype.itemsize > LARGEST:
            raise InputError(f"the array {words.shown(name)} is too large for puzzles: {array.shape}", path)
    return arrays


def _unpacked(archive: Any) -> dict[str, Any]:
    with archive:
        names = archive.files
        if len(set(names)) < len(names):
            raise InputError(f"the array {words.shown(fields.repeated(names))} appears twice")
        if sum(info.file_size for info in archive.zip.infolist()) > MOST:
            raise InputError("unpacks to more than 1 GiB: save its arrays as .npy")
        arrays = {name: archive[name] for name in names if f"{name}.npy" in archive.zip.namelist()}
        if not arrays:
            raise InputError("holds no arrays")
        return arrays
