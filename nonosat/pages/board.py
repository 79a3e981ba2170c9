"""The data of a puzzle's board for pages: clues, givens, colours."""

from __future__ import annotations

from typing import Any

from nonosat.errors import InputError
from nonosat.pages.templates import script, template
from nonosat.pictures.style import light
from nonosat.problem import Clue
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN

MAX_CELLS = 40_000
"""The most cells on a page; each is an element, for screen readers."""


def check_size(puzzle: Nonogram, what: str) -> None:
    """Raise InputError if a page cannot hold the puzzle; `what` begins the message."""
    if (cells := puzzle.width * puzzle.height) > MAX_CELLS:
        raise InputError(f"{what} has at most {MAX_CELLS} cells, this puzzle has {cells}", puzzle.source)


def board_parts(entry: str) -> dict[str, str]:
    """Return what a page with a board has in its template: the board, its style, and the script `entry`."""
    return {
        "board": template(__package__, "shared/board.html"),
        "board-style": template(__package__, "shared/board.css"),
        "script": script(f"pages/{entry}.js"),
    }


def plain_puzzle(puzzle: Nonogram) -> dict[str, Any]:
    """Return the data of a puzzle for the scripts, without its goal. A cell that is not given is -1."""
    index = {UNKNOWN: -1, **{colour.char: value for value, colour in enumerate(puzzle.palette)}}
    givens = puzzle.givens or (UNKNOWN * puzzle.width,) * puzzle.height
    return {
        "kind": puzzle.kind,
        "width": puzzle.width,
        "height": puzzle.height,
        "rows": [_plain_clue(clue, puzzle.width) for clue in puzzle.rows],
        "columns": [_plain_clue(clue, puzzle.height) for clue in puzzle.columns],
        "palette": [
            {"char": c.char, "name": c.name, "rgb": c.rgb, "light": light(c.rgb)} for c in puzzle.palette
        ],
        "givens": [index[char] for row in givens for char in row],
    }


def _plain_clue(clue: Clue, length: int) -> list[dict[str, int]]:
    """Return a clue's blocks; blotted ones are limited to the line's length, to keep the numbers small."""
    return [
        {"colour": b.colour, "low": b.low, "high": max(b.low, min(b.high, length)) if b.blotted else b.low}
        for b in clue
    ]
