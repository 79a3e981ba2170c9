"""Questions about mosaics: brute force on small ones, explanations of larger ones, and drawings of states."""

from itertools import combinations, pairwise, product
from random import Random
from xml.etree import ElementTree

import pytest

from nonosat import explain, toolkit
from nonosat.learning import grade
from nonosat.pages.stepwise import write_page
from nonosat.pictures.style import MARK_RGB
from nonosat.pictures.svg import svg
from nonosat.problem import Count, is_single
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.picture import UNKNOWN, Picture, rows
from nonosat.reasons import document, verification
from nonosat.toolkit import Order
from tests.helpers import brute
from tests.helpers.brute import solutions
from tests.helpers.mosaics import Mosaic, mosaic_of, rows_of
from tests.helpers.properties import given, settings, st
from tests.helpers.samples import share

SIZES = [(1, 4), (2, 2), (2, 3), (3, 3), (3, 4)]


def drawn(seed: int, height: int, width: int, density: float = 0.5) -> Picture:
    rng = Random(seed)
    return tuple("".join(".#"[rng.random() < density] for _ in range(width)) for _ in range(height))


@st.composite
def mosaics(draw: st.DrawFn) -> Mosaic:
    """Puzzles of small pictures, with some of the numbers."""
    height, width = draw(st.sampled_from(SIZES))
    picture = drawn(draw(st.integers(0, 1 << 20)), height, width)
    cells = st.integers(0, height * width - 1)
    return Mosaic.from_picture(picture).without_clues(sorted(draw(st.sets(cells, max_size=height * width))))


def changed(picture: Picture, cells: tuple[int, ...]) -> Picture:
    text = list("".join(picture))
    for cell in cells:
        text[cell] = ".#"[text[cell] == "."]
    return rows("".join(text), len(picture[0]))


@given(mosaics())
def test_a_picture_has_its_numbers(puzzle: Mosaic) -> None:
    full = Mosaic.from_picture(puzzle.goal)
    assert rows_of(full) == brute.numbers(puzzle.goal)
    assert puzzle.fault(puzzle.goal) is None
    other = changed(puzzle.goal, (0,))
    asked = puzzle.asking_for(other)
    kept = [char != UNKNOWN for char in puzzle.symbols]
    assert [char != UNKNOWN for char in asked.symbols] == kept
    assert (asked.fault(other), asked.goal) == (None, other)


@settings(max_examples=20)
@given(mosaics())
def test_a_repair_takes_the_fewest_changes(puzzle: Mosaic) -> None:
    found = toolkit.repair(puzzle, flips=3)
    cells = range(len(puzzle.symbols))
    want = next(
        (
            number
            for number in range(4)
            for flips in combinations(cells, number)
            if len(list(solutions(puzzle.asking_for(changed(puzzle.goal, flips))))) == 1
        ),
        None,
    )
    assert (None if found.repaired is None else len(found.cells)) == want
    if found.repaired is not None and found.after is not None:
        assert list(solutions(found.repaired)) == [found.after]
        assert changed(puzzle.goal, found.indices) == found.after


@settings(max_examples=30)
@given(mosaics())
def test_a_repair_for_numbers_alone_takes_the_fewest_changes(puzzle: Mosaic) -> None:
    def is_open(picture: Picture) -> bool:
        return not all(map(is_single, narrow(puzzle.asking_for(picture).problem()).problem.possible))

    found = toolkit.repair(puzzle, flips=2, level="lines")
    cells = range(len(puzzle.symbols))
    every = (flips for number in range(3) for flips in combinations(cells, number))
    want = next((len(flips) for flips in every if not is_open(changed(puzzle.goal, flips))), None)
    assert (len(found.cells) if found.repaired else None) == want


@given(mosaics(), st.data())
def test_a_trace_counts_what_each_number_allows(puzzle: Mosaic, data: st.DataObject) -> None:
    start = "".join(data.draw(st.sampled_from("???#.")) for _ in puzzle.symbols)
    puzzle = puzzle.with_givens(rows(start, puzzle.width))
    found = toolkit.trace(puzzle)

    def patterns(state: Picture) -> int:
        problem = puzzle.problem()
        total = 0
        for constraint in problem.constraints:
            assert isinstance(constraint, Count)
            chars = ["".join(state)[cell] for cell, _ in constraint.options]
            ways = product(*(".#" if char == UNKNOWN else char for char in chars))
            total += sum(way.count("#") == constraint.most for way in ways)
        return total

    states = [found.begin, *(one.picture for one in found.passes)]
    assert [one.patterns for one in found.passes] == [
        patterns(state) for state in states[: len(found.passes)]
    ]
    assert found.patterns_left == patterns(states[-1]) or found.contradiction
    assert found.clues_alone == patterns(tuple(UNKNOWN * puzzle.width for _ in range(puzzle.height)))
    known = narrow(puzzle.problem())
    if known.contradiction is None:
        assert found.contradiction is None
    for before, after in pairwise(states):
        assert all(a in (UNKNOWN, b) for a, b in zip("".join(before), "".join(after), strict=True))
    wanted = set(solutions(puzzle))
    assert not (wanted and found.contradiction)
    for picture in wanted:
        pairs = zip("".join(found.picture), "".join(picture), strict=True)
        assert all(have in (UNKNOWN, want) for have, want in pairs)
    assert write_page(found).count("patterns as it begins.") == len(found.passes)


@given(mosaics(), st.integers(0, 1 << 20))
def test_grades_count_the_numbers(puzzle: Mosaic, seed: int) -> None:
    other = drawn(seed, *puzzle.grid)
    found = grade(puzzle, "\n".join(other))
    here, there = puzzle.symbols, "".join(brute.numbers(other))
    right = sum(want == have for want, have in zip(here, there, strict=True))
    if found.reading.picture is None:  # some small pictures can be read in several ways
        return
    assert found.lines == len(here) - here.count(UNKNOWN)
    assert found.exact == (found.first_wrong == "") == (right == found.lines)
    assert found.lines_right == right
    assert (found.score == 1) == found.exact


@pytest.mark.parametrize("seed", range(share(40)))
def test_whole_explanations_verify(seed: int) -> None:
    """Forty made to order, of up to 20 by 20: each step holds, and together they are the whole solution."""
    rng = Random(seed)
    height, width = rng.randint(5, 20), rng.randint(5, 20)
    level = "moderate" if seed % 4 == 3 and height * width <= 200 else "lines"
    order = Order(width=width, height=height, kind="mosaic", levels=("lines", level), seed=seed)
    puzzle = next(toolkit.make_each(order)).puzzle
    found = explain(puzzle)
    assert found.complete and found.end == puzzle.goal
    report = verification.check(document.read_text(found.file()))
    assert report.verified and report.claim.startswith("exactly one solution")


def test_a_state_is_drawn_with_its_numbers() -> None:
    puzzle = mosaic_of(("?3?4?", "6?5??", "?????"))
    before, state = ("?????", "?????", "?????"), ("##??.", "?#???", "?????")
    texts = {
        (float(text.attrib["x"]), float(text.attrib["y"])): text.attrib.get("fill", "")
        for text in ElementTree.fromstring(svg(puzzle, state)).iter("{http://www.w3.org/2000/svg}text")
    }
    assert len(texts) == 4
    assert sorted(texts.values()) == ["#000000"] * 3 + ["#ffffff"]  # the 3 is on a black cell
    new = svg(puzzle, state, before=before)
    mark = f'fill="{MARK_RGB}" d="M'
    assert mark in new and mark not in svg(puzzle, state)
    given = svg(puzzle.with_givens(state))
    assert "M1 1h1v1h-1z" in given
