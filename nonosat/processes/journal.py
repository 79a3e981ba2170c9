"""An append-only journal of JSON Lines: each record is on disk before the next one is started.

The first line is the header, which says what the journal is about; the records follow. A line with the key
`resumed` notes that the work was continued. A crash can tear only the last line, which is cut off when the
journal is opened again. Only one process writes at a time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from nonosat.errors import InputError
from nonosat.processes.files import BINARY, locked, reading, writing

Record = dict[str, Any]


@dataclass(frozen=True)
class Form:
    """A kind of journal.

    `tag` is the header's first key, and `schema` its value. `same` are the header's keys whose values must
    not change when a journal is continued, each with its name for errors; `again` are those that a note of
    resumption repeats. `key` returns the unique key of a record, and raises ValueError for anything else.
    """

    tag: str
    schema: int
    same: Mapping[str, str]
    again: tuple[str, ...]
    key: Callable[[Record], Any]


@dataclass
class Contents:
    """The content of a journal. A duplicated line counts once. `skipped` has the numbers of lines that are
    JSON but neither records nor notes; `size` is the number of bytes up to the end of the last complete line.
    Only a new journal has no header.
    """

    header: Record | None = None
    records: list[Record] = field(default_factory=list)
    done: set[Any] = field(default_factory=set)
    skipped: list[int] = field(default_factory=list)
    size: int = 0


class Lines:
    """A file of lines, to which one process at a time appends."""

    def __init__(self, path: str, resume: bool) -> None:
        """Open the file and lock it. Raises InputError if it has lines already, unless it is continued."""
        self.path = path
        if os.path.exists(path) and not os.path.isfile(path):
            raise InputError("expected a plain file", path)
        with writing(path):
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | BINARY, 0o666)
        try:
            if not locked(self._file):
                raise InputError("another process is writing it", path)
            if os.fstat(self._file).st_size and not resume:
                raise InputError("already exists: resume it, or choose another file", path)
            self.begin()
        except BaseException:
            self.close()
            raise

    def begin(self) -> None:
        """Read the lines that the file already has, and cut off a torn one."""

    def cut(self, size: int) -> None:
        """Cut the file to a number of bytes."""
        os.ftruncate(self._file, size)

    def append(self, record: Record, to_disk: bool = True) -> None:
        """Write a record; if that fails, the file ends with the previous one. `to_disk` waits for it."""
        # A file name need not be UTF-8; as JSON escapes, the halves of surrogate pairs can be read back.
        data = json.dumps(record, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
        with writing(self.path):
            end = os.lseek(self._file, 0, os.SEEK_END)
            try:
                at = 0
                while at < len(data):
                    at += os.write(self._file, data[at:])
                if to_disk:
                    os.fsync(self._file)
            except OSError:
                os.ftruncate(self._file, end)
                raise

    def close(self) -> None:
        """Close the file, which unlocks it."""
        os.close(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Journal(Lines):
    """A journal open for writing; `done` are the keys of the records that it already has."""

    def __init__(self, path: str, form: Form, header: Record, resume: bool) -> None:
        self._form, self._header = form, header
        super().__init__(path, resume)

    def begin(self) -> None:
        """Read the records, and write the header, or a note that the journal is continued."""
        form, header = self._form, self._header
        old = contents(self.path, form)
        note, new = header, json.loads(json.dumps(header))
        if old.header is not None:
            for key, what in form.same.items():
                if old.header.get(key) != new[key]:
                    raise InputError(f"cannot be continued: its {what} differ", self.path, 1)
            note = {"resumed": True, **{key: header[key] for key in form.again}}
        self.cut(old.size)
        self.append(note)
        self.done = old.done


def contents(path: str | Path, form: Form) -> Contents:
    """Read a journal.

    Raises InputError if the file cannot be read, is not a journal of this form, or has a line before the last
    that is not a JSON object.
    """
    with reading(path):
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
            if form.tag not in record:
                break
            if (schema := record[form.tag]) != form.schema:
                what = f"a journal of schema {schema}, and this version of nonosat reads schema {form.schema}"
                raise InputError(what, str(path), 1)
            found.header = record
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
