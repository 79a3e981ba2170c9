"""Files: written whole or not at all, or line by line by one process at a time."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import Any, Self

from nonosat.errors import InputError, reading as reading, writing as writing

BINARY: int = getattr(os, "O_BINARY", 0)
"""The flag of `os.open` for bytes as they are, which Windows would change."""

_BEYOND = 1 << 40  # an offset that no file reaches


def path_text(path: str | os.PathLike[str]) -> str:
    """Return a path as text. Raises TypeError for anything else."""
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path: expected a path, found {path!r}")
    return str(path)


def require_new(path: str | os.PathLike[str], force: bool = False) -> None:
    """Raise InputError if a regular file would be overwritten, unless the caller allows it."""
    if not force and os.path.isfile(path) and not str(path).startswith("/dev/"):  # such as /dev/stdout
        raise InputError("already exists: --force overwrites it", str(path))


def put_file(path: str | os.PathLike[str], content: bytes | Iterable[bytes], private: bool = False) -> None:
    """Write a file under a temporary name, then move it into place, so that it is never partial.

    A private file is readable only by the user; any other keeps the mode of the file that it replaces. A link
    stays a link; a device or a pipe is written itself.
    """
    from pathlib import Path  # slow to import, and rarely used

    target = Path(os.path.realpath(path))
    pieces = [content] if isinstance(content, bytes) else content
    if target.exists() and not target.is_file():
        with target.open("wb") as device:
            device.writelines(pieces)
        return
    import tempfile  # slow to import, and rarely used

    descriptor, name = tempfile.mkstemp(".part", ".nonosat-", target.parent)  # with mode 0600
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
        if not private:
            part.chmod(target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def lock_file(descriptor: int) -> bool:
    """Lock an open file until it is closed; return False if another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, _BEYOND, os.SEEK_SET)  # what is locked could not be read by others
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


Record = dict[str, Any]
"""A JSON object."""


class Lines:
    """A file of lines, to which one process at a time appends."""

    def __init__(self, path: str, resume: bool, force: bool = False) -> None:
        """Open the file and lock it. Raises InputError if it has lines already, unless it is continued or
        `force` empties it.
        """
        self.path = path
        if os.path.exists(path) and not os.path.isfile(path):
            raise InputError("expected a plain file", path)
        with writing(path):
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | BINARY, 0o666)
        try:
            if not lock_file(self._file):
                raise InputError("another process is writing it", path)
            if force and not resume:
                self.cut(0)
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
