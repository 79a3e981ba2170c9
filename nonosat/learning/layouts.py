"""Finds grids in a text: each line is read as a row in a few ways, and consecutive rows are stacked.

The text is first brought into one form, of the same length: characters for words, a line for each list of
cells and for each row of a TeX matrix.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar

from nonosat import Palette, Picture
from nonosat.learning.symbols import BLANKS, cell_chars, words
from nonosat.processes.limits import Clock
from nonosat.puzzles.picture import UNKNOWN

T = TypeVar("T")

FENCE = re.compile(r"^[^\S\n]*+(?:```|~~~).*\n?", re.MULTILINE)

_PIECE = 1 << 16
"""About how many characters are searched before the clock is looked at again."""

_PAD = "\x1f"
"""White space that is never a cell: it fills up the place of a word after its symbol."""

_FRAME = "|│┃║¦┆┊,;'\"`’‘“”[](){}\t"  # noqa: RUF001 - what models put around cells
_RULE = "-+|:=─━┄┼│├┤┬┴┌┐└┘╔╗╚╝═║╠╣╦╩╬"
UNFRAMED = {ord(char): None for char in _FRAME + BLANKS + _PAD + "\n"}
_DULL = frozenset("-_*.~+=")
"""Characters that also draw rules and ellipses: a single row of only one of these is not a picture."""

_LABEL = (
    r"(?P<label>(?:[-*>•][^\S\n]++)?"
    r"(?:[*_`]{1,5}(?:[Rr]ow|ROW|[Ll]ine|[Rr])[^\S\n]*+#?\d{1,4}[*_`:.]{1,6}|"
    r"(?:[Rr]ow|ROW|[Ll]ine|[Rr])[^\S\n]*+#?\d{1,4}[^\S\n]*+"
    r"(?:\([0-9 ,]{1,60}\)[^\S\n]*+)?[:.)\]|=-]{0,60}|"
    r"\d{1,4}\.|\{?[^\S\n]*+[\w\"'][\w \x1f\"',#-]{0,60}(?:[:)\]|│┃║=]|\bis\b))[^\S\n]*+)?"
)
"""What may precede the cells of a row: `Row 3:`, `3.`, `"solution":`, or its clue and a vertical line.

