r"""Pictures as text: `#` and `.`, one row per line, with blank lines between pictures.

The rows of a triddler stand between the slashes of its outline: `/#.#\`. Cells may also be typed as coloured
squares and black triangles (`⬛⬜🟧◢`), on white or, if there is none, on black.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from nonosat.errors import InputError
from nonosat.formats.goals import check_size
from nonosat.formats.lines import Line, number_lines
from nonosat.formats.palettes import palette
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle
from nonosat.puzzles.colours import colour
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Colour
from nonosat.puzzles.triddler import Triddler
from nonosat.words import quote

_ROW = re.compile(r"[.#]+")
_PAINTS = (
    "black white red orange yellow green blue purple brown white/black black/white black\\white white\\black"
)
SQUARES = dict(zip("⬛⬜🟥🟧🟨🟩🟦🟪🟫◢◤◣◥", _PAINTS.split(), strict=True))
_VARIANT = "\ufe0f"  # may follow a character to say that it is an emoji
_SLANTED = re.compile(r"[/\\][.#]+[/\\]")


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzle of each picture."""
    for filled, lines in groupby(number_lines(source), key=lambda line: bool(line[1])):
        if filled:
            yield _puzzle(source, list(lines))


def write(puzzles: Sequence[LinePuzzle]) -> str:
    """Return a file with the goals, separated by blank lines."""
    return "\n".join("".join(f"{row}\n" for row in puzzle.goal) for puzzle in puzzles)


def _puzzle(source: Source, lines: list[Line]) -> LinePuzzle:
    if lines[0][1][0] in "/\\":
        return _triddler(source, lines)
    if set(lines[0][1]) & SQUARES.keys():
        return _in_colours(source, lines)
    width = len(lines[0][1])
    for number, text in lines:
        if not _ROW.fullmatch(text):
            raise source.wrong(f"expected only the cells # and ., found {quote(text)}", number)
        if len(text) != width:
            raise source.wrong(f"expected {width} cells, as in the row above, found {len(text)}", number)
    check_size(source, width, len(lines), lines[0][0])
    return Nonogram.from_picture(tuple(text for _, text in lines))


def _in_colours(source: Source, lines: list[Line]) -> Nonogram:
    rows = [(number, text.replace(_VARIANT, "").replace(" ", "")) for number, text in lines]
    used = dict.fromkeys("".join([text for _, text in rows]))
    ground = "⬛" if "⬛" in used and not used.keys() & {*"⬜◢◤◣◥"} else "⬜"
    for number, text in rows:
        if wrong := set(text) - SQUARES.keys():
            what = f"expected only coloured squares and triangles, found {quote(min(wrong))}"
            raise source.wrong(what, number)
        if len(text) != len(rows[0][1]):
            what = f"expected {len(rows[0][1])} cells, as in the row above, found {len(text)}"
            raise source.wrong(what, number)
    check_size(source, len(rows[0][1]), len(rows), rows[0][0])
    others = [char for char in SQUARES if char in used and char != ground] or ["⬛⬜"[ground == "⬛"]]
    colours = palette(_colour(ground), [_colour(char) for char in others])
    chars = {ord(char): one.char for char, one in zip([ground, *others], colours, strict=True)}
    return Nonogram.from_picture(tuple([text.translate(chars) for _, text in rows]), colours)


def _colour(char: str) -> Colour:
    plain = colour("", SQUARES[char])
    assert plain is not None
    return plain


def _triddler(source: Source, lines: list[Line]) -> Triddler:
    for number, text in lines:
        if not _SLANTED.fullmatch(text):
            raise source.wrong(f"expected cells # and . between slashes, found {quote(text)}", number)
    try:
        return Triddler.from_picture(tuple(text for _, text in lines))
    except InputError as error:
        raise error.at(source.path, lines[0][0]) from None
