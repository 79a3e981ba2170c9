"""Files: their errors in one line, whole or not written at all, locked, and JSON that may be hostile."""

from __future__ import annotations

import fcntl
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from nonosat.errors import InputError

_HALF = re.compile(r"\\u[dD][89a-fA-F]")
_MOST_DIGITS = 20  # of a number: Python takes quadratic time to read a long one


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
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def parsed(text: str | bytes) -> Any:
    """Return the value of a JSON text, in time linear in its length.

    Raises ValueError if it is not JSON, is nested too deeply, or has a key twice, too long a number, or half
    a character, which could not be written again.
    """
    text = text.decode() if isinstance(text, bytes) else text
    try:
        found = json.loads(text, parse_int=_whole, parse_constant=_whole, object_pairs_hook=_unique)
        if _HALF.search(text):
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("half a character (a lone surrogate)") from None
    return found


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"a number of more than {_MOST_DIGITS} digits")
    return int(digits)  # a ValueError for NaN and Infinity, which are not JSON


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key appears twice in a map")
    return found
