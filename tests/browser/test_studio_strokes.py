"""Strokes on the studio's page: what is drawn stays drawn, by mouse, finger, pen and keys."""

import random
from itertools import product

import pytest

import nonosat
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers.browser import SHIFT
from tests.helpers.samples import share, some
from tests.helpers.studio import Studio, draw_stroke, random_strokes

WAYS = [way for way in product((-1, 0, 1), repeat=2) if any(way)]


def joined_lines(number: int, side: int) -> list[list[tuple[int, int]]]:
    """Return lines in all directions, each from the end of the one before."""
    rng, at = random.Random(11), (side // 2, side // 2)
    lines: list[list[tuple[int, int]]] = []
    while len(lines) < number:
        (down, right), length = rng.choice(WAYS), rng.randrange(2, 9)
        line = [(at[0] + k * down, at[1] + k * right) for k in range(length)]
        if all(min(cell) >= 0 and max(cell) < side for cell in line):
            lines.append(line)
            at = line[-1]
    return lines


@pytest.mark.parametrize("by", some(["mouse", "touch", "pen"], 1))
def test_joined_lines_lose_nothing(by: str, studio: Studio) -> None:
    side, drawn = 25, set[tuple[int, int]]()
    studio.new(side, side)
    for line in joined_lines(share(100), side):
        places = studio.place(*line[0]), studio.place(*line[-1])
        if by == "touch":
            studio.browser.touch(*places)
        else:
            studio.browser.drag(*places, pointer=by)
        drawn |= {*line}
    assert studio.picture == ["".join(".#"[(r, c) in drawn] for c in range(side)) for r in range(side)]


def test_a_list_of_strokes_by_mouse_finger_and_keys(studio: Studio) -> None:
    """Whatever draws it, the picture in the file is the list's."""
    side = 20
    strokes = random_strokes(share(50, 5), side)
    for how in ("mouse", "finger", "keys"):
        studio.new(side, side)
        wanted = [["."] * side for _ in range(side)]
        for cells in strokes:
            black = wanted[cells[0][0]][cells[0][1]] == "#"
            draw_stroke(wanted, cells)
            if how == "mouse":
                studio.drag(*cells)
            elif how == "finger":
                studio.browser.touch(*(studio.place(*cell) for cell in cells))
            else:
                studio.value(f"focusCell({cells[0][0] * side + cells[0][1]})")
                if len(cells) == 1 or not black:
                    studio.browser.press(" ")
                key = "ArrowDown" if cells[-1][0] > cells[0][0] else "ArrowRight"
                for _ in cells[1:]:
                    studio.browser.press(key, SHIFT)
        saved = nonosat.load(studio.save(f"by-{how}.yaml"))
        assert isinstance(saved, Nonogram)
        assert saved.goal == tuple("".join(row) for row in wanted), how


@pytest.mark.parametrize("by", ["mouse", "finger"])
def test_lines_that_join_lose_no_end(by: str, studio: Studio) -> None:
    """Whatever the way of a stroke that begins on a filled cell, it paints; a click there clears."""
    stroke = studio.drag if by == "mouse" else studio.finger
    for down, right in product((-1, 0, 1), repeat=2):
        studio.new(7, 7)
        wanted = [["."] * 7 for _ in range(7)]
        stroke((3, 0), (3, 3))
        wanted[3][:4] = "####"
        stroke((3, 3), *([(3 + 3 * down, 3 + 3 * right)] if down or right else []))
        for k in range(4):
            wanted[3 + k * down][3 + k * right] = "#" if down or right else "."
        assert studio.picture == ["".join(row) for row in wanted], (down, right)
        stroke((3, 0), (3, 1), (3, 0))
        assert studio.picture == ["".join(row) for row in wanted], "back to where it began"
        stroke((3, 0))
        wanted[3][0] = "."
        assert studio.picture == ["".join(row) for row in wanted]


def test_a_resting_finger_erases_unless_it_moves(studio: Studio) -> None:
    studio.new(7, 7)
    studio.drag((3, 0), (3, 3))
    studio.rest((3, 3), (6, 3))
    assert studio.picture == ["......."] * 3 + ["####..."] + ["...#..."] * 3
    studio.rest((3, 1))
    studio.rest((0, 0))
    assert studio.picture == ["......."] * 3 + ["#.##..."] + ["...#..."] * 3
    studio.browser.press("e")
    studio.drag((3, 2), (3, 3))
    studio.browser.press("p")
    studio.drag((5, 3), (6, 3), button="right")
    assert studio.picture == ["......."] * 3 + ["#......", "...#...", ".......", "......."]


def test_other_layers_are_painted_as_the_picture_is(studio: Studio) -> None:
    studio.draw(["#####"])
    for key, layer in (("g", "givens"), ("k", "protected")):
        studio.browser.press(key)
        studio.drag((0, 0), (0, 2))
        studio.drag((0, 2), (0, 4))
        studio.drag((0, 1))
        assert studio.value(f"puzzle.{layer}.slice(0, 5).map(value => value !== NOT_GIVEN)") == [
            True,
            False,
            *[True] * 3,
        ], layer
        studio.drag((0, 0), (0, 4), button="right")
        assert studio.value(f"puzzle.{layer}.every(value => value === NOT_GIVEN)"), layer
    studio.new(6, 6, kind="star-battle")
    studio.value("tell('tool'), document.querySelector('[data-part=clues]').click()")
    studio.browser.press("n")
    studio.drag((0, 0), (0, 2))
    char = studio.value("puzzle.gives.regions[0]")
    studio.drag((0, 2), (2, 2))
    rows = studio.value("puzzle.gives.regions").split("\n")[:3]
    assert rows[0][:3] == 3 * char
    assert all(row[2] == char for row in rows)


def test_a_stroke_ends_before_the_grid_changes_under_it(studio: Studio) -> None:
    """What is drawn so far is drawn; no cell of another grid is."""
    studio.drag((4, 4))
    for act, wanted in (
        ("byId('undo').click()", ["....."] * 4 + ["....#"]),
        ("byId('mirror-down').click()", ["....#", *["....."] * 3, ".##.."]),
        ("begin({ kind: 'nonogram', width: 2, height: 1, outline: [], picture: '..' })", [".."]),
    ):
        studio.browser.press("p")
        (x, y), end = studio.place(0, 1), studio.place(0, 2)
        studio.browser.mouse("mousePressed", x, y)
        studio.browser.mouse("mouseMoved", *end)
        studio.value(f"{act}, 0")
        studio.shows(wanted)
        studio.browser.mouse("mouseReleased", *end)
        assert studio.picture == wanted
