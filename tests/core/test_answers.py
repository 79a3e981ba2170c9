"""Any solution is read correctly in every layout that is named; nothing is guessed."""

import random
import re
import time
from pathlib import Path
from random import Random

import pytest

from nonosat import Limits, Nonogram, Picture, StopReason, toolkit
from nonosat.cli import main
from nonosat.formats import layouts
from nonosat.learning import answers, grade
from nonosat.learning.answers import Reading
from nonosat.toolkit import BLACK_AND_WHITE, Colour
from tests.helpers import brute
from tests.helpers.answer_layouts import FLAT, LARGE, LAYOUTS, read_answer
from tests.helpers.grammar import Attack, attacks, expressions
from tests.helpers.growth import grows_linearly, stays_linear
from tests.helpers.properties import given, settings, st
from tests.helpers.samples import part, some
from tests.helpers.strategies import pictures, small_rows

AROUND = [
    "{}",
    "Sure, here is my answer:\n\n{}\n\nI hope that it helps!",
    "Let me think. Row 1 has 2 cells.\n{}",
]


@pytest.mark.parametrize("layout", [*LAYOUTS, *FLAT])
@settings(max_examples=20)
@given(around=st.sampled_from(AROUND), picture=pictures())
def test_a_picture_is_read_as_it_is(layout: str, around: str, picture: Picture) -> None:
    height, width = len(picture), len(picture[0])
    if layout in FLAT and height == 1:
        return
    if set("".join(picture)) == {"."} and (height == 1 or layout in FLAT):
        return  # a row of dots is also an ellipsis
    text = around.format((LAYOUTS | FLAT)[layout](picture))
    reading = read_answer(text, height, width)
    assert reading.picture == picture, (text, reading)
    assert bool(reading.dropped) or around == "{}" or height == 1


def test_an_empty_row_in_a_frame_is_a_picture() -> None:
    for width in (1, 2, 5):
        frame = "─" * 2 * width
        text = f"┌{frame}┐\n│{'  ' * width}│\n└{frame}┘\n\nThat is it.\n"
        assert read_answer(text, 1, width).picture == ("." * width,)


@pytest.mark.parametrize("layout", LARGE)
@settings(max_examples=30)
@given(around=st.sampled_from(AROUND), picture=pictures(), more=st.integers(3, 5))
def test_a_larger_picture_is_read_as_it_is(layout: str, around: str, picture: Picture, more: int) -> None:
    width = max(more, len(picture[0]))
    picture = tuple(row.ljust(width, ".") for row in picture) + ("." * width,) * (more - len(picture))
    picture = ("#" * width, *picture, "#" * width)
    if "." not in "".join(picture):
        return  # without background, a block may be a cell or half of one
    reading = read_answer(around.format(LARGE[layout](picture)), len(picture), width)
    assert reading.picture == picture, reading


@settings(max_examples=60)
@given(layout=st.sampled_from([*LAYOUTS, *FLAT]), values=small_rows())
def test_any_solution_scores_1_and_nothing_else(layout: str, values: list[list[int]]) -> None:
    puzzle = brute.nonogram(values)
    solutions = set(brute.solutions(puzzle))
    shown = min(solutions)
    wrong = tuple(row.translate(str.maketrans(".#", "#.")) for row in shown)
    if puzzle.height == 1 or puzzle.width == 1 or "#" not in "".join(shown) or "." not in "".join(shown):
        return
    for picture in (*solutions, wrong):
        graded = grade(puzzle, (LAYOUTS | FLAT)[layout](picture))
        assert graded.reading.picture == picture
        assert (graded.score == 1) == (picture in solutions) == graded.exact
        assert 0 <= graded.score <= 1


@settings(max_examples=30)
@given(values=small_rows(), seed=st.integers(0, 2**32))
def test_what_is_wrong_is_counted_as_brute_force_does(values: list[list[int]], seed: int) -> None:
    puzzle, rng = brute.nonogram(values), Random(seed)
    if puzzle.height == 1:
        return
    solutions = list(brute.solutions(puzzle))
    answer = tuple("".join(rng.choice("#.") for _ in range(puzzle.width)) for _ in range(puzzle.height))
    if answer in solutions:
        return
    graded = grade(puzzle, "\n".join(answer))
    read = [[int(char == "#") for char in row] for row in answer]
    lines = [*zip(read, puzzle.rows, strict=True), *zip(zip(*read, strict=True), puzzle.columns, strict=True)]
    assert graded.lines_right == sum(brute.reads_as(line, clue) for line, clue in lines)
    common = [
        chars[0] if len(set(chars)) == 1 else "" for chars in zip(*map("".join, solutions), strict=True)
    ]
    assert graded.certain == sum(map(bool, common))
    assert graded.certain_right == sum(a == b for a, b in zip("".join(answer), common, strict=True))
    assert graded.score < 1 and graded.first_wrong


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("", "empty"),
        ("I cannot solve this.", "no grid of 3 rows of 4 cells"),
        ("##.#\n.###", "found 2 rows of 4 cells"),
        ("##.##\n.###.\n#..#.", "found 3 rows of 5 cells"),
        ("##.#\n.?##\n#..#", "unknown cells"),
        ("##.#\n.##\n#..#", "found 3 rows of 3 to 4 cells"),
        ("[[1, 0, 2, 1], [0, 1, 1, 1], [1, 0, 0, 1]]", "no"),
    ],
)
def test_what_is_no_picture_is_not_made_one(answer: str, why: str) -> None:
    reading = read_answer(answer, 3, 4)
    assert reading.picture is None and why in reading.why


