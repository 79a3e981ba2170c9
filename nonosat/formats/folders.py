"""Expands names of folders, and patterns, into files."""

from __future__ import annotations

import fnmatch
import os
import warnings
from collections.abc import Iterator
from contextlib import suppress
from typing import Literal, overload

from nonosat.errors import InputError, InputWarning
from nonosat.formats import TEXT, Readable, detect, each, format_of
from nonosat.formats.source import Source, suffix_of
from nonosat.installed import list_shipped
from nonosat.puzzles import Puzzle
from nonosat.words import plural


def files(name: str, format_name: str | None = None) -> Iterator[str]:
    """Yield the addresses for a name: the name itself, if it is neither a folder nor a pattern.

    A folder stands for all files in it and below it that should be puzzles: by their suffix, even if they
    cannot be read, or by their content; or for all, if a format is given. A warning counts the others, and
    the hidden ones. Raises InputError if none is left. Patterns match paths, if the shell has not expanded
    them, and names of instances. An instance takes precedence over a folder.
    """
    if os.path.exists(name):
        paths = _in_folder(name, format_name) if _is_folder(name) else iter([name])
        first = next(paths, None)
        if first is None:
            raise InputError("the folder has no puzzles", name)
        yield first
        yield from paths
        return
    if not {*"*?["} & {*name}:  # no pattern: most are names of instances
        yield name
        return
    import glob  # most names are those of files

    for match in (matches := sorted(glob.glob(name, recursive=True))):
        yield from _in_folder(match, format_name) if _is_folder(match) else [match]
    if not matches:
        yield from sorted(fnmatch.filter(list_shipped("instances"), name)) or [name]


@overload
def load_all(
    path: Readable, format_name: str | None = None, *, errors: Literal["raise", "skip"] = "raise"
) -> list[Puzzle]: ...
@overload
def load_all(
    path: Readable, format_name: str | None = None, *, errors: Literal["yield"]
) -> Iterator[Puzzle | InputError]: ...
def load_all(
    path: Readable, format_name: str | None = None, *, errors: str = "raise"
) -> list[Puzzle] | Iterator[Puzzle | InputError]:
    """Return the puzzles of a file, or of all files in a folder or of a pattern; see `load`.

        >>> import nonosat
        >>> len(nonosat.load_all("springs"))
        14

    Without `format_name`, the format is detected from suffix or content. With `errors="skip"`, what cannot be
    read is left out, with an InputWarning. With `errors="yield"`, puzzles are read lazily, and the error of
    one that cannot be read stands in its place.

    Raises InputError if there is no such file, or if it is not a puzzle, unless `errors` says otherwise.
    """
    if errors not in ("raise", "skip", "yield"):
        raise InputError(f'errors: expected "raise", "skip" or "yield", found {errors!r}')
    each = _each(path, format_name)
    if errors == "yield":
        return each
    puzzles = []
    for one in each:
        if isinstance(one, Puzzle):
            puzzles.append(one)
        elif errors == "raise":
            raise one
        else:
            warnings.warn(str(one), InputWarning, stacklevel=2)
    return puzzles


def _each(path: Readable, format_name: str | None) -> Iterator[Puzzle | InputError]:
    try:
        for file in files(str(path), format_name) if isinstance(path, str | os.PathLike) else [path]:
            try:
                yield from each(file, format_name)
            except InputError as error:
                yield error
    except InputError as error:
        yield error


def _is_folder(name: str) -> bool:
    return os.path.isdir(name) and name not in list_shipped("instances")


def _in_folder(name: str, format_name: str | None) -> Iterator[str]:
    others = 0
    for file in inside(name):
        if not _is_hidden(file) and os.path.isfile(file) and (format_name or _is_puzzle(file)):
            yield file
        elif not _is_hidden(file) and os.path.islink(file) and is_claimed(file):
            yield file  # which leads nowhere
        else:
            others += 1
    if others:
        what = f"{name}: skipped {plural(others, 'file')}, hidden or not of a format"
        warnings.warn(what, InputWarning, stacklevel=2)


def is_claimed(path: str) -> bool:
    """Whether a file should be a puzzle: its suffix is that of a format, or of a text that may be one."""
    return format_of(path) is not None or suffix_of(path) == TEXT


def inside(name: str) -> Iterator[str]:
    """Yield the files in and below a folder, sorted by name, and its hidden folders unopened."""
    for folder, folders, names in os.walk(name):
        hidden = [inner for inner in folders if inner.startswith(".")]
        folders[:] = sorted({*folders} - {*hidden})
        yield from (os.path.join(folder, file) for file in sorted([*names, *hidden]))


def _is_hidden(file: str) -> bool:
    return os.path.basename(file).startswith(".")


def _is_puzzle(file: str) -> bool:
    """Whether a file should be a puzzle: by its suffix, unless it is a journal, or by its content."""
    if format_of(file) == "jsonl":
        with suppress(OSError), open(file, "rb") as content:
            return not content.readline().startswith(b'{"journal": ')
    if is_claimed(file):
        return True
    try:
        with open(file, "rb") as content:
            detect(Source(file, content.read()))
    except (InputError, OSError):
        return False
    return True
