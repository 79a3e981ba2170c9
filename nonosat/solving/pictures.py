"""Pictures that files have for a puzzle: rows of its characters, or another puzzle's goal or solution."""

from __future__ import annotations

from pathlib import Path

from nonosat import formats
from nonosat.errors import InputError
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.questions.unique import solve


def goal_or_solution(puzzle: Puzzle, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS) -> Picture:
    """Return a puzzle's goal or else its first solution. Raises InputError if there is neither."""
    if puzzle.goal:
        return puzzle.goal
    answer = solve(puzzle, model, limits).require_uninterrupted()
    if answer.solution is None:
        why = answer.stop_reason
        raise InputError(f"no goal picture, and no solution was found: {why}", puzzle.source)
    return answer.solution


def picture_of(path: str, puzzle: Puzzle, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS) -> Picture:
    """Read a picture for a puzzle: rows of its own characters, or the goal or solution of a puzzle's file."""
    if rows := _rows(path, puzzle):
        return rows
    other = formats.load(path)
    picture = goal_or_solution(other, model, limits)
    if not isinstance(other, CellPuzzle) or not (puzzle.row_lengths and other.row_lengths):
        return picture
    if other.palette == puzzle.palette:  # in which several values may have one colour
        return picture
    own = {colour.rgb: colour.char for colour in puzzle.palette}
    chars = {}
    for colour in other.palette:
        if colour.rgb not in own and colour.char in other.chars(picture):
            raise InputError(f"{colour.name} is not a colour of {puzzle.source}", path)
        chars[colour.char] = own.get(colour.rgb, colour.char)
    return other.cut("".join(map(chars.__getitem__, other.chars(picture))))


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
