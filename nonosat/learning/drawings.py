"""Reads nonosat's drawings of puzzles that write walls, symbols and crosses into their cells."""

from __future__ import annotations

from collections.abc import Iterable

import nonosat
from nonosat.toolkit import UNKNOWN, CellPuzzle

_TOP, _SIDE, _RULE = "┌─", "│", "├─"

Values = dict[str, str]
"""The value of a cell, by the text that is drawn in it."""


def undraw(text: str, puzzle: CellPuzzle) -> str:
    """Replace each drawing of the puzzle by one in which every cell has its value's character, twice. Clues
    above and below are left out, because they may look like cells.
    """
    rows, around = _look_up(puzzle) if _TOP in text else ([], set())
    if not rows:
        return text
    lines = text.split("\n")
    drawn = [at for at, line in enumerate(lines) if _RULE not in line]
    tops = [_TOP in lines[at] for at in drawn]
    for first in [at for at, top in enumerate(tops, start=1) if top]:
        block = drawn[first : first + len(rows)]
        # Without a top between them, the blocks have no rows in common: the time stays linear.
        if len(block) == len(rows) and not any(tops[first : first + len(rows)]):
            chars = [_chars(lines[at], row) for at, row in zip(block, rows, strict=True)]
            if all(chars):
                lines[block[0] : block[-1] + 1] = [""] * (block[-1] + 1 - block[0])
                _clear(lines, around, range(drawn[first - 1], -1, -1))
                _clear(lines, around, range(block[-1] + 1, len(lines)))
                for at, row_chars in zip(block, chars, strict=True):
                    lines[at] = f"{_SIDE}{''.join(2 * char for char in row_chars)}{_SIDE}"
    return "\n".join(lines)


def _clear(lines: list[str], around: set[str], places: Iterable[int]) -> None:
    """Empty the lines at these places, up to the first that does not stand above or below a drawing."""
    for at in places:
        if lines[at].strip() not in around:
            break
        lines[at] = ""


def _look_up(puzzle: CellPuzzle) -> tuple[list[list[Values]], set[str]]:
    """Return what each cell's text means, row by row, from a drawing for each value of a cell; and the lines
    above and below the rows.
    """
    givens = puzzle.chars(puzzle.start)
    rows: list[list[Values]] = [[{} for _ in row] for row in puzzle.start]
    around: set[str] = set()
    for colour in puzzle.palette:
        text = nonosat.draw(puzzle, puzzle.cut(colour.char * len(givens))).text()
        drawn = [line for line in map(_inside, text.split("\n")) if line]
        if len(drawn) != len(rows):
            return [], around
        around |= {line.strip() for line in text.split("\n") if not _inside(line)} - {""}
        for line, row, start in zip(drawn, rows, puzzle.start, strict=True):
            for cell, values, given in zip(_cells(line, len(row)), row, start, strict=True):
                values.setdefault(cell, colour.char if given == UNKNOWN else given)
    return rows, around


def _inside(line: str) -> str:
    """Return what a line has between its sides, without the lines between regions."""
    return line.partition(_SIDE)[2].rpartition(_SIDE)[0].replace(_SIDE, "")


def _cells(line: str, number: int) -> list[str]:
    width = len(line) // number
    return [line[at : at + width] for at in range(0, width * number, width)]


def _chars(line: str, row: list[Values]) -> str:
    """Return the characters of the cells of a drawn row; empty if it is none."""
    cells = _inside(line)
    if not cells or len(cells) % len(row):
        return ""
    chars = [values.get(cell, "") for values, cell in zip(row, _cells(cells, len(row)), strict=True)]
    return "".join(chars) if all(chars) else ""
