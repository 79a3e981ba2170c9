# Compiled with plain.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Reads nonograms in black and white as most tools write them, in JSON and `.non`; all else is for others."""

from __future__ import annotations

from typing import Any

from nonosat.problem import Clue
from nonosat.puzzles.clues import block
from nonosat.puzzles.nonogram import MAX_SIDE
from nonosat.puzzles.picture import Picture

Plain = tuple[tuple[Clue, ...], tuple[Clue, ...], Picture, str]
"""The rows, the columns, the solution or nothing, and the id or nothing."""
PlainFile = tuple[tuple[Clue, ...], tuple[Clue, ...], Picture, dict[str, str]]
"""The rows, the columns, the goal or nothing, and the texts by their words."""

_QUOTE, _COMMA, _COLON, _OPEN, _SHUT, _BEGIN, _END, _BACKSLASH = b'",:[]{}\\'
_ZERO, _NINE, _SPACE, _WHITE, _BLACK, _LAST, _TAB, _FEED, _RETURN = b"09 .#~\t\n\r"
_CELLS = bytes.maketrans(b"01", b".#")
_DIGITS = 5  # more than the longest line's number has
_MOST = 20_000  # clues that are known
_WORDS = frozenset(b"title by catalogue license copyright description goal".split())


class Reader:
    """Reads lines. `at` is the place of the next character, beyond the end if the line is not plain."""

    text: bytes
    line: bytes  # the same
    at: int
    end: int
    blocks: list[Any]
    known: dict[bytes, Clue]  # what was read before the bracket that ends a clue: sets repeat most clues
    known_lines: dict[bytes, Clue]

    def __init__(self) -> None:
        self.text = self.line = b""
        self.at, self.end, self.blocks = 0, 0, [None] * (MAX_SIDE + 1)
        self.known, self.known_lines = {}, {}

    def read(self, text: bytes) -> Plain | None:
        """Return what a record has; None if it is not `{"rows": [[1, 2], ...], "columns": ..., "solution":
        ["#..", ...], "id": "..."}`, in any order, with both clues and nothing else.
        """
        self.text = self.line = text
        self.at, self.end = 0, len(text)
        rows: tuple[Clue, ...] = ()
        columns: tuple[Clue, ...] = ()
        goal: Picture = ()
        name, seen, mark = "", 0, _BEGIN
        while self._takes(mark):
            key = self._text()
            self._takes(_COLON)
            bit = 1 if key == "rows" else 2 if key == "columns" else 4 if key == "solution" else 8
            if seen & bit or (bit == 8 and key != "id"):
                return None
            seen |= bit
            if bit == 1:
                rows = self._clues()
            elif bit == 2:
                columns = self._clues()
            elif bit == 4:
                goal = self._picture()
            else:
                name = self._text()
            mark = _COMMA
        self._takes(_END)
        if self._next() >= 0 or self.at > self.end or seen & 3 != 3:
            return None
        if goal and (len(goal) != len(rows) or len(goal[0]) != len(columns)):
            return None
        return rows, columns, goal, name

    def read_lines(self, text: bytes) -> PlainFile | None:
        """Return what a `.non` file has; None if anything in it needs a closer look: colours, givens, several
        puzzles, texts without quotes, blank lines that stand for clues, and whatever is wrong.
        """
        self.text = self.line = text
        self.at, self.end = 0, len(text)
        rows: tuple[Clue, ...] = ()
        columns: tuple[Clue, ...] = ()
        high = wide = 0
        about: dict[str, str] = {}
        while self._next() >= 0:
            begin = self.at
            while self.at < self.end and self.line[self.at] > _SPACE:
                self.at += 1
            word = self.text[begin : self.at]
            if word == b"rows" and not rows:
                rows = self._lines()
                continue
            if word == b"columns" and not columns:
                columns = self._lines()
                continue
            if word == b"height" and not high:
                high = self._side()
            elif word == b"width" and not wide:
                wide = self._side()
            elif word in _WORDS and word.decode() not in about and self._along() == _QUOTE:
                about[word.decode()] = self._text()
            else:
                return None
            if self._along() >= 0:
                return None
        if self.at > self.end or not high or not wide or len(rows) != high or len(columns) != wide:
            return None
        if "goal" not in about:
            return rows, columns, (), about
        cells = about["goal"].encode()
        if len(cells) != high * wide or cells.translate(None, b"01"):
            return None
        goal = cells.translate(_CELLS).decode()
        return rows, columns, tuple([goal[at : at + wide] for at in range(0, len(goal), wide)]), about

    def _next(self) -> int:
        """Return the next character that is not a space; -1 at the end, and beyond it."""
        while self.at < self.end:
            char = self.line[self.at]
            if char != _SPACE and char != _TAB and char != _FEED and char != _RETURN:
                return char
            self.at += 1
        return -1

    def _takes(self, mark: int) -> bool:
        """Step over a character if it is the next one; only a comma may be missing in a plain line."""
        if self._next() == mark:
            self.at += 1
            return True
        if mark != _COMMA:
            self._fail()
        return False

    def _fail(self) -> None:
        self.at = self.end + 1

    def _text(self) -> str:
        """Return a text in quotes, without escapes."""
        if not self._takes(_QUOTE):
            return ""
        begin = self.at
        while self.at < self.end:
            char = self.line[self.at]
            self.at += 1
            if char == _QUOTE:
                return self.text[begin : self.at - 1].decode("ascii")
            if char == _BACKSLASH or char < _SPACE or char > _LAST:
                break
        self._fail()
        return ""

    def _along(self) -> int:
        """Return the next character of the same line that is not a space; -1 at its end."""
        while self.at < self.end:
            char = self.line[self.at]
            if char in (_FEED, _RETURN):
                return -1
            if char != _SPACE and char != _TAB:
                return char
            self.at += 1
        return -1

    def _side(self) -> int:
        """Return a line's rest as the number of rows or columns; 0 for anything else."""
        number = self._number() if self._along() >= 0 else -1
        return number if 0 < number <= MAX_SIDE else 0

    def _lines(self) -> tuple[Clue, ...]:
        """Return the clues on the lines below, which begin with a digit."""
        clues: list[Clue] = []
        if self._along() >= 0:
            self._fail()
        while _ZERO <= self._next() <= _NINE:
            begin = end = self.at
            while end < self.end and self.line[end] != _FEED and self.line[end] != _RETURN:
                end += 1
            text = self.text[begin:end]
            known = self.known_lines.get(text)
            if known is None:
                known = self._clue_of_line(end)
                if self.at == end and len(self.known_lines) < _MOST:
                    self.known_lines[text] = known
            else:
                self.at = end
            clues.append(known)
        return tuple(clues)

    def _clue_of_line(self, end: int) -> Clue:
        """Return the clue on the rest of a line, its numbers split by spaces, tabs or commas."""
        blocks: list[Any] = []
        while self.at < end:
            self._add_block(blocks)
            while self.at < end and self._along() == _COMMA:
                self.at += 1
        return self._clue_of(blocks)

    def _add_block(self, blocks: list[Any]) -> None:
        """Read a number and add the black block of this length, or None for 0."""
        length = self._number()
        if not 0 <= length <= MAX_SIDE:
            self._fail()
            return
        if length and self.blocks[length] is None:
            self.blocks[length] = block(1, length)
        blocks.append(self.blocks[length])

    def _clue_of(self, blocks: list[Any]) -> Clue:
        """Return the clue of these blocks; 0 is a whole clue."""
        if len(blocks) == 1 and blocks[0] is None:
            return ()
        for one in blocks:
            if one is None:
                self._fail()
        return tuple(blocks)

    def _clues(self) -> tuple[Clue, ...]:
        """Return the clues of all lines in one direction."""
        clues: list[Clue] = []
        mark = _OPEN
        while self._takes(mark):
            begin = end = self.at
            while end < self.end and self.line[end] != _SHUT:
                end += 1
            text = self.text[begin:end]
            known = self.known.get(text)
            if known is None:
                known = self._clue()
                if self.at == end + 1 <= self.end and len(self.known) < _MOST:
                    self.known[text] = known
            else:
                self.at = end + 1
            clues.append(known)
            mark = _COMMA
        self._takes(_SHUT)
        if not 0 < len(clues) < len(self.blocks):
            self._fail()
        return tuple(clues)

    def _clue(self) -> Clue:
        """Return the clue of a line; `[0]` and `[]` are both empty."""
        blocks: list[Any] = []
        if self._takes(_OPEN) and self._next() == _SHUT:
            self.at += 1
            return ()
        while self.at <= self.end:
            self._add_block(blocks)
            if not self._takes(_COMMA):
                break
        self._takes(_SHUT)
        return self._clue_of(blocks)

    def _number(self) -> int:
        """Return a whole number; -1 for anything else."""
        first, number, begin = self._next(), 0, self.at
        while self.at < self.end and self.at < begin + _DIGITS:
            char = self.line[self.at]
            if char < _ZERO or char > _NINE:
                break
            number = 10 * number + char - _ZERO
            self.at += 1
        if self.at == begin or (first == _ZERO and self.at > begin + 1):
            return -1
        return number

    def _picture(self) -> Picture:
        """Return the rows of a picture, which are equally long."""
        rows: list[str] = []
        mark, wide = _OPEN, -1
        while self._takes(mark):
            row = self._text()
            if wide < 0:
                wide = len(row)
            for place in range(self.at - 1 - len(row), self.at - 1):
                char = self.line[place]
                if char != _WHITE and char != _BLACK:
                    self._fail()
                    return ()
            if wide == 0 or len(row) != wide:
                self._fail()
                return ()
            rows.append(row)
            mark = _COMMA
        self._takes(_SHUT)
        return tuple(rows)


READER = Reader()
"""Reads for all formats, since their clues are the same."""
