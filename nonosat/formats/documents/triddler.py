"""Triddlers as documents, in YAML and JSON: the clues of each side, and pictures with their outline."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat.formats.documents.clues import (
    ABOUT,
    plain_about,
    plain_palette,
    read_about,
    read_clues,
    read_palette,
)
from nonosat.puzzles.clues import clue_text
from nonosat.puzzles.node import Node
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Picture
from nonosat.puzzles.triangles import Outline, frame
from nonosat.puzzles.triddler import MAX_SIDE, SIDES, Triddler
from nonosat.words import quote

KEYS = ("kind", *ABOUT, "palette", *SIDES, "givens", "goal")


def read(document: Node, source: str) -> Iterator[Triddler]:
    """Yield the one triddler of a document; every error has the line of the mistake."""
    entries = document.read_keys("a triddler", KEYS)
    palette = read_palette(entries["palette"]) if "palette" in entries else BLACK_AND_WHITE
    sides = {side: read_clues(entries[side], side, palette, MAX_SIDE, 0) for side in SIDES if side in entries}
    outline = Outline(*(len(sides.get(side, ())) for side in SIDES))
    if outline.fault:
        raise document.wrong(f"a triddler: {outline.fault}")
    chars = "".join(colour.char for colour in palette)
    pictures = {
        name: _picture(entries[name], f"the {name}", outline, chars + more)
        for name, more in (("givens", UNKNOWN), ("goal", ""))
        if name in entries
    }
    clues = [clue for side in SIDES for clue in sides.get(side, ())]
    about = read_about(entries)
    yield Triddler.of_lines(outline, clues, palette=palette, **pictures, **about, source=source)


def plain(puzzle: Triddler) -> dict[str, Any]:
    """Write a triddler as plain data that `read` reads back; sides of length 0 are left out."""
    data = plain_about(puzzle)
    if puzzle.palette != BLACK_AND_WHITE:
        data["palette"] = plain_palette(puzzle.palette)
    for side in SIDES:
        if clues := getattr(puzzle, side):
            data[side] = [clue_text(clue, puzzle.palette) for clue in clues]
    data |= {key: picture for key in ("givens", "goal") if (picture := getattr(puzzle, key))}
    return data


def _picture(node: Node, what: str, outline: Outline, chars: str) -> Picture:
    """Read the rows of a picture, each between the slashes of the outline."""
    rows = node.lines(what)
    expected = frame(UNKNOWN * sum(outline.row_lengths), outline)
    if len(rows) != len(expected):
        raise node.wrong(f"{what}: expected {len(expected)} rows, found {len(rows)}")
    picture = []
    for row, shape in zip(rows, expected, strict=True):
        text = row.text(what).strip()
        if (text[:1], text[-1:], len(text)) != (shape[0], shape[-1], len(shape)):
            raise row.wrong(f"{what}: expected cells between slashes, as in {shape}, found {quote(text)}")
        if wrong := set(text[1:-1]) - set(chars):
            raise row.wrong(f"{what}: expected the characters {' '.join(chars)}, found {min(wrong)!r}")
        picture.append(text)
    return tuple(picture)
