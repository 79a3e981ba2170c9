"""`.non`, Steve Simpson's format, with the extensions of nonogram-db: colours, a goal, bundles.

    title "Kite"        any line `word text` is a property; unknown ones are ignored
    width 4             required, and so is `height 4`
    rows                then one clue per line; `columns` likewise
    color a #ff0000     declares a colour for items such as `3a`
    goal "0110..."      the picture row by row: 0 background, 1 or the colour's character
    saved "01?..."      pbnsolve's extension: the givens row by row, `?` for other cells
    ====                between the puzzles of a bundle

An empty clue is `0`. Blank lines are ignored if there are enough other lines for all clues; otherwise they
are empty clues.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from nonosat.formats.lines import Line, clues, make_unchecked, side, take_clues
from nonosat.formats.plain import READER
from nonosat.formats.source import Source
from nonosat.puzzles import Puzzle, colours
from nonosat.puzzles.clues import clue_text
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture, colour_char, rows as cut
from nonosat.records import dataclass, field
from nonosat.words import quote

_BETWEEN = re.compile(r"={3,}\s*")
_UNCOLOURED = re.compile(r"[0-9?](?=[\s,]|$)")
_ENTITIES = {"amp": "&", "copy": "©", "gt": ">", "lt": "<", "quot": '"'}
_SECTIONS = {"rows": "height", "columns": "width"}
_PICTURES = {"goal": "goal", "saved": "givens"}
_ABOUT = {
    "title": "title",
    "author": "by",
    "origin": "catalogue",
    "licence": "license",
    "description": "description",
}


@dataclass
class _Parts:
    """One puzzle's lines, sorted but not yet parsed. A section has the number of its heading."""

    words: dict[str, Line] = field(default_factory=dict)
    sections: dict[str, tuple[int, list[str]]] = field(default_factory=dict)
    colours: list[Line] = field(default_factory=list)


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the puzzles of a bundle."""
    if (plain := _plain(source.data)) is not None:
        yield plain
        return
    lines = [text.strip() for text in source.lines]
    bundle = enumerate(source.lines) if "===" in source.text else ()
    start = 0
    for end in [*[k for k, text in bundle if _BETWEEN.fullmatch(text)], len(lines)]:
        if any(lines[start:end]):
            yield _puzzle(source, _sort(source, lines, start, end), end)
        start = end + 1


def write(puzzles: Sequence[Nonogram]) -> str:
    """Return a file with the puzzles: a bundle, if there are several."""
    return "====\n".join(_write(puzzle) for puzzle in puzzles)


def _plain(data: bytes) -> Nonogram | None:
    """Read a file of one puzzle in black and white that has nothing unusual; None for any other."""
    if b"&" in data or (puzzle := READER.read_lines(data)) is None:
        return None
    rows, columns, goal, texts = puzzle
    about = {key: texts[word] for key, word in _ABOUT.items() if word in texts}
    if "copyright" in texts:
        about.setdefault("licence", texts["copyright"])
    return make_unchecked(rows=rows, columns=columns, goal=goal, **about)


def _sort(source: Source, lines: list[str], start: int, end: int) -> _Parts:
    """Sort some lines into properties, sections and colours: a clue never begins with a letter."""
    parts = _Parts()
    some = enumerate(lines[start:end], start)
    heads = [k for k, text in some if text >= "A" and text[0].isalpha()]
    _leave_blank(source, lines, start, heads[0] if heads else end)
    for k, after in zip(heads, [*heads[1:], end], strict=True):
        number = k + 1
        word, rest = [*lines[k].split(None, 1), ""][:2]
        if word in _SECTIONS and rest:  # Simpson allows `rows 5` for `height 5`
            word = _SECTIONS[word]
        if word in parts.sections or (word in parts.words and word in _SECTIONS.values()):
            raise source.wrong(f"`{word}` appears twice", number)
        if word in _SECTIONS:
            parts.sections[word] = number, lines[number:after]
            continue
        if word in _PICTURES:  # pbnsolve allows rows on separate lines
            rest = " ".join([rest, *lines[number:after]])
        elif number < after:
            _leave_blank(source, lines, number, after)
        if word == "color":
            parts.colours.append((number, rest))
        else:
            parts.words[word] = (number, rest)
    return parts


def _leave_blank(source: Source, lines: list[str], start: int, end: int) -> None:
    for k in range(start, end):
        if lines[k]:
            raise source.wrong(f"expected a line such as `width 5`, found {quote(lines[k])}", k + 1)


def _puzzle(source: Source, parts: _Parts, last: int) -> Nonogram:
    fields = {}
    for section, size in _SECTIONS.items():
        if size not in parts.words:
            raise source.wrong(f"expected a line `{size} NUMBER`, which is missing", last)
        if section not in parts.sections:
            raise source.wrong(f"expected a line `{section}` with the clues below, which is missing", last)
        expected = side(source, parts.words[size], f"the {size}")
        number, lines = parts.sections[section]
        fields[section] = take_clues(source, list(enumerate(lines, number + 1)), expected, section, number)
    palette = _palette(source, parts, fields["rows"] + fields["columns"])
    rows, columns = (clues(source, fields[section], palette) for section in _SECTIONS)
    about: dict[str, Any] = {
        key: _unquote(parts.words[word][1]) for key, word in _ABOUT.items() if word in parts.words
    }
    if "copyright" in parts.words:
        about.setdefault("licence", _unquote(parts.words["copyright"][1]))
    about |= {
        key: _picture(source, parts.words[word], word, palette, (len(rows), len(columns)))
        for word, key in _PICTURES.items()
        if word in parts.words
    }
    givens = about.get("givens")
    if givens and not "".join(givens).strip(UNKNOWN):
        del about["givens"]  # the one form of a puzzle without givens
    return make_unchecked(rows=rows, columns=columns, palette=palette, **about)


def _palette(source: Source, parts: _Parts, lines: list[Line]) -> Palette:
    """Return the declared colours, with black if some number has no colour."""
    if not parts.colours:
        return BLACK_AND_WHITE
    palette = {".": BLACK_AND_WHITE[0]}
    for number, text in parts.colours:
        char, _, value = text.partition(" ")
        colour = colours.colour(char, value.strip())
        if not colour_char(char) or not colour:
            raise source.wrong(f"expected a colour such as `color a #ff0000`, found {quote(text)}", number)
        if char in palette and char != ".":
            raise source.wrong(f"the colour {char} is declared twice", number)
        palette[char] = colour
    if "#" not in palette and any(text != "0" and _UNCOLOURED.search(text) for _, text in lines):
        palette["#"] = BLACK_AND_WHITE[1]
    if len(palette) == 1:
        raise source.wrong("expected a colour besides the background", parts.colours[0][0])
    return tuple(palette.values())


def _picture(source: Source, line: Line, word: str, palette: Palette, grid: tuple[int, int]) -> Picture:
    """Read a picture, row by row in one text: `0` background, `1` black, or the colour's character."""
    number, text = line
    what = "the goal" if word == "goal" else "the saved grid"
    chars = [colour.char for colour in palette]
    height, width = grid
    cells = "".join(text.replace('"', "").split())
    cells = cells.replace("0", ".").replace(
        "1", "#" if "#" in chars else chars[1] if len(chars) == 2 else "1"
    )
    if len(cells) != height * width:
        raise source.wrong(f"{what}: expected {height * width} cells, found {len(cells)}", number)
    allowed = [*chars, UNKNOWN] if word == "saved" else chars
    if sum(map(cells.count, allowed)) < len(cells):
        wrong = {*cells}.difference(allowed)
        raise source.wrong(f"{what}: {min(wrong)!r} is not a colour of the puzzle", number)
    return cut(cells, width)


