"""`.g`, Petr and Mirek Olsak's format in colour.

    any text            a comment
    #d                  then the colours, as `in:out colour comment`
       0:   white       the background
       1:#  black       the colour of numbers without a character
       r:%  #ff0000     the colour of numbers such as `3r`
       t:/  black/red   a cell that is split: black above a diagonal like this, red below it
    : rows              a line that begins with `:`, then the rows' clues, one per line
    : columns           the same for the columns; another such line ends the puzzle

Every blank line is an empty clue. The sizes follow from the numbers of clues.

A line that begins with `#t`, above the colours, declares a triddler, which has six sections: the sides from
the upper left one against the clock. Clues at the bottom are read from below, those at the top are listed
from the right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.lines import clues, number_lines, translate
from nonosat.formats.palettes import palette as palette_of
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle, colours
from nonosat.puzzles.lines import LinePuzzle
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette
from nonosat.puzzles.symmetry import Clues
from nonosat.puzzles.triddler import Triddler
from nonosat.records import replace
from nonosat.words import is_number, quote

_BACKGROUND, _DEFAULT = "0", "1"
_AROUND = "6:"  # the colour around a triddler in the pictures of Olsak's program
_SIDES = ("topleft", "bottomleft", "bottom", "bottomright", "topright", "top")
_DECLARATION = re.compile(r"\s*(\S):.\s+(\S+)\s*(.*)")
_GLUED = re.compile(r"[<>]{2}")  # begins the comment of a triangle that is the end of a block

_Chars = dict[str, str]
"""The file's character for a colour -> the palette's."""


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    heads = [k for k, line in enumerate(source.lines) if line.startswith(":")]
    if heads and any(line[:2].lower() == "#t" for line in source.lines[: heads[0]]):
        yield _triddler(source, heads)
        return
    if len(heads) < 2:
        what = f"expected two lines that begin with `:`, above the rows and the columns, found {len(heads)}"
        raise source.wrong(what, len(source.lines))
    ends = [*heads[1:], len(source.lines)]
    palette, chars = _palette(source, heads[0])
    rows, columns = (_clues(source, heads[k], ends[k], palette, chars) for k in (0, 1))
    yield Nonogram(rows, columns, palette=palette)


def write(puzzles: Sequence[LinePuzzle]) -> str:
    """Return a file with the one puzzle."""
    (puzzle,) = puzzles
    chars = [_BACKGROUND, *(colour.char.replace("#", _DEFAULT) for colour in puzzle.palette[1:])]
    sections = [(f": {name}", getattr(puzzle, name)) for name in puzzle.clue_fields]
    lines = ["#d"]
    if isinstance(puzzle, Triddler):
        sections = [(f": {name}", _as_written(getattr(puzzle, name), name)) for name in _SIDES]
        lines = ["#t", "#d"]
    for colour, char in zip(puzzle.palette, chars, strict=True):
        lines.append(f"  {char}:{colour.char} {colour.paint} {' '.join(colour.name.split())}")
    for heading, section in sections:
        lines.append(heading)
        for clue in section:
            items = (f"{block.low}{chars[block.colour].strip(_DEFAULT)}" for block in clue)
            lines.append(" ".join(items))
    return "\n".join([*lines, ":"]) + "\n"


def _triddler(source: Source, heads: Sequence[int]) -> Triddler:
    if len(heads) < len(_SIDES):
        what = f"expected six lines that begin with `:`, above the sides, found {len(heads)}"
        raise source.wrong(what, len(source.lines))
    palette, chars = _palette(source, heads[0])
    ends = [*heads[1:], len(source.lines)]
    if len(heads) == len(_SIDES):  # blank lines at the end of the file may be clues, or nothing
        sizes = [end - head - 1 for head, end in zip(heads, ends, strict=True)]
        ends[-1] = heads[-1] + 1 + max(0, sizes[2] + sizes[3] - sizes[0])
        if any(line.strip() for line in source.lines[ends[-1] :]):
            ends[-1] = len(source.lines)
    sides: dict[str, Any] = {
        side: _as_written(_clues(source, head, end, palette, chars, 0), side)
        for side, head, end in zip(_SIDES, heads, ends, strict=False)
    }
    try:
        return Triddler(**sides, palette=palette)
    except InputError as error:
        raise error.at(source.path, heads[0] + 1) from None


def _as_written(clues: Clues, side: str) -> Clues:
    """Return the clues of a side as they are written, or as they are read: reversed in the same ways."""
    if side.startswith("bottom") and side != "bottomleft":
        return tuple([clue[::-1] for clue in clues])
    return clues[::-1] if side.startswith("top") and side != "topleft" else clues


def _palette(source: Source, end: int) -> tuple[Palette, _Chars]:
    """Read the declarations above line index `end`; without any, the colours are black and white."""
    start = end
    for number, text in number_lines(source, 0, end):
        if text[:2].lower() == "#d":
            start = min(start, number)
    background, declared = BLACK_AND_WHITE[0], dict[str, Colour]()
    for number, text in number_lines(source, start, end):
        if not text or text.startswith(_AROUND):
            continue
        char, colour = _read_declaration(source, number, text)
        if char in declared or (is_number(char) and char not in (_BACKGROUND, _DEFAULT)):
            why = "is declared twice" if char in declared else "would be a digit of the number"
            raise source.wrong(f"the colour {char} {why}", number)
        if char == _BACKGROUND:
            if colour.halves:
                raise source.wrong("the background cannot be split", number)
            background = colour
        else:
            declared[char] = colour
    if start == end:
        declared[_DEFAULT] = BLACK_AND_WHITE[1]
    try:
        palette = palette_of(background, list(declared.values()))
    except InputError as error:
        raise error.at(source.path, start) from None
    return palette, dict(zip(declared, (colour.char for colour in palette[1:]), strict=True))


def _read_declaration(source: Source, number: int, text: str) -> tuple[str, Colour]:
    """Read the declaration of a colour."""
    parts = _DECLARATION.fullmatch(text)
    if parts and _GLUED.match(parts[3]):
        what = f"the colour {parts[1]} is a triangle that is glued to its block"
        raise source.wrong(f"{what}: expected colours of their own", number)
    colour = colours.colour(parts[1], parts[2]) if parts else None
    if not parts or not colour:
        what = "expected a colour such as `r:% #ff0000 red`, with a name known to CSS or #rrggbb"
        raise source.wrong(f"{what}, found {quote(text)}", number)
    name = parts[3] if parts[3] and parts[2].startswith("#") else colour.name
    return parts[1], replace(colour, char=colour.char.replace(_DEFAULT, "#"), name=name)


def _clues(source: Source, head: int, end: int, palette: Palette, chars: _Chars, least: int = 1) -> Clues:
    """Read the clues below the heading at line index `head`."""
    lines = [
        (number, translate(source, number, text, chars, _DEFAULT))
        for number, text in number_lines(source, head + 1, end)
    ]
    if not least <= len(lines) <= MAX_SIDE:
        what = f"expected {least} to {MAX_SIDE} clues below this line, found {len(lines)}"
        raise source.wrong(what, head + 1)
    return clues(source, lines, palette)
