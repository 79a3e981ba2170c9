"""Reading an answer takes linear time, whatever repeats in it, and ends at a limit."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from nonosat import BLACK_AND_WHITE, Colour, Limits, Nonogram, StopReason
from nonosat.learning import answers, grade, grids
from nonosat.learning.answers import Reading
from tests.helpers.answer_layouts import read_answer
from tests.helpers.grammar import Attack, attacks, expressions
from tests.helpers.growth import grows_linearly, stays_linear
from tests.helpers.samples import part, some

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
    "a matrix without end": r"\begin{matrix} 1 & 0 \\ ",
    "backslashes": "\\",
    "words": "filled ",
    "blocks": "██..",
    "random": "".join(random.Random(1).choice("01#.XO \n[]\"'") for _ in range(1 << 12)),
}


@pytest.mark.parametrize("kind", some(HUGE, 6))
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
    modules = answers, grids
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
