"""The page to play, solved in a real browser by mouse, touch and keyboard."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import replace
from html import unescape
from itertools import product
from pathlib import Path

import pytest

import nonosat
from nonosat.errors import InputError
from nonosat.pictures.play import MAX_CELLS, play
from nonosat.problem import Block
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import BLACK_AND_WHITE, UNKNOWN, Colour, Palette, Picture
from tests import browser, brute
from tests.browser import CONTROL, SHIFT, Browser, Place

KITE = ("..#..", ".###.", "#####", "..#..", ".#.#.")
COLOURS: Palette = (BLACK_AND_WHITE[0], Colour("r", "red", "#cc0000"), Colour("x", "pale", "#fafafa"))

in_browser = pytest.mark.skipif(
    browser.PROGRAM is None, reason="no Chromium is installed (Debian: apt-get install chromium)"
)

Opener = Callable[[Nonogram], Browser]


@pytest.fixture(scope="module")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with Browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture
def opened(chromium: Browser, tmp_path: Path) -> Iterator[Opener]:
    """Open the page of a puzzle; nothing is fetched, and nothing goes wrong in it."""

    def open_page(puzzle: Nonogram) -> Browser:
        file = tmp_path / "play.html"
        file.write_text(play(puzzle), encoding="utf-8")
        chromium.requests.clear()
        chromium.open(file)
        chromium.value("localStorage.clear()")
        chromium.open(file)
        assert set(chromium.requests) == {file.as_uri()}
        return chromium

    yield open_page
    assert chromium.complaints == []
    assert all(url.startswith(("file:", "data:")) for url in chromium.requests)


def place(page: Browser, row: int, column: int) -> Place:
    """Return the middle of a cell, counted from 0."""
    return middle(page, f"tbody tr:nth-child({row + 1}) td:nth-child({column + 2})")


def middle(page: Browser, selector: str) -> Place:
    box = page.value(f"document.querySelector({selector!r}).getBoundingClientRect().toJSON()")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def picture(page: Browser) -> Picture:
    """Return what is filled in, as a screen reader has it: from the labels of the cells."""
    rows = page.value(
        "[...document.querySelectorAll('tbody tr')].map(row =>"
        " [...row.querySelectorAll('td')].map(cell => cell.ariaLabel.split('): ')[1].split(',')[0]))"
    )
    chars = {"empty": UNKNOWN, "crossed": ".", "filled": "#", "red": "r", "pale": "x"}
    return tuple("".join(chars[word] for word in row) for row in rows)


def said(page: Browser) -> str:
    text: str = page.value("document.querySelector('[role=status]').textContent")
    return text


def solved(page: Browser) -> bool:
    return said(page).startswith("Solved")


def cells(wanted: Picture, char: str) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(wanted) for c, here in enumerate(row) if here == char]


@in_browser
def test_solved_by_clicks(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    assert picture(page) == ("?????",) * 5
    for cell in cells(KITE, "#"):
        assert not solved(page)
        page.drag(place(page, *cell))
    assert solved(page)
    assert picture(page) == tuple(row.replace(".", UNKNOWN) for row in KITE)
    assert page.value("document.querySelectorAll('th.done').length") == 10

    # One cell more, and it is not solved; the same click again takes it back.
    page.drag(place(page, 0, 0))
    assert not solved(page)
    assert page.value("document.querySelectorAll('th.done').length") == 8
    assert page.value("document.querySelectorAll('th.here').length") == 2
    page.drag(place(page, 0, 0))
    assert solved(page)
    # Crosses, by the right button, are no cells that count.
    page.drag(place(page, 0, 0), button="right")
    assert solved(page)
    assert picture(page)[0] == ".?#??"


@in_browser
def test_a_wrong_line_is_named_and_not_called_solved(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    page.drag(place(page, 0, 0), place(page, 0, 1))
    page.drag(middle(page, "#check"))
    assert said(page) == "Not right as it is: row 1."
    assert page.value("[...document.querySelectorAll('th.wrong')].map(h => h.ariaLabel)") == [
        "row 1: 1, cannot be right"
    ]
    page.drag(place(page, 0, 0), place(page, 0, 1))
    page.drag(place(page, 2, 0), place(page, 2, 4))
    assert page.value("document.querySelectorAll('th.wrong').length") == 0
    assert said(page) == "Done: row 3, column 1, column 5."
    page.drag(middle(page, "#check"))
    assert said(page) == "3 of 10 lines are done, and no line contradicts its clue."


@in_browser
def test_every_solution_counts(opened: Opener) -> None:
    puzzle = Nonogram.from_picture(("#.", ".#"))
    for solution in brute.solutions(puzzle):
        page = opened(puzzle)
        for cell in cells(solution, "#"):
            page.drag(place(page, *cell))
        assert solved(page)


@in_browser
def test_solved_by_keys_alone(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    for _ in range(20):  # past the tools, to the only cell that Tab reaches
        if page.value("document.activeElement.matches('td')"):
            break
        page.press("Tab")
    assert page.value("document.querySelectorAll('td[tabindex=\"0\"]').length") == 1
    for r, row in enumerate(KITE):
        page.press("Home")
        for char in row:
            page.press(" " if char == "#" else "x")
            page.press("ArrowRight")
        assert solved(page) == (r == 4)
        page.press("ArrowDown")
    assert picture(page) == KITE
    page.press("Delete")
    page.press("Home")
    page.press(" ")
    for _ in range(3):
        page.press("ArrowRight", SHIFT)  # draws on with what the cell is
    assert picture(page)[4] == "####?"


@in_browser
def test_drags_keep_to_a_line_and_to_their_first_cell(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    at = {(r, c): place(page, r, c) for r, c in product(range(5), repeat=2)}
    page.drag(at[1, 2], button="right")
    page.drag(at[1, 0], at[1, 1], at[3, 4])  # down too, and over a cross, in one leap
    assert picture(page) == ("?????", "##.##", "?????", "?????", "?????")
    page.drag(at[0, 0], at[4, 0], at[2, 1])  # back again, before the button is let go
    assert picture(page) == ("#????", "##.##", "#????", "?????", "?????")
    page.drag(at[1, 1], at[1, 4], (5.0, at[1, 0][1]))  # what it empties, and out of the grid
    assert picture(page) == ("#????", "??.##", "#????", "?????", "?????")


@in_browser
def test_a_finger(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    page.call("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        for r, row in enumerate(KITE):
            columns = [c for c, char in enumerate(row) if char == "#"]
            if len(columns) == columns[-1] - columns[0] + 1:
                page.touch(*[place(page, r, c) for c in columns])
            else:
                for c in columns:
                    page.touch(place(page, r, c))
        assert solved(page)
        page.touch(middle(page, "[data-value='0']"))  # the tool to cross out
        page.touch(place(page, 0, 0), place(page, 0, 1))
        assert picture(page)[0] == "..#??"
    finally:
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)


@in_browser
def test_two_fingers_fill_nothing(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    places = [place(page, 1, 1), place(page, 3, 3)]
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    page.call("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        for fingers in (1, 2):
            page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=points[:fingers])
            assert picture(page)[1] == ("?#???" if fingers == 1 else "?????")
        page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        assert picture(page) == ("?????",) * 5
        page.touch(places[0])
        assert picture(page)[1] == "?#???"
    finally:
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)


@in_browser
def test_undo_and_redo(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    states = [picture(page)]
    for row in range(4):
        page.drag(place(page, row, 0), place(page, row, 3), button="left" if row % 2 else "right")
        states.append(picture(page))
    page.drag(middle(page, "#clear"))
    states.append(picture(page))
    assert states[-1] == states[0]
    for state in states[-2::-1]:
        page.press("z", CONTROL)
        assert picture(page) == state
    page.press("z", CONTROL)
    for k, state in enumerate(states[1:]):
        page.press(*(("y", CONTROL), ("Z", CONTROL + SHIFT))[k % 2])
        assert picture(page) == state
    page.drag(middle(page, "#undo"))
    page.drag(place(page, 4, 4))  # something new: there is nothing to do again
    state = picture(page)
    assert page.value("document.querySelector('#redo').disabled")
    page.press("y", CONTROL)
    assert picture(page) == state


@in_browser
def test_what_is_filled_in_is_kept(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    page.drag(place(page, 2, 0), place(page, 2, 4))
    page.drag(place(page, 0, 0), button="right")
    kept = picture(page)
    assert kept == (".????", "?????", "#####", "?????", "?????")
    address = page.value("location.href")
    page.visit("about:blank")
    page.visit(address)
    assert picture(page) == kept
    # What another program left there is passed over.
    for rubbish in ("no JSON", "{}", "[0]", json.dumps([9] * 25)):
        page.value(f"localStorage.setItem(drawer, {rubbish!r})")
        page.visit("about:blank")
        page.visit(address)
        assert picture(page) == ("?????",) * 5


@in_browser
def test_without_storage(opened: Opener) -> None:
    puzzle = Nonogram.from_picture(("#",))
    page = opened(puzzle)
    page.visit("data:text/html;base64," + b64encode(play(puzzle).encode()).decode())
    assert "keeps nothing" in page.value("document.querySelector('#kept').textContent")
    page.drag(place(page, 0, 0))
    assert solved(page)


@in_browser
def test_colours(opened: Opener) -> None:
    wanted = ("rrx.", "x..r", "xxrr")
    page = opened(Nonogram.from_picture(wanted, COLOURS))
    assert page.value("document.querySelector('tbody th').ariaLabel") == "row 1: 2 red, 1 pale"
    for value, char in enumerate("rx", start=1):
        if value == 1:
            page.press("r")
        else:
            page.drag(middle(page, f"[data-value='{value}']"))
        for cell in cells(wanted, char):
            assert not solved(page)
            page.drag(place(page, *cell))
    assert solved(page)
    assert picture(page) == tuple(row.replace(".", UNKNOWN) for row in wanted)
    # Not by colour alone: each cell has its colour's letter, shown when asked for.
    letters = "[...document.querySelectorAll('td')].map(cell => cell.textContent).join('')"
    assert page.value(letters) == "".join(wanted).replace(".", "")
    filled = "[...document.querySelectorAll('[data-state=filled]')]"
    sizes = f"{filled}.map(cell => parseFloat(getComputedStyle(cell).fontSize))"
    assert set(page.value(sizes)) == {0}
    page.drag(middle(page, "#letters"))
    assert min(page.value(sizes)) > 8
    # A colour that is nearly white is not the paper's.
    assert page.value("'pale' in document.documentElement.dataset")
    # Digits choose too, and 0 is the cross; one colour goes over another.
    page.press("1")
    page.drag(place(page, 1, 0))
    page.press("0")
    page.drag(place(page, 0, 3))
    assert not solved(page)
    assert picture(page) == ("rrx.", "r??r", "xxrr")


@in_browser
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
    page.drag(middle(page, "#clear"))
    assert picture(page) == given


@in_browser
def test_blotted_clues(opened: Opener) -> None:
    puzzle = nonosat.load("blotted")
    assert isinstance(puzzle, Nonogram)
    page = opened(puzzle)
    solution = nonosat.solve(puzzle).solution
    assert solution is not None
    page.value(f"set({[[k, 1] for k, char in enumerate(''.join(solution)) if char == '#']}); changed()")
    assert solved(page)


@in_browser
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


@in_browser
def test_light_and_dark(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    colours = "['body', 'h1', 'td'].map(name => getComputedStyle(document.querySelector(name)))"
    found = {}
    for theme in ("light", "dark"):
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
        found[theme] = page.value(
            f"{colours}.map((style, i) => i === 1 ? style.color : style.backgroundColor)"
        )
    page.call("Emulation.setEmulatedMedia", features=[])
    assert all(light != dark for light, dark in zip(found["light"], found["dark"], strict=True))
    assert found["dark"][0] != found["dark"][2]  # the paper is light in the dark, under black cells


@in_browser
def test_a_hundred_by_a_hundred_scrolls_under_its_clues(opened: Opener) -> None:
    side = 100
    wanted = tuple("".join(".#"[(r * c) % 7 == 1] for c in range(side)) for r in range(side))
    page = opened(Nonogram.from_picture(wanted))
    page.value("focus(0)")
    for key in ("End", *["PageDown"] * 20):
        page.press(key)
    corner = "document.querySelector('thead th').getBoundingClientRect()"
    x, y = place(page, side - 1, side - 1)
    assert page.value(f"document.elementFromPoint({x}, {y}) === elements.at(-1)")
    row, column = page.value("[lines[99].head, lines[199].head].map(h => h.getBoundingClientRect().toJSON())")
    right, bottom = page.value(f"[{corner}.right, {corner}.bottom]")
    assert row["right"] == right > 0
    assert column["bottom"] == bottom > 0
    page.drag((x, y), place(page, side - 1, side - 3))
    assert picture(page)[-1].endswith("?###")


@in_browser
def test_a_screen_reader_finds_a_grid(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE, title="Kite"))
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    found = [(n["role"]["value"], n.get("name", {}).get("value")) for n in nodes if not n.get("ignored")]
    assert ("grid", "Kite") in found
    assert [name for role, name in found if role == "gridcell"][5] == "row 2 (3), column 1 (1): empty"
    assert [name for role, name in found if role == "rowheader"][1] == "row 2: 3"
    assert [name for role, name in found if role == "columnheader"][-1] == "column 5: 1"
    assert {role for role, _ in found} >= {"status", "button"}


@in_browser
@pytest.mark.parametrize("title", ["</script><script>alert(1)</script>", "<!--<script>{{script}}&amp;'\""])
def test_no_title_is_taken_for_markup(title: str, opened: Opener) -> None:
    palette = (COLOURS[0], Colour("<", title, "#ff0000"), Colour("&", "b", "#0000ff"))
    page = opened(Nonogram.from_picture(("<&", ".<"), palette, title=title, author=title))
    assert page.value("[document.title, document.querySelector('h1').textContent]") == [title, title]
    assert page.value("document.querySelectorAll('script').length") == 2
    assert title in page.value("document.querySelector('td').ariaLabel")


def test_the_page_says_nothing_of_the_solution() -> None:
    puzzle = Nonogram.from_picture(KITE, title="Kite", source="/home/someone/kite.non")
    assert play(puzzle) == play(replace(puzzle, goal=(), source=""))
    assert "http" not in unescape(play(puzzle)).replace("http-equiv", "")


def test_another_puzzle_is_kept_apart() -> None:
    def drawer(puzzle: Nonogram) -> str:
        return play(puzzle).split('"hash": "')[1][:16]

    puzzle = Nonogram.from_picture(KITE)
    assert drawer(puzzle) == drawer(replace(puzzle, title="Kite", goal=()))
    others = [
        Nonogram.from_picture(tuple(row.replace("#", "r") for row in KITE), COLOURS),
        replace(puzzle, givens=("#????", *["?????"] * 4)),
        Nonogram.from_picture(KITE[::-1]),
    ]
    assert len({drawer(one) for one in [puzzle, *others]}) == 4


def test_too_large_a_puzzle_is_refused() -> None:
    row = "." * 1000
    with pytest.raises(InputError, match=f"has at most {MAX_CELLS} cells, this puzzle has 41000"):
        play(Nonogram.from_picture((row,) * 41))
