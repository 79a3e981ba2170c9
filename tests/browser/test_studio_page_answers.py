"""The studio's page in a real browser: verdicts, suggestions, ratings, dropped pictures."""

from io import BytesIO

import pytest

import nonosat
from nonosat.puzzles.nonogram import Nonogram
from nonosat.studio.drawing import drawing_of
from nonosat.studio.folder import write_drawing
from tests.helpers import drawings
from tests.helpers.browser import CONTROL
from tests.helpers.pictures import photo
from tests.helpers.studio import Studio

KITE = list(drawings.KITE)


def test_a_5x5_is_drawn_and_its_clues_are_right(studio: Studio) -> None:
    studio.draw(KITE)
    assert studio.picture == KITE
    right = Nonogram.from_picture(tuple(KITE))
    assert studio.clues == (
        [right.clue_text(c) for c in right.rows],
        [right.clue_text(c) for c in right.columns],
    )
    assert studio.settled() == "unique"
    assert "Exactly one solution" in studio.value("document.getElementById('verdict').textContent")


def test_what_varies_is_shown_and_a_suggestion_mends_it(studio: Studio) -> None:
    studio.draw(["#....", ".#..."])
    assert studio.settled() == "multiple"
    varying = set(
        studio.value("[...verdict.status.keys()].filter(cell => verdict.status[cell] === 'varying')")
    )
    certain = nonosat.certain(Nonogram.from_picture(tuple(studio.picture)))
    assert varying == {cell for group in certain.indices for cell in group}
    assert studio.value("verdict.groups") == len(certain.indices)
    before = studio.picture
    studio.until("document.querySelector('#suggestions .suggestion')")
    studio.value("document.querySelector('#suggestions .suggestion').focus()")
    studio.until("view.preview && view.preview.size")
    studio.browser.press("Enter")
    studio.until("view.preview === null")
    assert studio.picture != before
    assert studio.settled() == "unique"
    studio.browser.press("z", CONTROL)
    assert studio.picture == before
    assert studio.settled() == "multiple"
    studio.browser.press("y", CONTROL)
    assert studio.settled() == "unique"


def test_a_puzzle_with_one_solution_is_made_easier(studio: Studio) -> None:
    studio.draw(["###..", "##..#", "#..#.", "...#.", "#...#"])
    assert studio.settled() == "unique"
    studio.until("difficulty.rating && difficulty.rating.class === 'moderate'")
    studio.until("mend.list.length && !document.getElementById('mending').hidden")
    assert studio.value("document.getElementById('compare').hidden")
    studio.until("verdict.rested")
    said = studio.value("mend.list.map(one => one.says).join()")
    assert "trivial, effort " in said and "; fewer changes are not enough" in said
    studio.click("#suggestions .suggestion")
    studio.until("difficulty.rating && ['trivial', 'lines'].includes(difficulty.rating.class)")
    studio.until("document.getElementById('mending').hidden")


def test_a_rated_puzzle_is_played_and_explained_on_the_spot(studio: Studio) -> None:
    studio.draw(KITE)
    studio.until("difficulty.rating && difficulty.steps.length && verdict.rested")
    right = nonosat.rate(Nonogram.from_picture(tuple(KITE)))
    assert f"Class: {right.difficulty}" in studio.value("document.getElementById('class').textContent")
    studio.value("document.querySelector('#starts button').focus()")
    assert studio.value("[...view.pointed.cells]") == studio.value("difficulty.steps[0].cells")
    assert studio.value("view.pointed.lines.every(line => line.clue.length)")
    for button in ("#show-play", "#show-explanation"):
        studio.click(button)
        studio.until("document.querySelector('#show-frame iframe')")
        # What is in the frame has no way to this page: its document is out of reach from here, too.
        assert studio.value("document.querySelector('#show-frame iframe').sandbox.value") == "allow-scripts"
        studio.until("document.querySelector('#show-frame iframe').contentDocument === null")
        studio.click("#show-dialog [data-close]")
        studio.until("document.querySelector('#show-frame iframe') === null")


