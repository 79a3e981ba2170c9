"""Reads a set puzzle by puzzle, with the faults that are visible without solving."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from nonosat.compare.jobs import puzzle_of
from nonosat.errors import InputError
from nonosat.formats.folders import each_of, files
from nonosat.learning.names import PUZZLE, Paths, by_content, described, recognised, value_at
from nonosat.learning.records import Record, layout_of, records
from nonosat.learning.values import FaultError, Sides, both_clues, line_clues, picture
from nonosat.puzzles import Puzzle, require_nonogram
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.words import shown

_SAMPLES = 50
_NAMED = 8  # names listed in an error message


@dataclass(frozen=True, slots=True)
class Defect:
    """A fault of a puzzle in a set: its kind, one of `audit.KINDS`, and a description."""

    kind: str
    what: str


@dataclass(frozen=True, slots=True)
class Item:
    """A puzzle of a set, as far as it can be read.

    `picture` is the stored one, if it has the puzzle's size. `values` is the record, and `paths` the paths in
    it; a document in nonosat's own form has no paths.
    """

    address: str
    id: str = ""
    puzzle: Nonogram | None = None
    picture: Picture | None = None
    defects: tuple[Defect, ...] = ()
    values: Mapping[str, Any] | None = None
    paths: Paths | None = None


Say = Callable[[str], object]


def items(path: str, layout: str, given: Mapping[str, str], say: Say) -> Iterator[Item]:
    """Yield the puzzles of a file or folder; `say` receives the paths that were recognised.

    Raises InputError if nothing is recognised, or if the file cannot be read; an unreadable file in a folder
    is reported as a faulty puzzle.
    """
    for file, how in _files(path, layout):
        if how == "folder":
            found = each_of(file)
            for first in islice(found, 1):
                if isinstance(first, InputError) and first.path == path:
                    raise first
                yield _of_format(first)
            yield from map(_of_format, found)
            continue
        try:
            yield from _of_records(file, how, given, say)
        except InputError as error:
            if file == path:
                raise
            yield _of_format(error)


def _files(path: str, layout: str) -> Iterator[tuple[str, str]]:
    """Yield the files with their layouts; within a folder each file has its own."""
    if layout == "auto" and not os.path.isdir(path):
        yield path, layout_of(path)
    elif layout == "auto" or (layout == "folder" and os.path.isdir(path)):
        found = False
        for file in _walk(path):
            if (how := layout_of(file)) != "folder":
                found = True
                yield file, how
        try:
            for file in files(path):
                if layout_of(file) == "folder":
                    yield file, "folder"
        except InputError:
            if not found:
                raise
    else:
        yield path, layout


def _walk(path: str) -> Iterator[str]:
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (os.path.join(folder, name) for name in sorted(names) if not name.startswith("."))


def _of_format(found: Puzzle | InputError) -> Item:
    if isinstance(found, InputError):
        where = found.path if found.line is None else f"{found.path}:{found.line}"
        return Item(where, defects=(Defect("broken", found.what),))
    try:
        puzzle = require_nonogram(found, "an audit works")
    except InputError as error:
        return Item(found.source, defects=(Defect("broken", error.what),))
    return Item(puzzle.source, puzzle.title, puzzle, puzzle.goal or None)


def _of_records(path: str, layout: str, given: Mapping[str, str], say: Say) -> Iterator[Item]:
    others = {name: file for name, file in given.items() if layout == "npz" and _is_file(file)}
    own = {name: file for name, file in given.items() if name not in others}
    found = records(path, layout, others)
    first = list(islice(found, _SAMPLES))
    if not first:
        raise InputError("empty: expected puzzles", path)
    if all(_is_document(record) for record in first):
        yield from map(_of_document, chain(first, found))
        return
    samples = [record.values for record in first if record.values]
    paths = recognised(samples, own, PUZZLE)
    if layout == "npz" and not {"rows", "clues", "solution"} & paths.keys():
        paths = {**paths, **by_content(samples)}
    paths = {**paths, **{name: (name,) for name in others}}
    if not {"clues", "solution", "rows"} & paths.keys():
        every = dict.fromkeys(name for record in first[:3] for name in record.values)
        names = ", ".join(map(shown, islice(every, _NAMED))) + (", ..." if len(every) > _NAMED else "")
        what = "no clues and no pictures recognised" + (f"; the names are {names}" if names else "")
        raise InputError(f"{what}; use --map rows=PATH columns=PATH, or --map solution=PATH", path)
    say(f"{path}: {described(paths)}")
    for record in chain(first, found):
        yield _item(record, paths)


def _is_file(path: str) -> bool:
    return os.path.isfile(path) or os.path.isfile(path.rpartition(":")[0])


def _is_document(record: Record) -> bool:
    return bool(record.wrong) or "kind" in record.values or "palette" in record.values


def _of_document(record: Record) -> Item:
    """Read a document in nonosat's own form, with colours and givens."""
    if record.wrong:
        return _broken(record, Defect("broken", record.wrong))
    try:
        puzzle = require_nonogram(puzzle_of(dict(record.values)), "an audit works")
    except InputError as error:
        return _broken(record, Defect("broken", error.what))
    return Item(record.address, puzzle.title, puzzle, puzzle.goal or None, (), record.values)


