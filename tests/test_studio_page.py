"""The studio in a real browser, with real events: drawing, the verdict, mending, files, breaks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import nonosat
from nonosat.puzzles.nonogram import Nonogram
from nonosat.studio.drawing import drawing_of
from nonosat.studio.folder import written
from nonosat.studio.products import PRODUCTS
from tests.helpers.browser import CONTROL, SHIFT, Browser
from tests.helpers.pictures import photo
from tests.helpers.studio import Server, Studio, serving

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

KITE = ["..#..", ".###.", "#####", "..#..", ".#.#."]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("studio")) as found:
        yield found


@pytest.fixture
def studio(chromium: Browser, server: Server) -> Iterator[Studio]:
    """A page with an empty 5x5; nothing goes wrong in it. Tests share it, as a user's page lives long."""
    page = Studio(chromium, server, again=True)
    page.value("for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close()")
    page.new(5, 5)
    page.value("takeTool('pencil'), takeColour(1)")
    chromium.complaints.clear()  # those of a page before, whose server is gone
    yield page
    assert chromium.complaints == []


def draw(studio: Studio, picture: list[str]) -> None:
    """Draw a picture in black by strokes along its rows."""
    for r, row in enumerate(picture):
        c = 0
        while c < len(row):
            length = len(row[c:]) - len(row[c:].lstrip("#"))
            if length:
                studio.drag((r, c), *([(r, c + length - 1)] if length > 1 else []))
            c += max(1, length)


def test_a_5x5_is_drawn_and_its_clues_are_right(studio: Studio) -> None:
    draw(studio, KITE)
    assert studio.picture == KITE
    right = Nonogram.from_picture(tuple(KITE))
    assert studio.clues == (
        [right.clue_text(c) for c in right.rows],
        [right.clue_text(c) for c in right.columns],
    )
    assert studio.settled() == "unique"
    assert "Exactly one solution" in studio.value("document.getElementById('verdict').textContent")


def test_what_varies_is_shown_and_a_suggestion_mends_it(studio: Studio) -> None:
    draw(studio, ["#....", ".#..."])
    assert studio.settled() == "multiple"
    varying = set(
        studio.value("[...verdict.status.keys()].filter(cell => verdict.status[cell] === CELL.VARYING)")
    )
    certain = nonosat.certain(Nonogram.from_picture(tuple(studio.picture)))
    assert varying == {cell for group in certain.components for cell in group}
    assert studio.value("verdict.groups") == len(certain.components)
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
    draw(studio, ["###..", "##..#", "#..#.", "...#.", "#...#"])
    assert studio.settled() == "unique"
    studio.until("difficulty.rating && difficulty.rating.class === 'moderate'")
    studio.until("mend.list.length && !document.getElementById('mending').hidden")
    assert studio.value("document.getElementById('compare').hidden")
    assert studio.value("document.getElementById('ask-givens').hidden")
    said = studio.value("document.querySelector('#suggestions .suggestion').textContent")
    assert ": trivial, effort " in said and said.endswith("; no fewer changes do")
    studio.click("#suggestions .suggestion")
    studio.until("difficulty.rating && ['trivial', 'lines'].includes(difficulty.rating.class)")
    studio.until("document.getElementById('mending').hidden")


def test_a_rated_puzzle_is_played_and_explained_on_the_spot(studio: Studio) -> None:
    draw(studio, KITE)
    studio.until("difficulty.rating && difficulty.steps.length && verdict.rested")
    right = nonosat.rate(Nonogram.from_picture(tuple(KITE)))
    assert f"Class: {right.level}" in studio.value("document.getElementById('class').textContent")
    studio.value("document.querySelector('#starts button').focus()")
    assert studio.value("[...view.pointed.cells]") == studio.value("difficulty.steps[0].cells")
    assert studio.value("view.pointed.lines.every(({axis, index}) => clues[axis][index].length)")
    for button in ("#show-play", "#show-explanation"):
        studio.click(button)
        studio.until("document.querySelector('#show-frame iframe')")
        # What is in the frame has no way to this page: its document is out of reach from here, too.
        assert studio.value("document.querySelector('#show-frame iframe').sandbox.value") == "allow-scripts"
        studio.until("document.querySelector('#show-frame iframe').contentDocument === null")
        studio.click("#show-dialog [data-close]")
        studio.until("document.querySelector('#show-frame iframe') === null")


