"""`.g`, Petr and Mirek Olsak's format in colour.

    any text            a comment
    #d                  then the colours, as `in:out colour comment`
       0:   white       the background
       1:#  black       the colour of numbers without a character
       r:%  #ff0000     the colour of numbers such as `3r`
    : rows              a line that begins with `:`, then the rows' clues, one per line
    : columns           the same for the columns; another such line ends the puzzle

Every blank line is an empty clue. The sizes follow from the numbers of clues.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.errors import InputError
from nonosat.formats.lines import clues, numbered, translated
from nonosat.formats.palettes import palette as palette_of
from nonosat.formats.source import Source
from nonosat.problem import Clue
from nonosat.puzzles import Puzzle, colours
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette
from nonosat.words import shown

_BACKGROUND, _DEFAULT = "0", "1"
_DECLARATION = re.compile(r"\s*(\S):.\s+(\S+)\s*(.*)")
_TRIANGLE = re.compile(r"[^/]+/[^/]+")  # the colours of a cell's two halves, as in `t:/ black/orange`

_Chars = dict[str, str]
"""The file's character for a colour -> the palette's."""


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    heads = [k for k, line in enumerate(source.lines) if line.startswith(":")]
    if len(heads) < 2:
        what = f"expected two lines that begin with `:`, above the rows and the columns, found {len(heads)}"
        raise source.wrong(what, len(source.lines))
    ends = [*heads[1:], len(source.lines)]
    palette, chars = _palette(source, heads[0])
    rows, columns = (_clues(source, heads[k], ends[k], palette, chars) for k in (0, 1))
    yield Nonogram(rows, columns, palette=palette)


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the one puzzle."""
    (puzzle,) = puzzles
    chars = [_BACKGROUND, *(colour.char.replace("#", _DEFAULT) for colour in puzzle.palette[1:])]
    lines = ["#d"]
    for colour, char in zip(puzzle.palette, chars, strict=True):
        lines.append(f"  {char}:{colour.char} {colour.rgb} {' '.join(colour.name.split())}")
    for heading, section in ((": rows", puzzle.rows), (": columns", puzzle.columns)):
        lines.append(heading)
        for clue in section:
            items = (f"{block.low}{chars[block.colour].strip(_DEFAULT)}" for block in clue)
            lines.append(" ".join(items))
    return "\n".join([*lines, ":"]) + "\n"


def _palette(source: Source, end: int) -> tuple[Palette, _Chars]:
    """Read the declarations above line index `end`; without any, the colours are black and white."""
    start = end
    for number, text in numbered(source, 0, end):
        if text[:2].lower() == "#t":
            raise source.wrong(
                "a triddler, whose grid has three directions: expected rows and columns", number
            )
        if text[:2].lower() == "#d":
            start = min(start, number)
    background, found = BLACK_AND_WHITE[0], dict[str, Colour]()
    for number, text in numbered(source, start, end):
        if not text:
            continue
        char, colour = _declared(source, number, text)
        if char in found or (char.isdigit() and char not in (_BACKGROUND, _DEFAULT)):
            why = "is declared twice" if char in found else "would be a digit of the number"
            raise source.wrong(f"the colour {char} {why}", number)
        if char == _BACKGROUND:
            background = colour
        else:
            found[char] = colour
    if start == end:
        found[_DEFAULT] = BLACK_AND_WHITE[1]
    try:
        palette = palette_of(background, list(found.values()))
    except InputError as error:
        raise error.at(source.path, start) from None
    return palette, dict(zip(found, (colour.char for colour in palette[1:]), strict=True))


def _declared(source: Source, number: int, text: str) -> tuple[str, Colour]:
    """Read the declaration of a colour."""
    parts = _DECLARATION.fullmatch(text)
    if parts and _TRIANGLE.fullmatch(parts[2]):
        what = f"the colour {parts[1]} is a triangle of two colours, {shown(parts[2])}"
        raise source.wrong(f"{what}: expected cells of one colour each", number)
    colour = colours.colour(parts[1], parts[2]) if parts else None
    if not parts or not colour:
        what = "expected a colour such as `r:% #ff0000 red`, with a name known to CSS or #rrggbb"
        raise source.wrong(f"{what}, found {shown(text)}", number)
    name = parts[3] if parts[3] and parts[2].startswith("#") else colour.name
    return parts[1], Colour(colour.char.replace(_DEFAULT, "#"), name, colour.rgb)


def _clues(source: Source, head: int, end: int, palette: Palette, chars: _Chars) -> tuple[Clue, ...]:
    """Read the clues below the heading at line index `head`."""
    lines = [
        (number, translated(source, number, text, chars, _DEFAULT))
        for number, text in numbered(source, head + 1, end)
    ]
    if not 1 <= len(lines) <= MAX_SIDE:
        raise source.wrong(f"expected 1 to {MAX_SIDE} clues below this line, found {len(lines)}", head + 1)
    return clues(source, lines, palette)
