"""Addresses of puzz.link and of other sites with pzpr; files of these in one line (`pzprv3/...`) are read.

An address is `https://puzz.link/p?NAME/WIDTH/HEIGHT/BODY`. Nothing is fetched: the body has the puzzle.
Numbers are in base 16, and gaps are the letters above. The grammars are those of pzprjs's source.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from nonosat.errors import InputError
from nonosat.formats.grids import Game, Size, check_size, decimal, lines_of, link_of, make, regions_of, within
from nonosat.formats.source import Source
from nonosat.problem import Block
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.words import quote

_ADDRESS = re.compile(
    r"(?:https?://[^\s?#]+\?)([a-z]+)(?:_edit)?/(?:([a-z]+)/)?(\d{1,4})/(\d{1,4})(/\S*)?", re.ASCII
)
_FILE = re.compile(r"pzprv3(?:\.\d)?/([a-z]+)/(\d{1,4})/(\d{1,4})/", re.ASCII)
_PAGE = "https://puzz.link/p?"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_GAP = 16  # the digit from which letters are gaps

Number = int | None


class _Body:
    """What is left to be read of an address."""

    def __init__(self, text: str) -> None:
        self.left = text

    def take(self, length: int) -> str:
        """Return the next characters."""
        taken, self.left = self.left[:length], self.left[length:]
        if len(taken) < length:
            raise InputError("it is cut off")
        return taken

    def digits(self, length: int, base: int) -> int:
        text = self.take(length)
        if set(text) - set(_DIGITS[:base]):
            raise InputError(f"expected a number, found {quote(text)}")
        return int(text, base)

    def numbers(self, count: int) -> list[Number]:
        """Read numbers: one digit, `-` and two, `.` or a gap for none."""
        values: list[Number] = []
        while len(values) < count:
            char = self.take(1)
            if char in ".-":
                values.append(None if char == "." else self.digits(2, 16))
            elif (value := _DIGITS.find(char)) < 0:
                raise InputError(f"did not expect {quote(char)}")
            else:
                values += [value] if value < _GAP else [None] * (value - _GAP + 1)
        if len(values) > count:
            raise InputError("a gap is longer than what is left of the grid")
        return values

    def symbols(self, count: int) -> str:
        """Read walls: `0` to `4`, and `#` for `.`; a digit from 5 on is followed by one or two free cells."""
        text = ""
        while len(text) < count:
            char = self.take(1)
            value = _DIGITS.find(char)
            if char == ".":
                text += "#"
            elif 0 <= value < 15:
                text += str(value % 5) + "." * min(value // 5, count - len(text) - 1)
            elif value >= _GAP:
                text += "." * (value - _GAP + 1)
            else:
                raise InputError(f"did not expect {quote(char)}")
        if len(text) > count:
            raise InputError("a gap is longer than what is left of the grid")
        return text

    def trees(self, count: int) -> str:
        """Read trees: a character for each, which says how many free cells follow."""
        text = ""
        while len(text) < count:
            value = self.digits(1, 36)
            text += "T" + "." * value if value < 18 else "." * (value - 17)
        if len(text) > count:
            raise InputError("a gap is longer than what is left of the grid")
        return text

    def borders(self, size: Size) -> Picture:
        """Read where regions end: to the right of cells, and below them."""
        height, width = size
        return regions_of(size, self._bits((width - 1) * height), self._bits(width * (height - 1)))

    def _bits(self, count: int) -> list[bool]:
        text = "".join([f"{self.digits(1, 32):05b}" for _ in range(-(-count // 5))])
        return [bit == "1" for bit in text[:count]]


def _write(numbers: Sequence[Number]) -> str:
    if max([number or 0 for number in numbers], default=0) > 255:
        raise InputError("a number is too large for such an address")
    texts = [" " if n is None else f"{n:x}" if n < 16 else f"-{n:02x}" for n in numbers]
    return _with_gaps("".join(texts))


def _with_gaps(text: str) -> str:
    """Write spaces as gaps."""
    return re.sub(" {1,20}", lambda gap: _DIGITS[len(gap[0]) + _GAP - 1], text)


def _apart(numbers: Sequence[Number]) -> str:
    """Write numbers without gaps."""
    return "".join(["." if number is None else _write([number]) for number in numbers])


def _bits_text(bits: Sequence[bool]) -> str:
    groups = [bits[k : k + 5] for k in range(0, len(bits), 5)]
    return "".join([_DIGITS[sum(16 >> i for i, bit in enumerate(group) if bit)] for group in groups])


def _borders_text(regions: Picture) -> str:
    return "".join([_bits_text(bits) for bits in lines_of(regions)])


# One kind after another: each is read from the body of an address, and written.


def _nonogram(body: _Body, size: Size) -> Puzzle:
    height, width = size
    high, wide = (height + 1) // 2, (width + 1) // 2
    cut = width * high
    numbers = body.numbers(cut + height * wide)
    clues = [
        # The first number is the one at the grid.
        tuple([Block(1, n, n) for n in reversed(numbers[k : k + each]) if n is not None])
        for start, end, each in ((0, cut, high), (cut, len(numbers), wide))
        for k in range(start, end, each)
    ]
    if any(block.low == 0 for clue in clues for block in clue):
        raise InputError("a clue has a block of no cells")
    return Nonogram(tuple(clues[width:]), tuple(clues[:width]))


def _nonogram_text(puzzle: Any) -> str:
    numbers: list[Number] = []
    for clue, length in [(c, puzzle.height) for c in puzzle.columns] + [
        (c, puzzle.width) for c in puzzle.rows
    ]:
        room = (length + 1) // 2 - len(clue)
        if room < 0:
            raise InputError("a clue has more numbers than fit beside its line in such an address")
        numbers += [*[block.low for block in reversed(clue)], *[None] * room]
    return _write(numbers)


class _Part(NamedTuple):
    """A part of a body: what a puzzle gives, as it is read, and as it is written."""

    read: Callable[[_Body, Size], dict[str, Any]]
    write: Callable[[Any], str]


def _outside(body: _Body, size: Size) -> dict[str, Any]:
    return _by_side(body.numbers(sum(size)), size)


def _by_side(numbers: Sequence[Number], size: Size, before: str = "") -> dict[str, Any]:
    width = size[1]
    return {f"{before}columns": tuple(numbers[:width]), f"{before}rows": tuple(numbers[width:])}


def _sides(puzzle: Any, before: str = "") -> list[Number]:
    return [*puzzle.gives[f"{before}columns"], *puzzle.gives[f"{before}rows"]]


def _stars(body: _Body, _size: Size) -> dict[str, Any]:
    match = re.match(r"(\d{1,2})/", body.left)
    if not match:
        raise InputError("expected the number of stars")
    body.take(match.end())
    return {"stars": int(match[1])}


def _slash(body: _Body, _size: Size) -> dict[str, Any]:
    if body.take(1) != "/":
        raise InputError("expected / and the numbers")
    return {}


def _free(body: _Body, size: Size) -> dict[str, Any]:
    if body.symbols(size[0] * size[1]).strip("."):
        raise InputError("cells with clues in the grid are not supported")
    return {}


def _dominoes(regions: Picture) -> Picture:
    """Return regions. Raises InputError unless they are dominoes, for which alone the rules are the same."""
    if {*Counter("".join(regions)).values()} != {2}:
        raise InputError("expected regions of two cells: in such addresses, larger ones have other rules")
    return regions


def _poles(body: _Body, size: Size) -> dict[str, Any]:
    numbers = body.numbers(2 * sum(size))
    return _by_side(numbers[::2], size, "minus_") | _by_side(numbers[1::2], size, "plus_")


def _poles_text(puzzle: Any) -> str:
    pairs = zip(_sides(puzzle, "minus_"), _sides(puzzle, "plus_"), strict=True)
    return _write([number for pair in pairs for number in pair])


def _no_poles(body: _Body, _size: Size) -> dict[str, Any]:
    if body.left.strip("0"):
        raise InputError("poles and walls that are given are not supported")
    body.left = ""
    return {}


def _trees_text(symbols: str) -> str:
    before, *after = symbols.split("T")
    text = ""
    for first, gap in [(True, len(before)), *[(False, len(one)) for one in after]]:
        text += "" if first else _DIGITS[min(gap, 17)]
        gap -= 0 if first else min(gap, 17)
        while gap:
            text, gap = text + _DIGITS[min(gap, 18) + 17], gap - min(gap, 18)
    return text


_REGIONS = _Part(lambda body, size: {"regions": body.borders(size)}, lambda it: _borders_text(it.regions))
_DOMINOES = _Part(
    lambda body, size: {"regions": _dominoes(body.borders(size))},
    lambda it: _borders_text(_dominoes(it.regions)),
)
_OUTSIDE = _Part(_outside, lambda it: _write(_sides(it)))
_STARS = _Part(_stars, lambda it: f"{it.gives['stars']}/")
_WALLS = _Part(
    lambda body, size: {"cells": within(body.symbols(size[0] * size[1]), size)},
    lambda it: _with_gaps(it.symbols.translate(str.maketrans(".#", " ."))),
)
_TREES = _Part(
    lambda body, size: {"cells": within(body.trees(size[0] * size[1]), size)},
    lambda it: _trees_text(it.symbols),
)
_SLASH = _Part(_slash, lambda _: "/")
_FREE = _Part(_free, lambda it: _write([None] * len(it.cell_sizes)))
_EACH_OUTSIDE = _Part(
    lambda body, size: _by_side([body.numbers(1)[0] for _ in range(sum(size))], size),
    lambda it: _apart(_sides(it)),
)
_POLES, _NO_POLES = _Part(_poles, _poles_text), _Part(_no_poles, lambda _: "")


def _game(kind: str, *parts: _Part, variant: str = "") -> Game:
    """Return how the puzzles of a declared kind are read and written, whose bodies have these parts."""

    def read_parts(body: _Body, size: Size) -> Puzzle:
        return make(kind, **{name: one for part in parts for name, one in part.read(body, size).items()})

    return Game(kind, read_parts, lambda it: "".join([part.write(it) for part in parts]), variant)


_KINDS = {
    "nonogram": Game("nonogram", _nonogram, _nonogram_text),
    "starbattle": _game("star-battle", _STARS, _REGIONS),
    "norinori": _game("norinori", _REGIONS),
    "akari": _game("akari", _WALLS),
    "tents": _game("tents", _OUTSIDE, _TREES),
    "aquarium": _game("aquarium", _REGIONS, _SLASH, _OUTSIDE, variant="r/"),
    "tilepaint": _game("tilepaint", _REGIONS, _FREE, _EACH_OUTSIDE),
    "magnets": _game("magnets", _POLES, _DOMINOES, _NO_POLES),
}
_ALIASES = {"lightup": "akari"}


def _of_file(name: str, size: Size, lines: list[list[str]]) -> Puzzle:
    """Return the puzzle of a file, whose lines stand between slashes, as an address has it."""
    height, width = size

    def block(first: int, rows: int, columns: int) -> list[list[str]]:
        taken = lines[first : first + rows]
        if len(taken) < rows or any(len(row) != columns for row in taken):
            raise InputError(f"expected {rows} lines of {columns} values at line {first + 1}")
        return taken

    def numbers(texts: Iterable[str]) -> list[Number]:
        return [None if text == "." else decimal(text.removeprefix("c")) for text in texts]

    def bits(first: int) -> str:
        parts = block(first, height, width - 1), block(first + height, height - 1, width)
        return "".join([_bits_text([bit == "1" for row in part for bit in row]) for part in parts])

    def outside(first: int, high: int = 1, wide: int = 1) -> str:
        grid = block(first, high + height, wide + width)
        sides = [grid[high - 1 - k][wide + c] for c in range(width) for k in range(high)]
        return _write(
            numbers(sides + [grid[high + r][wide - 1 - k] for r in range(height) for k in range(wide)])
        )

    first = int(name == "starbattle")
    if name in ("starbattle", "norinori", "tilepaint"):
        rooms = [[chr(0x4E00 + decimal(room)) for room in row] for row in block(first + 1, height, width)]
        body = _borders_text(tuple(map("".join, rooms)))
        if name == "tilepaint":
            sides = block(first + 1 + height, 1 + height, 1 + width)
            texts = [*sides[0][1:], *[row[0] for row in sides[1:]]]
            body += _write([None] * (height * width)) + _apart(numbers(texts))
        text = "/".join([*lines[0][:first], body])
    elif name == "akari":
        walls = {"-": ".", **{digit: digit for digit in "01234"}}
        text = _with_gaps("".join([walls.get(one, " ") for row in block(0, height, width) for one in row]))
    elif name == "nonogram":
        text = outside(0, (height + 1) // 2, (width + 1) // 2)
    elif name == "tents":
        grid = [one for row in block(0, 1 + height, 1 + width)[1:] for one in row[1:]]
        text = outside(0) + _trees_text("".join(["T" if one == "1" else "." for one in grid]))
    else:
        first, after = int(lines[0] == ["r"]), 2 * height - 1
        if first != (name == "aquarium") or lines[0] == ["a"]:
            raise InputError(f"this variant of {name} is not supported")
        if name == "aquarium":
            text = bits(first) + "/" + outside(first + after)
        else:
            cells = [one for row in block(after, 2 + height, 2 + width)[2:] for one in row[2:]]
            if any(one[0] in "q#" for one in cells):
                raise InputError("poles and walls that are given are not supported")
            text = outside(after, 2, 2) + bits(0)
    return _KINDS[name].read(_Body(text), size)


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle of an address, or of a line that begins with `pzprv3`."""
    text = source.text.strip()
    match = _ADDRESS.fullmatch(text) or _FILE.match(text)
    if not match:
        raise source.wrong(f"expected {_PAGE}NAME/WIDTH/HEIGHT/BODY, found {quote(text)}", 1)
    name = _ALIASES.get(match[1], match[1])
    try:
        if name not in _KINDS:
            raise InputError(f"puzzles called {name} are not supported; those called {', '.join(_KINDS)} are")
        kind = _KINDS[name]
        if match.re is _FILE:
            flag, height, width = "", int(match[2]), int(match[3])
            check_size((height, width))
            lines = [line.split() for line in text[match.end() :].split("/")]
            puzzle = _of_file(name, (height, width), lines)
        else:
            flag, width, height = match[2] or "", int(match[3]), int(match[4])
            check_size((height, width))
            if flag != kind.variant.strip("/"):
                raise InputError(f"the variant {flag or 'without a letter'} of {name} is not supported")
            body = _Body((match[5] or "/")[1:])
            puzzle = kind.read(body, (height, width))
            if body.left.strip("/"):
                raise InputError(f"did not expect {quote(body.left)} at the end")
    except InputError as error:
        raise source.wrong(f"an address of puzz.link: {error.what}", 1) from None
    yield puzzle


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return the address of the one puzzle: with a `/` after a final dot, which programs would drop."""
    (puzzle,) = puzzles
    link = link_of(puzzle, _KINDS, _PAGE + "{name}/{variant}{width}/{height}/{text}")
    return link.replace(".\n", "./\n")