def test_a_picture_that_is_dropped_becomes_a_puzzle(studio: Studio) -> None:
    pytest.importorskip("PIL")
    studio.drop("disc.png", "image/png", photo(200, 100))
    studio.until("picture.puzzle === connection.name && puzzle.width === 30 && puzzle.height === 15")
    studio.settled()
    found = int(studio.value("document.getElementById('picture-threshold').value"))
    assert 32 < found <= 240  # between the dark and the light
    first = studio.picture
    costs = studio.value("puzzle.costs")
    assert len(costs) == 30 * 15
    studio.value("gridChanges.mirrorAcross()")
    mirrored = "".join(costs[row : row + 30][::-1] for row in range(0, 450, 30))
    assert studio.value("puzzle.costs") == mirrored
    studio.browser.press("z", CONTROL)
    assert studio.value("puzzle.costs") == costs
    studio.slide("#picture-side", 12)
    studio.until("puzzle.width === 12 && !picture.busy")
    studio.slide("#picture-colours", 3)
    studio.until("puzzle.palette.length === 3 && !picture.busy")
    assert studio.settled() in ("unique", "multiple")
    assert studio.value("document.getElementById('picture-threshold').disabled")
    studio.browser.press("z", CONTROL)  # the moves of sliders are undone as one
    assert studio.picture == first
    studio.click("#picture-done")
    assert studio.value("document.getElementById('from-picture').hidden")
    small, _ = written(drawing_of(Nonogram.from_picture(tuple(KITE))), "png")
    studio.drop("kite.png", "image/png", small)  # so small a picture is a puzzle as it is
    studio.until("puzzle.width === 5")
    assert studio.picture == KITE


def test_two_solutions_are_compared(studio: Studio) -> None:
    draw(studio, ["#....", ".#..."])
    assert studio.settled() == "multiple"
    shown = "range(25).map(shownValue).join('')"
    drawn, pictures = studio.value(shown), []
    for which in (0, 1):
        studio.click(f"#compare [data-solution='{which}']")
        pictures.append(studio.value(shown))
    assert pictures[0] != pictures[1] and drawn in pictures
    assert "1100010000" not in pictures
    studio.click("#compare [data-solution='']")
    assert studio.value(shown) == drawn


def test_fewest_givens_are_another_way(studio: Studio) -> None:
    draw(studio, ["#....", ".#..."])
    assert studio.settled() == "multiple"
    studio.click("#ask-givens")
    studio.until("document.querySelector('#givens-found button')")
    studio.click("#givens-found button")
    assert studio.settled() == "unique"
    assert studio.value("puzzle.givens.filter(value => value !== NOT_GIVEN).length") == 1
    assert studio.picture[:2] == ["#....", ".#..."]


def test_every_tool_with_the_mouse(studio: Studio) -> None:
    studio.browser.press("r")
    studio.drag((0, 0), (4, 4))
    frame = ["#####", "#...#", "#...#", "#...#", "#####"]
    assert studio.picture == frame
    studio.browser.press("f")
    studio.drag((2, 2))
    assert studio.picture == ["#####"] * 5
    studio.browser.press("e")
    studio.drag((1, 1), (1, 3))
    assert studio.picture == ["#####", "#...#", *["#####"] * 3]
    studio.browser.press("p")
    studio.drag((4, 0), (4, 4), button="right")
    assert studio.picture[4] == "....."
    studio.browser.press("l")
    studio.drag((4, 0), (2, 2))
    assert studio.picture == ["#####", "#...#", "#####", "#####", "#...."]
    studio.browser.press("b")
    studio.drag((1, 1), (1, 3))
    assert studio.picture[1] == "#####"
    for _ in range(6):
        studio.click("#undo")
    assert studio.picture == ["....."] * 5
    assert studio.value("document.getElementById('undo').disabled")


