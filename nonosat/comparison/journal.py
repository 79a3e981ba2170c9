"""The journal of a campaign: JSON Lines, one object per run, on disk before the next is begun.

The first line is the header, which describes the campaign and the machine; `nonosat.comparison.isolation`
lists the keys of a run, and `nonosat.comparison.certify` those of a line about a certificate, whose file is
in a folder beside the journal. A line with the key `resumed` notes that the campaign was continued. A crash
can tear only the last line, which is cut off when the journal is opened again.
"""

from __future__ import annotations

import json
from contextlib import suppress
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
_LINE = {
    **dict.fromkeys(("puzzle", "hash", "model", "verdict", "fault", "basis"), str),
    **dict.fromkeys(("wall", "cpu"), _NUMBER),
    "solutions": [[str]],
}
_RUN = _LINE | {"stop_reason": str, "repeat": int, "peak_memory": int, "limits": _LIMITS}
_ABOUT_CERTIFICATE = _LINE | {CERTIFICATE: str}
_HEADER = {
    "start": str,
    "versions": dict,
    "machine": {"host": str, "processor": str, "system": str, "memory": int},
    "limits": _LIMITS,
    "models": [{"name": str}],
    "puzzles": [{"name": str, "hash": str, "cells": int, "document": dict}],
}


def run_key(run: Record) -> Key:
    """Return the key of a run, unique within its campaign."""
    return run["puzzle"], run["model"], run["repeat"]


def file_of(journal: str | Path, line: Record) -> Path:
    """Return the path of the certificate that a journal's line is about."""
    return Path(journal).with_suffix(".certificates") / f"{line[CERTIFICATE]}.zip"


_TAG, _START = "journal", b'{"journal": '

_SAME = ("versions", "models", "limits", "repeat", "orient", "seed", "puzzles")
"""The keys of the header whose values stay when a journal is continued."""

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
            for key in _SAME:
                if old.header.get(key) != new[key]:
                    raise InputError(f"cannot be continued: begun with other `{key}`", self.path, 1)
            note = {"resumed": True, **{key: note[key] for key in _AGAIN}}
        self.cut(old.size)
        self.append(note)
        self.done = set(map(run_key, old.records))

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
    """The content of a journal: `lines` are its runs, and what is known of certificates; `size` is the number
    of bytes up to the end of the last complete line. Only a new journal has no header.
    """

    header: Record | None = None
    lines: list[Record] = field(default_factory=list)
    size: int = 0

    @property
    def records(self) -> list[Record]:
        """The runs."""
        return [line for line in self.lines if CERTIFICATE not in line]


def contents(path: str | Path) -> Contents:
    """Read a journal.

    Raises InputError if the file cannot be read, is not a journal, or has another line before the last, which
    may be torn.
    """
    with files.reading(path):
        lines = Path(path).read_bytes().splitlines(keepends=True)
    records = list(map(_record, lines))
    if records and records[-1] is None:
        records.pop()
    if not records and (not lines or _START.startswith(lines[0][: len(_START)])):
        return Contents()
    header, *others = records or [None]
    if header is None or _TAG not in header:
        raise InputError("not a journal", str(path), 1)
    if (schema := header[_TAG]) != SCHEMA:
        what = f"a journal of schema {schema}, and this version of nonosat reads schema {SCHEMA}"
        raise InputError(what, str(path), 1)
    for number, record in enumerate(others, start=2):
        if not (_has(record, _RUN) or _has(record, _ABOUT_CERTIFICATE) or "resumed" in (record or ())):
            raise InputError("expected a run, or a line about a certificate", str(path), number)
    told = [record for record in others if record and "resumed" not in record]
    return Contents(header, told, sum(map(len, lines[: len(records)])))


def _record(line: bytes) -> Record | None:
    """Return the JSON object of a line, or None if there is none."""
    with suppress(ValueError, RecursionError):
        if line.endswith(b"\n") and isinstance(record := json.loads(line), dict):
            return record
    return None


def load(path: str | Path) -> tuple[Record, Contents]:
    """Return the header and the content of a journal."""
    journal = contents(path)
    if journal.header is None:
        raise InputError("not a journal", str(path), 1)
    if not _has(journal.header, _HEADER):
        raise InputError("the header of this journal is damaged", str(path), 1)
    return journal.header, journal


def read(path: str | Path) -> Any:
    """Return the runs of a journal as a pandas frame.

    A run whose verdict is refuted by a solution of another run has a `fault`. Raises InputError if the file
    cannot be read or is not a journal.
    """
    import pandas

    return pandas.DataFrame.from_records(judge(load(path)[1].lines))


def _has(value: object, form: Any) -> bool:
    """Whether a JSON value has a form."""
    if isinstance(form, dict):
        return isinstance(value, dict) and all(key in value and _has(value[key], form[key]) for key in form)
    if isinstance(form, list):
        return isinstance(value, list) and all(_has(item, form[0]) for item in value)
    return isinstance(value, form)
