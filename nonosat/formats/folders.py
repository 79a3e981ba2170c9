"""Expands names of folders, and patterns, into files."""

from __future__ import annotations

import fnmatch
import glob
import os
from collections.abc import Iterator
from pathlib import Path

from nonosat.errors import InputError
from nonosat.formats import FORMATS, detect, each
from nonosat.formats.source import Source
from nonosat.installed import shipped
from nonosat.puzzles import Puzzle


def files(name: str, format_name: str | None = None) -> Iterator[str]:
    """Yield the addresses for a name: the name itself, if it is neither a folder nor a pattern.

    A folder stands for all files in it and below it, except hidden ones and, if no format is given, those
    whose name and content are not a puzzle's. Raises InputError if none is left. Patterns match paths, if the
    shell has not expanded them, and names of instances. An instance takes precedence over a folder.
    """
    if os.path.exists(name):
        found = _in_folder(name, format_name) if _is_folder(name) else iter([name])
        first = next(found, None)
        if first is None:
            raise InputError("the folder has no puzzles", name)
        yield first
        yield from found
    elif matches := sorted(glob.glob(name, recursive=True)):
        for match in matches:
            yield from _in_folder(match, format_name) if _is_folder(match) else [match]
    else:
        yield from sorted(fnmatch.filter(shipped("instances"), name)) or [name]


def load_each(name: str, format_name: str | None = None) -> Iterator[Puzzle | InputError]:
    """Yield the puzzles of a file, a folder, a pattern or an instance's name, lazily; for a puzzle that
    cannot be read, the error.

        >>> import nonosat
        >>> [puzzle.title for puzzle in nonosat.load_each("cat")]
        ['Cat']

    Raises nothing: an InputError is an item like a puzzle.
    """
    try:
        for file in files(name, format_name):
            try:
                yield from each(file, format_name)
            except InputError as error:
                yield error
    except InputError as error:
        yield error


def _is_folder(name: str) -> bool:
    return os.path.isdir(name) and name not in shipped("instances")


def _in_folder(name: str, format_name: str | None) -> Iterator[str]:
    return (file for file in inside(name) if format_name or _is_puzzle(file))


def inside(name: str) -> Iterator[str]:
    """Yield the regular files in and below a folder, sorted by name."""
    for folder, folders, names in os.walk(name):
        folders[:] = sorted(inner for inner in folders if not inner.startswith("."))
        paths = (os.path.join(folder, file) for file in sorted(names) if not file.startswith("."))
        yield from filter(os.path.isfile, paths)


def _is_puzzle(file: str) -> bool:
    try:
        source = Source(file, Path(file).read_bytes())
        name = detect(source)
        if name == "jsonl" and not FORMATS[name].looks_like(source):
            return False  # such as the journal of a campaign
    except (InputError, OSError):
        return False
    return True
