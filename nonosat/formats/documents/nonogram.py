"""Nonograms as documents, in YAML and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.documents.about import ABOUT, plain_about, read_about
from nonosat.formats.documents.node import Node
from nonosat.formats.documents.picture import read_picture
from nonosat.problem import Clue
from nonosat.puzzles.clues import clue_text, read_block, read_clue
from nonosat.puzzles.colours import NAMED, RGB, colour
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Colour, Palette, Picture, colour_char
from nonosat.words import shown

KEYS = ("kind", *ABOUT, "palette", "rows", "columns", "givens", "goal")


def read(document: Node, source: str) -> Iterator[Nonogram]:
    """Yield the one nonogram of a document; every error has the line of the mistake."""
    entries = document.known_keys("a nonogram", KEYS, needed=("rows", "columns"))
    palette = _palette(entries["palette"]) if "palette" in entries else BLACK_AND_WHITE
    rows = _clues(entries["rows"], "rows", palette)
    columns = _clues(entries["columns"], "columns", palette)
    size = len(rows), len(columns)
    chars = "".join(colour.char for colour in palette)
    givens, goal = entries.get("givens"), entries.get("goal")
    if givens and isinstance(givens.value, dict):
        given = _given_cells(givens, size, palette)
    else:
        given = read_picture(givens, "the givens", size, chars + UNKNOWN) if givens else ()
    yield Nonogram(
        rows,
        columns,
        givens=given,
        palette=palette,
        goal=read_picture(goal, "the goal", size, chars) if goal else (),
        **read_about(entries),
        source=source,
    )


def plain(puzzle: Nonogram) -> dict[str, Any]:
    """Write a nonogram as plain data that `read` reads back; pictures are tuples of rows."""
    found = plain_about(puzzle)
    if puzzle.palette != BLACK_AND_WHITE:
        found["palette"] = _plain_palette(puzzle.palette)
    found["rows"] = [clue_text(clue, puzzle.palette) for clue in puzzle.rows]
    found["columns"] = [clue_text(clue, puzzle.palette) for clue in puzzle.columns]
    found |= {key: picture for key in ("givens", "goal") if (picture := getattr(puzzle, key))}
    return found


def _palette(document: Node) -> Palette:
    """Read `character: colour` lines; `.` is the background, by default white."""
    colours = {".": BLACK_AND_WHITE[0]}
    for char, node in document.mapping("the palette").items():
        if not colour_char(char):
            raise document.keys[char].wrong(
                f"the palette: expected one character, no digit, comma, quote or ?, found {shown(char)}"
            )
        colours[char] = _read_colour(char, node)
    if len(colours) == 1:
        raise document.wrong("the palette: expected a colour besides the background")
    return tuple(colours.values())


def _plain_palette(palette: Palette) -> dict[str, Any]:
    """Write a palette as plain data that `_palette` reads back."""
    return {
        c.char: c.name if NAMED.get(c.name) == c.rgb else {"name": c.name, "rgb": c.rgb}
        for c in palette
        if c != BLACK_AND_WHITE[0]
    }


def _read_colour(char: str, node: Node) -> Colour:
    what = f"the colour {char}"
    if not isinstance(node.value, dict):
        text = node.text(what)
        if found := colour(char, text):
            return found
        raise node.wrong(f'{what}: expected a name such as red, or "#rrggbb", found {node.shape()}')
    entries = node.known_keys(what, ("name", "rgb"), needed=("rgb",))
    rgb = entries["rgb"].text(what).lower()
    if not RGB.fullmatch(rgb):
        raise entries["rgb"].wrong(f'{what}: expected "#rrggbb", found {entries["rgb"].shape()}')
    return Colour(char, entries["name"].text(what) if "name" in entries else rgb, rgb)


def _clues(node: Node, what: str, palette: Palette) -> tuple[Clue, ...]:
    clues = node.items(what)
    if not 1 <= len(clues) <= MAX_SIDE:
        raise node.wrong(f"{what}: expected 1 to {MAX_SIDE} clues, found {len(clues)}")
    return tuple([_clue(clue, palette) for clue in clues])


def _clue(node: Node, palette: Palette) -> Clue:
    try:
        if isinstance(node.value, list):
            return read_clue([item.text("a clue number") for item in node.value], palette)
        return read_clue(_words(node), palette)
    except InputError as error:
        raise error.at(node.path, _culprit(node, palette)) from None


def _words(node: Node) -> list[str]:
    return node.text("a clue").replace(",", " ").split()


def _culprit(node: Node, palette: Palette) -> int:
    """Return the line of a clue's first invalid item."""
    if isinstance(node.value, list):
        for item in node.value:
            try:
                if read_block(item.text(""), palette) is None:
                    return item.line
            except InputError:
                return item.line
    return node.line


def _given_cells(node: Node, size: tuple[int, int], palette: Palette) -> Picture:
    """Read `row: [columns]`, counted from 1; a column may carry its colour, as in `4r`."""
    height, width = size
    grid = [[UNKNOWN] * width for _ in range(height)]
    for key, columns in node.mapping("the givens").items():
        row = node.keys[key].number("a given's row", 1, height) - 1
        for item in columns.items("the givens of a row"):
            text = item.text("a given's column")
            char = text[-1:] if not text[-1:].isdigit() else ""
            place = Node(text.removesuffix(char), item.path, item.line)
            column = place.number("a given's column", 1, width) - 1
            if grid[row][column] != UNKNOWN:
                raise item.wrong(f"row {row + 1}, column {column + 1} is given twice")
            grid[row][column] = _given_colour(item, char, palette)
    return tuple("".join(row) for row in grid)


def _given_colour(item: Node, char: str, palette: Palette) -> str:
    """Return the character of a given: its own, or else that of clue numbers without one."""
    if char == palette[0].char:
        return char
    try:
        block = read_block("1" + char, palette)
    except InputError:
        colours = " ".join(colour.char for colour in palette)
        raise item.wrong(f"a given: expected a column with one of the colours {colours}") from None
    return palette[block.colour if block else 0].char
