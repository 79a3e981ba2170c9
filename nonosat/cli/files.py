"""Pictures that commands read besides puzzles."""

from __future__ import annotations

from pathlib import Path

from nonosat.errors import InputError
from nonosat.formats import load
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.questions.unique import solve
from nonosat.solving.cards import DEFAULT, Card


def goal_or_solution(
    puzzle: Puzzle,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
) -> Picture:
    """Return a puzzle's goal or else its first solution. Raises InputError if there is neither."""
    if puzzle.goal:
        return puzzle.goal
    answer = solve(puzzle, model, limits).uninterrupted()
    if answer.solution is None:
        why = answer.stop_reason
        raise InputError(f"no goal picture, and no solution was found: {why}", puzzle.source)
    return answer.solution


def picture_of(
    path: str,
    puzzle: Puzzle,
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    form: str | None = None,
) -> Picture:
    """Read a picture for a puzzle: rows of its own characters, or the goal or solution of a puzzle's file."""
    if rows := _rows(path, puzzle):
        return rows
    shown = load(path, form)
    picture = goal_or_solution(shown, model, limits)
    if puzzle.grid is None or shown.grid is None:
        return picture
    own = {colour.rgb: colour.char for colour in puzzle.palette}
    chars = {}
    for colour in shown.palette:
        if colour.rgb not in own and any(colour.char in row for row in picture):
            raise InputError(f"{colour.name} is not a colour of {puzzle.source}", path)
        chars[colour.char] = own.get(colour.rgb, colour.char)
    return tuple("".join(map(chars.__getitem__, row)) for row in picture)


def _rows(path: str, puzzle: Puzzle) -> Picture:
    """Return the file's lines if they are a picture in the puzzle's characters, or an empty picture."""
    try:
        rows = tuple(Path(path).read_text(encoding="utf-8").strip("\n").splitlines())
    except (OSError, UnicodeDecodeError):
        return ()
    if puzzle.grid is not None:
        known = {colour.char for colour in puzzle.palette}
        return rows if rows and set().union(*rows) <= known else ()
    return rows
