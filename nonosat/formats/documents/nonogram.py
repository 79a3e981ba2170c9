"""Nonograms as documents, in YAML and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.documents.clues import (
    ABOUT,
    plain_about,
    plain_palette,
    read_about,
    read_clues,
    read_palette,
)
from nonosat.puzzles.clues import clue_text, read_block
from nonosat.puzzles.node import Node
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture
from nonosat.words import is_number

KEYS = ("kind", *ABOUT, "palette", "rows", "columns", "givens", "goal")


def read(document: Node, source: str) -> Iterator[Nonogram]:
    """Yield the one nonogram of a document; every error has the line of the mistake."""
    entries = document.read_keys("a nonogram", KEYS, needed=("rows", "columns"))
    palette = read_palette(entries["palette"]) if "palette" in entries else BLACK_AND_WHITE
    rows = read_clues(entries["rows"], "rows", palette, MAX_SIDE)
    columns = read_clues(entries["columns"], "columns", palette, MAX_SIDE)
    size = len(rows), len(columns)
    chars = "".join(colour.char for colour in palette)
    givens, goal = entries.get("givens"), entries.get("goal")
    if givens and isinstance(givens.value, dict):
        given = _read_given_cells(givens, size, palette)
    else:
        given = givens.picture("the givens", size, chars + UNKNOWN) if givens else ()
    yield Nonogram(
        rows,
        columns,
        givens=given,
        palette=palette,
        goal=goal.picture("the goal", size, chars) if goal else (),
        **read_about(entries),
        source=source,
    )


def plain(puzzle: Nonogram) -> dict[str, Any]:
    """Write a nonogram as plain data that `read` reads back; pictures are tuples of rows."""
    data = plain_about(puzzle)
    if puzzle.palette != BLACK_AND_WHITE:
        data["palette"] = plain_palette(puzzle.palette)
    data["rows"] = [clue_text(clue, puzzle.palette) for clue in puzzle.rows]
    data["columns"] = [clue_text(clue, puzzle.palette) for clue in puzzle.columns]
    data |= {key: picture for key in ("givens", "goal") if (picture := getattr(puzzle, key))}
    return data


def _read_given_cells(node: Node, size: tuple[int, int], palette: Palette) -> Picture:
    """Read `row: [columns]`, counted from 1; a column may carry its colour, as in `4r`."""
    height, width = size
    grid = [[UNKNOWN] * width for _ in range(height)]
    for key, columns in node.mapping("the givens").items():
        row = node.keys[key].number("a given's row", 1, height) - 1
        for item in columns.items("the givens of a row"):
            text = item.text("a given's column")
            char = text[-1:] if not is_number(text[-1:]) else ""
            place = Node(text.removesuffix(char), item.path, item.line)
            column = place.number("a given's column", 1, width) - 1
            if grid[row][column] != UNKNOWN:
                raise item.wrong(f"row {row + 1}, column {column + 1} is given twice")
            grid[row][column] = _read_given_colour(item, char, palette)
    return tuple("".join(row) for row in grid)


def _read_given_colour(item: Node, char: str, palette: Palette) -> str:
    """Return the character of a given: its own, or else that of clue numbers without one."""
    if char == palette[0].char:
        return char
    try:
        block = read_block("1" + char, palette)
    except InputError:
        colours = " ".join(colour.char for colour in palette)
        raise item.wrong(f"a given: expected a column with one of the colours {colours}") from None
    return palette[block.colour if block else 0].char