Some of its characters may also be cells, so these are tried in turn, and limited in number. Blanks are never
given back: several groups of them would be divided in every possible way.
"""

_TRAILER = r"(?:(?<=[ \t])[←→✓✔✅<].*|(?<=[^,] \().*)?"
_TEX = re.compile(
    r"\\++(?P<side>begin|end)\{[a-z]{1,12}\*?\}(?:\{[^{}\n]{0,99}\})?"
    r"|(?P<row>\\{2,}+(?![^\S\n]*+\n))|\\{2,}+|\\(?:hline|text|mathbf|mathrm)(?![a-z])|&"
)
_NUMBER = re.compile(r"[^\w|]*+(?P<word>row|r|line)?[^\w|]*+(?P<number>[0-9]{1,4})\W*", re.IGNORECASE)
_WIDE = set("█▓■#")
_PAIR = r"██|▓▓|■■|##|  |\.\.|··|░░|__|--"
_FEW = 4
"""A picture with fewer cells than this may by accident have two characters for each cell."""

_LEAF = re.compile(r"\[([^\[\]]*)\]")
_SIBLING = re.compile(r"[^\S\n]*+[,\]]")
_OPENED = re.compile(r"(?:```|~~~)\w*[^\S\n]*\n[^\S\n]*$")

Lines = Iterable[re.Match[str]]
Row = tuple[re.Match[str], str]
"""A line that may be a row, and its cells."""

Read = Callable[[Lines], Iterator[Row]]
"""Reads lines as rows, as far as they are any."""


@dataclass(frozen=True)
class Grid:
    """A complete grid: its symbols, row by row, and its place in the text."""

    start: int
    end: int
    symbols: str
    how: str
    labelled: bool = False


class Shape:
    """Finds grids of one outline: a picture of unknown cells. Its patterns are compiled once."""

    def __init__(self, outline: Picture, palette: Palette) -> None:
        self.outline = outline
        self.lengths = [row.count(UNKNOWN) for row in outline]
        self.height, self.size = len(outline), sum(self.lengths)
        self.slanted = len(outline[0]) > self.lengths[0]
        least, width = min(self.lengths), max(self.lengths)
        some = f"{{{least},{width}}}"  # cells of a row
        self.longest = 40 * self.size  # characters of a line, with all that may be around its cells
        chars = "".join(sorted(set(cell_chars(palette)) - set(BLANKS)))
        self.chars = frozenset(chars + BLANKS)
        self.listed = self.chars | set("/\\" * self.slanted)
        self.around = {ord(char): None for char in set(_FRAME + BLANKS + _PAD + "/") - set(chars)}
        self.meant = words(palette)
        longest_first = sorted(self.meant, key=len, reverse=True)
        self.words = re.compile(
            rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})"
            r"(?![\w-])(?![\"'*`]{0,3}[^\S\n]*+[:=])",
            re.IGNORECASE,
        )
        # Cells and what is around them share no characters, so there is no backtracking.
        cell, frame = f"[{re.escape(chars)}]", f"[{re.escape(_FRAME + BLANKS + _PAD)}]*+"
        joint = f"[{re.escape(''.join(map(chr, self.around)))}]*+"
        self.row = re.compile(
            rf"^[^\S\n]*+{_LABEL}{frame}"
            rf"(?P<cells>(?:{cell}{frame}){some}|(?:{cell}{joint}){{{self.size}}}){_TRAILER}$",
            re.MULTILINE,
        )
        column = r"[^|│\n]{0,20}[|│]"
        self.table = re.compile(
            rf"^[^\S\n]*+[|│](?P<cells>(?:{column}){{{least},{width + 1}}})[^\S\n]*+$", re.MULTILINE
        )
        pairs = "|".join([_PAIR, *(re.escape(2 * colour.char) for colour in palette[1:])])
        self.wide = re.compile(
            rf"^(?:[^│\n]{{0,99}}│|[^\S\n]*+{_LABEL}[|│┃║`]?)(?P<cells>(?:{pairs}){some})[|│┃║`]?$",
            re.MULTILINE,
        )
        frame = "" if "/" in chars else frame  # else that cell may be taken for an edge
        self.edged = re.compile(rf"(?:/|\\+)(?P<cells>{frame}(?:{cell}{frame}){some})(?:/|\\+)")
        self.between = re.compile(r"^[^/\\\n]*+[/\\](?P<cells>[^\n]+)[/\\][^/\\\n]*$", re.MULTILINE)

    def cut(self, chars: str) -> Picture:
        """Return the picture whose cells have these characters."""
        each = iter(chars)
        return tuple("".join(next(each) if char == UNKNOWN else char for char in row) for row in self.outline)

    def plain(self, text: str, clock: Clock) -> str:
        """Return a text of the same length with symbols for words, and a line for each row."""

        def meant(word: re.Match[str]) -> str:
            return self.meant.get(word[0].lower(), word[0]).ljust(len(word[0]), _PAD)

        def line(leaf: re.Match[str]) -> str:
            cells, inside = leaf[1].replace("\n", _PAD), leaf[1].translate(UNFRAMED)
            if not self.listed >= set(inside):
                return leaf[0]
            whole = len(inside) >= self.size > 1
            begin, end = "\n" if whole else "[", "\n" if whole or _SIBLING.match(text, leaf.end()) else "]"
            return f"{begin}{cells}{end}"

        text = "\n".join(self.words.sub(meant, text[start:end]) for start, end in pieces(text, clock))
        if "\\begin{" in text and "&" not in self.chars:
            text = _TEX.sub(_without_tex, text)
        text = text.replace("[[", "\n[")
        return _LEAF.sub(line, text)

    def without_edges(self, text: str) -> str:
        """Return a text of the same length without the slants around rows, which JSON doubles."""

        def bare(row: re.Match[str]) -> str:
            left, right = row.start("cells") - row.start(), row.end() - row.end("cells")
            return f"{_PAD * left}{row['cells']}{_PAD * right}"

        return self.edged.sub(bare, text)

    def grids(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield the complete grids; of two at one place, the first is meant."""
        for grid in self._stacked("rows, two characters for each cell", self._wide, self.wide, text, clock):
            if len(used := set(grid.symbols)) > 1 or used < _WIDE:
                yield grid
        yield from self._stacked("rows", self._rows, self.row, text, clock)
        for read in (self._table, self._numbered):
            yield from self._stacked("a table", read, self.table, text, clock)
        if self.slanted:
            yield from self._stacked("rows between slants", self._drawn, self.between, text, clock)

    def _stacked(
        self, how: str, read: Read, pattern: re.Pattern[str], text: str, clock: Clock
    ) -> Iterator[Grid]:
        """Yield the grids of rows on consecutive lines, of those with blank lines or rules between, and of
        all cells in one line.
        """
        rows, bare = list(read(self._lines(pattern, text, clock))), text.strip()
        for row in rows:
            if len(row[1]) == self.size and (row[0][0].strip() == bare or not _is_dull(*row)):
                yield _grid(how if self.height == 1 else "all cells in one text", [row])
        if self.height == 1:
            return
        blocks = list(together(rows, lambda between: between == "\n", text))
        short = [row for block in blocks if len(block) < self.height for row in block]
        for block in chain(blocks, together(short, _is_rule, text)):
            clock.check()
            if last := self._last([len(cells) for _, cells in block]):
                yield _grid(how, block[last - self.height : last])

    def _lines(self, pattern: re.Pattern[str], text: str, clock: Clock) -> Iterator[re.Match[str]]:
        """Yield the lines that a pattern matches; those that are too long for a row are left out."""
        for start, end in pieces(text, clock):
            if end - start <= max(self.longest, _PIECE):
                yield from pattern.finditer(text, start, end)

    def _last(self, lengths: Sequence[int]) -> int:
        """Return where the last rows of a grid end, given the lengths of some rows; 0 if there are none."""
        if len(set(self.lengths)) == 1 and len(lengths) % self.height:
            return 0
        ends = range(len(lengths), self.height - 1, -1)
        return next((end for end in ends if lengths[end - self.height : end] == self.lengths), 0)

    def _rows(self, lines: Lines) -> Iterator[Row]:
        for line in lines:
            yield line, line["cells"].translate(self.around)

    def _wide(self, lines: Lines) -> Iterator[Row]:
        for line in lines:
            if line[0].endswith("│") or (self.size >= _FEW and self.height > 1):
                yield line, line["cells"][::2]

    def _table(self, lines: Lines) -> Iterator[Row]:
        """Yield rows between vertical lines, where a cell may be blank."""
        for line, cells in _columns(lines):
            if self.chars >= set(cells):
                yield line, "".join(cells)

    def _numbered(self, lines: Lines) -> Iterator[Row]:
        """Yield such rows after a first column that counts them."""
        before = 0
        for line, (label, *cells) in _columns(lines):
            found = _NUMBER.fullmatch(label)
            number = int(found["number"]) if found else 0
            begins = found and (found["word"] or (number == 1 and self.height > 1))
            if (begins or number == before + 1 > 1) and self.chars >= set(cells):
                before = number
                yield line, "".join(cells)

    def _drawn(self, lines: Lines) -> Iterator[Row]:
        """Yield rows with slants between any two cells, as they are drawn; a blank is a cell."""
        for line in lines:
            cells = line["cells"]
            if len(cells) % 2 and set(cells[1::2]) <= set("/\\"):
                yield line, cells[::2]


