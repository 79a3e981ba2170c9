"""`.toml`, the format of the solver nonogrid: https://github.com/tsionyx/nonogrid.

    [colors]
    defs = [            one text per colour: its name in clues, its value, and its character in drawings
        "r = (red) %",  the value is a name known to CSS, `FF0000`, `F00` or `255, 0, 0`
    ]
    [clues]
    rows = '''          the clues, each on a line or split by commas, in quotes or without
        2r 1, 4         `2r` has the colour r, `1` is black
        0   # a comment; a semicolon begins one, too
    '''
    columns = ...

W, the background, and B, the colour of numbers without a name, are white and black by default.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.lines import NUMBER, Line, clues, translate
from nonosat.formats.palettes import hex_rgb, palette as palette_of
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle, colours
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Colour, Palette
from nonosat.records import replace
from nonosat.words import is_number, quote

_BACKGROUND, _DEFAULT = "W", "B"
_NAME = re.compile(r"[^\s\d=,;#()'\"][^\s=,;#()'\"]*")
_COMMENT = re.compile("[#;]")
_SECTIONS = ("rows", "columns")

# tomllib takes quadratic time for long dotted keys and long numbers, which no puzzle has.
_MAX_DOTS = 200
_LONG_NUMBER = re.compile(r"[0-9_]{200}")


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    document = _parse(source)
    both = document.get("clues")
    if not isinstance(both, dict):
        raise source.wrong("expected a table [clues] with `rows` and `columns`", len(source.lines))
    lines = {section: _items(source, both, section) for section in _SECTIONS}
    words = {word for items in lines.values() for _, text in items for word in text.split()}
    palette, chars = _palette(source, document.get("colors", {}), words)
    rows, columns = (
        clues(
            source, [(k, translate(source, k, text, chars, _DEFAULT)) for k, text in lines[section]], palette
        )
        for section in _SECTIONS
    )
    yield Nonogram(rows, columns, palette=palette)


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the one puzzle."""
    (puzzle,) = puzzles
    names = _names(puzzle.palette)
    lines: list[str] = []
    if puzzle.palette != BLACK_AND_WHITE:
        declared = zip(names, puzzle.palette, strict=True)
        defs = (
            f'    "{n} = ({c.rgb[1:].upper()}) {c.char}",' for n, c in declared if c != BLACK_AND_WHITE[0]
        )
        lines += ["[colors]", "defs = [", *defs, "]", ""]
    lines.append("[clues]")
    suffixes = ["" if name == _DEFAULT else name for name in names]
    for section, side in zip(_SECTIONS, (puzzle.rows, puzzle.columns), strict=True):
        texts = (" ".join(f"{block.low}{suffixes[block.colour]}" for block in clue) or "0" for clue in side)
        lines += [f'{section} = """', *texts, '"""']
    return "\n".join(lines) + "\n"


def _parse(source: Source) -> dict[str, Any]:
    """Return the data of the file, parsed by tomllib."""
    for number, line in enumerate(source.lines, start=1):
        if not line.lstrip().startswith("#") and (line.count(".") > _MAX_DOTS or _LONG_NUMBER.search(line)):
            raise source.wrong("a key or a number that is too long for a puzzle", number)
    try:
        return tomllib.loads(source.text, parse_float=str)
    except RecursionError:
        raise source.wrong("nested too deeply", 1) from None
    except ValueError as error:
        what, _, place = str(error).partition(" (at ")
        at = re.match(r"line (\d+)", place)
        raise source.wrong(f"not TOML: {what}", int(at[1]) if at else len(source.lines)) from None


def _items(source: Source, sections: dict[str, Any], section: str) -> list[Line]:
    """Return the clues of a section as texts."""
    text = sections.get(section)
    head = _line_of(source, section)
    if not isinstance(text, str):
        raise source.wrong(f"expected `{section} =` and a text with the clues in [clues]", head)
    value = source.lines[head - 1].partition("=")[2].strip()
    several = value[:3] in ('"""', "'''")  # TOML ignores a line end right after these
    first = head + (several and len(value) == 3)
    lines = []
    for k, line in enumerate(text.split("\n")):
        number = min(first + k, len(source.lines)) if several else head
        items = _COMMENT.split(line, maxsplit=1)[0].split(",")
        lines += [(number, item) for word in items if (item := word.strip(" \t'\""))]
    if not 1 <= len(lines) <= MAX_SIDE:
        raise source.wrong(f"{section}: expected 1 to {MAX_SIDE} clues, found {len(lines)}", head)
    return lines


