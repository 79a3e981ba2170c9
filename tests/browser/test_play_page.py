"""What the page to play shows: lines, givens, dark colours, and no solution."""

import json
from dataclasses import replace
from html import unescape
from itertools import product
from typing import Any

import pytest

import nonosat
from nonosat import Nonogram, explain
from nonosat.toolkit import UNKNOWN, Block, CellPuzzle, write_player
from tests.helpers import brute
from tests.helpers.browser import CONTROL
from tests.helpers.playing import (
    COLOURS,
    KITE,
    OVERLAPPING,
    Opener,
    cells,
    middle,
    more,
    picture,
    place,
    resize,
    solved,
)
from tests.helpers.puzzles import shipped
from tests.helpers.samples import some


def test_givens_stay(opened: Opener) -> None:
    puzzle = replace(Nonogram.from_picture(KITE), givens=("?.???", "?????", "??#??", "?????", "?????"))
    page = opened(puzzle)
    given = picture(page)
    assert given == puzzle.givens
    labels = "[...document.querySelectorAll('[aria-readonly=true]')].map(cell => cell.ariaLabel)"
    assert page.value(labels) == [
        "row 1 (1), column 2 (2, 1): crossed, given",
        "row 3 (5), column 3 (4): filled, given",
    ]
    for cell in ((0, 1), (2, 2)):
        page.drag(place(page, *cell))
        page.drag(place(page, *cell), button="right")
        page.press("Delete")
        assert picture(page) == given
    page.drag(place(page, 0, 0), place(page, 0, 4))
    assert picture(page)[0] == "#.###"
    more(page, "#clear")
    assert picture(page) == given


def test_lines_read_as_brute_force_reads_them(opened: Opener) -> None:
    """`done`, `possible` and `finished` against every line of the length, blots and unknowns included."""
    length = 5
    page = opened(Nonogram.from_picture((".",)))
    every = list(product((-1, 0, 1, 2), repeat=length))
    clues = [
        (),
        (Block(1, 2, 2),),
        (Block(1, 1, 1), Block(1, 1, 1)),
        (Block(1, 1, length), Block(2, 1, 1)),
        (Block(1, 1, length), Block(1, 2, 2)),
        (Block(2, 1, length),),
    ]
    for clue in clues:
        right = brute.lines(clue, length, 3)
        blocks = json.dumps([{"colour": b.colour, "low": b.low, "high": b.high} for b in clue])
        found = page.value(
            f"{json.dumps(every)}.map(l => [done(l, {blocks}), possible(l, {blocks}), finished(l, {blocks})])"
        )
        for line, (is_done, is_possible, numbers) in zip(every, found, strict=True):
            assert is_done == (tuple(max(value, 0) for value in line) in right)
            agreeing = [r for r in right if all(v in (-1, w) for v, w in zip(line, r, strict=True))]
            assert is_possible == bool(agreeing)
            # A number that is greyed out stands where it is, in everything that agrees with the line.
            if agreeing:
                for k, single in enumerate(numbers):
                    assert not single or len({spans(r)[k] for r in agreeing}) == 1


def spans(line: tuple[int, ...]) -> list[tuple[int, int]]:
    """Return where each run of a colour begins and ends."""
    ends = [k for k in range(len(line)) if line[k] and (k + 1 == len(line) or line[k + 1] != line[k])]
    begins = [k for k in range(len(line)) if line[k] and (k == 0 or line[k - 1] != line[k])]
    return list(zip(begins, ends, strict=True))


@pytest.mark.more
def test_a_hundred_by_a_hundred_scrolls_under_its_clues(opened: Opener) -> None:
    side = 100
    wanted = tuple("".join(".#"[(r * c) % 7 == 1] for c in range(side)) for r in range(side))
    page = opened(Nonogram.from_picture(wanted))
    page.value("focusCell(0)")
    for key in ("End", *["PageDown"] * 20):
        page.press(key)
    x, y = place(page, side - 1, side - 1)
    assert page.value(f"cellAt({x}, {y})") == side * side - 1
    left, top = page.value("[place().bandX, place().bandY]")
    assert 0 < left < 0.5 * page.value("board.clientWidth") and 0 < top < 0.5 * page.value(
        "board.clientHeight"
    )
    page.drag((x, y), place(page, side - 1, side - 3))
    assert picture(page)[-1].endswith("?###")


def test_the_press_that_closes_the_menu_does_nothing_else(opened: Opener) -> None:
    gchq, tulips = shipped("gchq"), shipped("tulips")
    page = opened(gchq)
    where = "[...middleOf(0), view.cell]"
    before = page.value(where)
    for beside in ("#smaller", "#board"):
        page.drag(middle(page, "#more-open"))
        assert page.value("byId('more').open")
        page.drag(middle(page, "#more fieldset legend"))
        assert page.value("byId('more').open")
        page.drag(place(page, 0, 0) if beside == "#board" else middle(page, beside))
        assert not page.value("byId('more').open")
    assert page.value("timeline.past.length") == 0
    page.drag(middle(page, "#more-open"))
    page.press("Escape")
    page.value("fit()")
    assert page.value(where) == before
    assert "choose a colour" not in page.value("byId('keys').textContent")
    assert "choose a colour" in opened(tulips).value("byId('keys').textContent")


