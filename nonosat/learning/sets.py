"""Reads a set puzzle by puzzle, with the faults that are visible without solving."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, NamedTuple

from nonosat import InputError, InputWarning, Nonogram, Picture, Puzzle, load, load_all
from nonosat.learning.records import FaultError, Record, is_set, records
from nonosat.learning.values import PATHS, line_clues, picture, value_at
from nonosat.toolkit import CellPuzzle, count_of, formats, require_cells, words

Paths = Mapping[str, tuple[str, ...]]
"""A value of a record -> its path."""

_SAMPLES = 50
"""How many records tell what a set has."""

_OWN = {"kind", "palette"}
"""Keys of documents in nonosat's own form."""


@dataclass(frozen=True)
class Defect:
    """A fault of a puzzle in a set: its kind, one of `audit.KINDS`, and a description."""

    kind: str
    what: str


_NO_PICTURE = (Defect("no-picture", "the stored picture is missing"),)


class Item(NamedTuple):
    """A puzzle of a set, as far as it can be read.

    `picture` is the stored one, if it has the puzzle's size. `unread` says why nothing of a file can be read.
    """

    address: str
    id: str = ""
    puzzle: CellPuzzle | None = None
    picture: Picture | None = None
    defects: tuple[Defect, ...] = ()
    unread: str = ""


def items(path: str, paths: Paths = PATHS, say: Callable[[str], object] = str) -> Iterator[Item]:
    """Yield the puzzles of a file or folder; `say` receives what a set of records lacks.

    Raises InputError if a file has neither clues nor pictures, or cannot be read; an unreadable file in a
    folder is reported as a faulty puzzle.
    """
    for file in _files(path):
        try:
            yield from _of_records(file, paths, say) if is_set(file) else _of_puzzles(file, path)
        except InputError as error:
            if file == path:
                raise
            yield _unread(error)


def size_of(paths: Sequence[str]) -> int | None:
    """Return the number of puzzles of some sets, if it is quickly found."""
    try:
        counts = [count_of(file) for path in paths for file in _files(path)]
    except InputError:  # reported where the set is read
        return None
    return None if None in counts else sum(filter(None, counts))


def _files(path: str) -> Iterator[str]:
    """Yield the files of a folder that have puzzles, or the path itself."""
    if not os.path.isdir(path):
        yield path
        return
    empty, others = True, 0
    for folder, folders, names in os.walk(path):
        hidden = {name for name in (*folders, *names) if name.startswith(".")}
        folders[:], others = sorted({*folders} - hidden), others + len(hidden)
        for file in (os.path.join(folder, name) for name in sorted({*names} - hidden)):
            known = is_set(file) or formats.format_of(file) or file.lower().endswith(formats.TEXT)
            if known or (os.path.isfile(file) and isinstance(next(load_all(file, errors="yield")), Puzzle)):
                empty = False
                yield file
            else:
                others += 1
    if others:
        what = f"{path}: skipped {words.plural(others, 'file')}, hidden or not of a format"
        warnings.warn(what, InputWarning, stacklevel=1)  # of this line, which tells each text once
    if empty:
        raise InputError("the folder has no puzzles", path)


def _of_puzzles(file: str, path: str) -> Iterator[Item]:
    """Yield the puzzles of a file of one of nonosat's formats. Raises InputError if `path` cannot be read."""
    for number, one in enumerate(load_all(file, errors="yield")):
        if isinstance(one, InputError):
            if not number and one.path == path:
                raise one
            yield _unread(one)
        else:
            yield _of_puzzle(one, one.source)


def _unread(error: InputError) -> Item:
    where = error.path if error.line is None else f"{error.path}:{error.line}"
    return Item(where, defects=(Defect("broken", error.what),), unread=str(error))


def _of_puzzle(puzzle: Puzzle, address: str) -> Item:
    try:
        asked = require_cells(puzzle, "an audit works")
    except InputError as error:
        return Item(address, defects=(Defect("broken", error.what),))
    return Item(address, asked.title, asked, asked.goal or None)


def _of_records(path: str, paths: Paths, say: Callable[[str], object]) -> Iterator[Item]:
    rest = records(path, paths == PATHS)
    first = list(islice(rest, _SAMPLES))
    if not first:
        raise InputError("empty: expected puzzles", path)
    has = {name for name, at in paths.items() for one in first if value_at(one.values, at) is not None}
    for plain in filter(None, [one.plain for one in first]):
        has |= {"rows", "columns", "solution"} if plain.goal else {"rows", "columns"}
    clues, own = {"rows", "columns"} <= has, any(one.values.keys() & _OWN for one in first)
    if not (clues or own or "solution" in has or all(one.wrong for one in first)):
        names = list(dict.fromkeys(name for one in first[:3] for name in one.values))
        some = ", ".join(map(words.quote, names[:8])) + ", ..." * (len(names) > 8)
        what = "no rows and columns, and no solution: name them, as in --map rows=row_clues,columns=col_clues"
        raise InputError(f"{what} (the names are {some or 'none'})", path)
    if clues and "solution" not in has:
        say(f"{path}: no pictures")
    if "solution" in has and not clues:
        say(f"{path}: no clues: the pictures give them")
    for record in chain(first, rest):
        yield _item(record, paths, clues, "solution" in has)


def _item(record: Record, paths: Paths, clues: bool, pictures: bool) -> Item:
    """Read a puzzle from a record of a set that has clues, or pictures, or both."""
    if (plain := record.plain) is not None:
        lacking = _NO_PICTURE if pictures and not plain.goal else ()
        return Item(record.address, plain.title, plain, plain.goal or None, lacking)
    name = ""
    try:
        if record.wrong:
            raise FaultError("broken", record.wrong)
        if record.values.keys() & _OWN:
            return _of_puzzle(load(record.values), record.address)
        values = {name: value_at(record.values, path) for name, path in paths.items()}
        name = "" if values["id"] is None else str(values["id"])
        puzzle = _puzzle(values) if clues else None
        stored, defects = _picture(values["solution"], puzzle) if pictures else (None, ())
        if puzzle is None and stored is not None:
            puzzle = Nonogram.from_picture(stored)
    except (FaultError, InputError) as error:
        kind = error.kind if isinstance(error, FaultError) else "broken"
        return Item(record.address, name, defects=(Defect(kind, error.what),))
    return Item(record.address, name, puzzle, stored, defects)


def _puzzle(values: Mapping[str, Any]) -> Nonogram:
    """Return the puzzle of the clues."""
    rows, columns = (line_clues(values[f"{side}s"], side) for side in ("row", "column"))
    given = values["givens"]
    return Nonogram(rows, columns, givens=tuple(given) if _are_texts(given) else ())


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(row, str) for row in value)


def _picture(value: Any, puzzle: Nonogram | None) -> tuple[Picture | None, tuple[Defect, ...]]:
    """Return the stored picture, if it has the puzzle's size, and its faults."""
    if value is None or (isinstance(value, Sequence) and not value):
        return None, _NO_PICTURE
    try:
        stored = picture(value)
    except FaultError as fault:
        return None, (Defect(fault.kind, fault.what),)
    size = (puzzle.height, puzzle.width) if puzzle else None
    if size and (len(stored), len(stored[0])) != size:
        cells = f"{len(stored)} x {len(stored[0])} cells, the clues {size[0]} x {size[1]}"
        return None, (Defect("size", f"the stored picture has {cells}"),)
    return stored, ()
