"""Reads pictures in answers by people and language models: tolerantly, but without guessing.

An answer may have rows of `#.`, `01`, `X_` or emoji, with or without spaces, labels and frames; rows with
blanks for empty cells; lists; or all cells in one text. Prose may surround it. The last complete grid counts.
The reading says how it was read, and what was dropped. Reading takes time linear in the length of the text,
and a limit ends it.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from nonosat.learning.symbols import BLANKS, IGNORED, RANK, cell_chars, meanings
from nonosat.processes.limits import NO_CLOCK, Clock
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Palette, Picture, rows
from nonosat.words import plural

_FRAME = "|│┃║¦┆┊,;'\"`’‘“”[](){}\t"  # noqa: RUF001 - what models put around cells
_RULE = "-+|:=─━┄┼│├┤┬┴┌┐└┘╔╗╚╝═║╠╣╦╩╬"
_UNSEEN = {ord(char): None for char in IGNORED}
_UNFRAMED = {ord(char): None for char in _FRAME + BLANKS + "\n"}
_DULL = frozenset("-_*.~+#=")
"""Characters that also draw rules and ellipses: a single row of only one of these is not a picture."""

_LATE = 100
"""Of each layout, only this many last grids of a text are examined."""

_PIECE = 1 << 16
"""About how many characters are searched before the clock is looked at again."""

_LABEL = (
    r"(?:[-*>•][^\S\n]++)?"
    r"(?:(?:[Rr]ow|ROW|[Ll]ine|[Rr]|行|第)[^\S\n]*+#?\d{1,4}[^\S\n]*+行?[^\S\n]*+[:.)\]|=－：-]{0,60}|"  # noqa: RUF001
    r"\d{1,4}\.|\{?[^\S\n]*+[\w\"'][\w \"',#-]{0,60}[:)\]|│┃║：=])[^\S\n]*+"  # noqa: RUF001
)
"""What may precede the cells of a row: `Row 3:`, `3.`, `"solution":`, or its clue and a vertical line.

