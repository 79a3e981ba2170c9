"""Pictures in texts that people have typed: rows of two symbols, of letters for colours, or with blanks for
white, perhaps framed, labelled, spaced, doubled, or in lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonosat.formats import grid
from nonosat.formats.layouts import BLANKS, LABEL, UNFRAMED, lines_of, meanings, together
from nonosat.formats.palettes import palette
from nonosat.formats.source import Source
from nonosat.puzzles.colours import colour
from nonosat.puzzles.nonogram import MAX_SIDE, Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette

_LIGHT = frozenset(".-_ 0·,~'`□⬜◻◽▢▫⚪○◯☐░🔲🤍" + BLANKS)
_ALWAYS_DARK = frozenset("█▓▒■⬛●✅🖤")
_NO_CELL = re.compile(r"[2-9\\<>{}()\[\]\"=:;/^]")
_BARS = frozenset("|│║ ")
_EDGE = _BARS | {*"-_=+─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬"}
_BOXES = re.compile(r"(?:\[[ xX#*.oO_-]\]|\s)+")
_MATRIX = re.compile(r"(?:[\s\[\](){},;]|array|dtype=\w+|[Tt]rue|[Ff]alse|-?[01](?:\.0?)?(?![\d.]))+")
_CELL = re.compile(r"(-?)([01])(?:\.0?)?|array|dtype=\w+")
_ROUND = frozenset("🔴🟠🟡🟢🔵🟣🟤")
_SQUARE = str.maketrans("🔴🟠🟡🟢🔵🟣🟤⚫⚪", "🟥🟧🟨🟩🟦🟪🟫⬛⬜")
_OPPOSITES = ("bw", "yn", "tf")
"""Letters of a dark cell and a light one."""

_ELSEWHERE = 8
"""Digits that may stand beside a picture of 0 and 1, such as its size."""

_DECLARED = re.compile(r"(?<!\w)[\"']?([A-Za-z])[\"']?[ \t]*[:=][ \t]*[\"']?(#[0-9a-fA-F]{6}|[A-Za-z]{3,})")
_LETTERS = {"k": "black", "#": "black", "n": "brown", "t": "teal"} | {
    name[0]: name
    for name in ["red", "green", "blue", "yellow", "orange", "purple", "cyan", "magenta", "white", "violet"]
}


def read_letters(names: Sequence[str], text: str = "") -> Palette | None:
    """Return the palette of colours that have names or letters, which the text may declare (`r = red`); None
    if one is unknown.
    """
    letters = _LETTERS | {char.lower(): name for char, name in _DECLARED.findall(text) if colour(char, name)}
    named = [colour(name if len(name) == 1 else "", letters.get(name.lower() or "#", name)) for name in names]
    colours = [one for one in named if one]
    distinct = len({one.rgb for one in colours}) == len(names)
    return palette(BLACK_AND_WHITE[0], colours) if distinct else None


def read_sketch(text: str, whole: bool) -> Nonogram | None:
    """Return the puzzle of the largest picture in a text; with `whole`, of one that is all of the text."""
    if "|-" in text or "|:" in text:  # the head of a table in Markdown
        text = re.sub(r"^[| ]+\n[|: ]*-[|: -]*\n", "", text)
    if not _ROUND.isdisjoint(text):
        text = text.translate(_SQUARE)
    if _BOXES.fullmatch(text):
        text = re.sub(r"[\[\]]", "", text)
    elif _MATRIX.fullmatch(text):  # -1 for white
        text = _CELL.sub(lambda cell: "0" if cell[1] else cell[2] or "", text)
    lines = _drop_numbers(lines_of(text))
    filled = sum(1 for line in lines if line.strip(" \t[](){},;"))
    best: Nonogram | None = None
    for rows in _pictures(lines):
        cells = set("".join(rows))  # which may be clues, rather
        doubtful = cells <= {*"01 "} and (" " in cells or (len(rows) == 2 and re.search("[01][ ,]", text)))
        enough = not doubtful and len(rows) >= max(2, filled) if whole else len(rows) > (1 if doubtful else 2)
        if not whole and cells <= {*"01 "}:
            enough = enough and len(re.findall(r"\d", text)) <= len(rows) * len(rows[0]) + _ELSEWHERE
        if enough and len(rows) <= MAX_SIDE and (not best or len(rows) > best.height):
            best = _meant(rows, text) or best
    return best


def _drop_numbers(lines: list[str]) -> list[str]:
    """Return lines without their numbers, if these count from 1 or 0, or with clues after a picture, and
    without the numbers of the columns.
    """
    filled = [line for line in lines if line.strip()]
    if len(filled) > 2 and all(re.fullmatch(r"(?:[^\s\d]\s?){2,}\s\d[\d ]*", line) for line in filled):
        return [re.sub(r"\d.*", "", line).rstrip() for line in filled]  # without the clues beside it
    matches = [re.match(r"\s*(\d+)[.:)]?[ \t]+(?=[^\s\d])", line) for line in filled]
    if matches and not matches[0] and re.fullmatch(r"[\s\w|]+", filled[0]):
        filled, matches = filled[1:], matches[1:]
    numbers = [int(one[1]) for one in matches if one]
    if len(matches) < 3 or numbers not in ([*range(len(matches))], [*range(1, len(matches) + 1)]):
        return lines
    return [line[one.end() :] for line, one in zip(filled, matches, strict=True) if one]


def _pictures(lines: list[str]) -> Iterator[list[str]]:
    """Yield the blocks of rows of one length: in a drawing, between frames, and with blanks for white."""
    for line in lines if sum(map(bool, map(str.strip, lines))) == 1 else ():
        parts = [part for part in re.split(r"[\s/,;|\"']+", line) if part]
        for some in together(parts, lambda one, after: len(one) == len(after)):
            if len(some) > 1 < len(some[0]) and all(map(_is_row, some)):
                yield some
    framed = list[str]()
    for line in lines:
        labelled = [line[label.end() :]] if (label := LABEL.match(line)) else []
        forms = (form.translate(UNFRAMED) for form in (*labelled, line))
        framed.append(next(filter(_is_row, forms), ""))
    inside = [line.partition("│")[2].rstrip().rstrip("│") if "│" in line else "" for line in lines]
    for rows in (inside, framed):
        for some in together(rows, lambda one, after: len(one) == len(after)):
            if len(some[0]) > 1:
                yield _halve(some)
    yield from _with_blanks(
        "\n".join(line for line in lines if not _BARS.issuperset(line) < _EDGE.issuperset(line)).strip("\n")
    )


def _with_blanks(text: str) -> Iterator[list[str]]:
    rows = text.split("\n")
    for mark in "\t,;|│":
        framed = mark in "|│" and all(row.strip()[:1] == row.strip()[-1:] == mark for row in rows)
        bare = (row.strip()[1:-1] if framed else row for row in rows)
        cells = [[one.strip() for one in row.split(mark)] for row in bare]
        if mark in text and all(len(one) < 2 for row in cells for one in row):
            rows = ["".join(one or " " for one in row) for row in cells]
            break
    if all(row.startswith("|") or not row for row in rows):
        rows = [row.strip("|") for row in rows]
    elif all(row.startswith("    ") or not row for row in rows):
        rows = [row[4:] for row in rows]  # as in Markdown
    if len({*map(len, rows)}) > 1:
        rows = [row.rstrip() for row in rows]
    width = max(map(len, rows))
    if 1 < width <= 2 * MAX_SIDE and all(_is_row(row) for row in rows if row):
        yield _halve([row.ljust(width) for row in rows])


def _halve(rows: list[str]) -> list[str]:
    """Return rows without every other character, if that is always a blank, or if all blocks are double."""
    if len(rows[0]) > 4 and not any(row[1::2].strip() for row in rows):
        return [row[::2] for row in rows]
    padded = [row + " " * (len(row) % 2) for row in rows]
    double = all(row[::2] == row[1::2] for row in padded)
    return [row[::2] for row in padded] if double and not {*"█▓▒"}.isdisjoint("".join(rows)) else rows


def _is_row(text: str) -> bool:
    """Whether a text may be the cells of a row."""
    return 0 < len(text) <= 2 * MAX_SIDE and not _NO_CELL.search(text)


def _meant(rows: list[str], text: str) -> Nonogram | None:
    """Return the puzzle of a picture whose symbols are known; None if they are not."""
    used = set("".join(rows))
    if len(rows[0]) > MAX_SIDE or len(used) < 2:
        return None
    if used <= grid.SQUARES.keys():
        (puzzle,) = grid.read(Source("", "\n".join(rows).encode()))
        return puzzle if isinstance(puzzle, Nonogram) else None
    light = sorted(used & _LIGHT) or sorted(used & {*"wW"}) or sorted(used - _ALWAYS_DARK)
    others = sorted(used - {*light})
    colours, chars = BLACK_AND_WHITE, dict(meanings(used) or {})
    if pair := next((pair for pair in _OPPOSITES if used in ({*pair}, {*pair.upper()})), ""):
        chars = {
            case(char): cell for char, cell in zip(pair, "#.", strict=True) for case in (str.lower, str.upper)
        }
    elif len(used) == 2 and len(light) == 1:
        chars = dict(zip(sorted(used, key=light.count, reverse=True), ".#", strict=True))
    elif not chars and len(light) == 1 and (declared := read_letters(others, text)):
        colours = declared
        chars = {light[0]: "."} | dict(zip(others, [one.char for one in declared[1:]], strict=True))
    if len({*chars.values()}) < 2:
        return None
    return Nonogram.from_picture(tuple("".join(map(chars.__getitem__, row)) for row in rows), colours)
