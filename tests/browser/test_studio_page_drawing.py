"""Drawing on the studio's page in a real browser: tools, keys, fingers, the grid, colours and clues."""

import random

import pytest

from tests.helpers import drawings
from tests.helpers.browser import CONTROL, SHIFT
from tests.helpers.playing import resize
from tests.helpers.samples import share
from tests.helpers.studio import READY, Studio

KITE = list(drawings.KITE)


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


@pytest.mark.more
def test_ellipse_replacing_and_symmetry(studio: Studio) -> None:
    studio.browser.press("o")
    studio.drag((0, 0), (4, 4))
    assert studio.picture == [".###.", "#...#", "#...#", "#...#", ".###."]
    studio.click("#palette-open")
    studio.click("#palette-add")
    studio.until("puzzle.palette.length === 3")
    studio.click("#palette-dialog [data-close]")
    studio.browser.press("c")
    studio.browser.press("2")
    studio.browser.press("c")
    studio.drag((0, 1))
    char = studio.value("puzzle.palette[2].char")
    assert studio.picture[0] == f".{char * 3}."
    studio.new(5, 5)
    for kind, wanted in (
        ("across", ["#...#", ".....", "....."]),
        ("down", ["#....", ".....", "....."]),
        ("both", ["#...#", ".....", "....."]),
        ("turn", ["#....", ".....", "....."]),
    ):
        studio.value(f"symmetry.of = '{kind}', takeTool('pencil')")
        studio.drag((0, 0))
        assert studio.picture[:3] == wanted
        assert (
            studio.picture[4] == {"across": ".....", "down": "#....", "both": "#...#", "turn": "....#"}[kind]
        )
        studio.browser.press("z", CONTROL)
    studio.value("symmetry.of = ''")


def test_a_selection_moves_turns_and_is_pasted_into_another_drawing(studio: Studio) -> None:
    studio.draw(["##...", "#...."])
    studio.browser.press("s")
    studio.drag((0, 0), (1, 1))
    assert studio.value("[...selection].sort()") == [0, 1, 5, 6]
    studio.drag((0, 0), (2, 3))
    assert studio.picture == [".....", ".....", "...##", "...#.", "....."]
    studio.click("#turn")
    studio.shows([".....", ".....", "...##", "....#", "....."])
    studio.click("#mirror-down")
    studio.shows([".....", ".....", "....#", "...##", "....."])
    studio.browser.press("ArrowUp", CONTROL)
    assert studio.picture[1:3] == ["....#", "...##"]
    studio.browser.press("c", CONTROL)
    studio.browser.press("Delete")
    assert studio.picture == ["....."] * 5
    studio.new(5, 5)
    studio.value("focusCell(6)")
    studio.browser.press("v", CONTROL)
    assert studio.picture == [".....", "..#..", ".##..", ".....", "....."]
    studio.browser.press("Escape")
    studio.browser.press("a")
    studio.drag((0, 0), (0, 4), (4, 4), (0, 0))
    assert studio.value("selection.has(8) && !selection.has(15)")
    studio.browser.press("Escape")
    studio.click("#crop")
    studio.shows([".#", "##"])
    studio.browser.press("ArrowRight", CONTROL)
    studio.shows(["#.", "##"])


def test_a_picture_is_traced(studio: Studio) -> None:
    studio.value(
        "(async () => { const image = new OffscreenCanvas(4, 4); image.getContext('2d').fillRect(0, 0, 4, 4);"
        " traceFrom(await image.convertToBlob()); })(), 0"
    )
    studio.until("!document.getElementById('tracing').hidden")
    assert studio.value("look.behind(context, place())") == 0.6
    studio.slide("#tracing-opacity", 20)
    assert studio.value("look.behind(context, place())") == 0.2
    studio.click("#trace-done")
    assert studio.value("look.behind(context, place())") == 1


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


def test_the_focus_is_passed_on(studio: Studio) -> None:
    """By a button that can do no more, and by a menu that opens a dialog."""
    focused = "document.activeElement.id"
    studio.draw(["#"])
    studio.value("document.getElementById('undo').focus()")
    studio.browser.press("Enter")
    assert studio.value(focused) == "redo"
    resize(studio.browser, 390, 844)
    for selector in ("#more-open", "#resize-open", "#size-dialog [data-close]"):
        studio.value(f"document.querySelector({selector!r}).focus()")
        studio.browser.press("Enter")
    studio.until(f"{focused} === 'more-open'")


