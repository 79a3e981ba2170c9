"""Puzzles whose kind is a page of YAML on the studio's page, by mouse."""

import json
import re

import pytest

import nonosat
from nonosat import list_shipped, load
from nonosat.puzzles.declared import Declared
from nonosat.toolkit import KINDS
from tests.browser.test_studio_page_kinds import saved
from tests.browser.test_studio_tasks import screen
from tests.helpers.samples import some
from tests.helpers.studio import Studio

TEXTS = {name: path.read_text() for name, path in list_shipped("instances").items() if path.suffix == ".yaml"}
KIND_OF = {name: found[1] for name, text in TEXTS.items() if (found := re.search(r"(?m)^kind: (\S+)$", text))}
SHIPPED = [name for name, kind in KIND_OF.items() if KINDS[kind].framed and kind != "mosaic"]


def opened(studio: Studio, name: str) -> Declared:
    studio.kept()
    studio.drop(f"{name}.yaml", "", TEXTS[name].encode())
    studio.until("puzzle.rules && puzzle.board")
    puzzle = load(name)
    assert isinstance(puzzle, Declared)
    return puzzle


def symbol(studio: Studio, name: str, char: str) -> None:
    """Choose what the clue tool puts into cells."""
    studio.click(f"#symbols [data-name={name}][data-char={json.dumps(char)}]")


def give(studio: Studio, name: str, text: str) -> None:
    """Replace what the puzzle gives."""
    studio.value(f"commit({{ kind: 'given', key: {name!r}, text: {text!r} }})")


@pytest.mark.parametrize("name", some(SHIPPED, 3))
def test_a_shipped_puzzle_is_opened_and_saved(studio: Studio, name: str) -> None:
    puzzle = opened(studio, name)
    assert studio.settled() == nonosat.solve(puzzle).verdict.value
    lines = studio.value("puzzle.geometry.lines.map((line) => line.name)")
    assert lines == [one.label for one in puzzle.problem().constraints]
    assert saved(studio, f"{name}.yaml") == puzzle


def test_symbols_and_givens_are_set_by_mouse(studio: Studio) -> None:
    studio.new(4, 4, "takuzu")
    give(studio, "cells", "\n".join(["????"] * 4))
    symbol(studio, "cells", "#")
    for way in (((0, 0), (0, 1)), ((3, 3),), ((3, 3),)):
        studio.drag(*way)
    assert studio.value("puzzle.gives.cells") == "##??\n????\n????\n????"
    assert studio.value("[0, 2].map((cell) => look.style(NOT_GIVEN, cell).text ?? '')") == ["#", ""]
    studio.browser.press("z", 2)
    assert studio.value("puzzle.gives.cells") == "##??\n????\n????\n???#"
    studio.browser.press("p")
    studio.drag((1, 1))
    assert saved(studio, "takuzu.yaml").givens == ("????", "?#??", "????", "????")
    assert studio.settled() == "multiple"


def test_regions_are_painted_and_a_number_is_typed(studio: Studio) -> None:
    studio.new(5, 5, "star-battle")
    give(studio, "regions", "\n".join(["aaaaa"] * 5))
    for letter, way in (("b", ((0, 1), (0, 4))), ("c", ((1, 2), (4, 2))), ("d", ((4, 3), (4, 4)))):
        symbol(studio, "regions", letter)
        studio.drag(*way)
    assert studio.value("puzzle.gives.regions") == "abbbb\naacaa\naacaa\naacaa\naacdd"
    assert studio.settled() == "none"  # four regions, but five rows
    studio.value("showPart('clues')")
    studio.type("#gives-stars", "many")
    studio.until("verdict.said === 'wrong' && /stars/.test(verdict.basis)")
    studio.browser.press("z", 2)
    assert studio.value("byId('gives-stars').value") == "1"


def corner(studio: Studio, row: int, column: int) -> tuple[float, float]:
    """Return the point where the border pen is above and left of a cell."""
    (x, y), side = studio.place(0, 0), studio.value("view.cell")
    return x + (column - 0.5) * side, y + (row - 0.5) * side


def regions(studio: Studio) -> list[str]:
    """Return the rows of the regions."""
    found: list[str] = studio.value("puzzle.gives.regions.split('\\n')")
    return found