def test_what_is_filled_in_stays_when_the_page_to_play_is_closed(studio: Studio) -> None:
    """The frame has no storage; the studio keeps it, and gives it back."""
    studio.draw(KITE)
    filled = (
        "Object.entries(localStorage).flatMap(([name, kept]) => "
        "name.startsWith('nonosat-play-') ? JSON.parse(kept).state : [])"
        ".filter((value) => value === 1).length"
    )
    frame = "document.querySelector('#show-frame iframe')"
    studio.click("#show-play")
    studio.value("told = 0; addEventListener('message', ({ data }) => { told += data.drawer ? 1 : 0; }); 0")

    def fill(downs: list[float], more: str) -> None:
        """Click where the grid may be, which cannot be asked: on a busy machine, the frame may still move,
        and a stroke may take a while to be told.
        """
        studio.until(f"{frame} && told")
        for down in downs * 12:
            box = studio.value(f"{frame}.getBoundingClientRect().toJSON()")
            studio.browser.drag((box["x"] + 0.38 * box["width"], box["y"] + down * box["height"]))
            if studio.browser.soon(more, 1.0):
                return
        raise AssertionError(f"nothing was filled in: {more}")

    fill([0.45, 0.5, 0.55, 0.4, 0.6], filled)
    before = studio.value(filled)
    studio.click("#show-dialog [data-close]")
    studio.value("told = 0")
    studio.click("#show-play")
    fill([0.6, 0.4, 0.55, 0.5, 0.45], f"{filled} > {before}")  # beside what it was given back
    # A page that asks for anything else gets nothing.
    studio.value("localStorage.setItem('nonosat-play-x', 'x')")
    assert studio.value("dispatchEvent(new MessageEvent('message', { data: { drawer: 'nonosat-play-x' } }))")
    studio.click("#show-dialog [data-close]")


def test_a_picture_that_is_dropped_begins_with_its_own_cells(studio: Studio) -> None:
    image = pytest.importorskip("PIL.Image")
    icon = image.new("L", (7, 6), 255)
    for at in ((1, 1), (2, 1), (4, 2), (5, 5), (6, 0)):
        icon.putpixel(at, 0)
    file = BytesIO()
    icon.resize((140, 120), image.Resampling.NEAREST).save(file, "PNG")
    studio.drop("icon.png", "image/png", file.getvalue())
    studio.until(
        "picture.puzzle === opened.key && puzzle.width === 7 && puzzle.height === 6 && !picture.busy"
    )
    assert studio.value("byId('picture-side').value") == "7"
    assert "blocks of 20 x 20" in studio.value("byId('picture-says').textContent")
    assert studio.picture == ["......#", ".##....", "....#..", ".......", ".......", ".....#."]
    studio.slide("#picture-side", 20)
    studio.until("puzzle.width === 20 && !picture.busy")


def test_a_picture_that_is_dropped_becomes_a_puzzle(studio: Studio) -> None:
    pytest.importorskip("PIL")
    studio.drop("disc.png", "image/png", photo(200, 100))
    studio.until("picture.puzzle === opened.key && puzzle.width === 30 && puzzle.height === 15")
    studio.settled()
    found = int(studio.value("document.getElementById('picture-threshold').value"))
    assert 32 < found <= 240  # between the dark and the light
    first = studio.picture
    costs = studio.value("puzzle.costs")
    assert len(costs) == 30 * 15
    studio.value("(changeGrid('mirror-across'), 0)")
    mirrored = "".join(costs[row : row + 30][::-1] for row in range(0, 450, 30))
    studio.until(f"puzzle.costs === {mirrored!r}")
    studio.browser.press("z", CONTROL)
    assert studio.value("puzzle.costs") == costs
    studio.slide("#picture-side", 12)
    studio.until("puzzle.width === 12 && !picture.busy")
    studio.slide("#picture-colours", 3)
    studio.until("puzzle.palette.length === 3 && !picture.busy")
    assert studio.settled() in ("unique", "multiple")
    assert studio.value("document.getElementById('picture-threshold').disabled")
    studio.value("palette.set(1, 'name', 'ink')")
    assert studio.value("named(plain().palette.map((one) => ({ ...one, name: one.rgb })))[1].name") == "ink"
    studio.browser.press("z", CONTROL)
    studio.browser.press("z", CONTROL)  # the moves of sliders are undone as one
    assert studio.picture == first
    studio.click("#picture-done")
    assert studio.value("document.getElementById('from-picture').hidden")
    small, _ = write_drawing(drawing_of(Nonogram.from_picture(tuple(KITE))), "png")
    studio.drop("kite.png", "image/png", small)  # so small a picture is a puzzle as it is
    studio.until("puzzle.width === 5")
    assert studio.picture == KITE


