"""The layouts of pictures in answers: each is searched for by itself, and all that is found is complete."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from nonosat.learning.passages import FENCE, by_lines, pieces, regions, together
from nonosat.learning.symbols import BLANKS, cell_chars, meanings, words
from nonosat.processes.limits import Clock
from nonosat.puzzles.picture import UNKNOWN, Palette, Picture

_PAD = "\x1f"
"""White space that is never a cell: it fills up the place of a word after its symbol."""

_FRAME = "|│┃║¦┆┊,;'\"`’‘“”[](){}\t"  # noqa: RUF001 - what models put around cells
_RULE = "-+|:=─━┄┼│├┤┬┴┌┐└┘╔╗╚╝═║╠╣╦╩╬"
UNFRAMED = {ord(char): None for char in _FRAME + BLANKS + _PAD + "\n"}
_DULL = frozenset("-_*.~+#=")
"""Characters that also draw rules and ellipses: a single row of only one of these is not a picture."""

_LATE = 100
"""Of each layout, only this many last grids of a text are examined."""

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

_EDGES = "/\\"
"""The slants between which the rows of triddlers stand."""
_SHADED = str.maketrans("▓░", "█ ")
"""In drawings, cells in which two solutions differ are shaded."""

_LEAF = re.compile(r"\[([^\[\]]*)\]")
_BLANK = dict.fromkeys(map(ord, BLANKS), " ")
_OPENED = re.compile(r"(?:```|~~~)\w*[^\S\n]*\n[^\S\n]*$")


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
        least, width = min(self.lengths), max(self.lengths)
        self.slanted = len(outline[0]) > self.lengths[0]
        some = f"{{{least},{width}}}"  # cells of a row
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
            rf"^[^\S\n]*+(?P<label>{_LABEL})?{frame}(?P<cells>(?:{cell}{frame}){some}){_TRAILER}$",
            re.MULTILINE,
        )
        joint = rf"(?:(?!{cell})[ /|,;{_PAD}]){{1,3}}"  # a colour's character may be one of these
        more = rf"(?:{joint}{cell}{some}){{{self.height - 1}}}"
        self.flat = re.compile(rf"(?<!{cell})(?:{cell}{{{self.size}}}|{cell}{some}{more})(?!{cell})")
        self.parts = re.compile(f"{cell}+")
        self.wrapped = re.compile(rf"^(?:{cell}{{2,}}\n)+{cell}{{1,}}$", re.MULTILINE)
        self.blanks = re.compile(rf"[{re.escape(chars + BLANKS)}]{{0,{2 * width}}}")
        column = r"[^|│\n]{0,20}[|│]"
        self.pipes = re.compile(
            rf"^[^\S\n]*+[|│](?P<cells>(?:{column}){{{least},{width + 1}}})[^\S\n]*+$", re.MULTILINE
        )
        pairs = "|".join([_PAIR, *(re.escape(2 * colour.char) for colour in palette[1:])])
        self.wide = re.compile(
            rf"^(?:[\w ]{{0,99}}│|[^\S\n]*+(?P<label>{_LABEL})?[|│┃║`]?)"
            rf"(?P<cells>(?:{pairs}){some})[|│┃║`]?$",
            re.MULTILINE,
        )
        frame = "" if "/" in chars else frame  # else that cell may be taken for an edge
        self.edged = re.compile(rf"(?:/|\\+)(?P<cells>{frame}(?:{cell}{frame}){some})(?:/|\\+)")
        self.between = re.compile(r"^[^/\\\n]*+[/\\](?P<cells>[^\n]+)[/\\][^/\\\n]*$", re.MULTILINE)

    def cut(self, chars: str) -> Picture:
        """Return the picture whose cells have these characters."""
        found, at = [], 0
        for row, length in zip(self.outline, self.lengths, strict=True):
            found.append(row.replace(UNKNOWN * length, chars[at : at + length]))
            at += length
        return tuple(found)

    def plain(self, text: str, clock: Clock) -> str:
        """Return a text of the same length with symbols for words, and rows for those of a TeX matrix."""

        def meant(word: re.Match[str]) -> str:
            return self.meant.get(word[0].lower(), word[0]).ljust(len(word[0]), _PAD)

        text = "\n".join(self.words.sub(meant, text[start:end]) for start, end in pieces(text, clock))
        if "\\begin{" in text and "&" not in self.chars:
            text = _TEX.sub(_without_tex, text)
        return text

    def without_edges(self, text: str) -> str:
        """Return a text of the same length without the slants around rows, which JSON doubles."""

        def bare(row: re.Match[str]) -> str:
            left, right = row.start("cells") - row.start(), row.end() - row.end("cells")
            return f"{_PAD * left}{row['cells']}{_PAD * right}"

        return self.edged.sub(bare, text)

    def grids(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield the complete grids of all layouts; of two at one place, the first is meant."""
        yield from self._of_wide(text, clock)
        yield from self._of_rows(text, clock)
        yield from self._of_lists(text, clock)
        yield from self._flat(text, clock)
        yield from self._of_blanks(text, clock)
        yield from self._of_pipes(text, clock)
        if self.slanted:
            yield from self._between_slants(text, clock)

    def blocks(self, text: str, clock: Clock) -> Iterator[list[re.Match[str]]]:
        """Yield groups of rows on consecutive lines of the text."""
        return together(by_lines(self.row, text, clock, self.longest), lambda between: between == "\n", text)

    def _of_rows(self, text: str, clock: Clock) -> Iterator[Grid]:
        blocks = list(self.blocks(text, clock))
        yield from filter(None, map(self._rows, blocks[-_LATE:]))
        # Join rows that have blank lines or the rules of a table between them.
        short = [match for block in blocks if len(block) < self.height for match in block]
        yield from filter(None, map(self._rows, together(short, _is_rule, text)))

    def _rows(self, block: Sequence[re.Match[str]], chars: int = 1) -> Grid | None:
        found = [
            match["cells"].translate(UNFRAMED) if chars == 1 else match["cells"][::chars] for match in block
        ]
        last = self._last([*map(len, found)])
        if last is None:
            return None
        block, symbols = block[last - self.height : last], "".join(found[last - self.height : last])
        labelled = any(match["label"] for match in block)
        if self.height == 1 and len(set(symbols)) == 1 and symbols[0] in _DULL:
            only, bare = block[0][0].strip(BLANKS + "\t"), block[0].string.strip()
            before, after = block[0].string[: block[0].start()][-40:], block[0].string[block[0].end() :][:40]
            fenced = _OPENED.search(before) and FENCE.match(after.lstrip("\n"))
            if only == symbols != bare and not fenced:
                return None
        return Grid(
            block[0].start(),
            block[-1].end(),
            symbols,
            "rows" if chars == 1 else "rows, two characters for each cell",
            labelled,
        )

    def _last(self, lengths: Sequence[int]) -> int | None:
        """Return where the last rows of a grid end, given the lengths of some rows."""
        if len(set(self.lengths)) == 1:
            return None if len(lengths) % self.height else len(lengths)
        ends = range(len(lengths), self.height - 1, -1)
        return next((end for end in ends if lengths[end - self.height : end] == self.lengths), None)

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
            if [len(symbols[leaf]) for leaf in run] == self.lengths:
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
        for match in deque(by_lines(self.flat, text, clock), maxlen=_LATE):
            parts = self.parts.findall(match[0])
            symbols = "".join(parts)
            if len(parts) > 1 and [*map(len, parts)] != self.lengths:
                continue
            rule = _DULL if len(symbols) == len(match[0]) else "-="  # with lines between, that of a table
            dull = len(set(symbols)) == 1 and symbols[0] in rule
            if not dull or bare == match[0]:
                yield Grid(match.start(), match.end(), symbols, "all cells in one text")
        for match in self.wrapped.finditer(text):
            clock.check()
            *lines, last = match[0].split("\n")
            whole = sum(map(len, lines)) + len(last) == self.size and len({*map(len, lines)}) == 1
            if whole and len(last) <= len(lines[0]) != self.lengths[0]:
                yield Grid(match.start(), match.end(), "".join([*lines, last]), "all cells in one text")

    def _of_blanks(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield grids whose empty cells are blanks, which may be missing at the ends of rows."""

        def number(line: str) -> int:
            """Return how many symbols a line has: none or one, several (2), or others than cells (3)."""
            clock.check()
            return min(max(len(set(line) - set(BLANKS)), 1), 2) if self.blanks.fullmatch(line) else 3

        for start, end in deque(regions(text), maxlen=_LATE):
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
            if alone and all(len(line) <= length for line, length in zip(cells, self.lengths, strict=True)):
                pairs_of = zip(cells, self.lengths, strict=True)
                return "".join(line.translate(_BLANK).ljust(length) for line, length in pairs_of)
        return ""

    def _of_pipes(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield grids between vertical lines, where a cell may be blank, and rows may have numbers."""
        matches = [
            match
            for match in by_lines(self.pipes, text, clock, self.longest)
            if not (_is_rule(match[0]) and set(match[0]) & set("-=─━═"))
        ]
        for block in together(matches, _is_rule, text):
            if len(block) > 1 == len(block) % self.height and "-" in text[block[0].end() : block[1].start()]:
                del block[0]  # the heads of the columns
            rows = [re.split("[|│]", match["cells"])[:-1] for match in block]
            last, labels = self._last([*map(len, rows)]), list[str]()
            if last is None or len(rows[last - 1]) > self.lengths[-1]:
                last = self._last([len(row) - 1 for row in rows])
                labels = [row.pop(0) for row in rows]
            if last is None:
                continue
            first = last - self.height
            cells = [cell for row in rows[first:last] for cell in row]
            symbols = "".join(cell.strip().strip("`") or " " for cell in cells)
            numbered = not labels or _are_numbers(labels[first:last])
            if numbered and len(symbols) == self.size and self.chars | set(BLANKS) >= set(symbols):
                yield Grid(block[first].start(), block[last - 1].end(), symbols, "a table", bool(labels))

    def _of_wide(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield grids with two characters for each cell."""
        matches = by_lines(self.wide, text, clock, self.longest)
        for block in together(matches, lambda between: between == "\n", text):
            whole, drawn = self._rows(block, 2), block[-1][0].endswith("│")
            if whole is None or (self.size < _FEW and not drawn):
                continue
            symbols = set(whole.symbols)
            if len(symbols) > 1 or (symbols < _WIDE and (self.height > 1 or drawn)):
                yield whole

    def _between_slants(self, text: str, clock: Clock) -> Iterator[Grid]:
        """Yield grids whose rows stand between slants, also with slants between any two cells, as they are
        drawn; a blank is a cell.
        """
        matches = by_lines(self.between, text, clock, self.longest)
        for block in together(matches, lambda between: between == "\n", text):
            for first in range(len(block) - self.height, -1, -1):
                clock.check()
                rows = block[first : first + self.height]
                found = [
                    self._drawn(row["cells"], length) for row, length in zip(rows, self.lengths, strict=True)
                ]
                if all(found):
                    yield Grid(rows[0].start(), rows[-1].end(), "".join(found), "rows between slants")
                    break

    def _drawn(self, inner: str, length: int) -> str:
        """Return the cells of a row that is drawn like this between its edges; empty if it is none."""
        if len(inner) == 2 * length - 1 and set(inner[1::2]) <= set(_EDGES):
            inner = inner[::2].translate(_SHADED)
        return inner if len(inner) == length and self.chars | set(BLANKS) >= set(inner) else ""


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


def _is_rule(between: str) -> bool:
    """Whether only blank lines and rules are between two rows."""
    return len(between) < 2000 and not between.strip(_RULE + BLANKS + _PAD + "\n\t")