def test_everything_with_keys(studio: Studio) -> None:
    studio.value("focusCell(0)")
    studio.browser.press(" ")
    for _ in range(3):
        studio.browser.press("ArrowRight", SHIFT)
    assert studio.picture[0] == "####."
    studio.browser.press("x")
    assert studio.picture[0] == "###.."
    studio.browser.press("b")
    studio.browser.press("PageDown")
    studio.browser.press(" ")
    studio.browser.press("Home")
    studio.browser.press("ArrowUp")
    studio.browser.press("Enter")
    assert studio.picture[3:] == ["####.", "####."]
    studio.browser.press("z", CONTROL)
    assert studio.picture[3:] == [".....", "....."]
    label = studio.value("document.activeElement.ariaLabel")
    assert label.startswith("row 4, column 1: white")
    assert studio.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"


def test_a_finger_draws(studio: Studio) -> None:
    studio.browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        studio.browser.touch(studio.place(1, 1), studio.place(1, 3))
        assert studio.picture[1] == ".###."
    finally:
        studio.browser.call("Emulation.setTouchEmulationEnabled", enabled=False)


def test_the_grid_mirrors_turns_and_resizes(studio: Studio) -> None:
    draw(studio, ["##...", "#...."])
    studio.click("#mirror-across")
    assert studio.picture[:2] == ["...##", "....#"]
    studio.click("#mirror-down")
    assert studio.picture[3:] == ["....#", "...##"]
    studio.click("#turn")
    assert studio.picture == [".....", ".....", ".....", "#....", "##..."]
    studio.click("#resize-open")
    for name, value in (("width", "7"), ("height", "3")):
        studio.type(f"#{name}", value)
    studio.value("['at-columns', 'at-rows'].map(id => document.getElementById(id).selectedIndex = 1)")
    studio.click("#resize-form button")
    assert studio.picture == [".......", "..#....", "..##..."]
    for _ in range(4):
        studio.browser.press("z", CONTROL)
    assert studio.picture[:2] == ["##...", "#...."]
    assert studio.settled() == "unique"


def test_colours(studio: Studio) -> None:
    studio.click("#palette-open")
    studio.click("#palette-add")
    studio.until("puzzle.palette.length === 3")
    studio.type("#palette-list .row:nth-child(3) input:not([type=color])", "crimson")
    assert studio.value("puzzle.palette[2].name") == "crimson"
    studio.click("#palette-dialog [data-close]")
    studio.browser.press("2")
    studio.drag((0, 0), (0, 1))
    studio.browser.press("1")
    studio.drag((0, 2), (0, 4))
    char = studio.value("puzzle.palette[2].char")
    assert studio.picture[0] == f"{char}{char}###"
    assert studio.clues[0][0] == f"2{char} 3#"
    assert studio.settled() == "unique"
    studio.click("#palette-open")
    studio.click("#palette-list .row:nth-child(3) button")
    assert studio.picture[0] == "..###"


def test_clues_blots_and_givens_are_written(studio: Studio) -> None:
    studio.value("document.querySelector('#write-clues').closest('details').open = true")
    studio.click("#write-clues")
    studio.type("#rows-text", "2\n0\n0\n0\n?")
    studio.type("#columns-text", "1\n1\n1\n1\n0")
    assert studio.settled() == "multiple"
    studio.value("focusCell(0)")
    studio.browser.press(" ")
    studio.until("puzzle.givens[0] === 1")
    assert studio.settled() == "unique"
    studio.type("#rows-text", "2\n0\n0\n0\nnonsense")
    studio.until("verdict.said === 'wrong'")
    assert "row 5" in studio.value("document.getElementById('verdict').textContent")
    studio.browser.press("z", CONTROL)
    studio.value("focusCell(0)")
    studio.browser.press("z", CONTROL)
    assert studio.settled() == "unique"
    studio.click("#draw-again")
    assert studio.picture == ["##...", ".....", ".....", ".....", "..##."]


