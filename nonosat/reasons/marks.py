"""The state of a puzzle that a person is solving: a picture with `?` for empty cells."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

from nonosat.errors import InputError
from nonosat.formats import load
from nonosat.formats.source import content
from nonosat.problem import CellValue
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.cells import cell_name
from nonosat.puzzles.picture import UNKNOWN, Picture
from nonosat.words import quote

State = str | Sequence[str] | None
"""A picture with `?` for open cells: its rows, or a text with them (see `read_state`)."""


def add_givens(puzzle: CellPuzzle, state: State) -> Picture:
    """Return the state with the puzzle's givens added, or only the givens if there is no state.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> toolkit.add_givens(nonosat.load("switch"), None)[0]
        '??????'

    Raises InputError if the state does not fit this puzzle.
    """
    if state is None:
        return puzzle.start
    if not isinstance(state, str | list | tuple):
        raise TypeError(f"state: expected rows of cells, such as ['#.?', '???'], found {state!r}")
    state = read_state(state, puzzle) if isinstance(state, str) else tuple(state)
    if fault := puzzle.size_fault(state):
        raise InputError(f"the state is {fault}", puzzle.source)
    known = [colour.char for colour in puzzle.palette] + [UNKNOWN]
    joined = []
    pairs = zip(puzzle.chars(state), puzzle.chars(puzzle.start), strict=True)
    for cell, (char, given) in enumerate(pairs):
        where = f"the state: {cell_name(puzzle, cell)}"
        if char not in known:
            raise InputError(f"{where} is {quote(char)}: expected one of {' '.join(known)}", puzzle.source)
        if given != UNKNOWN and char not in (UNKNOWN, given):
            raise InputError(f"{where} is {char}, but {given} is given", puzzle.source)
        joined.append(given if char == UNKNOWN else char)
    return puzzle.cut("".join(joined))


def marks(puzzle: CellPuzzle, start: Picture) -> list[CellValue]:
    """Return the marks of a state: the cells that are filled in and not given."""
    index = {colour.char: value for value, colour in enumerate(puzzle.palette)}
    given = puzzle.chars(puzzle.start)
    return [
        (cell, index[char])
        for cell, (char, known) in enumerate(zip(puzzle.chars(start), given, strict=True))
        if char != UNKNOWN == known
    ]


def read_state(text: str, puzzle: CellPuzzle) -> Picture:
    """Read a state: a picture, with rows separated by spaces or slashes, or the name of a file with one.

    A file is a picture with a row per line, or a puzzle whose saved grid is the state (`.non`, webpbn).
    """
    chars = {colour.char for colour in puzzle.palette} | {UNKNOWN} | set("".join(puzzle.cut("")))
    if not os.path.isfile(text):  # False for names that no file can have, for which pathlib raises
        rows = tuple(re.split(r"\s+" if "/" in chars else r"[\s/]+", text.strip()))
        if set().union(*rows) <= chars:
            return rows
        known = " ".join([*(colour.char for colour in puzzle.palette), UNKNOWN])
        raise InputError(f"no such file, and not a picture in the characters {known}", quote(text))
    source = content(Path(text), text, "a state")
    if set(source.text) <= chars | set(" \t\n"):
        return tuple("".join(row.split()) for row in source.lines if row.strip())
    saved = load(text)
    if saved.palette != puzzle.palette:
        raise InputError("the state has other colours than the puzzle", text)
    if not saved.givens:
        raise InputError("the file has no saved grid", text)
    return saved.givens
