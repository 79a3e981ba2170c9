"""An append-only journal of JSON Lines: each record is on the disk before the next is begun.

The first line is the header, which says what the journal is about; the records follow. A line with
the key `resumed` notes that the work was continued. A crash can tear no line but the last, which is cut off
when the journal is opened again. Only one process writes at a time.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from nonosat.errors import InputError

Record = dict[str, Any]

K = TypeVar("K")


@dataclass(frozen=True)
class Form(Generic[K]):
    """What journals of one sort have in common.

    `tag` is the first key of their headers, and `schema` its value. `same` are the keys of headers that must
    have the same values for one to continue the other, each with its name in an error; `again` are those
    that a note of resumption repeats. `key` tells records apart; ValueError if it is given no record.
    """

    tag: str
    schema: int
    same: Mapping[str, str]
    again: tuple[str, ...]
    key: Callable[[Record], K]


@dataclass
class Contents(Generic[K]):
    """What a journal holds. A line that was doubled counts once.

    `skipped` are the numbers of the lines that are JSON and yet neither records nor notes; `size` is the
    number of bytes up to the end of the last whole line. Only a journal just begun has no header.
    """

    header: Record | None = None
    records: list[Record] = field(default_factory=list)
    done: set[K] = field(default_factory=set)
    skipped: list[int] = field(default_factory=list)
    size: int = 0


class Journal(Generic[K]):
    """A journal that is open for writing; `done` are the keys of the records that it began with."""

    def __init__(self, path: str, form: Form[K], header: Record, resume: bool) -> None:
        self.path = path
        self.done: set[K] = set()
        try:
            if os.path.exists(path) and not os.path.isfile(path):
                raise InputError("expected a plain file", path)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", path) from None
        try:
            self._begin(form, header, resume)
        except BaseException:
            self.close()
            raise

    def append(self, record: Record) -> None:
        """Write a record to the disk; if that fails, the journal ends with the record before."""
        # A file name need not be UTF-8; as JSON escapes, the halves of surrogate pairs can be read back.
        data = json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
        try:
            end = os.lseek(self._file, 0, os.SEEK_END)
            try:
                at = 0
                while at < len(data):
                    at += os.write(self._file, data[at:])
                os.fsync(self._file)
            except OSError:
                os.ftruncate(self._file, end)
                raise
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", self.path) from None

    def _begin(self, form: Form[K], header: Record, resume: bool) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError("another process is writing this journal", self.path) from None
        if os.fstat(self._file).st_size and not resume:
            raise InputError("already exists; use --resume to continue it", self.path)
        old = contents(self.path, form)
        if old.header is not None:
            _refuse_other(self.path, form, old.header, header)
        os.ftruncate(self._file, old.size)
        self.done = old.done
        again = {key: header[key] for key in form.again}
        self.append(header if old.header is None else {"resumed": True, **again})

    def close(self) -> None:
        """Let others write."""
        os.close(self._file)

    def __enter__(self) -> Journal[K]:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def contents(path: str | Path, form: Form[K]) -> Contents[K]:
    """Read a journal.

    InputError if the file cannot be read, is no journal of this form, or has a line before the last
    that is not a JSON object.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", str(path)) from None
    found: Contents[K] = Contents()
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
            found.header = _header(str(path), form, record)
        elif line not in seen and "resumed" not in record:
            seen.add(line)
            try:
                found.done.add(form.key(record))
            except ValueError:
                found.skipped.append(number)
            else:
                found.records.append(record)
    start = f'{{"{form.tag}": '.encode()
    if found.header is None and not start.startswith(data[: len(start)]):
        raise InputError("not a journal", str(path), 1)
    return found


def _record(line: bytes) -> Record:
    """Return the JSON object of a line; ValueError if it is none, or torn."""
    if not line.endswith(b"\n"):
        raise ValueError("torn")
    try:
        record = json.loads(line)
    except RecursionError:  # whole, but nothing that a journal would hold
        return {}
    if not isinstance(record, dict):
        raise ValueError("not an object")
    return record


def _header(path: str, form: Form[K], header: Record) -> Record:
    if form.tag not in header:
        raise InputError("not a journal", path, 1)
    if (schema := header[form.tag]) != form.schema:
        what = f"a journal of schema {schema}, and this version of nonosat reads schema {form.schema}"
        raise InputError(what, path, 1)
    return header


def _refuse_other(path: str, form: Form[K], old: Record, new: Record) -> None:
    """Refuse to continue a journal whose header is about something else."""
    same = json.loads(json.dumps(new))
    for key, what in form.same.items():
        if old.get(key) != same[key]:
            raise InputError(f"cannot be continued: its {what} differ", path, 1)