def _line_of(source: Source, key: str) -> int:
    """Return the line on which a key's value begins; tomllib does not say."""
    head = re.compile(rf"[ \t]*(?:\w+[ \t]*\.[ \t]*)?{key}[ \t]*=")
    return next((k for k, line in enumerate(source.lines, start=1) if head.match(line)), 1)


def _palette(source: Source, document: Any, words: set[str]) -> tuple[Palette, dict[str, str]]:
    """Return the palette, with black if it is used, and a map from the file's names to its characters."""
    defs = document.get("defs", []) if isinstance(document, dict) else None
    place = _line_of(source, "defs")
    if not isinstance(defs, list):
        raise source.wrong("expected `defs =` and a list of colours in [colors]", place)
    declared: dict[str, Colour] = {}
    for text in defs:
        name, colour = _read_colour(source, text)
        if name in declared:
            raise source.wrong(f"the colour {quote(name)} is declared twice", _place(source, text))
        declared[name] = colour
    background = declared.pop(_BACKGROUND, BLACK_AND_WHITE[0])
    numbers = [number for word in words if word != "0" and (number := NUMBER.fullmatch(word))]
    if not declared or any(number[2] in ("", _DEFAULT) for number in numbers):
        declared.setdefault(_DEFAULT, BLACK_AND_WHITE[1])
    try:
        palette = palette_of(background, list(declared.values()))
    except InputError as error:
        raise error.at(source.path, place) from None
    return palette, dict(zip(declared, (colour.char for colour in palette[1:]), strict=True))


def _read_colour(source: Source, text: Any) -> tuple[str, Colour]:
    """Read the declaration of a colour."""
    name, _, rest = text.partition("=") if isinstance(text, str) else ("", "", "")
    name, rest = name.strip(), rest.strip()
    value, symbol = rest[:-1].strip(" \t()"), rest[-1:]
    char = name if len(name) == 1 and name not in (_BACKGROUND, _DEFAULT) else symbol
    colour = colours.colour(char, hex_rgb(value) or _triplet(value) or value)
    if not _NAME.fullmatch(name) or not colour:
        what = "expected a colour such as `r = (FF0000) %`, with a name known to CSS or a value"
        raise source.wrong(f"{what}, found {quote(str(text))}", _place(source, text))
    own_name = len(name) > 1 and value.lower() not in colours.NAMED
    return name, replace(colour, name=name) if own_name else colour


def _place(source: Source, text: Any) -> int:
    """Return the line of a declaration."""
    head = _line_of(source, "defs")
    return next((k for k, line in enumerate(source.lines[head - 1 :], start=head) if str(text) in line), head)


def _triplet(text: str) -> str | None:
    """Return `#rrggbb` for `255, 0, 0`."""
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 3 or not all(is_number(part) and len(part) < 4 for part in parts):
        return None
    values = list(map(int, parts))
    return f"#{bytes(values).hex()}" if max(values) < 256 else None


def _names(palette: Palette) -> list[str]:
    """Return names for the colours in clues: their characters where these can be names, else other words."""
    names = [_BACKGROUND]
    for k, colour in enumerate(palette[1:]):
        name = colour.char if colour == colours.colour(colour.char, colour.rgb) else ""
        if colour == BLACK_AND_WHITE[1]:
            name = _DEFAULT
        elif not _NAME.fullmatch(name) or name in (_BACKGROUND, _DEFAULT):
            name = re.sub(r"\W", "_", f"_{colour.name}" if colour.name[:1].isdigit() else colour.name)
            name = name if len(name) > 1 and name not in names else f"{name}_{k}"
        names.append(name)
    return names
