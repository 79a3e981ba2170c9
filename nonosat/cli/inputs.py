"""What commands read besides the puzzles of FILE...: one puzzle, states, cells and pictures."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path

from nonosat import InputError, Picture, Puzzle
from nonosat.cli.options import seconds_to_read
from nonosat.formats.source import content
from nonosat.processes.alarm import alarm
from nonosat.puzzles.cells import cell_at
from nonosat.toolkit import CellPuzzle, formats
from nonosat.words import shown


def load(arguments: Namespace) -> Puzzle:
    """Return the puzzle of FILE, or the only puzzle of FILE... Raises InputError if there are several."""
    if len(files := getattr(arguments, "files", None) or [arguments.file]) > 1:
        raise InputError(f"expected one puzzle, found {len(files)} files")
    with alarm(seconds_to_read(arguments)):
        return formats.load(files[0], getattr(arguments, "format", None))


def text(name: str) -> str:
    """Return the text of a file that an argument names, or of stdin; replace bytes that are not text."""
    data = content(None if name == "-" else Path(name), name).data
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    return data.decode("utf-8-sig", "replace")


def state(arguments: Namespace, puzzle: CellPuzzle) -> Picture | None:
    """Return the state in --state, if it is given."""
    from nonosat.reasons.marks import read_state

    return None if arguments.state is None else read_state(arguments.state, puzzle)


def cell(arguments: Namespace, puzzle: CellPuzzle) -> tuple[int, int] | None:
    """Return the cell in --cell, if it is given."""
    if arguments.cell is None:
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,3}),([1-9][0-9]{0,3})", arguments.cell)
    row, column = map(int, found.groups()) if found else (0, 0)
    if cell_at(puzzle, row, column) is None:
        sizes = f"a row from 1 to {puzzle.height} and a {puzzle.across} from 1 to {puzzle.width}"
        raise InputError(f"--cell: expected {sizes}, such as 1,1, found {shown(arguments.cell)}")
    return row, column