def test_the_grid_mirrors_turns_and_resizes(studio: Studio) -> None:
    studio.draw(["##...", "#...."])
    studio.click("#mirror-across")
    studio.shows(["...##", "....#", *["....."] * 3])
    studio.click("#mirror-down")
    studio.shows([*["....."] * 3, "....#", "...##"])
    studio.click("#turn")
    studio.shows([".....", ".....", ".....", "#....", "##..."])
    studio.click("#resize-open")
    for name, value in (("top", "-2"), ("left", "2"), ("right", "1"), ("bottom", "1")):
        studio.type(f"#add-{name}", value)  # all four sides in one step
    assert studio.value("byId('size-said').textContent") == "8 \u00d7 4 cells"
    studio.click("#size-go")
    studio.shows(["........", "..#.....", "..##....", "........"])
    for _ in range(4):
        studio.browser.press("z", CONTROL)
    assert studio.picture[:2] == ["##...", "#...."]
    assert studio.settled() == "unique"
    studio.click("#resize-open")
    studio.value("byId('add-top').value = ''")
    studio.click("#size-dialog [data-close]")
    studio.new(6, 4)  # a wrong number that is not shown is in nobody's way


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
    studio.until("puzzle.palette.length === 2")
    assert studio.picture[0] == "..###"


def test_a_named_colour_is_one_tap_and_comes_first_the_next_time(studio: Studio) -> None:
    names = "[...document.querySelectorAll('#palette-offered button')].map(({ title }) => title)"
    studio.click("#palette-open")
    assert studio.value(names)[:3] == ["red", "blue", "green"]
    studio.click("#palette-offered [title=green]")
    studio.until("puzzle.palette.length === 3 && tool.colour === 2")
    assert not studio.value("document.getElementById('palette-dialog').open")
    assert studio.value("puzzle.palette[2].name") == "green"
    studio.drag((0, 0), (0, 2))
    assert studio.clues[0][0] == f"3{studio.value('puzzle.palette[2].char')}"
    studio.click("#palette-open")
    assert "green" not in studio.value(names)
    studio.click("#palette-dialog [data-close]")
    studio.new(6, 6)
    studio.click("#palette-open")
    assert studio.value(names)[:2] == ["green", "red"]
    studio.click("#palette-dialog [data-close]")


def test_clues_blots_and_givens_are_written(studio: Studio) -> None:
    studio.click("[data-part=clues]")
    studio.click("#write-clues")
    studio.until("!document.getElementById('clue-texts').hidden")
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


def test_undo_is_kept_over_a_reload_at_once(studio: Studio) -> None:
    studio.draw(["##...", "#...."])
    studio.browser.reload()
    studio.until(f"{READY} && puzzle.picture[5] === 1")
    studio.browser.complaints.clear()  # the first answer to a reload is the page that finds the token
    studio.browser.press("z", CONTROL)
    studio.browser.press("z", CONTROL)
    assert studio.picture == ["....."] * 5
    studio.browser.press("y", CONTROL)
    assert studio.picture[0] == "##..."