def _broken(record: Record, *defects: Defect, name: str = "") -> Item:
    return Item(record.address, name, defects=defects, values=record.values)


def _item(record: Record, paths: Paths) -> Item:
    """Read a puzzle from the values at the paths."""
    if record.wrong:
        return _broken(record, Defect("broken", record.wrong))
    name = ""
    try:
        name = _name(record.values, paths)
        clues = _clues(record.values, paths)
        given = _givens(record.values, paths)
        puzzle = Nonogram(clues[0], clues[1], givens=given) if clues else None
        stored, defects = _picture(record.values, paths, puzzle)
        if puzzle is None and stored is not None:
            puzzle = Nonogram.from_picture(stored)
    except FaultError as fault:
        return _broken(record, Defect(fault.kind, fault.what), name=name)
    except InputError as error:
        return _broken(record, Defect("broken", error.what), name=name)
    return Item(record.address, name, puzzle, stored, defects, record.values, paths)


def _name(values: Mapping[str, Any], paths: Paths) -> str:
    name = value_at(values, paths["id"]) if "id" in paths else None
    return "" if name is None else str(name)


def _clues(values: Mapping[str, Any], paths: Paths) -> Sides | None:
    if "rows" in paths:
        sides = [value_at(values, paths[side]) for side in ("rows", "columns")]
        for side, value in zip(("rows", "columns"), sides, strict=True):
            if value is None:
                raise FaultError("broken", f"the {side} are missing")
        return line_clues(sides[0], "row"), line_clues(sides[1], "column")
    if "clues" in paths:
        value = value_at(values, paths["clues"])
        if value is None:
            raise FaultError("broken", "the clues are missing")
        return both_clues(value)
    return None


def _givens(values: Mapping[str, Any], paths: Paths) -> Picture:
    """Return the givens of a puzzle: rows of text, with `?` for cells that are not given."""
    value = value_at(values, paths["givens"]) if "givens" in paths else None
    return tuple(value) if isinstance(value, list) and all(isinstance(row, str) for row in value) else ()


def _picture(
    values: Mapping[str, Any], paths: Paths, puzzle: Nonogram | None
) -> tuple[Picture | None, tuple[Defect, ...]]:
    """Return the stored picture, if it has the puzzle's size, and its faults."""
    if "solution" not in paths:
        return None, ()
    value = value_at(values, paths["solution"])
    if value is None or (isinstance(value, (str, Sequence)) and len(value) == 0):
        return None, (Defect("no-picture", "the stored picture is missing"),)
    size = (puzzle.height, puzzle.width) if puzzle else None
    try:
        stored = picture(value, size)
    except FaultError as fault:
        return None, (Defect(fault.kind, fault.what),)
    if size and (len(stored), len(stored[0])) != size:
        what = (
            f"the stored picture has {len(stored)} x {len(stored[0])} cells, the clues {size[0]} x {size[1]}"
        )
        return None, (Defect("size", what),)
    return stored, ()
