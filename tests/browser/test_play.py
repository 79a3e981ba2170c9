"""The page to play, solved in a real browser by mouse, touch and keyboard."""

import json
import time
from base64 import b64encode
from itertools import product

import pytest

from nonosat import Nonogram
from nonosat.toolkit import UNKNOWN, write_player
from tests.helpers import brute
from tests.helpers.browser import CONTROL, SHIFT
from tests.helpers.playing import (
    COLOURS,
    KITE,
    Opener,
    cells,
    middle,
    more,
    picture,
    place,
    said,
    solved,
    touching,
)


def test_solved_by_clicks(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    assert picture(page) == ("?????",) * 5
    for cell in cells(KITE, "#"):
        assert not solved(page)
        page.drag(place(page, *cell))
    assert solved(page)
    assert picture(page) == tuple(row.replace(".", UNKNOWN) for row in KITE)
    assert page.value("lines.filter(line => look.state(line) === 'done').length") == 10

    # One cell more, and it is not solved; the same click again takes it back.
    page.drag(place(page, 0, 0))
    assert not solved(page)
    assert page.value("lines.filter(line => look.state(line) === 'done').length") == 8
    assert page.value("lines.filter(isHere).length") == 2
    page.drag(place(page, 0, 0))
    assert solved(page)
    # Crosses, by the right button, are no cells that count.
    page.drag(place(page, 0, 0), button="right")
    assert solved(page)
    assert picture(page)[0] == ".?#??"


def test_a_wrong_line_is_named_and_not_called_solved(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    page.drag(place(page, 0, 0), place(page, 0, 1))
    more(page, "#check")
    assert said(page) == "Cannot be completed: row 1."
    assert page.value("lines.filter(line => line.wrong).map(cells.line)") == ["row 1: 1, cannot be completed"]
    page.drag(place(page, 0, 0), place(page, 0, 1))
    page.drag(place(page, 2, 0), place(page, 2, 4))
    assert page.value("lines.filter(line => line.wrong).length") == 0
    assert said(page) == "Done: row 3, column 1, column 5."
    more(page, "#check")
    assert said(page) == "3 of 10 lines are done, and no line contradicts its clue."


def test_every_solution_counts(opened: Opener) -> None:
    puzzle = Nonogram.from_picture(("#.", ".#"))
    for solution in brute.solutions(puzzle):
        page = opened(puzzle)
        for cell in cells(solution, "#"):
            page.drag(place(page, *cell))
        assert solved(page)


def test_solved_by_keys_alone(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    for _ in range(20):  # past the tools, to the only cell that Tab reaches
        if page.value("document.activeElement.matches('.cell')"):
            break
        page.press("Tab")
    assert page.value("document.querySelectorAll('.cell[tabindex=\"0\"]').length") == 1
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


def test_lines_that_join_lose_no_end(opened: Opener) -> None:
    """A drag from a filled cell draws on over open cells, and clears filled ones."""
    page = opened(Nonogram.from_picture(KITE))
    at = {(r, c): place(page, r, c) for r, c in product(range(5), repeat=2)}
    page.drag(at[1, 0], at[1, 2])
    page.drag(at[1, 2], at[4, 2])
    page.drag(at[4, 2], at[4, 3], button="right")
    assert picture(page) == ("?????", "###??", "??#??", "??#??", "??.??")
    page.drag(at[4, 2], at[4, 4], button="right")
    page.drag(at[1, 2], at[1, 4])
    assert picture(page) == ("?????", "#####", "??#??", "??#??", "??...")
    page.drag(at[1, 4], at[1, 3])
    page.drag(at[3, 2])
    assert picture(page) == ("?????", "###??", "??#??", "?????", "??...")


def test_a_finger(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    with touching(page):
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


def test_two_fingers_fill_nothing(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    places = [place(page, 1, 1), place(page, 3, 3)]
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    with touching(page):
        for fingers in (1, 2):
            page.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=points[:fingers])
            assert page.value("[...view.preview?.keys() ?? []]") == ([6] if fingers == 1 else [])
        page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        assert picture(page) == ("?????",) * 5
        page.touch(places[0])
        assert picture(page)[1] == "?#???"


@pytest.mark.parametrize("rest", [0.02, 0.6])
def test_a_finger_that_rests_crosses_out(rest: float, opened: Opener) -> None:
    """When events come late, the time between them counts, not when the page learned of them."""
    page = opened(Nonogram.from_picture(KITE))
    x, y = place(page, 1, 1)
    began = time.time()
    with touching(page):
        for kind, points, after in (("touchStart", [{"x": x, "y": y}], 0.0), ("touchEnd", [], rest)):
            when = began + after
            page.call("Input.dispatchTouchEvent", type=kind, touchPoints=points, timestamp=when)
            time.sleep(0.6)
    assert picture(page)[1][1] == ("#" if rest < 0.45 else ".")


def test_a_finger_that_rests_and_moves_fills(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    places = [place(page, 1, c) for c in (1, 3)]
    with touching(page):
        for kind, points in (("touchStart", places[:1]), ("touchMove", places[1:]), ("touchEnd", [])):
            touched = [{"x": x, "y": y} for x, y in points]
            page.call("Input.dispatchTouchEvent", type=kind, touchPoints=touched)
            page.until("valueBefore !== null || stroke.path.length !== 1")
    assert picture(page)[1] == "?###?"


def test_undo_and_redo(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    states = [picture(page)]
    for row in range(4):
        page.drag(place(page, row, 0), place(page, row, 3), button="left" if row % 2 else "right")
        states.append(picture(page))
    more(page, "#clear")
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


def test_what_is_filled_in_is_kept(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    assert page.value("localStorage.getItem(drawer)") is None  # opening it takes nothing from another window
    page.drag(place(page, 2, 0), place(page, 2, 4))
    page.drag(place(page, 0, 0), button="right")
    kept = picture(page)
    assert kept == (".????", "?????", "#####", "?????", "?????")
    page.reload()
    assert picture(page) == kept
    # What another program left there is passed over.
    for rubbish in ("no JSON", "{}", "[0]", json.dumps([9] * 25)):
        page.value(f"localStorage.setItem(drawer, {rubbish!r})")
        page.reload()
        assert picture(page) == ("?????",) * 5


def test_without_storage(opened: Opener) -> None:
    puzzle = Nonogram.from_picture(("#",))
    page = opened(puzzle)
    page.visit("data:text/html;base64," + b64encode(write_player(puzzle).encode()).decode())
    assert "stores nothing" in page.value("document.querySelector('#kept').textContent")
    page.drag(place(page, 0, 0))
    assert solved(page)


def test_colours(opened: Opener) -> None:
    wanted = ("rrx.", "x..r", "xxrr")
    page = opened(Nonogram.from_picture(wanted, COLOURS))
    assert page.value("document.querySelector('[role=rowheader]').ariaLabel") == "row 1: 2 red, 1 pale"
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
    shown = "range(geometry.count).map(cell => look.style(look.value(cell), cell).text ?? '').join('')"
    assert page.value(shown) == ""
    more(page, "#letters")
    assert page.value(shown) == "".join(wanted).replace(".", "")
    # A colour that is nearly white is not the paper's.
    assert page.value("'pale' in document.documentElement.dataset")
    # Digits choose too, and 0 is the cross; one colour goes over another.
    page.press("1")
    page.drag(place(page, 1, 0))
    page.press("0")
    page.drag(place(page, 0, 3))
    assert not solved(page)
    assert picture(page) == ("rrx.", "r??r", "xxrr")


def test_delete_clears_and_crosses_nothing_out(opened: Opener) -> None:
    page = opened(Nonogram.from_picture(KITE))
    page.value("focusCell(0)")
    for key, char in (
        ("Delete", "?"),
        (" ", "#"),
        ("Backspace", "?"),
        ("x", "."),
        ("Delete", "?"),
        ("Delete", "?"),
    ):
        page.press(key)
        assert picture(page)[0][0] == char
