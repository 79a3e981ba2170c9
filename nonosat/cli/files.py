"""Pictures that commands read besides puzzles, and puzzles that they write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nonosat.cli.output import write_file
from nonosat.errors import InputError
from nonosat.formats import format_for, load, write
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import CellPuzzle, Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.solving.cards import DEFAULT, Card
from nonosat.solving.questions.unique import solve


@contextmanager
def puzzles_for(path: str | None) -> Iterator[list[Puzzle]]:
    """Yield a list whose puzzles are written to the file, if there are any, once the context ends.

    Raises InputError at once if the file's suffix is that of no format.
    """
    form = format_for(path) if path else ""
    written: list[Puzzle] = []
    yield written
    if path and written:
        write_file(path, write(written, form))


def goal_or_solution(puzzle: Puzzle, model: str | Card = DEFAULT, limits: Limits = NO_LIMITS) -> Picture:
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
    if not isinstance(shown, CellPuzzle) or not (puzzle.row_lengths and shown.row_lengths):
        return picture
    own = {colour.rgb: colour.char for colour in puzzle.palette}
    chars = {}
    for colour in shown.palette:
        if colour.rgb not in own and colour.char in shown.chars(picture):
            raise InputError(f"{colour.name} is not a colour of {puzzle.source}", path)
        chars[colour.char] = own.get(colour.rgb, colour.char)
    return shown.cut("".join(map(chars.__getitem__, shown.chars(picture))))


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
