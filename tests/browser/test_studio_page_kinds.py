"""Triddlers, mosaics and split cells on the studio's page in a real browser."""

import json
from collections.abc import Iterable

import pytest

import nonosat
from nonosat import Nonogram, load
from nonosat.puzzles.triangles import moves
from nonosat.puzzles.triddler import Triddler
from nonosat.studio.drawing import drawing_of
from nonosat.toolkit import CellPuzzle
from tests.helpers.browser import CONTROL, SHIFT
from tests.helpers.drawings import KITE
from tests.helpers.mosaics import Mosaic
from tests.helpers.samples import some
from tests.helpers.studio import Studio

HOUSE = ("/..###\\", "/..#.##/", "\\#####/")
SIDES = {"#side-top-left": 2, "#side-bottom-left": 1, "#side-top": 2, "#side-top-right": 1}


def cells(puzzle: CellPuzzle) -> list[int]:
    return [cell for cell, char in enumerate(puzzle.chars(puzzle.goal)) if char != "."]


def click(studio: Studio, chosen: Iterable[int]) -> None:
    for cell in chosen:
        studio.browser.drag(tuple(studio.value(f"middleOf({cell})")))


def new_triddler(studio: Studio) -> Triddler:
    studio.begin("triddler", SIDES)
    return Triddler.from_picture(HOUSE)


def saved(studio: Studio, name: str) -> CellPuzzle:
    """Save the drawing, open another one, open this again, and return what the file holds."""
    studio.kept()
    before = studio.value("JSON.stringify(plain())")
    studio.value(f"save({name!r})")
    studio.until(f"opened.file === {name!r}")
    studio.new(3, 3)
    studio.value(f"openFile({name!r})")
    studio.until(f"opened.file === {name!r}")
    assert studio.value("JSON.stringify(plain())") == before
    found = load(studio.server.folder / name)
    assert isinstance(found, CellPuzzle)
    return found


def test_the_dialog_shows_the_outline_and_closes_it(studio: Studio) -> None:
    studio.kept()
    studio.click("#new-open")
    studio.choose("#kind", "triddler")
    for field, length in {**SIDES, "#side-top-right": 4}.items():
        studio.type(field, str(length))
    assert studio.value("byId('size-go').disabled && byId('size-said').textContent !== ''")
    studio.type("#side-top-right", "1")
    assert not studio.value("byId('size-go').disabled")
    assert studio.value("['side-bottom', 'side-bottom-right'].map(id => Number(byId(id).value))") == [2, 2]
    drawn = "byId('size-preview').getContext('2d').getImageData(0, 0, 220, 160).data.some(Boolean)"
    assert studio.value(drawn)
    studio.click("#size-dialog [data-close]")


def test_a_triddler_is_drawn_saved_and_opened_again(studio: Studio) -> None:
    puzzle = new_triddler(studio)
    assert studio.value("[...byId('tools').children].filter(b => b.hidden).map(b => b.dataset.tool)") == [
        "clue",
        "border",
        "bucket",
        "rectangle",
        "ellipse",
        "hide",
    ]
    click(studio, cells(puzzle))
    assert studio.settled() == nonosat.solve(puzzle).verdict.value == "unique"
    assert studio.value("view.geometry.lines.map(line => clueText(line.clue))") == [
        puzzle.clue_text(clue) for clue in puzzle.clues
    ]
    assert studio.value("byId('size').textContent") == "16 triangles"
    for name in ("a.yaml", "a.json", "a.g", "a.xml"):
        found = saved(studio, name)
        assert found.problem() == puzzle.problem()
        assert found.goal in ((), puzzle.goal)


def test_a_triddler_is_drawn_by_keys(studio: Studio) -> None:
    puzzle = new_triddler(studio)
    studio.value("focusCell(0)")
    for row in HOUSE:
        studio.browser.press("Home")
        for char in row[1:-1]:
            if char == "#":
                studio.browser.press(" ")
            studio.browser.press("ArrowRight")
        studio.browser.press("ArrowDown")
    assert studio.picture == [row[1:-1] for row in HOUSE]
    assert saved(studio, "keys.yaml") == puzzle


def test_tools_follow_triangles(studio: Studio) -> None:
    puzzle = new_triddler(studio)
    for line in range(len(puzzle.clues)):
        covered = [*puzzle.lines()][line][2]
        studio.browser.press("l")
        studio.browser.drag(*(tuple(studio.value(f"middleOf({covered[k]})")) for k in (0, -1)))
        assert studio.value("puzzle.picture.flatMap((v, cell) => v ? [cell] : [])") == sorted(covered)
        studio.browser.press("z", CONTROL)
    studio.browser.press("f")
    click(studio, [3])
    assert studio.picture == ["#####", "######", "#####"]
    studio.browser.press("z", CONTROL)
    studio.browser.press("p")
    click(studio, cells(puzzle))
    studio.browser.press("s")
    studio.value("select([0, 1, 2])")
    studio.browser.press("ArrowDown", CONTROL)
    assert studio.value("[...selection].map(cell => view.geometry.cells[cell].up)") == [True, False, True]
    assert studio.value("[...selection].map(view.geometry.rowOf)") == [1, 1, 1]
    studio.browser.press("z", CONTROL)
    assert studio.picture == [row[1:-1] for row in HOUSE]


