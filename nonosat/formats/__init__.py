"""How puzzles are read and written: one file a format, one registry.

A format is a module that offers what `Format` says; a new one is a new file and a line in
`FORMATS`. A puzzle's address is its file's path, `path#7` for the seventh of a file, the name of
an instance that ships with the project, or `-` for standard input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any, Protocol, cast

from nonosat.errors import InputError
from nonosat.formats.capabilities import SEVERAL
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.shipped import shipped

__all__ = [
    "FORMATS",
    "Format",
    "Source",
    "detect",
    "each",
    "format_named",
    "load",
    "load_all",
    "of_suffix",
    "writable",
    "write",
]

FORMATS = {
    "yaml": "nonosat.formats.yaml_format",
    "json": "nonosat.formats.json_format",
    "non": "nonosat.formats.non",
    "nin": "nonosat.formats.nin",
    "mk": "nonosat.formats.mk",
    "cwd": "nonosat.formats.cwd",
    "g": "nonosat.formats.g",
    "webpbn": "nonosat.formats.webpbn",
    "tournament": "nonosat.formats.tournament",
    "springs": "nonosat.formats.springs",
    "grid": "nonosat.formats.grid",
    "pbm": "nonosat.formats.pbm",
    "pgm": "nonosat.formats.pgm",
    "png": "nonosat.formats.png",
    "gif": "nonosat.formats.gif",
    "jpeg": "nonosat.formats.jpeg",
}
"""Format -> its module, imported when used; the order in which content is recognised."""


Reader = Callable[[str, Source], Iterator[Puzzle]]
"""From a format's name and a file to its puzzles."""


class Format(Protocol):
    """What a format's module offers; `write(puzzles) -> str | bytes` too, if it can be written."""

    SUFFIXES: tuple[str, ...]
    """The endings of its files, in small letters."""

    DESCRIPTION: str
    """One line for people."""

    HOLDS: frozenset[str]
    """What it holds besides clues, in the words of `holding.EVERYTHING`."""

    def looks_like(self, source: Source) -> bool:
        """Whether the content is this format beyond doubt, whatever the file is called."""
        ...

    def read(self, source: Source) -> Iterator[Puzzle]:
        """Yield the puzzles, one after another; the registry gives them their addresses."""
        ...


def format_named(name: str) -> Format:
    """Return a format by its name."""
    if name not in FORMATS:
        raise InputError(f"there is no format {name!r}; the formats are {_names()}")
    return cast(Format, import_module(FORMATS[name]))


def read_plainly(name: str, source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles that a format reads from a file."""
    return format_named(name).read(source)


def of_suffix(path: str | Path) -> str | None:
    """Return the name of the format that a file's suffix says."""
    suffix = Path(path).suffix.lower()
    return next((name for name in FORMATS if suffix in format_named(name).SUFFIXES), None)


def detect(source: Source) -> str:
    """Return the name of the format: what the suffix says, else what the content leaves no doubt of."""
    if name := of_suffix(source.path):
        return name
    no_text: InputError | None = None
    for name in FORMATS:
        try:
            if format_named(name).looks_like(source):
                return name
        except InputError as error:
            no_text = error  # it may still be a picture
    raise no_text or source.wrong(
        f"name and content leave the format open: expected --format, one of {_names()}"
    )


def each(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - as in --format
    read: Reader = read_plainly,
) -> Iterator[Puzzle]:
    """Yield the puzzles of a file lazily, or the one that `path#7` names; `read` reads them."""
    file, number = _locate(str(path))
    if number is not None:
        yield _nth(file, number, str(path), format, read)
        return
    puzzles = _read(file, str(path), format, read)
    # Whether a puzzle is alone is in its address, so one is read ahead.
    first, second = next(puzzles), None
    try:
        second = next(puzzles, None)
    except InputError:
        yield _at(first, f"{path}#1")
        raise
    if second is None:
        yield _at(first, str(path))
        return
    for k, puzzle in enumerate(chain((first, second), puzzles), start=1):
        yield _at(puzzle, f"{path}#{k}")


def load_all(path: str | Path, format: str | None = None) -> list[Puzzle]:  # noqa: A002 - as in --format
    """Return the puzzles of a file."""
    return list(each(path, format))


def load(path: str | Path, format: str | None = None) -> Puzzle:  # noqa: A002 - as in --format
    """Return the one puzzle of a file, or the one that `path#7` names."""
    puzzles = load_all(path, format)
    if len(puzzles) > 1:
        raise InputError(f"holds {len(puzzles)} puzzles: name one, such as {path}#1", str(path))
    return puzzles[0]


def writable(name: str) -> bool:
    """Whether a format can be written as well as read."""
    return hasattr(format_named(name), "write")


def write(puzzles: Iterable[Puzzle], format: str) -> str | bytes:  # noqa: A002 - as in --format
    """Return the puzzles as a file of this format."""
    module: Any = format_named(format)
    if not writable(format):
        raise InputError(f"the format {format} can be read but not written")
    written = list(puzzles)
    if len(written) > 1 and SEVERAL not in module.HOLDS:
        many = ", ".join(name for name in FORMATS if SEVERAL in format_named(name).HOLDS)
        raise InputError(f"the format {format} holds one puzzle a file; several go into {many}")
    found: str | bytes = module.write(written)
    return found


def _locate(address: str) -> tuple[Path | None, int | None]:
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


def _read(file: Path | None, name: str, format_name: str | None, read: Reader) -> Iterator[Puzzle]:
    """Yield a file's puzzles without addresses; at least one, or the error that there is none."""
    if file is None and format_name is None:
        raise InputError(f"standard input has no name: expected --format, one of {_names()}", name)
    try:
        data = sys.stdin.buffer.read() if file is None else file.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", name) from None
    source = Source(name, data)
    # An instance's name has no suffix: its file's has.
    chosen = format_name or detect(replace(source, path=str(file)))
    empty = True
    for puzzle in read(chosen, source):
        empty = False
        yield puzzle
    if empty:
        raise source.wrong("empty: expected a puzzle", 1)


def _nth(file: Path | None, number: int, address: str, format_name: str | None, read: Reader) -> Puzzle:
    base = address.rpartition("#")[0]
    count = 0
    for count, puzzle in enumerate(islice(_read(file, base, format_name, read), number), start=1):
        if count == number:
            return _at(puzzle, address)
    raise InputError(f"holds {count} puzzle{'s' * (count != 1)}: there is no {address}", base)


def _at(puzzle: Puzzle, address: str) -> Puzzle:
    return replace(puzzle, source=address)  # type: ignore[type-var]  # every kind is a dataclass


def _names() -> str:
    return ", ".join(FORMATS)