def _unquote(text: str) -> str:
    """Return the text without its one pair of quotes, with HTML entities replaced by characters."""
    plain = text[1:].removesuffix('"') if text.startswith('"') else text
    first, *others = [part.partition(";") for part in plain.split("&")]
    if all(mark and name in _ENTITIES for name, mark, _ in others):
        return "".join([*first, *(_ENTITIES[name] + rest for name, _, rest in others)])
    from html import unescape  # slow to import, and rarely needed

    return unescape(plain)


def _write(puzzle: Nonogram) -> str:
    plain = puzzle.palette == BLACK_AND_WHITE
    about = (
        (word, " ".join(getattr(puzzle, key).replace("\0", "").split()).replace("&", "&amp;"))
        for key, word in _ABOUT.items()
    )
    lines = [f'{word} "{text}"' for word, text in about if text]
    lines += [f"color {c.char} {c.rgb}" for c in puzzle.palette if not plain and c != BLACK_AND_WHITE[0]]
    lines += [f"width {puzzle.width}", f"height {puzzle.height}"]
    for section, clues_there in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        lines += ["", section, *(clue_text(clue, puzzle.palette).replace(" ", ",") for clue in clues_there)]
    for word, key in _PICTURES.items():
        if cells := "".join(getattr(puzzle, key)):
            lines += ["", f'{word} "' + cells.replace(".", "0").replace("#", "1") + '"']
    return "\n".join(lines) + "\n"
