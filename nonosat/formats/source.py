"""What a format reads: bytes with their address, the text in them, and what an address names."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from nonosat.errors import InputError
from nonosat.shipped import shipped


@dataclass(frozen=True)
class Source:
    """A file's bytes. `path` is the file as the user named it; every error begins with it."""

    path: str
    data: bytes

    @cached_property
    def text(self) -> str:
        """The text, UTF-8 with or without its mark, lines ended by a plain newline."""
        if 0 in self.data:
            raise self._not_text("has NUL bytes", self.data.index(0))
        try:
            text = self.data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise self._not_text("not UTF-8", error.start) from None
        if not text.strip():
            raise self.wrong("empty: expected a puzzle", 1)
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def lines(self) -> list[str]:
        """The text's lines; line k is `lines[k - 1]`."""
        return self.text.removesuffix("\n").split("\n")

    def wrong(self, what: str, line: int | None = None) -> InputError:
        """Return the error that says what is wrong, and where."""
        return InputError(what, self.path, line)

    def _not_text(self, what: str, offset: int) -> InputError:
        return self.wrong(f"not a text: {what}", self.data.count(b"\n", 0, offset) + 1)


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