@pytest.mark.parametrize("touch", [False, True])
def test_borders_are_drawn_around_regions(studio: Studio, touch: bool) -> None:
    """Closed borders make a region, a click on one joins two, and a sentence names what is missing."""
    stroke = studio.browser.touch if touch else studio.browser.drag
    studio.new(4, 4, "star-battle")
    studio.value("showPart('clues')")
    studio.click("#gives button")
    assert regions(studio) == ["...."] * 4
    studio.until("verdict.said === 'lacking'")
    assert studio.value("verdict.basis") == "draw the regions: 4 of 4 cells of row 1 are in none"
    stroke(*(corner(studio, *at) for at in ((0, 2), (1, 2), (2, 2), (2, 1), (2, 0))))
    assert regions(studio) == ["aa..", "aa..", "....", "...."]
    stroke(*(corner(studio, *at) for at in ((2, 2), (3, 2))))
    assert studio.value("loose.size") == 1
    stroke(*(corner(studio, *at) for at in ((3, 2), (4, 2))))
    assert regions(studio) == ["aa..", "aa..", "bb..", "bb.."]
    assert studio.value("loose.size") == 0
    studio.until("puzzle.board?.regions.join() === puzzle.gives.regions.replaceAll('\\n', ',')")
    x, y = corner(studio, 0, 2)
    stroke((x, y + studio.value("view.cell") / 2))
    assert regions(studio) == ["....", "....", "bb..", "bb.."]
    studio.browser.press("z", 2)
    assert regions(studio) == ["aa..", "aa..", "bb..", "bb.."]


def test_a_bucket_fills_a_region_to_its_borders(studio: Studio) -> None:
    studio.new(4, 4, "star-battle")
    give(studio, "regions", "aabb\naabb\n..cc\n..cc")
    studio.browser.press("u")
    studio.drag((3, 0))
    assert regions(studio) == ["aabb", "aabb", "ddcc", "ddcc"]
    studio.settled()
    symbol(studio, "regions", "b")
    studio.drag((3, 3))
    assert regions(studio) == ["aabb", "aabb", "ddbb", "ddbb"]
    studio.drag((0, 0), button="right")
    assert regions(studio) == ["..bb", "..bb", "ddbb", "ddbb"]
    studio.until("verdict.said === 'lacking'")


def test_numbers_follow_from_the_solution_that_is_drawn(studio: Studio) -> None:
    puzzle = opened(studio, "sums-of-places")
    studio.drag((0, 2), (0, 5))
    drawn = puzzle.asking_for(("#######", *puzzle.goal[1:]))
    studio.until(f"puzzle.gives.rows === {' '.join(map(str, drawn.gives['rows']))!r}")
    assert saved(studio, "drawn.yaml") == drawn
    studio.value("changeGrid('resize', { width: 8, height: 7 }), 0")
    studio.until("puzzle.board?.width === 8")
    assert studio.value("puzzle.gives.columns") == "17 21 8 17 ? 11 ? ?"


def test_on_a_phone_the_tool_that_is_taken_is_in_sight(studio: Studio) -> None:
    with screen(studio, 360, 740, 1, "light"):
        studio.value("raise(true)")
        studio.new(4, 4, "star-battle")
        studio.settled()
        assert not studio.value("isUp()")  # it is drawn first
        studio.click("[data-tool=border]")
        assert studio.value("byId('said').textContent") == "Border pen: draw along the edges of cells."
        assert studio.value("byId('aim').closest('.row').hidden")  # nothing is drawn that can be fixed
        for tool in ("move", "border"):
            studio.value(f"takeTool({tool!r})")
            box = f"document.querySelector('[data-tool={tool}]').getBoundingClientRect()"
            assert studio.value(f"{box}.left >= 0 && {box}.right <= 360")
            assert studio.value("document.querySelector('#colours [aria-pressed=true]') === null")
        studio.value("takeTool('pencil')")
        assert studio.value("document.querySelector('#colours [aria-pressed=true]') !== null")


@pytest.mark.parametrize("kind", some(["star-battle", "norinori", "tents", "battleships", "akari"], 2))
def test_a_new_puzzle_of_a_kind_is_a_valid_example(kind: str, studio: Studio) -> None:
    studio.new(6, 6, kind)
    studio.until("puzzle.board")
    assert studio.settled() in ("unique", "multiple")
    assert studio.value("tool.name") == "clue"  # what the puzzle gives is drawn at once
    assert studio.value("[puzzle.width, puzzle.height, puzzle.picture.length]") == [6, 6, 0]


def test_a_region_is_drawn_on_and_what_follows_is_pale(studio: Studio) -> None:
    studio.new(5, 5, "star-battle")
    give(studio, "regions", "aabbb\naabbc\ndabcc\nddecc\nddeee")
    studio.until("puzzle.board")
    studio.drag((0, 0), (0, 3))  # a stroke goes on with the region in which it begins
    assert studio.value("puzzle.gives.regions.slice(0, 5)") == "aaaab"
    studio.value("focusCell(4)")
    studio.browser.press("c")  # a letter that is typed
    assert studio.value("puzzle.gives.regions.slice(0, 5)") == "aaaac"
    fills = "[look.style(1, 0), look.style(1)].map(({ fill, ink }) => [fill, ink])"
    (fill, ink), drawn = studio.value(fills)
    assert drawn == ["#000000", "#fff"]
    assert fill == studio.value("regionColour('a')") and ink != "#fff"
    studio.value("takeTool('pencil')")
    studio.drag((0, 0))
    assert studio.value("look.style(1, 0).fill") == "#000000"