def test_the_last_complete_grid_counts() -> None:
    first, last = ("##.#", ".###", "#..#"), ("#..#", "....", "####")
    text = "Row clues: 2 1\n" + "\n".join(first) + "\nNo, wait:\n" + "\n".join(last) + "\n\n##.#\n####\n"
    reading = read_answer(text, 3, 4)
    assert reading.picture == last
    assert "1 earlier grid" in reading.dropped


SHOWN = "##.#\n.###\n#..#"
EMPTY = ("....\n" * 3, "????\n" * 3, "[[0,0,0,0],[0,0,0,0],[0,0,0,0]]", "□□□□\n" * 3)


@pytest.mark.parametrize("empty", EMPTY)
def test_an_empty_grid_after_the_answer_does_not_count(empty: str) -> None:
    reading = read_answer(f"{SHOWN}\nThe grid that I was given:\n{empty}", 3, 4)
    assert reading.picture == ("##.#", ".###", "#..#")
    assert "an emptier grid after it" in reading.dropped
    far = read_answer(SHOWN + "\nAnd so on.\n" * 20_000 + f"\n{empty}", 3, 4)
    assert far.picture == reading.picture and "an emptier grid after it" in far.dropped
    before = read_answer(f"{empty}\nMy answer:\n{SHOWN}", 3, 4)
    assert before.picture == reading.picture and "an emptier grid after it" not in before.dropped


BLACK = {
    "framed": "┌──────┐\n│██████│\n│██████│\n└──────┘",
    "between lines": "│██████│\n│██████│",
    "cells of one character": "┌───┐\n│███│\n│███│\n└───┘",
}


@pytest.mark.parametrize("kind", BLACK)
def test_a_black_picture_of_wide_cells_is_read(kind: str) -> None:
    assert read_answer(BLACK[kind], 2, 3).picture == ("###", "###")


LINES = {
    "the clues in the labels": "Row 1 (1 1): # . #\nRow 2 (1): . # .",
    "cells, a line for each row": "Filled cells (row, column):\n\nRow 1: (1,1), (1,3)\nRow 2: (2,2)",
    "cells in a sentence": "So the filled cells are (1,1), (1,3) and (2,2).",
    "cells below one another": "The black cells:\n(1, 1)\n(1, 3)\n(2, 2)\n\nThat completes it.",
    "a list of cells": "[(1,1), (1,3), (2,2)]",
    "moves": "r1c1=#, r1c3=#, r2c2=#",
}


@pytest.mark.parametrize("kind", LINES)
def test_what_is_written_otherwise_is_read(kind: str) -> None:
    assert read_answer(LINES[kind], 2, 3).picture == ("#.#", ".#.")


def test_what_is_a_part_of_an_empty_grid_is_not_an_earlier_one() -> None:
    assert read_answer("1. .\n2. .", 2, 1).picture == (".", ".")


def test_cells_may_be_counted_from_0() -> None:
    assert read_answer("Filled cells: (0,1), (1,0), (2,2)", 3, 3).picture == (".#.", "#..", "..#")
    assert read_answer("Filled cells (0-indexed): (1,1), (1,2)", 3, 3).picture == ("...", ".##", "...")
    assert "counted from 1" in read_answer("Filled cells: (1,2), (3,3)", 3, 3).how


NO_PICTURES = {
    "a deduction": "The filled cell (1,2) forces (1,3), and r2c1 is empty.",
    "cells of a row": "Row 1 filled cells: (1,2), (1,3)\nThe rest is hard.",
    "cells that are empty": "Empty cells: (1,2), (2,2)",
    "cells that are not filled": "These are not filled: (1,2), (2,2)",
    "what is to be found": "The cells to be filled: (1,2), (2,2)",
    "a list that goes on": "Filled cells: (1,1), (2,2), and some that I cannot place",
    "cells so far": "Filled cells so far: (1,1), (2,2)",
    "other moves": "r1c2=#, r2c2=., r3c3=#",
    "one move": "r1c2=#",
    "off the grid": "Filled cells: (1,2), (4,4)",
    "cells and prose": "I looked at (1,2), (2,2), (3,1).\nThen I gave up.",
    "clues": "Row clues: (1,2), (2,1), (1,1)\nColumn clues: (1,1), (2), (3)",
    "a part of a table": "| | 1 | 2 | 3 |\n|---|---|---|---|\n| 1 | # | | # |\n| 2 | | # | |",
    "a wider table": "| 1 | 0 | 1 | 1 |\n| 0 | 0 | 1 | 0 |\n| 1 | 1 | 0 | 0 |",
    "half of the blocks": "██..██\n..██..",
    "wider blocks": "██..████\n..██..██\n██....██",
    "uneven blocks": "█...██\n..██..\n██..██",
    "twice as many digits": "110011\n001100\n110011",
}