def _grid(how: str, rows: Sequence[Row]) -> Grid:
    labelled = any(line.groupdict().get("label") for line, _ in rows)
    return Grid(rows[0][0].start(), rows[-1][0].end(), "".join(cells for _, cells in rows), how, labelled)


def _columns(lines: Lines) -> Iterator[tuple[re.Match[str], list[str]]]:
    for line in lines:
        if not (_is_rule(line[0]) and set(line[0]) & set("-=─━═")):
            cells = re.split("[|│]", line["cells"])[:-1]
            yield line, [cell.strip().strip("`") or " " for cell in cells]


def _is_dull(line: re.Match[str], cells: str) -> bool:
    """Whether a single row may as well be a rule or an ellipsis: it has one such character, and no fence."""
    around = set(line[0].strip(BLANKS)) - set(cells)
    if len(set(cells)) > 1 or cells[0] not in (_DULL if not around else "-=") or around - set("| :+"):
        return False
    before = line.string[max(0, line.start() - 40) : line.start()]
    after = line.string[line.end() : line.end() + 40]
    return not (_OPENED.search(before) and FENCE.match(after.lstrip("\n")))


def _without_tex(found: re.Match[str]) -> str:
    length = len(found[0])
    if found["side"] == "begin":
        return "\n".rjust(length, _PAD)
    return ("\n" if found["side"] or found["row"] else _PAD).ljust(length, _PAD)


def _is_rule(between: str) -> bool:
    """Whether only blank lines and rules are between two rows."""
    return len(between) < 2000 and not between.strip(_RULE + BLANKS + _PAD + ",\n\t")


def pieces(text: str, clock: Clock) -> Iterator[tuple[int, int]]:
    """Yield the starts and ends of groups of whole lines, without the line ends between these."""
    start = 0
    while start <= len(text):
        clock.check()
        end = len(text)
        if end - start > _PIECE and (end := text.rfind("\n", start, start + _PIECE)) < 0:
            end = text.find("\n", start + _PIECE)
            end = len(text) if end < 0 else end
        yield start, end
        start = end + 1


def together(
    found: Iterable[tuple[re.Match[str], T]], joins: Callable[[str], bool], text: str
) -> Iterator[list[tuple[re.Match[str], T]]]:
    """Group consecutive matches for which `joins` accepts the text between them."""
    block: list[tuple[re.Match[str], T]] = []
    for match, value in found:
        if block and not joins(text[block[-1][0].end() : match.start()]):
            yield block
            block = []
        block.append((match, value))
    if block:
        yield block