@pytest.mark.more
def test_a_picture_is_cropped_and_turned(studio: Studio) -> None:
    """What is sent is small, and what is shown beside the drawing is what is converted."""
    pytest.importorskip("PIL")
    studio.drop("disc.png", "image/png", photo(3000, 1500))
    ready = "picture.puzzle === opened.key && !picture.busy"
    studio.until(ready)
    studio.slide("#picture-colours", 2)  # sliders stay where they are from picture to picture
    studio.slide("#picture-side", 30)
    studio.until(f"{ready} && puzzle.width === 30 && puzzle.height === 15")
    assert studio.value("picture.sent === picture.file")  # sent as it is, each time the same
    black = studio.picture
    studio.slide("#picture-contrast", 10)  # all is a middle grey
    studio.until(f"{ready} && document.getElementById('picture-contrast-said').textContent === '10'")
    studio.slide("#picture-contrast", 100)
    studio.until(f"{ready} && plain().picture === {''.join(black)!r}")
    studio.click("#picture-turn")
    studio.until(f"{ready} && puzzle.height === 30")
    turned = ["".join(row[::-1]) for row in zip(*black, strict=True)]
    pairs = zip("".join(turned), "".join(studio.picture), strict=True)
    assert sum(a != b for a, b in pairs) < 10  # it was scaled down before it was turned
    studio.click("#picture-whole")
    studio.until(f"{ready} && puzzle.width === 30")
    box = studio.value("original.getBoundingClientRect().toJSON()")
    left, top = box["x"], box["y"]
    middle, right, bottom = left + box["width"] / 2, box["right"] - 1, box["bottom"] - 1
    studio.browser.drag((middle, top + 1), (right - 9, bottom - 9), (right, bottom))
    studio.until(f"{ready} && puzzle.height > 28")
    cut = studio.value("cuts()")
    assert cut == [pytest.approx(wanted, abs=2) for wanted in (0, 0, 0, 50)]
    studio.browser.drag((left + 2, top + 2))  # a click crops nothing
    assert studio.value("cuts()") == cut
    # By keys: of the right half, half is cut off as well.
    studio.value("document.getElementById('picture-cut-right').focus()")
    studio.value("document.activeElement.select()")
    for key in "25":
        studio.browser.press(key)
    studio.until(f"{ready} && puzzle.width === 15 && puzzle.height === 30")
    studio.click("#picture-turn")
    studio.until(f"{ready} && puzzle.width === 30 && puzzle.height === 15")
    assert studio.value("cuts()") == [cut[3], cut[0], 25, cut[2]]
    studio.click("#picture-done")


def test_two_solutions_are_compared(studio: Studio) -> None:
    studio.draw(["#....", ".#..."])
    assert studio.settled() == "multiple"
    shown = "range(25).map(shown).join('')"
    drawn, pictures = studio.value(shown), []
    for which in (0, 1):
        studio.click(f"#compare [data-solution='{which}']")
        pictures.append(studio.value(shown))
    assert pictures[0] != pictures[1] and drawn in pictures
    assert "1100010000" not in pictures
    studio.click("#compare [data-solution='']")
    assert studio.value(shown) == drawn


def test_protected_cells_are_in_no_fix(studio: Studio) -> None:
    studio.draw(["#....", ".#...", "..#..", "...#.", "....#"])
    assert studio.settled() == "multiple"
    studio.until("mend.list.length")
    studio.browser.press("k")
    for row in range(5):
        studio.drag((row, 0), (row, 1))
    studio.until("verdict.busy !== 'facts' && verdict.rested")
    fixes = studio.value("mend.list.map(one => one.cells)")
    assert fixes and all(cell % 5 > 1 for cells in fixes for cell in cells)
    assert studio.value("document.querySelectorAll('#suggestions li').length") == min(4, len(fixes))
    studio.click("#turn")
    assert studio.value("puzzle.protected.filter(value => value !== NOT_GIVEN).length") == 10
    studio.until("puzzle.protected.findIndex(value => value === NOT_GIVEN) === 10")


def test_the_search_for_fixes_is_stopped(studio: Studio) -> None:
    studio.new(30, 30)
    studio.value(
        "commitCells('picture', range(size()), range(size()).map(cell => (cell * cell + cell) % 7 % 2))"
    )
    studio.until("!document.getElementById('stop').hidden")
    studio.until("/^looking for .*: (none with|[0-9]+ of)/.test(document.getElementById('busy').textContent)")
    studio.click("#stop")
    studio.until("document.getElementById('busy').textContent === 'Given up: on request.'")
    assert studio.value("document.getElementById('stop').hidden")
