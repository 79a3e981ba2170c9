"""Plain `.non` files are read as all others are."""

import random
from collections.abc import Iterator
from contextlib import suppress

import pytest

from nonosat import InputError, Nonogram, Puzzle
from nonosat.formats import non
from nonosat.formats.plain import READER
from nonosat.formats.source import Source

PIECES = [
    *' \t\n\r",01&#=?a\\',
    "",
    "00",
    "\r\n",
    "0,1",
    '""',
    "2r",
    "1000",
    "1001",
    "123456",
    "é",
    "\x0b",
    "\0",
]
PARTS = ('title "A"', 'by "B C"', 'license "CC0"', 'copyright "D"', "maker me", "===", "color a #f00", "")


def file_of(chance: random.Random) -> str:
    """Return a small `.non` file, with one change in two of three cases."""
    wide, high = chance.randint(1, 5), chance.randint(1, 5)
    picture = tuple("".join(chance.choice(".#") for _ in range(wide)) for _ in range(high))
    puzzle = Nonogram.from_picture(picture)
    parts = [f"width {wide}", f"height {high}"]
    for word, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        mark = chance.choice([",", " ", ", "])
        lines = [mark.join(str(block.low) for block in clue) or chance.choice("00 ") for clue in clues]
        parts.append("\n".join([word, *lines]))
    parts.append('goal "' + "".join(picture).translate(str.maketrans(".#", "01")) + '"')
    parts += chance.sample(PARTS, chance.choice([0, 0, 1, 3]))
    chance.shuffle(parts)
    text = chance.choice(["\n", "\n\n", "\r\n"]).join(parts[: chance.choice([len(parts), len(parts), 4])])
    if chance.random() < 2 / 3:
        at = chance.randrange(len(text))
        text = text[:at] + chance.choice(PIECES) + text[at + chance.randint(0, 2) :]
    return text


def read_closely(text: str) -> list[Puzzle]:
    """Read the puzzles of a file by the long way: a comment, which is ignored, is not plain."""
    puzzles: Iterator[Puzzle] = non.read(Source("", ("x&\n" + text).encode()))
    return list(puzzles)


def test_a_plain_file_is_read_as_any_other() -> None:
    chance, plain = random.Random(7), 0
    for _ in range(6000):
        text = file_of(chance)
        others = None
        with suppress(InputError):
            others = read_closely(text)
        if "&" not in text and READER.read_lines(text.encode()) is not None:
            plain += 1
            (puzzle,) = non.read(Source("", text.encode()))
            assert others == [puzzle], text
            assert vars(puzzle).keys() == vars(others[0]).keys(), text
    assert plain > 600


@pytest.mark.parametrize("text", ["", "\n", "width 1", "rows\n1\ncolumns\n1", "width 1\nheight 1\nrows\n1"])
def test_what_is_not_whole_is_left_to_others(text: str) -> None:
    assert READER.read_lines(text.encode()) is None
