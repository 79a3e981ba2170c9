"""Grades one move: does it follow now, is it consistent, or is it wrong?"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, ClassVar

from nonosat import InputError, LimitReached, Limits, Picture, Puzzle, Report, StopReason, solve
from nonosat.toolkit import (
    NO_LIMITS,
    UNKNOWN,
    CellPuzzle,
    add_givens,
    cell_at,
    forcing,
    load_card,
    position,
    require_cells,
    words,
)


class Standing(StrEnum):
    """The standing of a move: how it relates to the known cells."""

    FORCED = "forced"
    KNOWN = "known"
    CONSISTENT = "consistent"
    NOT_YET = "not derivable yet"
    CONTRADICTS = "contradicts"
    UNKNOWN = "unknown"


_SAYS = {
    Standing.FORCED: "follows from the known cells",
    Standing.KNOWN: "is already known",
    Standing.CONSISTENT: "is possible, and so is another value: the clues leave this cell open",
    Standing.NOT_YET: "is right, but no single step proves it yet",
    Standing.CONTRADICTS: "is wrong: no solution agrees with it",
    Standing.UNKNOWN: "could not be graded within the limits",
}


@dataclass(frozen=True)
class Move:
    """A value (a character of the palette) for a cell, which is counted row by row from 0."""

    cell: int
    char: str


@dataclass(frozen=True, kw_only=True, repr=False)
class StepGrade(Report):
    """The grade of a move from a state.

    `rung` is that of the step that forces the move: 1 for a single line, named in `why`; 2 if lines refute
    all other values. `state_wrong` is whether no solution agrees with the state; None if a limit was reached
    before this was known.
    """

    question: ClassVar[str] = "grade"

    puzzle: CellPuzzle
    move: Move
    standing: Standing
    rung: int | None = None
    why: str = ""
    state_wrong: bool | None = False

    @property
    def right(self) -> bool:
        """Whether a solution agrees with the move."""
        return self.standing not in (Standing.CONTRADICTS, Standing.UNKNOWN)

    def result(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "move": move_text(self.puzzle, self.move),
            "standing": str(self.standing),
            "rung": self.rung,
            "why": self.why or None,
            "state_wrong": self.state_wrong,
        }

    def sentence(self) -> str:
        """Return the result as a sentence."""
        says = "is wrong: no solution agrees with the state" if self.state_wrong else _SAYS[self.standing]
        rung = f"rung {self.rung}" if self.rung else ""
        return f"{self.name}: {move_text(self.puzzle, self.move)} {says}{words.bracket(self.why or rung)}."


def read_move(text: str, puzzle: CellPuzzle) -> Move:
    """Read a move such as `r3c4=#`: row and column counted from 1, and the cell's character.

        >>> import nonosat
        >>> read_move("r1c2=#", nonosat.load("cat"))
        Move(cell=1, char='#')

    Raises InputError for any other text, and for what is off the grid.
    """
    between, then = r"(?:\s*+[cC,;:]\s*+|\s++)", r"(?:\s*+[=:]\s*+|\s++)"
    match = re.fullmatch(rf"\s*+(?:[rR]\s*+)?([0-9]{{1,4}}){between}([0-9]{{1,4}}){then}(\S)\s*+", text[:100])
    if not match:
        raise InputError(f"{words.quote(text)} is not a move: expected one such as r3c4=#")
    row, column, char = int(match[1]), int(match[2]), match[3]
    cell = cell_at(puzzle, row, column)
    if cell is None:
        rows = puzzle.row_lengths or (puzzle.width,)
        cells = f"{min(rows)} to {max(rows)}" if min(rows) < max(rows) else max(rows)
        raise InputError(
            f"{words.quote(text)} is off the grid of {words.plural(len(rows), 'row')} of {cells} cells"
        )
    chars = [colour.char for colour in puzzle.palette]
    if char not in chars:
        char = {"1": "#", "0": ".", "X": "#", "x": "#", "_": "."}.get(char, char)
    if char not in chars:
        raise InputError(
            f"{words.quote(text)} has no colour of the puzzle: expected one of {' '.join(chars)}"
        )
    return Move(cell, char)


def move_text(puzzle: CellPuzzle, move: Move) -> str:
    """Write a move in the form that `read_move` reads."""
    *row, place = position(puzzle, move.cell)
    return f"r{row[0] if row else 1}c{place}={move.char}"


def grade_step(puzzle: Puzzle, state: Picture | None, move: Move, limits: Limits = NO_LIMITS) -> StepGrade:
    """Grade a move from a state, a picture with `?` for empty cells.

        >>> import nonosat
        >>> cross = nonosat.Nonogram.from_picture((".#.", "###", ".#."))
        >>> grade_step(cross, None, read_move("r2c1=#", cross)).standing
        <Standing.FORCED: 'forced'>

    A mark in the cell of the move is removed from the state first.

    Raises InputError for kinds whose cells are not filled in, and for a state that does not fit the puzzle.
    """
    asked = require_cells(puzzle, "grade works")
    start, clock = add_givens(asked, state), limits.clock()
    before, with_char = asked.chars(start)[move.cell], partial(_with, asked, start, move.cell)

    def grade(standing: Standing, **more: Any) -> StepGrade:
        return StepGrade(puzzle=asked, move=move, standing=standing, seconds={"total": clock.seconds}, **more)

    def solvable(char: str) -> bool:
        return _solvable(with_char(char), limits.deduct(clock))

    if before not in (UNKNOWN, move.char) and asked.chars(asked.start)[move.cell] != UNKNOWN:
        return grade(Standing.CONTRADICTS, why=f"{before} is given there")
    standing = Standing.UNKNOWN  # what is reported if the work ends early
    try:
        if not solvable(move.char):
            standing = Standing.CONTRADICTS
            return grade(standing, state_wrong=not solvable(UNKNOWN))
        if before == move.char:
            return grade(Standing.KNOWN)
        if any(solvable(colour.char) for colour in asked.palette if colour.char != move.char):
            return grade(Standing.CONSISTENT)
        forced = forcing(with_char(UNKNOWN), move.cell, move.char, clock)
    except LimitReached as limit:
        return grade(standing, state_wrong=None, stop_reason=limit.stop_reason, basis=limit.detail)
    except KeyboardInterrupt:
        return grade(standing, state_wrong=None, stop_reason=StopReason.INTERRUPTED)
    return grade(Standing.FORCED, rung=forced[0], why=forced[1]) if forced else grade(Standing.NOT_YET)


def _solvable(puzzle: CellPuzzle, limits: Limits) -> bool:
    """Whether there is a solution. Raises LimitReached or KeyboardInterrupt if the work ends first."""
    any_solution = replace(load_card("auto"), goal="solution")
    return solve(puzzle, any_solution, limits).require_finished().solution is not None


def _with(puzzle: CellPuzzle, state: Picture, cell: int, char: str) -> CellPuzzle:
    """Return the puzzle whose givens are a state with a character in a cell."""
    cells = puzzle.chars(state)
    return puzzle.with_givens(puzzle.cut(cells[:cell] + char + cells[cell + 1 :])).with_goal(())
