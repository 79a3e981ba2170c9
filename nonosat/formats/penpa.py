"""Addresses of Penpa: `...#m=edit&p=BOARD` or `m=solve&p=BOARD`, deflated, in base64. Nothing is fetched.

A board is lines: its size, the margins around the grid, what stands in cells and between them, by numbers
that count the margins as well, and the genre. Names are `z` and a letter. The grammar is that of its source.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import Any, NamedTuple, Self
from urllib.parse import unquote

from nonosat import fields
from nonosat.errors import InputError
from nonosat.formats.grids import Size, check_size, decimal, lines_of, make, regions_of, within
from nonosat.formats.link import pack, unpack
from nonosat.formats.source import Source
from nonosat.puzzles import KINDS, Puzzle
from nonosat.puzzles.clues import item_text, read_clue
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN
from nonosat.words import quote

_ADDRESS = re.compile(r"(?:https?://\S+[#?])?m=\w+&p=([\w+/%=-]+)(?:&\S*)?", re.ASCII)
_PAGE = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="
_BESIDE = "a number beside the grid"

_ALIKE = "nonogram norinori akari tents aquarium tilepaint magnets mosaic".split()  # noqa: SIM905
KIND_OF = {"starbattle": "star-battle", "binairo": "takuzu"} | dict(zip(_ALIKE, _ALIKE, strict=True))
"""The kind of each genre."""

_SYMBOLS = {("tents", 1): "T", ("circle_M", 1): ".", ("circle_M", 2): "#"}
_BLACK, _WHITE, _THICK, _PIXELS = 4, 7, 2, 38
_SHORT = {"Z": "z", "O": "null", "S": '"surface"', "E": '"lineE"', "N": '"number"', "Y": '"symbol"'}
_READ = ("surface", "symbol", "number", "lineE")
_DICTS = "numberS freeline freelineE line wall cage deletelineE".split()  # noqa: SIM905
_LISTS = "thermo arrows direction squareframe polygon killercages nobulbthermo".split()  # noqa: SIM905
_NONE = [""] * 6
_EMPTY: dict[str, Any] = {f"command_{name}": {"__a": []} for name in ("redo", "undo", "replay")}
_EMPTY |= {name: {} for name in (*_READ, *_DICTS)} | {name: [] for name in _LISTS}

Place = tuple[int, int]  # row and column in the grid; margins are before the first, and behind the last
Marks = Mapping[str, Mapping[str, Any]]


class _Frame(NamedTuple):
    """The size of a grid, its margins (top, bottom, left, right), and the cells in a row and in all."""

    size: Size
    margins: Sequence[int]
    across: int
    all: int

    @classmethod
    def around(cls, size: Size, margins: Sequence[int]) -> Self:
        """Return the frame of a grid: two cells more are on each side."""
        down, across = (size[k] + margins[2 * k] + margins[2 * k + 1] + 4 for k in range(2))
        return cls(size, margins, across, down * across)

    def number(self, row: int, column: int) -> int:
        """Return the number of a cell."""
        return (row + self.margins[0] + 2) * self.across + column + self.margins[2] + 2

    def borders(self) -> tuple[list[str], list[str]]:
        """Return the names of the lines to the right of cells, and below them."""
        height, width = self.size
        ends = [[self.all + self.number(r, c) for c in range(width)] for r in range(height)]
        right = [f"{end - self.across},{end}" for row in ends for end in row[:-1]]
        return right, [f"{end - 1},{end}" for row in ends[:-1] for end in row]


def _read_board(text: str) -> tuple[_Frame, Marks, str]:
    """Return a board, and its genre, if it says one."""
    lines = re.sub("z(.)", lambda code: _SHORT.get(code[1], f'"{code[1]}"'), text).split("\n")
    form, *head = lines[0].split(",")
    if form not in ("square", "sudoku", "kakuro"):
        raise InputError(f"expected a board of squares, found {quote(form)}")
    side = fields.number(0, 1000)
    width, height = (side(fields.parse(one)) for one in head[:2])
    top, bottom, left, right = fields.items(4, side)(fields.parse(lines[1]))
    size = height - top - bottom, width - left - right
    if min(size) < 1:
        raise InputError("the margins leave no room for a grid")
    check_size(size)
    given = fields.mapping(fields.parse(lines[3]), "the marks")
    marks = {name: fields.mapping(given.get(name, {}), name) for name in _READ}
    genres = fields.items(100, fields.text(100))(fields.parse("".join(lines[17:18]) or "[]"))
    title = re.sub("[^a-z]", "", "".join(head[14:15]).lower())
    genre = next((one for one in KIND_OF if one in genres or one in title), "".join(genres[:1]))
    return _Frame.around(size, (top, bottom, left, right)), marks, genre


def _cells(frame: _Frame, marks: Marks) -> dict[Place, str]:
    """Return what stands in cells: a number, the sign of a symbol (`!` if it is not known), # for black."""
    signs = [(key, "#") for key, mark in marks["surface"].items() if mark == _BLACK]
    signs += [(key, _SYMBOLS.get((mark[1], mark[0]), "!")) for key, mark in marks["symbol"].items()]
    signs += [(key, str(mark[0]).strip()) for key, mark in marks["number"].items()]
    cells: dict[Place, str] = {}
    for key, sign in signs:
        if sign and key.isdecimal() and int(key) < frame.all:
            row, column = divmod(int(key), frame.across)
            place = row - frame.margins[0] - 2, column - frame.margins[2] - 2
            cells[place] = cells.get(place, sign) if sign == UNKNOWN else sign
    return cells