def test_the_title_of_a_picture_comes_with_its_end(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE, title="Kite"))
    assert "Kite" not in page.value("document.title + document.body.innerText")
    page.value("wishes.seconds = 65")
    for cell in cells(KITE, "#"):
        page.drag(place(page, *cell))
    assert page.value("byId('finish').innerText").split("\n\n") == ["Kite", "Solved in 1:05"]
    assert page.value("document.title") == "Kite"
    page.press("z", CONTROL)
    assert page.value("byId('finish').hidden")
    # Only the title of a picture gives its solution away.
    assert opened(shipped("six-stars")).value("document.title") == "Six stars"


def test_a_stroke_is_counted(opened: Opener) -> None:
    """What it is of is said where one or two blocks are long enough."""
    page = opened(Nonogram.from_picture(("#######...", "##.#####..", "##.##.##..", "#.##.###.#")))
    told = (
        ["1 of 7", "4 of 7", "7 of 7"],
        ["1 of 2 or 5", "4 of 5", "7"],
        ["1 of 2", "4", "7"],
        ["1", "4", "7"],
    )
    for row, counts in enumerate(told):
        page.mouse("mousePressed", *place(page, row, 0))
        for column, words in zip((0, 3, 6), counts, strict=True):
            page.mouse("mouseMoved", *place(page, row, 1))
            page.mouse("mouseMoved", *place(page, row, column))
            assert page.value("countWords()") == words
        page.mouse("mouseReleased", *place(page, row, 6))
        assert page.value("countWords()") == ""


def test_finished_lines_are_crossed_off_if_wished(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    for wished, row in ((False, "?###?"), (True, ".###.")):
        page.value(f"wishes.crosses = {json.dumps(wished)}")
        page.drag(place(page, 1, 1), place(page, 1, 3))
        assert picture(page)[1] == row
        page.press("z", CONTROL)  # the crosses go with the stroke
        assert picture(page) == ("?????",) * 5


def test_a_screen_reader_finds_a_grid(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE, title="Kite"))
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    found = [(n["role"]["value"], n.get("name", {}).get("value")) for n in nodes if not n.get("ignored")]
    assert ("grid", "Nonogram") in found
    assert [name for role, name in found if role == "gridcell"][5] == "row 2 (3), column 1 (1): empty"
    assert [name for role, name in found if role == "rowheader"][1] == "row 2: 3"
    assert [name for role, name in found if role == "columnheader"][-1] == "column 5: 1"
    assert {role for role, _ in found} >= {"status", "button"}


TENTS = {
    "kind": "tents",
    "cells": [".....T.T", "T..T.T..", "........", "....T.T.", ".T......", "........", "T.T....T", "T...T.T."],
    "rows": "? 1 ? ? ? ? ? 4",
    "columns": "? 3 ? ? ? ? 2 ?",
}


@pytest.mark.parametrize("of", ["mosaic", "triddler-switch", TENTS])
def test_other_kinds_are_solved_with_hints(of: str | dict[str, Any], opened: Opener) -> None:
    """Each hint is done by a click, until nothing more is certain; the rest comes from a solution."""
    puzzle = nonosat.load(of)
    solution = nonosat.solve(puzzle).solution
    assert isinstance(puzzle, CellPuzzle) and solution is not None
    wanted = puzzle.values(solution)
    page = opened(puzzle, explain(puzzle))
    page.until("!document.querySelector('#hint-ask').disabled")
    for _ in range(len(wanted) * 2):
        page.press("?")
        if page.value("document.querySelector('#hint-do').hidden"):
            break
        page.drag(middle(page, "#hint-do"))
    state = page.value("state")
    certain = nonosat.certain(puzzle).picture
    for value, right, char in zip(state, wanted, puzzle.chars(certain), strict=True):
        # The empty cells of finished lines need no cross.
        assert value in ({-1} if char == UNKNOWN else {right} if right else {-1, 0})
    for cell, right in enumerate(wanted):
        if right and state[cell] == -1:
            page.drag(tuple(page.value(f"middleOf({cell})")))
    assert solved(page)


SIZES = [(1400, 900), (512, 384), (390, 844), (1024, 768), (700, 450)]


@pytest.mark.parametrize("name", ["camp", "fleet"])
def test_on_a_phone_every_tool_is_in_sight(name: str, opened: Opener) -> None:
    puzzle = nonosat.load(name)
    assert isinstance(puzzle, CellPuzzle)
    page = opened(puzzle)
    resize(page, 360, 740)
    ends = "[...byId('tools').children].map((tool) => tool.getBoundingClientRect().right)"
    assert max(page.value(ends)) <= 360
    assert page.value("document.documentElement.scrollHeight") <= 740


