"""Reads a set puzzle by puzzle, with the faults that are visible without solving."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nonosat import CellPuzzle, InputError, Nonogram, Picture, Puzzle, formats, load, load_each, require_cells
from nonosat.formats.folders import inside, warn_of
from nonosat.learning.records import FaultError, Record, count_of, layout_of, records
from nonosat.learning.values import (
    PUZZLE,
    Paths,
    Say,
    UnrecognisedError,
    both_clues,
    by_content,
    described,
    line_clues,
    picture,
    recognised,
    sampled,
    value_at,
)

_ONE_SIDED = (
    "; no pictures: --map solution=FILE names a file that has them",
    "; no clues: each puzzle is that of its picture",
)


@dataclass(frozen=True, slots=True)
class Defect:
    """A fault of a puzzle in a set: its kind, one of `audit.KINDS`, and a description."""

    kind: str
    what: str


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle of a set, as far as it can be read.

    `picture` is the stored one, if it has the puzzle's size. `unread` says why nothing of a file can be read.
    """

    address: str
    id: str = ""
    puzzle: CellPuzzle | None = None
    picture: Picture | None = None
    defects: tuple[Defect, ...] = ()
    unread: str = ""


def items(path: str, layout: str, given: Mapping[str, str], say: Say) -> Iterator[Item]:
    """Yield the puzzles of a file or folder; `say` receives the paths that were recognised.

    Raises InputError if nothing is recognised, or if the file cannot be read; an unreadable file in a folder
    is reported as a faulty puzzle.
    """
    for file, how in _files(path, layout):
        try:
            yield from _of_puzzles(file, path) if how == "folder" else _of_records(file, how, given, say)
        except InputError as error:
            if file == path:
                raise
            yield _unread(error)


def size_of(paths: Sequence[str], layout: str) -> int | None:
    """Return the number of puzzles of some sets, if it is quickly found."""
    try:
        counts = [count_of(file, how) for path in paths for file, how in _files(path, layout)]
    except InputError:  # told where the set is read
        return None
    return None if None in counts else sum(filter(None, counts))


def _files(path: str, layout: str) -> Iterator[tuple[str, str]]:
    """Yield the files with their layouts; within a folder each file has its own."""
    if not os.path.isdir(path) or layout not in ("auto", "folder"):
        yield path, layout_of(path) if layout == "auto" else layout
        return
    found, others = False, 0
    for file in inside(path):
        hidden, how = os.path.basename(file).startswith("."), layout_of(file)
        known = how != "folder" or formats.is_claimed(file)
        if not hidden and (known or (os.path.isfile(file) and isinstance(next(load_each(file)), Puzzle))):
            found = True
            yield file, how
        else:
            others += 1
    warn_of(path, others)
    if not found:
        raise InputError("the folder has no puzzles", path)


def _of_puzzles(file: str, path: str) -> Iterator[Item]:
    """Yield the puzzles of a file of one of nonosat's formats. Raises InputError if `path` cannot be read."""
    for number, found in enumerate(load_each(file)):
        if isinstance(found, InputError):
            if not number and found.path == path:
                raise found
            yield _unread(found)
        else:
            yield _of_puzzle(found, found.source)


def _unread(error: InputError) -> Item:
    where = error.path if error.line is None else f"{error.path}:{error.line}"
    return Item(where, defects=(Defect("broken", error.what),), unread=str(error))


def _of_puzzle(puzzle: Puzzle, address: str) -> Item:
    try:
        asked = require_cells(puzzle, "an audit works")
    except InputError as error:
        return Item(address, defects=(Defect("broken", error.what),))
    return Item(address, asked.title, asked, asked.goal or None)


def _of_records(path: str, layout: str, given: Mapping[str, str], say: Say) -> Iterator[Item]:
    others = {name: file for name, file in given.items() if layout == "npz" and _is_file(file)}
    own = {name: file for name, file in given.items() if name not in others}
    first, every = sampled(records(path, layout, others))
    if not first:
        raise InputError("empty: expected puzzles", path)
    if all(record.wrong or record.values.keys() & {"kind", "palette"} for record in first):
        yield from map(_of_document, every)
        return
    paths = recognised(first, own, PUZZLE)
    needed = {"rows", "clues", "solution"}
    if layout == "npz" and not needed & paths.keys():
        paths = {**paths, **by_content(first)}
    paths = {**paths, **{name: (name,) for name in others}}
    if not needed & paths.keys():
        raise UnrecognisedError("clues and no pictures", first, path)
    missing = "" if len(needed & paths.keys()) > 1 else _ONE_SIDED["solution" in paths]
    say(f"{path}: {described(paths)}{missing}")
    paths = {"givens": ("givens",), **paths}  # which only some records have, after a set was fixed
    for record in every:
        yield _item(record, paths)


def _is_file(path: str) -> bool:
    return os.path.isfile(path) or os.path.isfile(path.rpartition(":")[0])


def _of_document(record: Record) -> Item:
    """Read a document in nonosat's own form, with colours and givens."""
    try:
        if record.wrong:
            raise InputError(record.wrong)
        return _of_puzzle(load(record.values), record.address)
    except InputError as error:
        return Item(record.address, defects=(Defect("broken", error.what),))


def _item(record: Record, paths: Paths) -> Item:
    """Read a puzzle from the values at the paths."""
    name = ""
    try:
        if record.wrong:
            raise FaultError("broken", record.wrong)
        values = {name: value_at(record.values, path) for name, path in paths.items()}
        name = "" if values.get("id") is None else str(values["id"])
        puzzle = _puzzle(values)
        stored, defects = _picture(values["solution"], puzzle) if "solution" in values else (None, ())
        if puzzle is None and stored is not None:
            puzzle = Nonogram.from_picture(stored)
    except (FaultError, InputError) as error:
        kind = error.kind if isinstance(error, FaultError) else "broken"
        return Item(record.address, name, defects=(Defect(kind, error.what),))
    return Item(record.address, name, puzzle, stored, defects)


def _puzzle(values: Mapping[str, Any]) -> Nonogram | None:
    """Return the puzzle of the clues; None if the records have none."""
    for name in ("rows", "columns", "clues"):
        if name in values and values[name] is None:
            raise FaultError("broken", f"the {name} are missing")
    if "rows" in values:
        clues = line_clues(values["rows"], "row"), line_clues(values["columns"], "column")
    elif "clues" in values:
        clues = both_clues(values["clues"])
    else:
        return None
    given = values.get("givens")
    texts = tuple(given) if isinstance(given, list) else ()
    return Nonogram(*clues, givens=texts if all(isinstance(row, str) for row in texts) else ())


def _picture(value: Any, puzzle: Nonogram | None) -> tuple[Picture | None, tuple[Defect, ...]]:
    """Return the stored picture, if it has the puzzle's size, and its faults."""
    if value is None or (isinstance(value, Sequence) and not value):
        return None, (Defect("no-picture", "the stored picture is missing"),)
    size = (puzzle.height, puzzle.width) if puzzle else None
    try:
        stored = picture(value, size)
    except FaultError as fault:
        return None, (Defect(fault.kind, fault.what),)
    if size and (len(stored), len(stored[0])) != size:
        found = f"{len(stored)} x {len(stored[0])} cells, the clues {size[0]} x {size[1]}"
        return None, (Defect("size", f"the stored picture has {found}"),)
    return stored, ()