def _genre(frame: _Frame, marks: Marks, texts: Mapping[Place, str]) -> str:
    """Return the genre of a board that does not say it. Raises InputError if that is not clear."""
    names = {mark[1] for mark in marks["symbol"].values()}
    inside = [0 <= r < frame.size[0] and 0 <= c < frame.size[1] for r, c in texts]
    fits = {
        "starbattle": "star" in names and marks["lineE"],
        "tents": "tents" in names,
        "binairo": "circle_M" in names,
        "akari": _BLACK in marks["surface"].values() and all(inside),
        "nonogram": texts and not any(inside) and (max(frame.margins) > 1 or not marks["lineE"]),
    }
    genres = [genre for genre, fit in fits.items() if fit]
    if len(genres) != 1:
        raise InputError("the board does not name its genre")
    return genres[0]


def _read_nonogram(frame: _Frame, texts: dict[Place, str]) -> Nonogram:
    height, width = frame.size
    above, before = (range(-margin, 0) for margin in (frame.margins[0], frame.margins[2]))
    columns = [[texts.pop((r, c)) for r in above if (r, c) in texts] for c in range(width)]
    rows = [[texts.pop((r, c)) for c in before if (r, c) in texts] for r in range(height)]
    if texts:
        raise InputError("expected numbers only above and to the left of the grid")
    clues = [tuple([read_clue(clue, BLACK_AND_WHITE) for clue in side]) for side in (rows, columns)]
    return Nonogram(clues[0], clues[1])


def _outside(side: str, size: Size) -> list[Place]:
    """Return the places of the numbers on a side."""
    if side in ("left", "right"):
        return [(r, -1 if side == "left" else size[1]) for r in range(size[0])]
    return [(-1 if side == "top" else size[0], c) for c in range(size[1])]