@pytest.mark.parametrize("size", some(SIZES, 3), ids=str)
def test_nothing_overlaps_and_the_grid_scrolls_only_without_room(
    size: tuple[int, int], opened: Opener
) -> None:
    width, height = size
    puzzle = shipped("gchq")
    page = opened(puzzle, explain(puzzle))
    resize(page, width, height)
    page.until("!document.querySelector('#hint-ask').disabled")
    assert page.value(OVERLAPPING) == []
    page.value("byId('hint-ask').click(), document.querySelector('[data-level=why]').click()")
    assert page.value(OVERLAPPING) == []
    # It can be done at once, however long it is.
    side, do = (
        page.value(f"document.querySelector('{it}').getBoundingClientRect().bottom")
        for it in ("#side", "#hint-do")
    )
    assert do <= side
    assert page.value("document.documentElement.scrollWidth") <= width
    fits = "board.scrollWidth <= board.clientWidth && board.scrollHeight <= board.clientHeight"
    assert page.value(fits)
    if width > 1000:  # then the page needs no scrolling either
        assert page.value("document.documentElement.scrollHeight") <= height


def test_letters_of_colours_stay_once_they_are_wished(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(("r.xr", ".xxr"), COLOURS))
    for shown in (True, False):
        page.value("byId('letters').click()")
        page.reload()
        assert page.value("root.hasAttribute('data-letters')") is shown
        assert page.value("look.style(1).text !== ''") is shown


def test_a_timer_and_mistakes_if_wished(opened: Opener) -> None:
    """Both are off at first, and what was wished for is kept."""
    page = opened(Nonogram.from_picture(KITE))
    shown = "document.querySelector('#wished').textContent"
    wrong = "lines.filter(line => line.wrong).map(line => line.name)"
    page.drag(place(page, 0, 0), place(page, 0, 1))
    assert page.value(f"[{shown}, {wrong}]") == ["", []]
    page.value("document.querySelector('#mistakes').click()")
    assert page.value(f"[{shown}, {wrong}]") == ["0 mistakes", ["row 1"]]
    page.drag(place(page, 1, 0), place(page, 1, 4))
    assert page.value(f"[{shown}, {wrong}]") == ["1 mistake", ["row 1", "row 2", "column 1"]]
    page.press("z", CONTROL)
    page.press("z", CONTROL)
    assert page.value(f"[{shown}, {wrong}]") == ["1 mistake", []]
    page.value("document.querySelector('#timer').click()")
    page.until(f"/^0:0[1-9], 1 mistake$/.test({shown})")
    page.reload()
    assert page.value(f"/^0:[0-9][1-9], 1 mistake$/.test({shown})")
    assert page.value("document.querySelector('#timer').checked")
    page.drag(place(page, 0, 0), place(page, 0, 1))
    assert page.value(shown).endswith(", 2 mistakes")


def test_the_page_says_nothing_of_the_solution() -> None:
    puzzle = Nonogram.from_picture(KITE, title="Kite", source="/home/someone/kite.non")
    assert write_player(puzzle) == write_player(replace(puzzle, goal=(), source=""))
    assert "http" not in unescape(write_player(puzzle)).replace("http-equiv", "").replace(
        "http://www.w3.org/2000/svg", ""
    )


def test_another_puzzle_is_kept_apart() -> None:
    def drawer(puzzle: Nonogram) -> str:
        return write_player(puzzle).split('"hash": "')[1][:16]

    puzzle = Nonogram.from_picture(KITE)
    assert drawer(puzzle) == drawer(replace(puzzle, title="Kite", goal=()))
    others = [
        Nonogram.from_picture(tuple(row.replace("#", "r") for row in KITE), COLOURS),
        replace(puzzle, givens=("#????", *["?????"] * 4)),
        Nonogram.from_picture(KITE[::-1]),
    ]
    assert len({drawer(one) for one in [puzzle, *others]}) == 4


def test_a_kind_has_its_own_words(opened: Opener) -> None:
    """Its name, its rules until a cell is chosen, and what its cells become."""
    page = opened(shipped("camp"))
    assert page.value("byId('about').textContent") == "Tents, 8 x 8, by nonosat"
    assert page.value("byId('here').textContent").startswith("Every tree has a tent beside it")
    words = "[...document.querySelectorAll('#tools .words')].map(one => one.textContent)"
    assert page.value(words)[0] == "Tent below a tree"
    assert opened(shipped("pairs")).value(words)[0] == "Black"
    assert opened(shipped("cat")).value(words)[0] == "Fill"


def test_a_tent_turns_to_its_tree(opened: Opener) -> None:
    """It is put left of the tree in row 1, column 2, below that, and above the one in row 3."""
    page = opened(shipped("camp"))
    for cell in ((0, 0), (1, 1), (1, 0)):
        page.drag(place(page, *cell))
    chars = "[0, 9, 8].map(cell => state[cell] < 0 ? '?' : palette[state[cell]].char).join('')"
    assert page.value(chars) == ">^v"
    page.drag(place(page, 0, 0))
    assert page.value(chars) == "?^v"
    page.drag(place(page, 0, 0), button="right")
    assert page.value(chars) == ".^v"
