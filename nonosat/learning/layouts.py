"""The layouts of pictures in answers: each is searched for by itself, and all that is found is complete."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from nonosat.learning.symbols import BLANKS, cell_chars, meanings, words
from nonosat.processes.limits import Clock
from nonosat.puzzles.picture import Palette

_PAD = "\x1f"
"""White space that is never a cell: it fills up the place of a word after its symbol."""

_FRAME = "|│┃║¦┆┊,;'\"`’‘“”[](){}\t"  # noqa: RUF001 - what models put around cells
_RULE = "-+|:=─━┄┼│├┤┬┴┌┐└┘╔╗╚╝═║╠╣╦╩╬"
UNFRAMED = {ord(char): None for char in _FRAME + BLANKS + _PAD + "\n"}
_DULL = frozenset("-_*.~+#=")
"""Characters that also draw rules and ellipses: a single row of only one of these is not a picture."""

_LATE = 100
"""Of each layout, only this many last grids of a text are examined."""

_PIECE = 1 << 16
"""About how many characters are searched before the clock is looked at again."""

_LABEL = (
    r"(?:[-*>•][^\S\n]++)?"
    r"(?:[*_`]{1,5}(?:[Rr]ow|ROW|[Ll]ine|[Rr])[^\S\n]*+#?\d{1,4}[*_`:.]{1,6}|"
    r"(?:[Rr]ow|ROW|[Ll]ine|[Rr]|行|第)[^\S\n]*+#?\d{1,4}[^\S\n]*+行?[^\S\n]*+"
    r"(?:\([0-9 ,]{1,60}\)[^\S\n]*+)?[:.)\]|=－：-]{0,60}|"  # noqa: RUF001
    r"\d{1,4}\.|\{?[^\S\n]*+[\w\"'][\w \x1f\"',#-]{0,60}[:)\]|│┃║：=])[^\S\n]*+"  # noqa: RUF001
)
"""What may precede the cells of a row: `Row 3:`, `3.`, `"solution":`, or its clue and a vertical line.

