"""Finds grids in a text: each line is read as a row in a few ways, and rows on consecutive lines are stacked.

Lists become lines of their own first.

`o` is filled together with `.`, but empty together with `X`; `X` is filled together with `_`, but marks an
empty cell together with `#`. So characters are ranked: in a picture, the one with the highest rank is filled,
and all others are background.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from nonosat.processes.clock import Clock
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture

BLANKS = " \u00a0\u2002\u2003\u2007\u3000"
"""Spaces, which may be cells or separators."""

_RANKED = ("#1█■⬛◼●", "Xx*", "Oo", f".0_-·□⬜◻░○{BLANKS}")
RANK = {char: rank for rank, chars in enumerate(reversed(_RANKED)) for char in chars}
"""The characters that may be cells -> their ranks."""

_FILLED = RANK["o"]
"""From this rank on, a picture's only character is filled; below, it is background."""

UNSEEN = dict.fromkeys(map(ord, "\ufe0e\ufe0f\u200b\u200c\u200d\u2060\ufeff"))
"""Deletes invisible characters: variation selectors of emoji, joiners."""


def meanings(symbols: Iterable[str], palette: Palette = BLACK_AND_WHITE) -> Mapping[str, str] | None:
    """Return what the symbols of a picture mean, in the palette's characters; None if they are ambiguous.

    >>> meanings("X_"), meanings("Xo"), meanings("o."), meanings("_"), meanings("#█")
    ({'X': '#', '_': '.'}, {'X': '#', 'o': '.'}, {'.': '.', 'o': '#'}, {'_': '.'}, None)
    """
    used = sorted(set(symbols))
    background = palette[0].char
    if len(palette) > 2 or palette[1].char not in RANK:
        own = {colour.char: colour.char for colour in palette} | dict.fromkeys(BLANKS, background)
        return {char: own[char] for char in used} if own.keys() >= set(used) else None
    if not used or len(used) > 3 or not all(char in RANK for char in used):
        return None
    ranks = sorted((RANK[char], char) for char in used)
    top, filled = ranks[-1]
    if top < _FILLED:
        return dict.fromkeys(used, background)
    if len(ranks) > 1 and ranks[-2][0] == top:
        return None
    return {char: palette[1].char if char == filled else background for char in used}


def cell_chars(palette: Palette = BLACK_AND_WHITE) -> str:
    """Return the characters that may be cells of a puzzle in these colours, including `?` (unknown)."""
    own = "".join(colour.char for colour in palette)
    return own + UNKNOWN + ("".join(RANK) if len(palette) == 2 else BLANKS)


T = TypeVar("T")

_BORDER = re.compile(r"\s*+(?:```|~~~|[┌└]─)")

_FRAME = "|│┃║¦┆┊,;'\"`’‘“”[](){}\t"  # noqa: RUF001 - what models put around cells
UNFRAMED = {ord(char): None for char in _FRAME + BLANKS}
_RULE = f"-+|:=─━┄┼│├┤┬┴┌┐└┘╔╗╚╝═║╠╣╦╩╬,\t{BLANKS}"
_DULL = frozenset("-_*.~+=")
"""Characters that also draw rules and ellipses: a single row of only one of these is not a picture."""

LABEL = re.compile(r"\s*+(?:[-*>]\s++)?(?:\d{1,4}\.|\{?\s*+[\w\"'][\w \"',#()-]{0,60}[:=│|])\s*+")
"""What may precede the cells of a row: `Row 3:`, `3.`, `"solution":`, or its clue and a vertical line."""

_TRUTH = re.compile(r"\b(?:[Tt]rue|[Ff]alse)\b")
_LIST = re.compile(r"\[([^\[\]]*+)\](?=(\s*+[,\]])?)")
_CLOSING = re.compile(r"\s*+(?:[\]}]|,(?!\s*,))[\s\]},]*+")


class Grid(NamedTuple):
    """A complete grid: its symbols, row by row, its first line and the one after its last."""

    start: int
    end: int
    symbols: str
    how: str


class Row(NamedTuple):
    """A line as a row."""

    line: int
    cells: str


_HOW = ("nonosat's drawing", "rows", "rows between slants")
"""The ways to read rows; of two grids at one place, that of the earlier way is meant."""

_DRAWN, _ROWS, _SLANTED = range(3)


def lines_of(text: str, most: float = math.inf, truths: bool = True) -> list[str]:
    """Return the lines of a text, and one for each list of cells: of its own if it is longer than `most`
    characters. With `truths`, true and false are 1 and 0.
    """

    def line(cells: re.Match[str]) -> str:
        inside = cells[1].replace("\n", " ")
        if len(inside) > most:  # it may have all cells
            return f"\n{inside}\n"
        return f"[{inside}\n" if cells[2] else f"[{inside}]"

    if truths:
        text = _TRUTH.sub(lambda word: str(int(word[0][0] in "tT")), text)
    text = _LIST.sub(line, text.replace("[[", "[\n["))
    return [line for line in text.split("\n") if not _CLOSING.fullmatch(line)]


