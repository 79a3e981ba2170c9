"""The data of a puzzle's board for pages: clues, givens, colours."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any, NamedTuple

from nonosat.errors import InputError
from nonosat.pages.templates import script, template
from nonosat.pictures.style import light
from nonosat.problem import Clue
from nonosat.puzzles.base import CellPuzzle, Puzzle
from nonosat.puzzles.colours import split

MAX_CELLS = 40_000
"""The most cells on a page; each is an element, for screen readers."""


def check_kind(puzzle: Puzzle, what: str) -> CellPuzzle:
    """Return the puzzle if there is a board for its kind; else raise InputError that begins with `what`."""
    if puzzle.kind not in KINDS or not isinstance(puzzle, CellPuzzle):
        kinds = ", ".join(KINDS)
        raise InputError(f"{what} shows {kinds}; this puzzle is of kind {puzzle.kind}", puzzle.source)
    return puzzle


def check_shown(given: Puzzle, what: str) -> CellPuzzle:
    """Return the puzzle if a page can show it; else raise InputError, whose message begins with `what`."""
    puzzle = check_kind(given, what)
    if (cells := sum(puzzle.row_lengths)) > MAX_CELLS:
        raise InputError(f"{what} has at most {MAX_CELLS} cells, this puzzle has {cells}", puzzle.source)
    return puzzle


def board_parts(entry: str) -> dict[str, str]:
    """Return what a page with a board has in its template: the board, its style, and the script `entry`."""
    return {
        "board": template(__package__, "shared/board.html"),
        "board-style": template(__package__, "shared/board.css"),
        "script": script(f"pages/{entry}.js"),
    }


def plain_puzzle(puzzle: CellPuzzle) -> dict[str, Any]:
    """Return the data of a puzzle for the scripts, without its goal. A cell that is not given is -1."""
    givens = dict(puzzle.given_options)
    return {
        "kind": puzzle.kind,
        **KINDS[puzzle.kind].data(puzzle),
        "palette": [
            {"char": c.char, "name": c.name, "rgb": c.rgb, "light": light(c.rgb)}
            | ({"halves": split(c.halves)} if c.halves else {})
            for c in puzzle.palette
        ],
        "givens": [givens.get(cell, -1) for cell in range(len(puzzle.problem().sizes))],
    }


def _squares(puzzle: Any) -> dict[str, Any]:
    return {
        "width": puzzle.width,
        "height": puzzle.height,
        "rows": [_plain_clue(clue, puzzle.width) for clue in puzzle.rows],
        "columns": [_plain_clue(clue, puzzle.height) for clue in puzzle.columns],
    }


def _numbers(puzzle: Any) -> dict[str, Any]:
    numbers = {(r, c): number for r, c, number in puzzle.numbers()}
    cells = product(range(puzzle.height), range(puzzle.width))
    size = {"width": puzzle.width, "height": puzzle.height}
    return {**size, "numbers": [numbers.get(cell, -1) for cell in cells]}


def _triangles(puzzle: Any) -> dict[str, Any]:
    clues = [_plain_clue(clue, len(line)) for _, clue, line in puzzle.lines()]
    return {"outline": list(puzzle.outline), "clues": clues}


class Kind(NamedTuple):
    """A kind that pages show: its data, and its rules in words."""

    data: Callable[[Any], dict[str, Any]]
    rules: str


_RUNS = (
    "Each clue gives the lengths of the runs of filled cells in its line, in order; runs of one colour have "
    "at least one empty cell between them, and ? is a run of unknown length."
)
KINDS = {
    # Each kind has a geometry in shared/kinds.js.
    "nonogram": Kind(_squares, _RUNS),
    "triddler": Kind(_triangles, f"Lines run in three directions. {_RUNS}"),
    "mosaic": Kind(_numbers, "Each number says how many of the cells in and around its own cell are filled."),
}


def _plain_clue(clue: Clue, length: int) -> list[dict[str, int]]:
    """Return a clue's blocks; blotted ones are limited to the line's length, to keep the numbers small."""
    return [
        {"colour": b.colour, "low": b.low, "high": max(b.low, min(b.high, length)) if b.blotted else b.low}
        for b in clue
    ]
