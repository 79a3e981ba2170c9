"""The journal of a campaign: JSON Lines, one object a run, appended as runs end.

The first line is the header, which says what the campaign is, and on what it ran; it and the note
that a campaign was resumed have no key `puzzle`, which every run has. After a crash at most the
line that was being written is torn; it is cut off when the journal is opened again.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

from nonosat.compare.isolation import Record
from nonosat.errors import InputError

SCHEMA = 1

# What must be the same for two headers to be of one campaign.
_SAME = {
    "journal": "schema",
    "versions": "versions of the software",
    "models": "models",
    "limits": "limits",
    "repeat": "number of repeats",
    "seed": "seed",
    "puzzles": "puzzles",
}


class Journal:
    """An open journal; nobody else can write to it meanwhile."""

    def __init__(self, path: str, header: Record, resume: bool) -> None:
        self.path = path
        self.done: set[tuple[str, str, int]] = set()
        try:
            if os.path.exists(path) and not os.path.isfile(path):
                raise InputError("expected a plain file", path)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise InputError(f"cannot be written: {error.strerror}", path) from None
        try:
            self._begin(header, resume)
        except BaseException:
            self.close()
            raise

    def append(self, record: Record) -> None:
        """Write a record to the disk; if that fails, the journal ends with the record before."""
        data = json.dumps(record, ensure_ascii=False).encode() + b"\n"
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

    def _begin(self, header: Record, resume: bool) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError("another campaign is writing it", self.path) from None
        if os.fstat(self._file).st_size and not resume:
            raise InputError("is there already: --resume goes on with it", self.path)
        whole, lines = _whole_lines(Path(self.path))
        if not lines and not _torn_header(Path(self.path)):
            raise InputError("is not a journal", self.path, 1)
        if lines:
            _refuse_another(self.path, lines[0], header)
        os.ftruncate(self._file, whole)
        self.done = {(r["puzzle"], r["model"], r["repeat"]) for r in lines if "puzzle" in r}
        again = {key: header[key] for key in ("machine", "command", "start")}
        self.append({"resumed": True, **again} if lines else header)

    def close(self) -> None:
        """Let others write."""
        os.close(self._file)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def records(path: str | Path) -> Iterator[Record]:
    """Yield the header, then the runs of a journal."""
    found = _whole_lines(Path(path))[1]
    if not found or "journal" not in found[0]:
        raise InputError("is not a journal", str(path), 1)
    if found[0]["journal"] != SCHEMA:
        raise InputError(f"expected a journal of schema {SCHEMA}, found {found[0]['journal']}", str(path), 1)
    yield found[0]
    yield from (record for record in found if "puzzle" in record)


def read(path: str | Path) -> Any:
    """Return the runs of a journal: a pandas frame where pandas is there, else a list."""
    runs = list(records(path))[1:]
    try:
        import pandas  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return runs
    return pandas.DataFrame.from_records(runs)


def _whole_lines(path: Path) -> tuple[int, list[Record]]:
    """Return how many bytes the whole lines take, and what is in them. Only the last may be torn."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", str(path)) from None
    end, found = 0, []
    lines = data.splitlines(keepends=True)
    for number, line in enumerate(lines, start=1):
        try:
            if not line.endswith(b"\n"):
                raise ValueError("torn")
            record = json.loads(line)
            if not isinstance(record, dict):
                raise ValueError("no object")
        except ValueError:
            if number == len(lines):
                break
            raise InputError("expected a line of a journal, a JSON object", str(path), number) from None
        found.append(record)
        end += len(line)
    return end, found


def _torn_header(path: Path) -> bool:
    """Whether a file, which has no whole line, is empty or begins as a journal does."""
    start = b'{"journal": '
    return start.startswith(path.read_bytes()[: len(start)])


def _refuse_another(path: str, old: Record, new: Record) -> None:
    if "journal" not in old:
        raise InputError("is not a journal", path, 1)
    same = json.loads(json.dumps(new))
    for key, what in _SAME.items():
        if old.get(key) != same[key]:
            raise InputError(f"is the journal of another campaign: its {what} differ", path, 1)