Some of its characters may also be cells, so these are tried in turn, and limited in number. Blanks are never
given back: several groups of them would be divided in every possible way.
"""

_TRAILER = r"(?:(?<=[ \t])[←→✓✔✅<].*|(?<=[^,] \().*|//.*)?"
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
_BLANK = dict.fromkeys(map(ord, BLANKS), " ")
FENCE = re.compile(r"^[^\S\n]*+(?:```|~~~).*\n?", re.MULTILINE)
TAG = re.compile(r"(?:<|\[)/?(?:answer|grid|solution|output|final)(?:>|\])[^\S\n]*\n?", re.IGNORECASE)


@dataclass(frozen=True)
class Grid:
    """A complete grid: its symbols, row by row, and its place in the text."""

    start: int
    end: int
    symbols: str
    how: str
    labelled: bool = False


class Shape:
    """Finds grids of one size; its patterns are compiled once."""

    def __init__(self, height: int, width: int, palette: Palette) -> None:
        self.height, self.width, self.size = height, width, height * width
        self.longest = 40 * width  # characters of a row, with all that may be around its cells
        chars = "".join(sorted(set(cell_chars(palette)) - set(BLANKS)))
        cell, frame = f"[{re.escape(chars)}]", f"[{re.escape(_FRAME + BLANKS + _PAD)}]*+"
        self.meant = words(palette)
        self.words = re.compile(
            rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(self.meant, key=len, reverse=True)))})"
            r"(?![\w-])(?![\"'*`]{0,3}[^\S\n]*+[:=])",
            re.IGNORECASE,
        )
        self.chars = frozenset(chars)
        alone = {char: (meanings(char, palette) or {}).get(char) for char in chars}
        self.filled = {char for char, means in alone.items() if means not in (None, palette[0].char)}
        # Cells and separators share no characters, so there is no backtracking.
        self.row = re.compile(
            rf"^[^\S\n]*+(?P<label>{_LABEL})?{frame}(?P<cells>(?:{cell}{frame}){{{width}}}){_TRAILER}$",
            re.MULTILINE,
        )
        one_row = rf"{cell}{{{width}}}"
        joint = rf"(?:(?!{cell})[ /|,;]){{1,3}}"  # a colour's character may be one of these
        self.flat = re.compile(
            rf"(?<!{cell})(?:{cell}{{{self.size}}}|{one_row}(?:{joint}{one_row}){{{height - 1}}})(?!{cell})"
        )
        self.wrapped = re.compile(rf"^(?:{cell}{{2,}}\n)+{cell}{{1,}}$", re.MULTILINE)
        self.blanks = re.compile(rf"[{re.escape(chars + BLANKS)}]{{0,{2 * width}}}")
        column = r"[^|│\n]{0,20}[|│]"
        self.pipes = re.compile(
            rf"^[^\S\n]*+[|│](?P<number>{column})?(?P<cells>(?:{column}){{{width}}})[^\S\n]*+$", re.MULTILINE
        )
        self.wide = re.compile(
            rf"^[^\S\n]*+(?P<label>{_LABEL})?[|│┃║`]?(?P<cells>(?:{_PAIR}){{{width}}})[|│┃║`]?$", re.MULTILINE
        )

    def plain(self, text: str, clock: Clock) -> str:
        """Return a text of the same length with symbols for words, and rows for those of a TeX matrix."""

        def meant(word: re.Match[str]) -> str:
            return self.meant.get(word[0].lower(), word[0]).ljust(len(word[0]), _PAD)

        text = "\n".join(self.words.sub(meant, text[start:end]) for start, end in _pieces(text, clock))
        if "\\begin{" in text and "&" not in self.chars:
            text = _TEX.sub(_without_tex, text)
        return text

    def grids(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield the complete grids of all layouts, in no particular order."""
        yield from self._of_rows(text, clock)
        yield from self._of_lists(text, clock)
        yield from self._flat(text, clock)
        yield from self._of_blanks(text, clock)
        yield from self._of_pipes(text, clock)
        yield from self._of_wide(text, clock)

    def blocks(self, text: str, clock: Clock) -> Iterator[list[re.Match[str]]]:
        """Yield groups of rows on consecutive lines of the text."""
        return together(_by_lines(self.row, text, clock, self.longest), lambda between: between == "\n", text)

    def _of_rows(self, text: str, clock: Clock) -> Iterator[Grid]:
        blocks = list(self.blocks(text, clock))
        yield from filter(None, map(self._rows, blocks[-_LATE:]))
        # Join rows that have blank lines or the rules of a table between them.
        short = [match for block in blocks if len(block) < self.height for match in block]
        yield from filter(None, map(self._rows, together(short, _is_rule, text)))

    def _rows(self, block: Sequence[re.Match[str]], chars: int = 1) -> Grid | None:
        if len(block) % self.height:
            return None
        block = block[-self.height :]
        if chars == 1:
            symbols = "".join(match["cells"].translate(UNFRAMED) for match in block)
        else:
            symbols = "".join(match["cells"][::chars] for match in block)
        labelled = any(match["label"] for match in block)
        if self.height == 1 and len(set(symbols)) == 1 and symbols[0] in _DULL:
            only, bare = block[0][0].strip(BLANKS + "\t"), block[0].string.strip()
            if only == symbols != bare:
                return None
        return Grid(
            block[0].start(),
            block[-1].end(),
            symbols,
            "rows" if chars == 1 else "rows, two characters for each cell",
            labelled,
        )

    def _of_lists(self, text: str, clock: Clock) -> Iterator[Grid]:
        lists = []
        for leaf in _LEAF.finditer(text):
            clock.check()
            if leaf.end() - leaf.start() <= 24 * self.size + 101:
                lists.append((leaf, self._cells(leaf[1])))
        for leaf, cells in lists:
            if len(cells) == self.size and self.height > 1:
                how = "a list of rows" if leaf[1].count('"') + leaf[1].count("'") >= 2 else "a list of cells"
                yield Grid(leaf.start(), leaf.end(), cells, how)
        symbols = dict(lists)
        for run in together(symbols, lambda between: not between.strip(", \t\n"), text):
            if len(run) == self.height and all(len(symbols[leaf]) == self.width for leaf in run):
                whole = "".join(map(symbols.__getitem__, run))
                yield Grid(run[0].start(), run[-1].end(), whole, "a list of lists")

    def _cells(self, content: str) -> str:
        """Return the cells of a list; empty if it contains anything else."""
        cells = content.translate(UNFRAMED)
        return cells if self.chars >= set(cells) else ""

    def _flat(self, text: str, clock: Clock) -> Iterator[Grid]:
        if self.height == 1:
            return  # it is a row
        bare = text.strip()
        for match in deque(_by_lines(self.flat, text, clock), maxlen=_LATE):
            symbols = "".join(char for char in match[0] if char in self.chars)
            rule = _DULL if len(symbols) == len(match[0]) else "-="  # with lines between, that of a table
            dull = len(set(symbols)) == 1 and symbols[0] in rule
            if not dull or bare == match[0]:
                yield Grid(match.start(), match.end(), symbols, "all cells in one text")
        for match in self.wrapped.finditer(text):
            clock.check()
            *lines, last = match[0].split("\n")
            whole = sum(map(len, lines)) + len(last) == self.size and len({*map(len, lines)}) == 1
            if whole and len(last) <= len(lines[0]) != self.width:
                yield Grid(match.start(), match.end(), "".join([*lines, last]), "all cells in one text")

    def _of_blanks(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield grids whose empty cells are blanks, which may be missing at the ends of rows."""

        def number(line: str) -> int:
            """Return how many symbols a line has: none or one, several (2), or others than cells (3)."""
            clock.check()
            return min(max(len(set(line) - set(BLANKS)), 1), 2) if self.blanks.fullmatch(line) else 3

        for start, end in deque(_regions(text), maxlen=_LATE):
            runs = [
                (0, [""]),
                *((k, list(run)) for k, run in groupby(text[start:end].split("\n"), number)),
                (0, [""]),
            ]
            for (before, _), (symbols, run), (after, _) in zip(runs, runs[1:], runs[2:], strict=False):
                # A row that touches one with several symbols is a part of another picture.
                touches = (before == 2 and run[0].strip(BLANKS)) or (after == 2 and run[-1].strip(BLANKS))
                if symbols == 1 and not touches:
                    yield from self._blank_rows(run, start)
                start += sum(map(len, run)) + len(run)

    def _blank_rows(self, run: list[str], begin: int) -> Iterator[Grid]:
        """Yield the grid in a run of lines; blank lines at its ends may belong to the prose around it."""
        bare = [line.rstrip(BLANKS) for line in run]
        full = [k for k, line in enumerate(bare) if line] or [0]
        head, tail, length = int(not bare[0]), len(run) - int(not bare[-1]), len(run)
        for first, last in ((0, length), (head, length), (0, tail), (head, tail), (full[0], full[-1] + 1)):
            if last - first == self.height:
                if symbols := self._blanks(bare[first:last]):
                    start = begin + sum(len(line) + 1 for line in run[:first])
                    end = start + sum(map(len, run[first : last - 1])) + self.height - 1 + len(bare[last - 1])
                    yield Grid(start, end, symbols, "rows with blanks")
                return

    def _blanks(self, lines: Sequence[str]) -> str:
        """Return the cells of rows with one symbol for filled cells, and blanks for others."""
        symbols = set("".join(lines)) - set(BLANKS)
        if len(symbols) != 1 or not symbols <= self.filled:
            return ""
        for step in (1, 2):  # without separators, or with a blank between any two cells, or two for each cell
            cells = [line[::step] for line in lines]
            between = [line[1::2] for line in lines] if step == 2 else []
            pairs = between == cells and symbols < _WIDE and sum(map(bool, lines)) > 1
            alone = pairs or not "".join(between).strip(BLANKS)
            if max(map(len, cells)) <= self.width and alone:
                return "".join(line.translate(_BLANK).ljust(self.width) for line in cells)
        return ""

    def _of_pipes(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield grids between vertical lines, where a cell may be blank, and rows may have numbers."""
        matches = [
            match
            for match in _by_lines(self.pipes, text, clock, self.longest)
            if not (_is_rule(match[0]) and set(match[0]) & set("-=─━═"))
        ]
        for block in together(matches, _is_rule, text):
            if len(block) > 1 == len(block) % self.height and "-" in text[block[0].end() : block[1].start()]:
                del block[0]  # the heads of the columns
            numbers = [match["number"] or "" for match in block[-self.height :]]
            if len(block) % self.height == 0 and (not any(numbers) or _are_numbers(numbers)):
                block = block[-self.height :]
                cells = [cell for match in block for cell in re.split("[|│]", match["cells"])[:-1]]
                symbols = "".join(cell.strip().strip("`") or " " for cell in cells)
                if len(symbols) == self.size and self.chars | set(BLANKS) >= set(symbols):
                    yield Grid(block[0].start(), block[-1].end(), symbols, "a table", any(numbers))

    def _of_wide(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield grids with two characters for each cell."""
        matches = _by_lines(self.wide, text, clock, self.longest) if self.size >= _FEW else ()
        for block in together(matches, lambda between: between == "\n", text):
            whole = self._rows(block, 2)
            if whole and (len(set(whole.symbols)) > 1 or (self.height > 1 and set(whole.symbols) < _WIDE)):
                yield whole


def _are_numbers(labels: Sequence[str]) -> bool:
    """Whether the first columns of some rows count the rows, and are not cells themselves."""
    found = [_NUMBER.fullmatch(label.rstrip("|│")) for label in labels]
    numbers = [int(match["number"]) for match in found if match]
    counted = numbers == list(range(numbers[0], numbers[0] + len(labels))) if numbers else False
    return counted and (len(labels) > 2 or all(match and match["word"] for match in found))


def _without_tex(found: re.Match[str]) -> str:
    length = len(found[0])
    if found["side"] == "begin":
        return "\n".rjust(length, _PAD)
    return ("\n" if found["side"] or found["row"] else _PAD).ljust(length, _PAD)


def _by_lines(
    pattern: re.Pattern[str], text: str, clock: Clock, longest: int | None = None
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that is about single lines, some lines at a time.

    Lines longer than both `longest` and a piece are left out; None: no line is too long.
    """
    for start, end in _pieces(text, clock):
        if longest is None or end - start <= max(longest, _PIECE):
            yield from pattern.finditer(text, start, end)


def _pieces(text: str, clock: Clock) -> Iterator[tuple[int, int]]:
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
    matches: Iterable[re.Match[str]], joins: Callable[[str], bool], text: str
) -> Iterator[list[re.Match[str]]]:
    """Group consecutive matches for which `joins` accepts the text between them."""
    block: list[re.Match[str]] = []
    for match in matches:
        if block and not joins(text[block[-1].end() : match.start()]):
            yield block
            block = []
        block.append(match)
    if block:
        yield block


def _is_rule(between: str) -> bool:
    """Whether only blank lines and rules are between two rows."""
    return len(between) < 2000 and not between.strip(_RULE + BLANKS + _PAD + "\n\t")


def _regions(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each part of a text that fences and tags delimit."""
    marks = sorted(
        [(match.start(), match.end()) for pattern in (FENCE, TAG) for match in pattern.finditer(text)]
    )
    at = 0
    for start, end in marks:
        yield at, start - 1 if text[start - 1 : start] == "\n" else start
        at = end
    yield at, len(text)