def test_a_puzzle_saved_and_opened_again_is_the_same_in_every_format(studio: Studio, server: Server) -> None:
    draw(studio, KITE)
    studio.value("for (const made of document.querySelectorAll('details')) made.open = true")
    studio.type("#about-title", "Kite <b>&amp;")
    shown = studio.picture, studio.clues
    formats = studio.value("Object.entries(settings.formats).map(([name, one]) => [name, one.suffixes[0]])")
    assert len(formats) > 12
    for name, suffix in formats:
        if not suffix:
            continue
        studio.click("#save-open")
        studio.type("#save-name", f"kite{suffix}")
        studio.click("#save-form button")
        studio.until(f"document.getElementById('said').textContent.startsWith('Saved as kite{suffix}')")
        saved = nonosat.load(server.folder / f"kite{suffix}")
        assert isinstance(saved, Nonogram)
        right = Nonogram.from_picture(tuple(KITE))
        assert (saved.rows, saved.columns) == (right.rows, right.columns), name
        studio.new(3, 3)
        studio.click("#open-open")
        listed = (
            f"[...document.querySelectorAll('#file-list button')].find(b => b.textContent === 'kite{suffix}')"
        )
        studio.until(listed)
        studio.value(f"{listed}.click()")
        studio.until(f"connection.name === 'kite{suffix}' && puzzle.width === 5")
        assert studio.clues == shown[1], name
        if not studio.picture:  # formats of clues alone: the solution is the picture again
            studio.until("verdict.solutions.length === 1")
            studio.value("drawAgain()")
        assert studio.picture == shown[0], name
        studio.type("#about-title", "Kite <b>&amp;")
        studio.kept()


def test_every_download_is_what_is_drawn(studio: Studio, tmp_path: Path) -> None:
    draw(studio, KITE)
    studio.value(
        "globalThis.handed = {}; globalThis.hand = async (blob, name) => {"
        " handed[name] = btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()))); }"
    )
    forms = studio.value("[...document.getElementById('download-form-name').options].map(o => o.value)")
    import base64

    for form in forms:
        studio.value(f"handed = {{}}; files.download({form!r}); 0")
        studio.until("Object.keys(handed).length")
        ((name, data),) = studio.value("Object.entries(handed)")
        content = base64.b64decode(data)
        if form in PRODUCTS:
            assert name.endswith(f".{form}{PRODUCTS[form].suffix}") and content[:2] in (b"<!", b"PK")
        elif form.startswith("picture."):
            assert content[:5] in (b"%PDF-", b"<svg ", b"\x89PNG\r"), form
        else:
            (tmp_path / name).write_bytes(content)
            found = nonosat.load(tmp_path / name, form)
            assert isinstance(found, Nonogram)
            assert found.rows == Nonogram.from_picture(tuple(KITE)).rows, form


def test_a_file_of_another_kind_is_refused_in_one_line(studio: Studio, server: Server) -> None:
    (server.folder / "mosaic.yaml").write_text("kind: mosaic\nrows: ['4?', '??']\n")
    studio.value("openPuzzle('mosaic.yaml')")
    studio.until("document.getElementById('said').textContent.includes('nonograms only')")
    assert studio.value("puzzle.width") == 5


def test_a_file_that_changed_on_the_disk_is_not_lost(studio: Studio, server: Server) -> None:
    file = server.folder / "both.non"
    file.write_text("width 2\nheight 2\nrows\n2\n0\ncolumns\n1\n1\n")
    studio.value("openPuzzle('both.non')")
    studio.until("puzzle.width === 2")
    others = file.read_text().replace("2\n0", "0\n2")
    file.write_text(others)
    studio.value("commit({kind: 'about', key: 'title', text: 'mine'})")
    studio.browser.press("s", CONTROL)
    studio.until("document.getElementById('conflict-dialog').open")
    assert file.read_text() == others
    studio.click("#replace")
    studio.until("document.getElementById('said').textContent.startsWith('Saved')")
    assert "mine" in file.read_text()


def test_two_tabs_on_one_file(studio: Studio, chromium: Browser, server: Server) -> None:
    draw(studio, ["#"])
    with chromium.another_window():
        other = Studio(chromium, server)
        assert other.picture == studio_picture(other)
        other.drag((1, 1))
        other.kept()
    studio.until("puzzle.picture[6] === 1")
    studio.drag((2, 2))
    studio.kept()
    with chromium.another_window(last=True):
        chromium.until("puzzle.picture[12] === 1")
        chromium.press("z", CONTROL)
    studio.until("puzzle.picture[12] === 0")
    assert studio.picture[:2] == ["#....", ".#..."]


