"""What an address names: a file, a puzzle in it, an instance that ships, or standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from nonosat.errors import InputError
from nonosat.formats.source import Source
from nonosat.shipped import shipped


def locate(address: str) -> tuple[Path | None, int | None]:
    """Return the file (None for standard input) and the number of the puzzle in it, if one is named."""
    if found := _file(address):
        return found, None
    base, mark, number = address.rpartition("#")
    if mark and number.isascii() and number.isdigit() and (base == "-" or _file(base)):
        if number.startswith("0") or len(number) > 9:
            raise InputError(f"puzzles are counted from 1: expected an address such as {base}#1", address)
        return _file(base), int(number)
    if address == "-":
        return None, None
    if os.path.isdir(address):
        raise InputError("is a folder: expected a file", address)
    hint = "" if Path(base or address).suffix else ", and no instance of that name"
    raise InputError(f"there is no such file{hint}", address or '""')


def _file(name: str) -> Path | None:
    """Return the existing file of a name, or the instance that ships under it."""
    path = Path(name)
    # os.path answers for names that no file can have; pathlib raises.
    if os.path.exists(name) and not os.path.isdir(name):
        return path
    return None if path.suffix or path.name != name else shipped("instances").get(name)


def content(file: Path | None, name: str) -> Source:
    """Read a file, or standard input (None); `name` is what errors call it."""
    try:
        return Source(name, sys.stdin.buffer.read() if file is None else file.read_bytes())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", name) from None