MOVES = {"#turn": 9, "#mirror-across": 1, "#mirror-down": 7}


@pytest.mark.parametrize("button", some(MOVES, 1))
def test_a_triddler_is_mirrored_and_turned(studio: Studio, button: str) -> None:
    puzzle = new_triddler(studio)
    click(studio, cells(puzzle))
    studio.click(button)
    moved = puzzle.apply_move(moves(puzzle.outline)[MOVES[button]])
    studio.shows([row[1:-1] for row in moved.goal])
    assert studio.value("puzzle.outline") == list(moved.outline)
    assert studio.settled() == "unique"
    studio.browser.press("z", CONTROL)
    studio.shows([row[1:-1] for row in HOUSE])


def test_symmetric_drawing_on_triangles(studio: Studio) -> None:
    studio.begin("triddler", dict.fromkeys(SIDES, 2))
    shown = "[...byId('symmetry').options].filter(one => !one.hidden).map(one => one.value)"
    assert studio.value(shown) == ["", "across", "down", "both", "turn", "third", "sixth"]
    for name, count in (("across", 2), ("turn", 2), ("third", 3), ("sixth", 6)):
        studio.choose("#symmetry", name)
        click(studio, [0])
        assert studio.value("puzzle.picture.filter(Boolean).length") == count
        studio.browser.press("z", CONTROL)
    studio.choose("#symmetry", "")
    new_triddler(studio)
    assert studio.value(shown) == ["", "turn"]


def test_a_mosaic_is_drawn_and_its_numbers_hidden(studio: Studio) -> None:
    studio.new(5, 5, "mosaic")
    studio.draw(KITE)
    puzzle = Mosaic.from_picture(tuple(KITE))
    assert studio.value("view.geometry.lines.map(line => line.clue).join('')") == puzzle.symbols
    assert studio.settled() == nonosat.solve(puzzle).verdict.value
    studio.browser.press("h")
    studio.drag((0, 0), (0, 4))
    assert studio.value("view.geometry.lines.slice(0, 6).map(line => line.clue)") == [None] * 5 + [
        int(puzzle.symbols[puzzle.width])
    ]
    hidden = puzzle.without_clues(range(5))
    assert studio.settled() == nonosat.solve(hidden).verdict.value
    studio.browser.press("p")
    studio.drag((4, 4))
    drawn = hidden.asking_for((*KITE[:4], KITE[4][:4] + "#"))
    assert saved(studio, "mosaic.yaml") == drawn


def test_a_split_colour_is_made_drawn_and_turned(studio: Studio) -> None:
    studio.click("#palette-open")
    studio.click("#palette-split")
    studio.until("puzzle.palette[2]?.name === 'black/white'")
    studio.choose("#palette-list .row:nth-child(3) select:nth-child(2)", "\\")
    studio.until("puzzle.palette[2].name === 'black\\\\white'")
    assert studio.value("puzzle.palette[2].halves.join('')") == "#000000\\#ffffff"
    studio.click("#palette-dialog [data-close]")
    studio.browser.press("2")
    studio.drag((0, 0), (0, 2))
    studio.browser.press("1")
    studio.drag((0, 2), (0, 4))
    char = studio.value("puzzle.palette[2].char")
    assert studio.picture[0] == f"{char}{char}###"
    assert studio.value("look.style(2).halves") == ["#000000", "\\", "#ffffff"]
    studio.click("#turn")
    studio.until("puzzle.palette[2].name === 'black/white'")
    assert studio.picture[2][4] == "#" and studio.picture[0][4] == char
    found = saved(studio, "split.yaml")
    assert isinstance(found, Nonogram)
    assert found.palette[2].halves == "#000000/#ffffff"
    assert studio.settled() == nonosat.solve(found).verdict.value
    studio.value("focusCell(0)")
    studio.browser.press("ArrowRight", SHIFT)


def test_colours_have_letters_if_wished(studio: Studio) -> None:
    studio.click("#palette-open")
    studio.click("#palette-add")
    studio.until("puzzle.palette.length === 3")
    letter = studio.value("puzzle.palette[2].char")
    for shown in (letter, None):
        studio.value("byId('letters').click()")
        assert studio.value("look.style(2, 0).text") == shown
    assert studio.value("byId('colours').lastElementChild.textContent") == letter


def test_fixes_of_a_triddler_are_proven(studio: Studio) -> None:
    answer = nonosat.solve(load("triddler-switch"))
    drawn = Triddler.from_picture(answer.solutions[0])
    studio.kept()
    plain = json.dumps(drawing_of(drawn).plain())
    studio.value(f"begin({plain})")
    studio.until(f"puzzle.outline.join() === {','.join(map(str, drawn.outline))!r}")
    assert studio.settled() == "multiple"
    assert studio.value("mend.list.length")
    for fix in studio.value("mend.list"):
        chars = list(drawn.chars(drawn.goal))
        for cell, char in zip(fix["cells"], fix["chars"], strict=True):
            chars[cell] = char
        changed = Triddler.from_picture(drawn.cut("".join(chars)))
        assert nonosat.solve(changed).verdict.value == "unique"
    studio.click("#suggestions button")
    assert studio.settled() == "unique"
    studio.until("document.querySelectorAll('#starts li').length")
