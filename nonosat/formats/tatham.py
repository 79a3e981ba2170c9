"""Games of Simon Tatham's collection: `NAME#WIDTHxHEIGHT:GAME`, at the end of an address or alone. The name
of a pattern may be missing.

The part after the size, up to the colon, says how the game was made, and is not needed. Runs of empty cells
are letters, from `a` for one. The grammars are those of the collection's source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from nonosat.errors import InputError
from nonosat.formats.grids import Game, Size, check_size, decimal, lines_of, link_of, make, regions_of, within
from nonosat.formats.source import Source
from nonosat.problem import Block
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import UNKNOWN
from nonosat.words import quote

_GAME = re.compile(
    r"(?:(?:https?://[^\s?#]+/)?([a-z]+)(?:\.html)?#)?(\d{1,4})x(\d{1,4})([^:\s]*):(\S*)", re.ASCII
)
_PAGE = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/"


def _pattern(text: str, size: Size) -> Puzzle:
    height, width = size
    lines = text.split("/")
    if len(lines) != width + height:
        raise InputError(f"expected {width + height} clues between slashes, found {len(lines)}")
    clues = [
        tuple([Block(1, n, n) for n in map(decimal, line.split(".")) if n]) if line else () for line in lines
    ]
    return Nonogram(tuple(clues[width:]), tuple(clues[:width]))


def _pattern_text(puzzle: Any) -> str:
    return "/".join(
        [".".join([str(block.low) for block in clue]) for clue in (*puzzle.columns, *puzzle.rows)]
    )


def _runs(text: str, cells: int, symbols: str, blank: str) -> str:
    """Read cells: a letter is a run of blanks, any other character a symbol."""
    runs = "".join([blank * (ascii_lowercase.find(c) + 1) if c in ascii_lowercase else c for c in text])
    if wrong := set(runs) - {*symbols, blank}:
        raise InputError(f"did not expect {quote(min(wrong))}")
    return _whole(runs, cells)


def _runs_text(cells: str, blank: str) -> str:
    return re.sub(f"[{blank}]{{1,26}}", lambda run: ascii_lowercase[len(run[0]) - 1], cells)


def _cells(kind: str, name: str, symbols: str, blank: str) -> Callable[[str, Size], Puzzle]:
    """Return what reads the cells of a kind that gives nothing else; `B` is a wall."""
    return lambda text, size: make(
        kind, **{name: within(_runs(text.replace("B", "#"), size[0] * size[1], symbols, blank), size)}
    )


def _tents(text: str, size: Size) -> Puzzle:
    height, width = size
    trees, *numbers = text.split(",")
    if len(numbers) != width + height:
        raise InputError(f"expected {width + height} numbers, found {len(numbers)}")
    cells = ""
    for char in trees:
        if char not in "_" + ascii_lowercase:
            raise InputError(f"did not expect {quote(char)}")
        cells += "." * 25 if char == "z" else "." * (ascii_lowercase.find(char) + 1) + "T"
    if not cells.endswith("T"):  # it ends with a tree after the last cell
        raise InputError("it is cut off")
    counts = tuple(map(decimal, numbers))
    grid = within(_whole(cells[:-1], width * height), size)
    return make("tents", cells=grid, columns=counts[:width], rows=counts[width:])


def _tents_text(puzzle: Any) -> str:
    numbers = [*puzzle.gives["columns"], *puzzle.gives["rows"]]
    if None in numbers:
        raise InputError("such a game has all numbers")
    runs = [len(run) for run in puzzle.symbols.split("T")]
    trees = "".join(["z" * (run // 25) + ("_" + ascii_lowercase)[run % 25] for run in runs])
    return ",".join([trees, *map(str, numbers)])


def _magnets(text: str, size: Size) -> Puzzle:
    height, width = size
    parts = text.split(",")
    if [len(part) for part in parts] != [width, height, width, height, width * height]:
        raise InputError(
            "expected the numbers above, left, below and right, and the dominoes, between commas"
        )
    top, left, bottom, right = (
        tuple([None if char == "." else _DIGITS.index(char) for char in _check(part, _DIGITS + ".")])
        for part in parts[:4]
    )
    cells = _check(parts[4], "LRTB*")
    sides = within(cells, size)
    regions = regions_of(
        size,
        [char != "L" for row in sides for char in row[:-1]],
        [char != "T" for char in cells[: width * (height - 1)]],
    )
    names = {"plus_rows": left, "minus_rows": right, "plus_columns": top, "minus_columns": bottom}
    puzzle: Any = make("magnets", regions=regions, **names)
    if _dominoes(puzzle) != cells:
        raise InputError("the dominoes do not fit together")
    return puzzle  # type: ignore[no-any-return]


def _dominoes(puzzle: Any) -> str:
    """Write which half of a domino each cell is. Raises InputError if regions are larger."""
    lines_of(puzzle.regions)
    chars = ["*"] * len(puzzle.cell_sizes)
    for cells in puzzle.places.regions.values():
        if len(cells) > 2:
            raise InputError("such a game has dominoes only")
        if len(cells) == 2:
            chars[cells[0]], chars[cells[1]] = "LR" if cells[1] == cells[0] + 1 else "TB"
    return "".join(chars)


def _magnets_text(puzzle: Any) -> str:
    sides = [puzzle.gives[name] for name in ("plus_columns", "plus_rows", "minus_columns", "minus_rows")]
    if max([n or 0 for side in sides for n in side]) >= len(_DIGITS):
        raise InputError("a number is too large for such a game")
    texts = ["".join(["." if n is None else _DIGITS[n] for n in side]) for side in sides]
    return ",".join([*texts, _dominoes(puzzle)])


def _unruly(text: str, size: Size) -> Puzzle:
    cells = ""
    for char in text:
        run = ascii_lowercase.find(char.lower())
        if run < 0:
            raise InputError(f"did not expect {quote(char)}")
        cells += UNKNOWN * min(run, 25) + "" if run == 25 else UNKNOWN * run + (".#"[char.isupper()])
    if len(cells) <= size[0] * size[1]:
        raise InputError("it is cut off")
    return make("takuzu", cells=within(_whole(cells[:-1], size[0] * size[1]), size))


def _unruly_text(puzzle: Any) -> str:
    text, run = "", 0
    for char in puzzle.symbols + ".":  # it ends with a cell after the last one
        if char == UNKNOWN:
            run += 1
            continue
        letters = ascii_uppercase if char == "#" else ascii_lowercase
        text += letters[25] * (run // 25) + letters[run % 25]
        run = 0
    return text


_DIGITS = "0123456789" + ascii_uppercase


def _check(text: str, allowed: str) -> str:
    if wrong := set(text) - set(allowed):
        raise InputError(f"did not expect {quote(min(wrong))}")
    return text


def _whole(cells: str, count: int) -> str:
    if len(cells) != count:
        raise InputError(f"expected {count} cells, found {len(cells)}")
    return cells


_GAMES = {
    "pattern": Game("nonogram", _pattern, _pattern_text),
    "mosaic": Game(
        "mosaic",
        _cells("mosaic", "rows", "0123456789", UNKNOWN),
        lambda puzzle: _runs_text(puzzle.symbols, UNKNOWN),
    ),
    "lightup": Game(
        "akari",
        _cells("akari", "cells", "#01234", "."),
        lambda puzzle: _runs_text(puzzle.symbols.replace("#", "B"), "."),
    ),
    "tents": Game("tents", _tents, _tents_text),
    "magnets": Game("magnets", _magnets, _magnets_text),
    "unruly": Game("takuzu", _unruly, _unruly_text, "u"),
}


def read(source: Source) -> Iterator[Puzzle]:
    """Yield the one puzzle."""
    match = _GAME.fullmatch(source.text.strip())
    if not match:
        raise source.wrong(f"expected NAME#WIDTHxHEIGHT:GAME, found {quote(source.text.strip())}", 1)
    name, size = match[1] or "pattern", (int(match[3]), int(match[2]))
    try:
        if name not in _GAMES:
            raise InputError(f"games called {name} are not supported; those called {', '.join(_GAMES)} are")
        if _GAMES[name].variant not in match[4]:
            raise InputError("lines that are the same are allowed in this game, and not in takuzu")
        check_size(size)
        if len(match[5]) > 6 * (size[0] + 1) * (size[1] + 1):
            raise InputError("it is longer than a game of this size")
        puzzle = _GAMES[name].read(match[5], size)
    except InputError as error:
        raise source.wrong(f"a game of Simon Tatham's: {error.what}", 1) from None
    yield puzzle


def write(puzzles: Sequence[Puzzle]) -> str:
    """Return the address of the one puzzle."""
    (puzzle,) = puzzles
    return link_of(puzzle, _GAMES, _PAGE + "{name}.html#{width}x{height}{variant}:{text}")
