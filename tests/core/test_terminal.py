"""Pictures on terminals: legible clues, and correct blocks and colours."""

import random
import re

import nonosat
from nonosat import Nonogram, Picture
from nonosat.pictures.drawings import draw
from nonosat.toolkit import BLACK_AND_WHITE, Colour
from tests.helpers.brute import THREE_COLOURS
from tests.helpers.properties import given, settings, st
from tests.helpers.puzzles import shipped
from tests.helpers.strategies import any_clues

QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"


@settings(max_examples=30)
@given(any_clues(side=100, palettes=(BLACK_AND_WHITE, THREE_COLOURS)), st.integers(20, 250), st.booleans())
def test_clues_in_a_terminal_can_be_read(puzzle: Nonogram, width: int, empty: bool) -> None:
    rng = random.Random(width)
    picture = tuple("".join(rng.choices("#.", k=puzzle.width)) for _ in puzzle.rows)
    lines = draw(puzzle, () if empty else picture, (), width).splitlines()
    assert all(len(line) <= width for line in lines if not line.startswith("("))
    if lines[-1].startswith("("):
        margin = max(len(puzzle.clue_text(clue)) for clue in puzzle.rows)
        assert margin + puzzle.width + 2 > width
        return
    top = next(k for k, line in enumerate(lines) if "┌" in line)
    left = lines[top].index("┌")
    rows = [line for line in lines[top + 1 : -1] if line[left] == "│"]
    assert [line[:left].split() for line in rows] == [puzzle.clue_text(clue).split() for clue in puzzle.rows]
    bars = lines[top][left + 1 : -1].split("┬")
    cell = sum(map(len, bars)) // puzzle.width
    at = left + 1
    starts: list[int] = []
    for bar in bars:
        starts += range(at, at + len(bar), cell)
        at += len(bar) + 1
    for start, clue in zip(starts, puzzle.columns, strict=True):
        items = [line[start : start + cell].strip() for line in lines[:top]]
        # One number per line, or one digit per line with blanks between numbers.
        assert not any(
            len(item) == cell > 1 and line[start - 1].isdigit()
            for item, line in zip(items, lines, strict=False)
        )
        ways = [item for item in items if item], "".join(item or " " for item in items).split()
        assert puzzle.clue_text(clue).split() in ways


def test_clues_of_single_digits_have_no_blanks_between_them() -> None:
    gchq = shipped("gchq")
    for width in (45, 60):
        above = draw(gchq, (), (), width).split("┌")[0].splitlines()[:-1]
        assert len(above) == max(map(len, gchq.columns)) and all(line.strip() for line in above)


def test_numbers_of_two_digits_are_written_across_and_never_touch() -> None:
    puzzle = Nonogram.from_picture(("###",) * 11 + ("...", "#.#"))
    above = ["      11", "    11  11", "     1   1", "   ┌──────┐"]
    assert draw(puzzle).splitlines()[:4] == above
    for width in (None, 80):
        tulips = nonosat.load("tulips")
        assert draw(tulips, width=width).splitlines()[1].split() == ["4r4r5r4r3g", "2g", "2g3g4y", "5y4y4y"]


@settings(max_examples=30)
@given(st.data())
def test_blocks_show_the_picture(data: st.DataObject) -> None:
    side = st.integers(20, 40)
    wide, high = data.draw(side), data.draw(side)
    rng = random.Random(data.draw(st.integers()))
    picture: Picture = tuple("".join(rng.choices("#.", k=wide)) for _ in range(high))
    puzzle = Nonogram.from_picture(picture)
    for width, across in ((wide, 1), ((wide + 1) // 2, 2)):
        *lines, say = draw(puzzle, picture, (), width).splitlines()
        assert re.fullmatch(rf"\(with clues it is \d+ characters wide: too wide for {width} columns\)", say)
        shown = []
        for pair in range(0, high, 2):
            line = (lines[pair // 2] if pair // 2 < len(lines) else "").ljust(width)
            bits = [QUARTERS.index(char) for char in line]
            if across == 1:
                assert set(line) <= set(" ▀▄█")
            for bit in (1, 4):
                halves = [[b & bit, b & (2 * bit)][:across] for b in bits]
                shown.append("".join(".#"[bool(h)] for two in halves for h in two)[:wide])
        assert tuple(shown[:high]) == picture
    assert draw(puzzle, picture, (), (wide - 1) // 2).startswith("(the picture is")


def test_half_blocks_have_colours() -> None:
    puzzle = Nonogram.from_picture(("#r.", ".rr", "r.."), THREE_COLOURS)
    row, last, _ = draw(puzzle, puzzle.goal, ("#r.", ".r.", "r.."), 3, colour=True).splitlines()
    black, white, red, mark = "0;0;0", "255;255;255", "204;0;0", "230;159;0"
    cells = [(black, white), (red, red), (white, mark)]
    assert row == "".join(f"\x1b[38;2;{up};48;2;{down}m▀\x1b[0m" for up, down in cells)
    assert last == "".join(f"\x1b[38;2;{up}m▀\x1b[0m" for up in (red, white, white))


def test_cells_in_colour_are_told_apart_on_any_terminal() -> None:
    palette = (
        Colour(".", "white", "#ffffff"),
        Colour("b", "black", "#000000"),
        Colour("B", "blue", "#0000ff"),
    )
    puzzle = Nonogram.from_picture(("b.", ".B", "Bb"), palette)
    lines = draw(puzzle, puzzle.goal, (".b", ".B", "Bb"), colour=True).splitlines()[-4:-1]
    grounds = [re.findall(r"\x1b\[48;2;([\d;]+);38;2;[\d;]+m(..)\x1b", line) for line in lines]
    black, white, blue = "0;0;0", "255;255;255", "0;0;255"
    assert grounds == [
        [(black, "▒▒"), (white, "▒▒")],
        [(white, "  "), (blue, "  ")],
        [(blue, "  "), (black, "  ")],
    ]


def test_a_letter_is_never_another_colours() -> None:
    palette = (*THREE_COLOURS[:1], Colour("b", "blue", "#0000ff"), Colour("B", "brown", "#a52a2a"))
    puzzle = Nonogram.from_picture(("bB", "Bb", "bb"), palette)
    for width, rows in ((None, ["b▓B▓", "BBbb", "bbbb"]), (9, ["▓▓", "Bb", "bb"])):
        lines = draw(puzzle, puzzle.goal, ("Bb", "Bb", "bb"), width).splitlines()[-4:-1]
        assert [line.split("│")[1] for line in lines] == rows
