"""The journal of a campaign: JSON Lines, one object per run, on disk before the next is begun.

The first line is the header, which describes the campaign and the machine; `nonosat.comparison.isolation`
lists the keys of a run, and `nonosat.comparison.certify` those of a line about a certificate, whose file is
in a folder beside the journal. A line with the key `resumed` notes that the campaign was continued. A crash
can tear only the last line, which is cut off when the journal is opened again.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nonosat import InputError
from nonosat.comparison.results import CERTIFICATE, Record, judge
from nonosat.toolkit import files

SCHEMA = 2

Key = tuple[str, str, int]
"""The puzzle's address, the card's name, and the number of the repeat."""

_NUMBER = (int, float)
_NONE = type(None)

# What runs and headers must have: a type, several types, a form per key of a map, or the form of
# a list's items.
_LIMITS = {"time": (*_NUMBER, _NONE), "memory": (int, _NONE)}
_RUN = {
    **dict.fromkeys(("puzzle", "hash", "model", "verdict", "stop_reason", "basis", "fault"), str),
    "repeat": int,
    **dict.fromkeys(("wall", "cpu"), _NUMBER),
    "peak_memory": int,
    "solutions": [[str]],
    "limits": _LIMITS,
}
_ABOUT_CERTIFICATE = {
    **dict.fromkeys((CERTIFICATE, "puzzle", "hash", "model", "verdict", "fault", "basis"), str),
    **dict.fromkeys(("wall", "cpu"), _NUMBER),
    "solutions": [[str]],
}
_HEADER = {
    "start": str,
    "versions": dict,
    "machine": {"host": str, "processor": str, "system": str, "memory": int},
    "limits": _LIMITS,
    "models": [{"name": str}],
    "puzzles": [{"name": str, "hash": str, "cells": (int, _NONE), "document": (dict, _NONE)}],
}


def run_key(run: Record) -> Key:
    """Return the key of a run, unique within its campaign."""
    return run["puzzle"], run["model"], run["repeat"]


def file_of(journal: str | Path, line: Record) -> Path:
    """Return the path of the certificate that a journal's line is about."""
    return Path(journal).with_suffix(".certificates") / f"{line[CERTIFICATE]}.zip"


_TAG = "journal"

_SAME = {
    "versions": "versions of the software",
    "models": "models",
    "limits": "limits",
    "repeat": "number of repeats",
    "orient": "number of orientations",
    "seed": "seed",
    "puzzles": "puzzles",
}
"""The keys of the header whose values stay when a journal is continued, and their names in errors."""

_AGAIN = ("machine", "command", "start")
"""Those that a note of resumption repeats."""


class Journal(files.Lines):
    """A journal open for writing: a new one or, with `resume`, one that may exist. `done` are the keys of the
    runs that it already has.
    """

    def __init__(self, path: str, header: Record, resume: bool, force: bool = False) -> None:
        self._note = {_TAG: SCHEMA, **header}
        super().__init__(path, resume, force)

    def begin(self) -> None:
        """Read the runs, and write the header, or a note that the journal is continued."""
        old = contents(self.path)
        note, new = self._note, json.loads(json.dumps(self._note))
        if old.header is not None:
            for key, what in _SAME.items():
                if old.header.get(key) != new[key]:
                    raise InputError(f"cannot be continued: its {what} differ", self.path, 1)
            note = {"resumed": True, **{key: note[key] for key in _AGAIN}}
        self.cut(old.size)
        self.append(note)
        self.done = old.done

    def append_certificate(self, line: Record, certificate: bytes) -> None:
        """Write what is known of a certificate, after its file, if there is one."""
        if certificate:
            file = file_of(self.path, line)
            with files.writing(str(file)):
                file.parent.mkdir(exist_ok=True)
                files.put_file(file, certificate)
        self.append(line)


@dataclass
class Contents:
    """The content of a journal: its runs are the `records`, which `lines` has with what is known of
    certificates. A duplicated line counts once. `skipped` has the numbers of lines that are JSON but neither;
    `size` is the number of bytes up to the end of the last complete line. Only a new journal has no header.
    """

    header: Record | None = None
    records: list[Record] = field(default_factory=list)
    lines: list[Record] = field(default_factory=list)
    done: set[Key] = field(default_factory=set)
    skipped: list[int] = field(default_factory=list)
    size: int = 0


def contents(path: str | Path) -> Contents:
    """Read a journal.

    Raises InputError if the file cannot be read, is not a journal, or has a line before the last that is not
    a JSON object.
    """
    with files.reading(path):
        data = Path(path).read_bytes()
    found = Contents()
    lines = data.splitlines(keepends=True)
    seen = set()
    for number, line in enumerate(lines, start=1):
        try:
            record = _record(line)
        except ValueError:
            if number == len(lines):  # torn
                break
            raise InputError("expected a line of a journal, a JSON object", str(path), number) from None
        found.size += len(line)
        if number == 1:
            if _TAG not in record:
                break
            if (schema := record[_TAG]) != SCHEMA:
                what = f"a journal of schema {schema}, and this version of nonosat reads schema {SCHEMA}"
                raise InputError(what, str(path), 1)
            found.header = record
        elif line not in seen and "resumed" not in record:
            seen.add(line)
            if _has(record, _RUN):
                found.done.add(run_key(record))
                found.records.append(record)
                found.lines.append(record)
            elif _has(record, _ABOUT_CERTIFICATE):
                found.lines.append(record)
            else:
                found.skipped.append(number)
    start = f'{{"{_TAG}": '.encode()
    if found.header is None and not start.startswith(data[: len(start)]):
        raise InputError("not a journal", str(path), 1)
    return found


def _record(line: bytes) -> Record:
    """Return the JSON object of a line. Raises ValueError if the line is torn or not an object."""
    if not line.endswith(b"\n"):
        raise ValueError("torn")
    try:
        record = json.loads(line)
    except RecursionError:  # complete, but nothing that belongs in a journal
        return {}
    if not isinstance(record, dict):
        raise ValueError("not an object")
    return record


def load(path: str | Path) -> tuple[Record, Contents]:
    """Return the header and the runs of a journal."""
    found = contents(path)
    if found.header is None:
        raise InputError("not a journal", str(path), 1)
    if not _has(found.header, _HEADER):
        raise InputError("the header of this journal is damaged", str(path), 1)
    return found.header, found


def skipped(path: str | Path, found: Contents) -> Iterator[str]:
    """Yield a note with the place of each skipped line."""
    for number in found.skipped:
        yield f"{path}:{number}: not a run, skipped"


def read(path: str | Path) -> Any:
    """Return the runs of a journal as a pandas frame.

    A run whose verdict is refuted by a solution of another run has a `fault`. A line that is not a run is
    skipped, with a warning. Raises InputError if the file cannot be read or is not a journal.
    """
    import pandas

    _, found = load(path)
    for note in skipped(path, found):
        warnings.warn(note, stacklevel=2)
    return pandas.DataFrame.from_records(judge(found.lines))


def _has(value: object, form: Any) -> bool:
    """Whether a JSON value has a form."""
    if isinstance(form, dict):
        return isinstance(value, dict) and all(key in value and _has(value[key], form[key]) for key in form)
    if isinstance(form, list):
        return isinstance(value, list) and all(_has(item, form[0]) for item in value)
    return isinstance(value, form)