def _read_declared(kind: str, frame: _Frame, texts: dict[Place, str], lines: Mapping[str, Any]) -> Puzzle:
    rules = KINDS.load(kind).rules  # type: ignore[attr-defined]  # of declared kinds
    inside = [texts.get(place, "") for place in product(range(frame.size[0]), range(frame.size[1]))]
    allowed = {"", *rules.gives[rules.symbols].chars} if rules.symbols else {"", "#"}
    if wrong := set(inside) - allowed:
        raise InputError(f"did not expect {quote(min(wrong))} in the grid")
    gives: dict[str, Any] = {}
    for name, given in rules.gives.items():
        if given.is_side:
            beside = [texts.get(place, UNKNOWN) for place in _outside(given.form, frame.size)]
            gives[name] = tuple([None if text == UNKNOWN else decimal(text, _BESIDE) for text in beside])
        elif given.form == "number":
            above = [text for (row, _), text in texts.items() if row < 0 and text != "!"]
            gives[name] = decimal("".join(above[:1]), _BESIDE)
        elif given.chars:
            gives[name] = within("".join([text or given.blank for text in inside]), frame.size)
        else:
            right, below = ([key in lines for key in keys] for keys in frame.borders())
            gives[name] = regions_of(frame.size, right, below)
    return make(kind, **gives)


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle of an address."""
    match = _ADDRESS.fullmatch(source.text.strip())
    if not match:
        raise source.wrong(f"expected {_PAGE}BOARD, found {quote(source.text.strip())}", 1)
    code = unquote(match[1]).translate(str.maketrans("+/", "-_")).rstrip("=")
    try:
        frame, marks, genre = _read_board(unpack(code, 5_000_000).decode())
        texts = _cells(frame, marks)
        kind = KIND_OF.get(genre := genre or _genre(frame, marks, texts), "")
        if not kind:
            raise InputError(
                f"the genre {quote(genre)} is not supported; expected one of {', '.join(KIND_OF)}"
            )
        if kind == "nonogram":
            yield _read_nonogram(frame, texts)
        else:
            yield _read_declared(kind, frame, texts, marks["lineE"])
    except (ValueError, TypeError, LookupError) as error:
        why = error.what if isinstance(error, InputError) else "damaged or cut off"
        raise source.wrong(f"an address of Penpa: {why}", 1) from None


def _beside(puzzle: Any) -> dict[Place, str]:
    """Return what stands beside the grid."""
    texts: dict[Place, Any] = {}
    if puzzle.kind == "nonogram":
        for k, clue in enumerate(puzzle.rows):
            texts |= {(k, n - len(clue)): item_text(block) for n, block in enumerate(clue)}
        for k, clue in enumerate(puzzle.columns):
            texts |= {(n - len(clue), k): item_text(block) for n, block in enumerate(clue)}
        return texts
    for name, given in puzzle.rules.gives.items():
        if given.is_side:
            texts |= zip(_outside(given.form, puzzle.grid), puzzle.gives[name], strict=True)
        elif given.form == "number":
            texts[-1, puzzle.width - 1] = puzzle.gives[name]
    return {place: str(number) for place, number in texts.items() if number is not None}


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return the address of the one puzzle."""
    puzzle: Any = puzzles[0]
    (height, width), texts = puzzle.grid, _beside(puzzle)
    star = [(-1, width)] if puzzle.kind == "star-battle" else []
    rows, columns = ([0, *each] for each in zip(*texts, *star, (0, 0), strict=True))
    margins = -min(rows), max(0, max(rows) + 1 - height), -min(columns), max(0, max(columns) + 1 - width)
    frame, symbols = _Frame.around((height, width), margins), {char: one for one, char in _SYMBOLS.items()}
    marks: dict[str, dict[str, Any]] = {name: {} for name in _READ}
    marks["symbol"] |= {str(frame.number(*place)): [2, "star", 2] for place in star}
    for cell, char in enumerate(getattr(puzzle, "symbols", "")):
        number, walls = str(frame.number(*divmod(cell, width))), puzzle.rules.walls
        if char.isdigit():
            texts[divmod(cell, width)] = char
        if char in walls and (char.isdigit() or char == "#"):
            marks["surface"][number] = _BLACK
        elif char != puzzle.rules.blank and char in symbols:
            marks["symbol"][number] = [symbols[char][1], symbols[char][0], 1]
    for place, text in texts.items():
        number = str(frame.number(*place))
        marks["number"][number] = [text, _WHITE if number in marks["surface"] else 1, "1"]
    if regions := getattr(puzzle, "regions", ()):
        for keys, borders in zip(frame.borders(), lines_of(regions), strict=True):
            marks["lineE"] |= {key: _THICK for key, is_border in zip(keys, borders, strict=True) if is_border}
    genre = next(name for name, kind in KIND_OF.items() if kind == puzzle.kind)
    return _PAGE + pack(_text(frame, marks, genre)).translate(str.maketrans("-_", "+/")) + "\n"


def _text(frame: _Frame, marks: Marks, genre: str) -> str:
    """Write a board as lines."""
    (height, width), (top, bottom, left, right) = frame.size, frame.margins
    nx, ny = width + left + right, height + top + bottom
    # The middle of the board: a cell, a vertex, or the middle of a line.
    middle = (1, 2, 3, 0)[nx % 2 + 2 * (ny % 2)] * frame.all
    middle += (1 + ny // 2 + ny % 2) * frame.across + 1 + nx // 2 + nx % 2
    head = f"square,{nx},{ny},{_PIXELS},0,1,1,{_PIXELS * (nx + 1)},{_PIXELS * (ny + 1)},{middle},{middle}"
    cells = [frame.number(r, c) for r, c in product(range(height), range(width))]
    steps = [cells[0], *[after - before for before, after in pairwise(cells)]]
    board = [
        frame.margins,
        {},
        _EMPTY | dict(marks),
        _EMPTY,
        steps,
        *_NONE[:4],
        [3, 1, 4],
        *_NONE[:6],
        [genre],
    ]
    texts = [json.dumps(one, separators=(",", ":")) if one != "" else "" for one in board]
    return "\n".join([f"{head},0,0,0,0,Title: {genre},Author: ,,,OFF,false", *texts]).replace("z", "zZ")