def studio_picture(studio: Studio) -> list[str]:
    studio.until("puzzle.width === 5")
    return studio.picture


def test_a_reload_needs_no_address(studio: Studio) -> None:
    draw(studio, ["###.."])
    assert studio.value("location.href").endswith("/") and "token" not in studio.value("location.href")
    studio.kept()
    studio.browser.reload()
    studio.until("typeof connection === 'object' && connection.open && puzzle.width === 5")
    assert studio.picture[0] == "###.."
    studio.browser.complaints.clear()  # that a reload is answered by 403 first is said there


def test_a_server_that_is_killed_and_started_again_loses_nothing(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "kite.non").write_text("width 5\nheight 5\nrows\n0\n0\n0\n0\n0\ncolumns\n0\n0\n0\n0\n0\n")
    first = Server(tmp_path, "kite.non")
    try:
        studio = Studio(chromium, first)
        studio.value("drawAgain()")
        draw(studio, KITE[:1])
        studio.kept()
        draw(studio, [".....", KITE[1]])
    finally:
        first.kill()
    draw(studio, ["....."] * 2 + KITE[2:3])
    assert studio.value("connection.pending.length") > 0
    studio.until("document.getElementById('connection').textContent.includes('away')")
    with serving(tmp_path, "kite.non", port=first.port) as second:
        assert (second.port, second.token) == (first.port, first.token)
        studio.until("connection.open")
        assert studio.picture[:3] == KITE[:3]
        draw(studio, ["....."] * 3 + KITE[3:])
        studio.kept()
        assert studio.settled() == "unique"
    with serving(tmp_path, "kite.non") as third:  # at another port: the autosave is offered
        again = Studio(chromium, third)
        assert again.picture == KITE
        assert not again.value("document.getElementById('restored').hidden")
        again.click("#revert")
        again.until("written()")
        again.click("#undo")
        assert again.picture == KITE


def test_a_stroke_every_30_ms_keeps_the_page_answering(studio: Studio) -> None:
    """For a second here; `tests/bench/studio.py` does it for 20."""
    studio.new(50, 50)
    studio.value(
        "globalThis.slowest = 0; globalThis.before = performance.now();"
        "globalThis.beat = setInterval(() => { const now = performance.now();"
        " slowest = Math.max(slowest, now - before); before = now; }, 20)"
    )
    begin = time.monotonic()
    number = 0
    while time.monotonic() - begin < 1.5:
        studio.browser.drag(
            studio.place(number % 50, (number * 7) % 50), studio.place(number % 50, (number * 7 + 5) % 50)
        )
        number += 1
        time.sleep(0.03)
    assert studio.value("clearInterval(beat), slowest") < 2000
    studio.until("connection.current && verdict.said !== 'unknown' && verdict.busy !== 'facts'")
    verdict = studio.value("verdict.said")
    right = nonosat.solve(Nonogram.from_picture(tuple(studio.picture)))
    assert verdict == right.verdict.value


def test_a_screen_reader_finds_a_grid(studio: Studio) -> None:
    draw(studio, KITE)
    studio.settled()
    studio.value("focusCell(7)")
    nodes = studio.browser.call("Accessibility.getFullAXTree")["nodes"]
    found = [(n["role"]["value"], n.get("name", {}).get("value", "")) for n in nodes if not n.get("ignored")]
    assert any(role == "grid" and "5 rows, 5 columns" in name for role, name in found)
    assert ("gridcell", "row 2, column 3: black, known by lines") in found
    assert ("rowheader", "row 2: 3") in found
    assert {role for role, _ in found} >= {"status", "button", "complementary", "columnheader"}
    assert all(
        name for role, name in found if role in ("button", "gridcell", "textbox", "combobox", "spinbutton")
    )


def test_nothing_is_fetched_from_elsewhere_and_no_text_is_markup(studio: Studio, server: Server) -> None:
    title = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    studio.value(f"commit({{kind: 'about', key: 'title', text: {title!r}}})")
    studio.kept()
    assert title in studio.value("document.title")
    assert studio.value("document.images.length") == 0
    assert studio.value("document.scripts.length") == 2
    assert all(
        url.startswith((f"http://{server.host}/", "data:", "blob:", "ws:")) for url in studio.browser.requests
    )