@pytest.mark.parametrize("kind", NO_PICTURES)
def test_what_only_looks_like_a_picture_is_none(kind: str) -> None:
    assert read_answer(NO_PICTURES[kind], 3, 3).picture is None


@pytest.mark.parametrize(("answer", "code"), [("#.#\n.#.\n#.#", 0), ("###\n.#.\n#.#", 1), ("hm", 2), ("", 2)])
def test_exit_codes(answer: str, code: int, tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    puzzle, file = f"{tmp_path}/puzzle.json", f"{tmp_path}/answer"
    with open(puzzle, "w") as out:
        out.write(str(toolkit.write([Nonogram.from_picture(("#.#", ".#.", "#.#"))], "json")))
    with open(file, "w") as out:
        out.write(answer)
    assert main(["check", puzzle, "--answer", file]) == code
    assert main(["check", puzzle, "--state", puzzle]) == 2


HUGE = {
    "prose": "lorem ipsum dolor sit amet 1 0 # ...\n",
    "rows": "0101\n",
    "brackets": "[",
    "quotes": '"\\"',
    "zeros": "0",
    "line ends": "\n",
    "crosses": "x\n",
    "spaces": " ",
    "pipes": "| ",
    "labels": "Row 1: ",
    "lists": "[0,1],",
    "fences": "```\n",
    "tags": "<answer>",
    "dots": ". ",
    "coordinates": "(1,2), ",
    "cells filled": "filled cells: (1,2)\n",
    "backslashes": "\\",
    "words": "filled ",
    "blocks": "██..",
    "random": "".join(random.Random(1).choice("01#.XO \n[]\"'") for _ in range(1 << 12)),
}


@pytest.mark.parametrize("kind", some(HUGE, 2))
@pytest.mark.parametrize("size", some([(15, 15), (1, 1)], 1))
def test_a_large_answer_takes_linear_time(kind: str, size: tuple[int, int]) -> None:
    def text(length: int) -> str:
        return (HUGE[kind] * (length // len(HUGE[kind]) + 1))[:length]

    assert grows_linearly(lambda answer: read_answer(answer, *size), text(1 << 16), text(1 << 18))


GRID = "#.#.###.#.#.###.#\n.#.#.#.#.#.#.#.#.\n##..##.##..##.##."
AMONG = {
    "alone": "{}",
    "above the grid": f"{{}}\n{GRID}",
    "before a row": f"Answer:\n{{}}{GRID}",
    "after a row": f"{GRID}{{}}\nDone.",
}


@pytest.fixture(scope="module")
def whatever_repeats() -> list[Attack]:
    """Texts that repeat each part of each pattern that is used to read an answer of 3 rows of 17 cells.

    No other test reads one of this size.
    """
    modules = answers, layouts
    found = [one.pattern for module in modules for one in expressions(Path(str(module.__file__)))]
    compile_ = re.compile

    def record(pattern: str, flags: int = 0) -> re.Pattern[str]:
        found.append(compile_(pattern, flags))
        return found[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(re, "compile", record)  # those for a size are made when it is asked for
        read_answer("nothing", 3, 17)
    every = sorted({attack for pattern in found for attack in attacks(pattern)})
    assert len(every) > 500
    return every


@pytest.mark.parametrize("among", some(AMONG, 1))
def test_whatever_repeats_in_an_answer_takes_linear_time(among: str, whatever_repeats: list[Attack]) -> None:
    for attack in part(whatever_repeats):

        def answer(length: int, attack: Attack = attack) -> str:
            return AMONG[among].format(attack.text(length))

        assert stays_linear(lambda answer: read_answer(answer, 3, 17), answer, 1 << 12), attack


def test_a_colour_may_look_like_what_stands_between_rows() -> None:
    palette = (BLACK_AND_WHITE[0], Colour("/", "black", "#000000"))

    def read(height: int) -> Reading:
        return read_answer("/" * 8 * height, height, 3, palette)

    assert grows_linearly(read, 4, 16, spare=0.02)
    assert read_answer("./. ./. ///", 3, 3, palette).picture == ("./.", "./.", "///")


def test_an_answer_takes_no_longer_than_the_limit() -> None:
    puzzle, answer = Nonogram.from_picture((".#.", "###", ".#.")), "Row 1" + "|" * 3_000_000
    begin = time.thread_time()  # a busy machine takes nothing from it
    graded = grade(puzzle, answer, Limits(time=0.05))
    assert time.thread_time() - begin < 1
    assert (graded.stop_reason, graded.score) == (StopReason.TIME_LIMIT, 0)
    assert graded.sentence() == "the puzzle: not read to its end: time limit."
    assert not grade(puzzle, answer[:1000], Limits(time=60)).reading.picture
