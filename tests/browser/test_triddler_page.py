"""Triddlers in a real browser: solved by mouse, finger and keys, with hints; their explanations."""

from collections.abc import Sequence

import pytest

import nonosat
from nonosat.formats import load
from nonosat.pages.stepwise import write_page
from nonosat.puzzles.triddler import Triddler
from tests.helpers.browser import Browser, Place, Show
from tests.helpers.playing import Opener, middle, more, said, solved
from tests.helpers.samples import sampled

GEM = ("/..###\\", "/..#.##/", "\\#####/")


def gem() -> Triddler:
    return Triddler.from_picture(GEM, title="Gem")


def black(puzzle: Triddler) -> list[int]:
    return [cell for cell, char in enumerate(puzzle.chars(puzzle.goal)) if char != "."]


def at(page: Browser, cell: int) -> Place:
    x, y = page.value(f"middleOf({cell})")
    return x, y


def state(page: Browser) -> Sequence[int]:
    found: Sequence[int] = page.value("state")
    return found


def test_solved_by_clicks(opened: Opener) -> None:
    puzzle = gem()
    page = opened(puzzle)
    for cell in black(puzzle):
        assert not solved(page)
        page.drag(at(page, cell))
    assert solved(page)
    assert [cell for cell, value in enumerate(state(page)) if value == 1] == black(puzzle)
    page.drag(at(page, 0), button="right")
    assert state(page)[0] == 0
    assert solved(page)
    page.drag(middle(page, "#undo"))
    assert state(page)[0] == -1


@pytest.mark.parametrize("line", sampled(range(10)))
def test_a_stroke_follows_each_line(opened: Opener, line: int) -> None:
    puzzle = gem()
    page = opened(puzzle)
    cells = [*puzzle.lines()][line][2]
    page.drag(at(page, cells[0]), at(page, cells[-1]))
    assert [cell for cell, value in enumerate(state(page)) if value == 1] == sorted(cells)


def test_solved_by_keys_alone(opened: Opener) -> None:
    puzzle = gem()
    page = opened(puzzle)
    for _ in range(20):
        if page.value("document.activeElement.matches('.cell')"):
            break
        page.press("Tab")
    for row in GEM:
        page.press("Home")
        for char in row[1:-1]:
            page.press(" " if char == "#" else "x")
            page.press("ArrowRight")
        page.press("ArrowDown")
    assert solved(page)


def test_numbers_stand_in_the_order_in_which_lines_are_read(opened: Opener) -> None:
    puzzle = load("triddler-switch")
    assert isinstance(puzzle, Triddler)
    page = opened(puzzle)
    found = page.value(
        "(() => { const real = context.fillText;"
        " const lines = geometry.lines.map((line, i) => { const texts = [];"
        " context.fillText = (text, x, y) => texts.push([i < geometry.rows.length ? x : y, text]);"
        " drawClue(line, line.spots[0], place());"
        " return texts.sort((one, other) => one[0] - other[0]).map(([, text]) => text).join(' '); });"
        " context.fillText = real; return lines; })()"
    )
    assert found == [puzzle.clue_text(clue) for clue in puzzle.clues]
    assert any(clue != clue[::-1] for clue in puzzle.clues)


def test_lines_are_named_as_on_paper(opened: Opener) -> None:
    page = opened(gem())
    page.drag(at(page, 0))
    page.drag(at(page, 4))
    more(page, "#check")
    assert said(page).startswith("Cannot be completed: line 1 from the top left")
    words = page.value("cells.words(0, look.value(0))")
    assert words.startswith(
        "line 1 from the top left (3), line 1 from the top (1), line 2 from the bottom (3)"
    )


def test_an_explanation_is_shown_step_by_step(show: Show) -> None:
    puzzle = load("flower")
    page = show(write_page(nonosat.explain(puzzle)))
    page.press("Home")
    assert page.value("geometry.count") == 150
    assert "from the top" in page.value("document.body.textContent")
