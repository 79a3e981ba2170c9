"""Files: their errors in one line, whole or not written at all, and locked."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from nonosat.errors import InputError

BINARY: int = getattr(os, "O_BINARY", 0)
"""The flag of `os.open` for bytes as they are, which Windows would change."""

_BEYOND = 1 << 40  # an offset that no file reaches


@contextmanager
def reading(name: str | Path = "") -> Iterator[None]:
    """Turn an error in reading a file or a folder, which is called `name`, into an InputError."""
    try:
        yield
    except FileNotFoundError:
        raise InputError("there is no such file", str(name)) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", str(name)) from None


@contextmanager
def writing(name: str | Path) -> Iterator[None]:
    """Turn an error in writing a file or a folder, which is called `name`, into an InputError."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", str(name)) from None


def put_file(path: str | Path, content: bytes | Iterable[bytes], private: bool = False) -> None:
    """Write a file under a temporary name, then move it into place, so that it is never partial.

    A private file is readable only by the user; any other keeps the mode of the file that it replaces. A link
    stays a link; a device or a pipe is written itself.
    """
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


def locked(descriptor: int) -> bool:
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