Some of its characters may also be cells, so these are tried in turn, and limited in number. Blanks are never
given back: several groups of them would be divided in every possible way.
"""

_TRAILER = r"(?:(?<=[ \t])[←→✓✔✅<].*|(?<=[^,] \().*|//.*)?"
_WORDS = re.compile(r"\b(?:true|false)\b", re.IGNORECASE)
_LEAF = re.compile(r"\[([^\[\]]*)\]")
_FENCE = re.compile(r"^[^\S\n]*+(?:```|~~~).*\n?", re.MULTILINE)
_TAG = re.compile(r"(?:<|\[)/?(?:answer|grid|solution|output|final)(?:>|\])[^\S\n]*\n?", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """The reading of an answer: the picture, in the puzzle's own characters, or why there is none. `how`
    names the layout, and `dropped` the text around the picture.
    """

    picture: Picture | None
    how: str = ""
    dropped: tuple[str, ...] = ()
    why: str = ""


@dataclass(frozen=True)
class _Grid:
    """A complete grid: its symbols, row by row, and its place in the text."""

    start: int
    end: int
    symbols: str
    how: str
    labelled: bool = False


def read_answer(
    text: str, height: int, width: int, palette: Palette = BLACK_AND_WHITE, clock: Clock = NO_CLOCK
) -> Reading:
    r"""Read the last complete grid of this size in an answer.

    >>> read_answer("Row 1: # . #\nRow 2: . # .\nDone.", 2, 3).picture
    ('#.#', '.#.')
    >>> read_answer("[answer]\nX X\n X\n[/answer]", 2, 3).picture
    ('#.#', '.#.')

    Raises LimitReached once the clock's deadline has passed.
    """
    text = text.translate(_UNSEEN).replace("\r\n", "\n").replace("\r", "\n").replace("\\n", "\n")
    if not text or text.isspace():
        return Reading(None, why="the answer is empty")
    shape = _shape(height, width, palette)
    for begin in _begins(text, shape.size):
        found: list[tuple[_Grid, Picture]] = []
        unknown = 0
        for grid in shape.grids(text[begin:], clock):
            clock.check()
            chars = meanings(set(grid.symbols) - {UNKNOWN}, palette)
            if UNKNOWN in grid.symbols:
                unknown += 1
            elif chars is not None:
                found.append((grid, rows("".join(map(chars.__getitem__, grid.symbols)), width)))
        if found:
            # Of overlapping readings the longer one counts: a list of rows, not the rows in it.
            grid, picture = max(found, key=lambda pair: (pair[0].end, -pair[0].start))
            earlier = len({other.start for other, _ in found if other.end <= grid.start})
            around = text[: begin + grid.start], text[begin + grid.end :]
            return Reading(picture, _how(grid, palette), tuple(_dropped(*around, earlier, grid.labelled)))
    return Reading(None, why=_why_not(text, shape, unknown, clock))


def _begins(text: str, size: int) -> Iterator[int]:
    """Yield the positions to read from: first near the end, where most long texts have their last grid."""
    tail = len(text) - max(100_000, 40 * size)
    if tail > 0:
        yield text.find("\n", tail) + 1
    yield 0


def _how(grid: _Grid, palette: Palette) -> str:
    used = sorted(set(grid.symbols))
    known = meanings(used, palette) or {}
    filled = [char for char in used if known[char] != palette[0].char]
    named = f"; {', '.join(filled)} is filled" if len(palette) == 2 and filled not in ([], ["#"]) else ""
    return grid.how + named


def _dropped(before: str, after: str, earlier: int, labelled: bool) -> Iterator[str]:
    for part, where in ((before, "before"), (after, "after")):
        count = sum(1 for line in part.split("\n") if line.strip() and not _FENCE.match(line))
        if count:
            yield f"{plural(count, 'line')} {where} it"
    if earlier:
        yield plural(earlier, "earlier grid")
    if labelled:
        yield "labels of rows"


def _why_not(text: str, shape: _Shape, unknown: int, clock: Clock) -> str:
    size = f"{plural(shape.height, 'row')} of {plural(shape.width, 'cell')}"
    if unknown:
        return f"no complete grid of {size}: it has unknown cells"
    right = max((len(block) for block in shape.blocks(text, clock)), default=0)
    if right:
        return f"no complete grid of {size}: {right} found one below the other"
    lines = [line.translate(_UNFRAMED) for line in text.split("\n")]
    sizes = [
        (len(found), length)
        for length, some in groupby(lines, lambda line: len(line) if _is_row(line) else 0)
        if length and (found := list(some))[1:]
    ]
    if sizes:
        height, width = sizes[-1]
        return f"no grid of {size}: found {plural(height, 'row')} of {plural(width, 'cell')}"
    return f"no grid of {size}"


def _is_row(line: str) -> bool:
    return len(line) > 1 and RANK.keys() >= set(line)


@lru_cache(maxsize=64)
def _shape(height: int, width: int, palette: Palette) -> _Shape:
    return _Shape(height, width, palette)


class _Shape:
    """Finds grids of one size; its patterns are compiled once."""

    def __init__(self, height: int, width: int, palette: Palette) -> None:
        self.height, self.width, self.size = height, width, height * width
        self.longest = 40 * width  # characters of a row, with all that may be around its cells
        chars = "".join(sorted(set(cell_chars(palette)) - set(BLANKS)))
        cell, frame = f"[{re.escape(chars)}]", f"[{re.escape(_FRAME + BLANKS)}]*+"
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
        self.blanks = re.compile(
            rf"^(?:[{re.escape(chars + BLANKS)}]{{0,{2 * width}}}(?:\n|\Z))+", re.MULTILINE
        )
        self.pipes = re.compile(rf"^[^\S\n]*+[|│](?:[^|│\n]{{0,9}}[|│]){{{width}}}[^\S\n]*$", re.MULTILINE)

    def grids(self, text: str, clock: Clock) -> Iterator[_Grid]:
        """Yield the complete grids of all layouts, in no particular order."""
        yield from self._of_rows(text, clock)
        yield from self._of_lists(text, clock)
        yield from self._flat(text, clock)
        yield from self._of_blanks(text, clock)
        yield from self._of_pipes(text, clock)

    def blocks(self, text: str, clock: Clock) -> Iterator[list[re.Match[str]]]:
        """Yield groups of rows on consecutive lines of the text."""
        return _together(
            _by_lines(self.row, text, clock, self.longest), lambda between: between == "\n", text
        )

    def _of_rows(self, text: str, clock: Clock) -> Iterator[_Grid]:
        blocks = list(self.blocks(text, clock))
        yield from filter(None, map(self._rows, blocks[-_LATE:]))
        # Join rows that have blank lines or the rules of a table between them.
        short = [match for block in blocks if len(block) < self.height for match in block]
        yield from filter(None, map(self._rows, _together(short, _is_rule, text)))

    def _rows(self, block: Sequence[re.Match[str]]) -> _Grid | None:
        if len(block) % self.height:
            return None
        block = block[-self.height :]
        symbols = "".join(match["cells"].translate(_UNFRAMED) for match in block)
        labelled = any(match["label"] for match in block)
        if self.height == 1 and len(set(symbols)) == 1 and symbols[0] in _DULL:
            only, bare = block[0][0].strip(), block[0].string.strip()
            if only == symbols != bare:
                return None
        return _Grid(block[0].start(), block[-1].end(), symbols, "rows", labelled)

    def _of_lists(self, text: str, clock: Clock) -> Iterator[_Grid]:
        lists = []
        for leaf in _LEAF.finditer(text):
            clock.check()
            if leaf.end() - leaf.start() <= 16 * self.size + 101:
                lists.append((leaf, self._cells(leaf[1])))
        for leaf, cells in lists:
            if len(cells) == self.size and self.height > 1:
                how = "a list of rows" if leaf[1].count('"') + leaf[1].count("'") >= 2 else "a list of cells"
                yield _Grid(leaf.start(), leaf.end(), cells, how)
        run: list[tuple[re.Match[str], str]] = []
        for pair in lists:
            if run and text[run[-1][0].end() : pair[0].start()].strip(", \t\n"):
                yield from self._list_of_lists(run)
                run = []
            run.append(pair)
        yield from self._list_of_lists(run)

    def _list_of_lists(self, run: Sequence[tuple[re.Match[str], str]]) -> Iterator[_Grid]:
        if len(run) == self.height and all(len(cells) == self.width for _, cells in run):
            symbols = "".join(cells for _, cells in run)
            yield _Grid(run[0][0].start(), run[-1][0].end(), symbols, "a list of lists")

    def _cells(self, content: str) -> str:
        """Return the cells of a list; empty if it contains anything else."""
        if "e" in content or "E" in content:
            content = _WORDS.sub(lambda word: "1" if word[0][0] in "tT" else "0", content)
        cells = content.translate(_UNFRAMED)
        return cells if self.chars >= set(cells) else ""

    def _flat(self, text: str, clock: Clock) -> Iterator[_Grid]:
        if self.height == 1:
            return  # it is a row
        bare = text.strip()
        for match in deque(_by_lines(self.flat, text, clock), maxlen=_LATE):
            symbols = "".join(char for char in match[0] if char in self.chars)
            dull = len(symbols) == len(match[0]) and len(set(symbols)) == 1 and symbols[0] in _DULL
            if not dull or bare == match[0]:
                yield _Grid(match.start(), match.end(), symbols, "all cells in one text")
        for match in self.wrapped.finditer(text):
            clock.check()
            *lines, last = match[0].split("\n")
            whole = sum(map(len, lines)) + len(last) == self.size and len({*map(len, lines)}) == 1
            if whole and len(last) <= len(lines[0]) != self.width:
                yield _Grid(match.start(), match.end(), "".join([*lines, last]), "all cells in one text")

    def _of_blanks(self, text: str, clock: Clock) -> Iterator[_Grid]:
        """Yield grids whose empty cells are blanks, which may be missing at the ends of rows."""
        for start, end in deque(_regions(text), maxlen=_LATE):
            for match in self.blanks.finditer(text[start:end]):
                clock.check()
                if match[0].strip().count("\n") <= self.height + 8:
                    yield from self._of_blank_lines(match[0].split("\n"), start + match.start())

    def _of_blank_lines(self, lines: Iterable[str], at: int) -> Iterator[_Grid]:
        """Split lines at those with more than one symbol."""
        begin, run = at, list[str]()
        touched = False  # whether the run started right below a line with more than one symbol
        for line in [*lines, None]:
            bare = (line or "").rstrip(BLANKS)
            several = len(set(bare) - set(BLANKS)) > 1
            if line is not None and not several:
                begin = begin if run else at
                run.append(bare)
                at += len(line) + 1
                continue
            if run and not (touched and run[0]) and not (several and run[-1]):
                yield from self._blank_rows(run, begin)
            run, touched = [], several
            at += len(line or "") + 1

    def _blank_rows(self, run: list[str], begin: int) -> Iterator[_Grid]:
        """Yield the grid in a run of lines; blank lines at its ends may belong to the prose around it."""
        head = 0 if run[0] else 1
        tail = len(run) - (0 if run[-1] else 1)
        full = [k for k, line in enumerate(run) if line]
        if not full:
            return
        for first, last in (
            (0, len(run)),
            (head, len(run)),
            (0, tail),
            (head, tail),
            (full[0], full[-1] + 1),
        ):
            if last - first == self.height:
                chosen = run[first:last]
                symbols = self._blanks(chosen)
                if symbols:
                    start = begin + sum(len(line) + 1 for line in run[:first])
                    end = start + sum(map(len, chosen)) + self.height - 1
                    yield _Grid(start, end, symbols, "rows with blanks")
                return

    def _blanks(self, lines: Sequence[str]) -> str:
        """Return the cells of rows with one symbol for filled cells, and blanks for others."""
        symbols = set("".join(lines)) - set(BLANKS)
        if len(symbols) != 1 or not symbols <= self.filled:
            return ""
        for step in (1, 2):  # without separators, or with a blank between any two cells
            cells = [line[::step] for line in lines]
            between = "".join(line[1::2] for line in lines) if step == 2 else ""
            if max(map(len, cells)) <= self.width and not between.strip(BLANKS):
                return "".join(
                    " " if char in BLANKS else char for char in "".join(c.ljust(self.width) for c in cells)
                )
        return ""

    def _of_pipes(self, text: str, clock: Clock) -> Iterator[_Grid]:
        """Yield grids between vertical lines, where a cell may be blank."""
        matches = [
            match for match in _by_lines(self.pipes, text, clock, self.longest) if not _is_rule(match[0])
        ]
        for block in _together(matches, _is_rule, text):
            if len(block) % self.height == 0:
                block = block[-self.height :]
                cells = [
                    c.strip() or " " for match in block for c in re.split("[|│]", match[0].strip())[1:-1]
                ]
                symbols = "".join(cells)
                if len(symbols) == self.size and self.chars | set(BLANKS) >= set(symbols):
                    yield _Grid(block[0].start(), block[-1].end(), symbols, "a table")


def _by_lines(
    pattern: re.Pattern[str], text: str, clock: Clock, longest: int | None = None
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that is about single lines, some lines at a time.

    Lines longer than both `longest` and a piece are left out; None: no line is too long.
    """
    start = 0
    while start <= len(text):
        clock.check()
        end = len(text)
        if end - start > _PIECE and (end := text.rfind("\n", start, start + _PIECE)) < 0:
            end = text.find("\n", start + _PIECE)
            end = len(text) if end < 0 else end
        if longest is None or end - start <= max(longest, _PIECE):
            yield from pattern.finditer(text, start, end)
        start = end + 1


def _together(
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
    return len(between) < 2000 and not between.strip(_RULE + BLANKS + "\n\t")


def _regions(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each part of a text that fences and tags delimit."""
    marks = sorted(
        [(match.start(), match.end()) for pattern in (_FENCE, _TAG) for match in pattern.finditer(text)]
    )
    at = 0
    for start, end in marks:
        yield at, start - 1 if text[start - 1 : start] == "\n" else start
        at = end
    yield at, len(text)