class Shape:
    """Finds grids of one outline: a picture of unknown cells."""

    def __init__(self, outline: Picture, palette: Palette) -> None:
        self.outline = outline
        self.lengths = [row.count(UNKNOWN) for row in outline]
        self.height, self.size = len(outline), sum(self.lengths)
        self.fits = {*self.lengths, self.size}
        self.longest = 40 * self.size + 1000  # characters of a line, with all that may be around its cells
        chars = set(cell_chars(palette)) - set(BLANKS)
        self.chars = chars.union(BLANKS)
        self.truths = len(palette) == 2
        self.slash = {"/"} - chars  # it may stand between rows
        self.around = {ord(char): None for char in set(f"{_FRAME}{BLANKS}/") - chars}
        self.pairs = {2 * char for char in " .·█" + "".join(colour.char for colour in palette[1:])}
        self.slanted = len(outline[0]) > self.lengths[0]
        # Cells and what is around them share no characters, so there is no backtracking.
        frame = f"[{re.escape(_FRAME + BLANKS)}]*+" if self.slash else ""  # else that cell may be an edge
        cell, some = f"[{re.escape(''.join(sorted(chars)))}]", f"{{{min(self.lengths)},{max(self.lengths)}}}"
        self.edged = re.compile(rf"(?:/|\\+)({frame}(?:{cell}{frame}){some})(?:/|\\+)")

    def cut(self, chars: str) -> Picture:
        """Return the picture whose cells have these characters."""
        each = iter(chars)
        return tuple("".join(next(each) if char == UNKNOWN else char for char in row) for row in self.outline)

    def lines(self, text: str) -> list[str]:
        """Return the lines of a text, and one for each list of cells."""
        return lines_of(text, 2 * self.size, self.truths)

    def grids(self, lines: list[str], clock: Clock) -> Iterator[Grid]:
        """Yield the complete grids; of two at one place, the first is meant."""
        rows: list[list[Row]] = [[] for _ in _HOW]
        for number, line in enumerate(clock.through(lines)):
            if len(line) <= self.longest:
                for way, cells in self._ways(line):
                    rows[way].append(Row(number, cells))
        for how, mine in zip(_HOW, rows, strict=True):
            yield from self._stack(how, mine, lines)

    def _ways(self, line: str) -> Iterator[tuple[int, str]]:
        """Yield the ways to read a line as a row, with its cells."""
        label = LABEL.match(line)
        forms = [line[label.end() :], line] if label else [line]
        if self.slanted:
            forms += [self.edged.sub(r" \1 ", form) for form in forms]
        for form in forms:
            cells = form.translate(self.around)
            fits = len(cells) == self.size or (len(cells) in self.lengths and self.slash.isdisjoint(form))
            if fits and self.chars.issuperset(cells):
                yield _ROWS, cells
                break
        if line.endswith("│"):
            cells = line.partition("│")[2].rstrip("│")
            if len(cells) / 2 in self.fits and self.pairs.issuperset(re.findall("..?", cells)):
                yield _DRAWN, cells[::2]
        slants = re.search(r"[/\\](.+)[/\\]", line) if self.slanted else None
        cells = slants[1] if slants else ""
        if len(cells) // 2 + 1 in self.fits and len(cells) % 2 and set(cells[1::2]) <= set("/\\"):
            yield _SLANTED, cells[::2]

    def _stack(self, how: str, rows: Sequence[Row], lines: list[str]) -> Iterator[Grid]:
        """Yield the grids of rows on consecutive lines, of those with blank lines or rules between, and of
        all cells in one line.
        """
        alone = sum(1 for line in lines if line.strip()) == 1
        one_text = how if self.height == 1 else "all cells in one text"
        for row in rows:
            if len(row.cells) == self.size and (alone or not _is_dull(row, lines)):
                yield Grid(row.line, row.line + 1, row.cells, one_text)
        if self.height == 1:
            return

        def joins(one: Row, after: Row) -> bool:
            return all(map(_is_rule, lines[one.line + 1 : after.line]))

        blocks = list(together(rows, lambda one, after: after.line == one.line + 1))
        short = [row for block in blocks if len(block) < self.height for row in block]
        for block in (*blocks, *together(short, joins)):
            if end := self._end(block):
                grid = block[end - self.height : end]
                yield Grid(grid[0].line, grid[-1].line + 1, "".join(row.cells for row in grid), how)

    def _end(self, rows: Sequence[Row]) -> int:
        """Return where the last rows of a grid end; 0 if there are none."""
        lengths = [len(row.cells) for row in rows]
        if len(set(self.lengths)) == 1 and len(lengths) % self.height:
            return 0
        ends = range(len(lengths), self.height - 1, -1)
        return next((end for end in ends if lengths[end - self.height : end] == self.lengths), 0)


def _is_rule(line: str) -> bool:
    """Whether a line is blank or a rule."""
    return not line.strip(_RULE)


def _is_dull(row: Row, lines: list[str]) -> bool:
    """Whether a single row may as well be a rule or an ellipsis: it is not between fences or in a frame."""
    line = lines[row.line].strip(BLANKS)
    if len(set(row.cells)) > 1 or not (_DULL.issuperset(line) or _is_rule(line)):
        return False
    around = lines[row.line - 1 : row.line] + lines[row.line + 1 : row.line + 2]
    return len(around) < 2 or not all(map(_BORDER.match, around))


def together(items: Iterable[T], joins: Callable[[T, T], bool]) -> Iterator[list[T]]:
    """Group consecutive items that `joins` accepts pairwise."""
    block: list[T] = []
    for item in items:
        if block and not joins(block[-1], item):
            yield block
            block = []
        block.append(item)
    if block:
        yield block