def test_clues_on_both_sides_and_thick_lines(studio: Studio) -> None:
    studio.draw(KITE)
    studio.click("[data-part=view]")
    for both in (True, False):
        studio.click("#both-sides")
        assert studio.value("[view.right > 0, view.bottom > 0]") == [both, both]
        assert studio.value("view.geometry.lines.every(line => line.spots.length === (view.right ? 2 : 1))")
        assert studio.clues[0] == ["1", "3", "5", "1", "1 1"]
    studio.click("#numbered")
    assert studio.value("view.right > 0 && view.geometry.lines.every(line => line.spots.length === 1)")
    inked = (
        "((at, copy) => { copy.drawImage(canvas, -at.endX - view.cell / 4, -at.y - 4.1 * view.cell);"
        " return copy.getImageData(0, 0, 20, 20).data.some((value, k) => k % 4 < 3 && value < 150); })"
        "(place(), new OffscreenCanvas(20, 20).getContext('2d', { willReadFrequently: true }))"
    )
    studio.until(inked)  # the fifth row has its number
    studio.click("#numbered")
    studio.until(f"view.right === 0 && !({inked})")
    thick = "view.geometry.edges().filter(edge => edge[4]).length"
    assert studio.value(thick) == 4
    studio.new(20, 20)
    assert studio.value(thick) == 10
    studio.value(
        "(menu => { menu.value = '10'; menu.dispatchEvent(new Event('change')); })"
        "(document.getElementById('thick-lines'))"
    )
    assert studio.value(thick) == 6
    studio.drag((19, 19))
    assert studio.picture[19].endswith(".#")
    studio.value("layOutAnew({ every: 5 })")  # other tests use this page


def test_nothing_but_the_user_moves_the_grid(studio: Studio) -> None:
    """Strokes, verdicts, fixes and messages leave each cell where it is."""
    studio.new(20, 20)
    choice = random.Random(1)
    where = "[...middleOf(0), ...middleOf(size() - 1), view.cell, scrollX, scrollY]"
    before = studio.value(where)
    for number in range(share(120, 6)):
        tool = choice.choice("perlbf")
        studio.browser.press(tool)
        start, end = ((choice.randrange(20), choice.randrange(20)) for _ in range(2))
        studio.drag(start, end, button=choice.choice(("left", "left", "right")))
        assert studio.value(where) == before, number
    studio.settled()
    assert studio.value(where) == before


def test_the_extent_of_a_stroke_and_the_share_of_filled_cells(studio: Studio) -> None:
    """After New, the cursor is in the grid, and a word says how to begin."""
    assert studio.value("document.activeElement.dataset.cell") == "0"
    assert "Draw on the grid" in studio.value("document.getElementById('verdict').textContent")
    density = "document.getElementById('density').textContent"
    assert studio.value(density) == "0 % filled"
    studio.browser.press("b")
    start, end = studio.place(1, 1), studio.place(2, 4)
    mouse = {"button": "left", "buttons": 1, "clickCount": 1}
    for kind, (x, y) in (("mousePressed", start), ("mouseMoved", end)):
        studio.browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **mouse)
    assert studio.value(density) == "4 \u00d7 2"
    studio.browser.call("Input.dispatchMouseEvent", type="mouseReleased", x=end[0], y=end[1], **mouse)
    assert studio.value(density) == "32 % filled"
    assert studio.value("document.getElementById('said').textContent") == ""
    studio.browser.press("m")
    assert not studio.value("verdict.shown")
    studio.browser.press("m")


def test_a_screen_reader_finds_a_grid(studio: Studio) -> None:
    studio.draw(KITE)
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


def test_nothing_is_fetched_from_elsewhere_and_no_text_is_markup(studio: Studio) -> None:
    title = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    studio.value(f"commit({{kind: 'about', key: 'title', text: {title!r}}})")
    studio.kept()
    assert title in studio.value("document.title")
    assert studio.value("document.querySelectorAll('[onerror]').length") == 0
    assert studio.value("document.scripts.length") == 2
    assert all(
        url.startswith((f"http://{studio.server.host}/", "data:", "blob:")) for url in studio.browser.requests
    )


def test_a_grid_that_was_asked_for_is_not_another_drawings(studio: Studio) -> None:
    studio.drag((0, 0))
    new = "begin({ kind: 'nonogram', width: 2, height: 2, outline: [], picture: '#...' })"
    studio.value(f"byId('turn').click(), {new}, 0")
    studio.click("#mirror-down")  # its answer comes later
    studio.shows(["..", "#."])
    assert studio.value("timeline.past.length") == 1


def test_the_first_end_of_a_line_is_forgotten_with_its_tool(studio: Studio) -> None:
    for other in ("p", "1", "Escape"):
        studio.browser.press("l")
        studio.value("focusCell(0)")
        studio.browser.press(" ")
        studio.browser.press(other)
        assert studio.value("[anchor.cell, view.preview]") == [None, None]
    assert studio.picture == ["....."] * 5
