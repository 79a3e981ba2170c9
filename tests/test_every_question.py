"""Every question agrees with trying everything, whatever a puzzle's colours, blots and givens are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from nonosat.puzzles.clues import ANY_LENGTH
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Colour, Palette
from nonosat.questions.likely import likely
from nonosat.reasons.trace import trace
from tests.helpers import brute
from tests.helpers.answers import givens_agree, repair_agrees, solutions_agree
from tests.helpers.certified import certified
from tests.helpers.properties import assume, given, settings, st
from tests.helpers.verdicts import every_card_agrees

# A background that is not white, no `#`, letters that mean something in formats, and two colours that
# look alike.
FIVE_COLOURS: Palette = (
    Colour(".", "navy", "#000080"),
    Colour("x", "red", "#ff0000"),
    Colour("<", "a < b & c", "#00ff00"),
    Colour("é", "white", "#ffffff"),
    Colour("W", "another white", "#fffffe"),
)


@st.composite
def puzzles(draw: st.DrawFn) -> Nonogram:
    """Small puzzles in one to four colours: blots, givens, clues that may contradict each other."""
    palette = draw(st.sampled_from([BLACK_AND_WHITE] * 3 + [FIVE_COLOURS[:number] for number in range(2, 6)]))
    colours = len(palette)
    width, height = draw(st.sampled_from([(1, 1), (1, 5), (4, 1), (2, 2), (3, 2), (3, 3), (4, 3)]))
    values = st.lists(st.integers(0, colours - 1), min_size=width, max_size=width)
    rows = draw(st.lists(values, min_size=height, max_size=height))
    puzzle = brute.nonogram(rows, palette)
    if draw(st.booleans()):
        other = draw(st.lists(values, min_size=height, max_size=height))
        puzzle = replace(puzzle, columns=brute.nonogram(other, puzzle.palette).columns)
    if draw(st.booleans()):
        blots = draw(st.sets(st.integers(0, width - 1)))
        columns = (
            tuple(block._replace(low=1, high=ANY_LENGTH) for block in clue) if c in blots else clue
            for c, clue in enumerate(puzzle.columns)
        )
        puzzle = replace(puzzle, columns=tuple(columns))
    if draw(st.booleans()):
        shown = draw(st.sets(st.integers(0, width * height - 1), max_size=3))
        picture = brute.picture(rows, puzzle.palette)
        cells = [
            "".join(char if r * width + c in shown else UNKNOWN for c, char in enumerate(row))
            for r, row in enumerate(picture)
        ]
        puzzle = replace(puzzle, givens=tuple(cells))
    return puzzle


@settings(max_examples=150)
@given(puzzles())
def test_verdicts_of_every_card(puzzle: Nonogram) -> None:
    every_card_agrees(puzzle, list(brute.solutions(puzzle)))


@settings(max_examples=200)
@given(puzzles())
def test_count_enumerate_and_certain(puzzle: Nonogram) -> None:
    assume(sum(1 for _ in brute.solutions(puzzle)) <= 500)
    solutions_agree(puzzle)


@settings(max_examples=80)
@given(puzzles())
def test_fewest_givens(puzzle: Nonogram) -> None:
    assume(sum(1 for _ in brute.solutions(puzzle)) <= 12)
    givens_agree(puzzle)


@settings(max_examples=30)
@given(puzzles())
def test_certificates(puzzle: Nonogram) -> None:
    number = sum(1 for _ in brute.solutions(puzzle))
    with TemporaryDirectory() as folder:
        _, certificate, report = certified(puzzle, Path(folder) / "certificate", all_up_to=3)
    assert report.verified
    verdicts = {0: "none", 1: "unique", 2: "all", 3: "all"}
    assert certificate.verdict == verdicts.get(number, "multiple")


@settings(max_examples=60)
@given(puzzles())
def test_what_lines_say_is_so(puzzle: Nonogram) -> None:
    """Traces and odds rule nothing out that is in a solution, and say "solved" only of solutions."""
    want = list(brute.solutions(puzzle))
    passes = trace(puzzle)
    for picture in want:
        assert all(known in (UNKNOWN, char) for known, char in pairs(passes.picture, picture))
    assert not (want and passes.contradiction)
    if not passes.unknown and not passes.contradiction:
        assert want == [passes.picture]
    odds = likely(puzzle)
    if want:
        for picture in want:
            values = puzzle.values(picture)
            assert all(cell[value] > 0 for cell, value in zip(odds.cells, values, strict=True))
    assert odds.solved == (odds.picture in want)


def pairs(first: tuple[str, ...], second: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip("".join(first), "".join(second), strict=True))


@settings(max_examples=20)
@given(st.lists(st.integers(0, 3), min_size=6, max_size=6), st.sets(st.integers(0, 5), max_size=2))
def test_fewest_repairs(values: list[int], keep: set[int]) -> None:
    repair_agrees(tuple(values), 3, FIVE_COLOURS[:4], sorted(keep))
