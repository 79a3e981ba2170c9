"""What commands read besides the puzzles of FILE...: one puzzle, states, cells and pictures."""

from __future__ import annotations

import re
from argparse import Namespace
from pathlib import Path

from nonosat import InputError, Picture, Puzzle, solve
from nonosat.cli.options import seconds_to_read
from nonosat.formats.source import content
from nonosat.processes.alarm import alarm
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles.cells import cell_at
from nonosat.solving.card import DEFAULT, Card
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


def goal_or_solution(puzzle: Puzzle, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS) -> Picture:
    """Return a puzzle's goal or else its first solution. Raises InputError if there is neither."""
    if puzzle.goal:
        return puzzle.goal
    answer = solve(puzzle, model, limits).uninterrupted()
    if answer.solution is None:
        why = answer.stop_reason
        raise InputError(f"no goal picture, and no solution was found: {why}", puzzle.source)
    return answer.solution


def picture(path: str, puzzle: Puzzle, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS) -> Picture:
    """Read a picture for a puzzle: rows of its own characters, or the goal or solution of a puzzle's file."""
    if rows := _rows(path, puzzle):
        return rows
    other = formats.load(path)
    found = goal_or_solution(other, model, limits)
    if not isinstance(other, CellPuzzle) or not (puzzle.row_lengths and other.row_lengths):
        return found
    if other.palette == puzzle.palette:  # in which several values may have one colour
        return found
    own = {colour.rgb: colour.char for colour in puzzle.palette}
    chars = {}
    for colour in other.palette:
        if colour.rgb not in own and colour.char in other.chars(found):
            raise InputError(f"{colour.name} is not a colour of {puzzle.source}", path)
        chars[colour.char] = own.get(colour.rgb, colour.char)
    return other.cut("".join(map(chars.__getitem__, other.chars(found))))


def _rows(path: str, puzzle: Puzzle) -> Picture:
    """Return the file's lines if they are a picture in the puzzle's characters, or an empty picture."""
    try:
        rows = tuple(Path(path).read_text(encoding="utf-8").strip("\n").splitlines())
    except (OSError, UnicodeDecodeError):
        return ()
    if isinstance(puzzle, CellPuzzle) and puzzle.row_lengths:
        known = {colour.char for colour in puzzle.palette} | set("".join(puzzle.cut("")))
        return tuple(row.strip() for row in rows) if rows and set().union(*rows) <= known | {" "} else ()
    return rows


def filled_cells(path: str, puzzle: CellPuzzle) -> list[int]:
    """Return the cells that the picture of a file fills."""
    rows = goal_or_solution(formats.load(path))
    if fault := puzzle.size_fault(rows):
        raise InputError(f"the mask is {fault}", path)
    return [cell for cell, char in enumerate(puzzle.chars(rows)) if char != "."]
