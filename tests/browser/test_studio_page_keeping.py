"""What is drawn on the studio's page is not lost: the server or the page ends, the file changes, another page
draws, the browser's storage is full.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers import drawings
from tests.helpers.browser import CONTROL, Browser
from tests.helpers.samples import share
from tests.helpers.studio import READY, Server, Studio, draw_stroke, random_strokes, serving

KITE = list(drawings.KITE)
LINE = "width 2\nheight 2\nrows\n2\n0\ncolumns\n1\n1\n"
SAID = "byId('said').textContent"
ELSEWHERE = "byId('elsewhere-dialog').open"
CARDS = "[...document.querySelectorAll('#file-list li')]"


@pytest.fixture
def started(chromium: Browser, tmp_path: Path) -> Iterator[Studio]:
    """A page of a server of its own, in a window of its own."""
    with serving(tmp_path) as server:
        yield Studio(chromium, server)


def test_a_reload_needs_no_address(studio: Studio) -> None:
    studio.draw(["###.."])
    assert studio.value("location.href").endswith("/") and "token" not in studio.value("location.href")
    studio.browser.reload()
    studio.until(f"{READY} && puzzle.width === 5")
    assert studio.picture[0] == "###.."
    assert studio.value("byId('restored').hidden")
    studio.browser.complaints.clear()  # that a reload is answered by 403 first is said there


def test_a_server_that_is_killed_and_started_again_loses_nothing(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "kite.non").write_text("width 5\nheight 5\nrows\n0\n0\n0\n0\n0\ncolumns\n0\n0\n0\n0\n0\n")
    first = Server(tmp_path, "kite.non")
    try:
        studio = Studio(chromium, first)
        studio.value("drawAgain()")
        studio.draw(KITE[:2])
    finally:
        first.kill()
    studio.draw(["....."] * 2 + KITE[2:3])
    studio.until("byId('connection').textContent.includes('not reachable')")
    studio.browser.press("s", CONTROL)
    studio.until(f"{SAID}.includes('not reachable')")
    with serving(tmp_path, "kite.non", port=first.port) as second:
        assert (second.port, second.token) == (first.port, first.token)
        studio.until("byId('connection').textContent === 'kept'")  # it asks by itself
        studio.draw(["....."] * 3 + KITE[3:])
        assert studio.picture == KITE and studio.settled() == "unique"
        with chromium.another_window(tab=True):  # the page is gone: its drawing is offered
            chromium.visit("about:blank")
        studio.value("sessionStorage.clear()")
        chromium.visit("about:blank")
        chromium.visit(second.address)
        studio.until(READY)
        assert studio.picture == KITE
        assert not studio.value("byId('restored').hidden")
        studio.click("#revert")
        studio.until("written()")
        studio.click("#undo")
        assert studio.picture == KITE


@pytest.mark.more
def test_strokes_outlive_the_page_and_the_server(chromium: Browser, tmp_path: Path) -> None:
    """After each part, the page's process ends without notice, in the middle of what it does."""
    side, strokes = 20, random_strokes(share(200), 20)
    drawn = [["."] * side for _ in range(side)]
    to_undo = 0
    server = Server(tmp_path)
    try:
        studio = Studio(chromium, server)
        studio.new(side, side)
        studio.value("takeTool('pencil'), takeColour(1)")
        for number, cells in enumerate(strokes, start=1):
            to_undo += draw_stroke(drawn, cells)
            studio.drag(*cells)
            if number % (len(strokes) // 4) == 0:
                assert studio.picture == ["".join(row) for row in drawn]
                server.kill()
                server = Server(tmp_path, port=server.port)
                chromium.crash()
                chromium.visit(server.address)
                studio.until(READY)
                to_undo = min(to_undo, 200)  # as many are kept
        assert studio.picture == ["".join(row) for row in drawn]
        studio.value("while (timeline.past.length) timeline.undo()")
        assert studio.value("timeline.future.length") == to_undo
    finally:
        server.end()


def test_two_pages_on_one_drawing(started: Studio, chromium: Browser) -> None:
    """The second says so, and may take it over; what the first has drawn is there."""
    started.new(5, 5)
    started.draw(["#"])
    key = started.value("opened.key")
    with chromium.another_window(tab=True):
        chromium.visit(started.server.address)
        chromium.until(f"opened.key && opened.key !== '{key}'")  # it is not offered where it is open
        chromium.value(f"openKept('{key}'); 0")
        chromium.until(ELSEWHERE)
        chromium.press("Escape")
        chromium.value("commitCells('picture', [24], [1])")
        assert chromium.value(f"{ELSEWHERE} && puzzle.picture[24] === 0")
    started.drag((0, 2))
    with chromium.another_window(last=True):
        started.click("#take-over")
        chromium.until(f"!{ELSEWHERE} && puzzle.picture[2] === 1")
        started.drag((1, 1))
        assert started.picture[:2] == ["#.#..", ".#..."]
    started.until(ELSEWHERE)
    started.value("commitCells('picture', [24], [1])")
    started.click("#take-over")
    started.until(f"!{ELSEWHERE} && puzzle.picture[6] === 1")
    assert started.picture == ["#.#..", ".#...", *["....."] * 3]
    started.browser.press("z", CONTROL)
    assert started.picture[1] == "....."


def test_a_file_that_changed_on_the_disk_is_not_lost(studio: Studio) -> None:
    file = studio.server.folder / "both.non"
    file.write_text(LINE)
    studio.value("openFile('both.non')")
    studio.until(f"{READY} && puzzle.width === 2")
    others = file.read_text().replace("2\n0", "0\n2")
    file.write_text(others)
    studio.value("commit({kind: 'about', key: 'title', text: 'mine'})")
    studio.browser.press("s", CONTROL)
    studio.until("byId('conflict-dialog').open")
    assert "both.non: changed on the disk" in studio.value("byId('conflict-words').textContent")
    assert file.read_text() == others
    studio.click("#conflict-dialog [data-close]")
    studio.new(3, 3)  # the other one is begun again, with its note
    studio.value("openFile('both.non')")
    studio.until(f"{READY} && puzzle.width === 2 && puzzle.about.title === 'mine'")
    assert "the file has changed since" in studio.value("byId('restored-words').textContent")
    studio.browser.press("s", CONTROL)
    studio.until("byId('conflict-dialog').open")
    studio.click("#replace")
    studio.until(f"{SAID}.startsWith('Saved')")
    assert "mine" in file.read_text()
    studio.value("commit({kind: 'about', key: 'title', text: 'mine again'})")
    studio.browser.press("s", CONTROL)  # and nothing is asked twice
    studio.until(f"{SAID}.startsWith('Saved')")
    assert "mine again" in file.read_text()


def test_unsaved_work_of_a_file_that_is_replaced_stays_as_a_drawing(started: Studio) -> None:
    (started.server.folder / "a.non").write_text(LINE)
    started.value("openFile('a.non')")
    started.until(f"{READY} && opened.file === 'a.non'")
    started.value("commit({kind: 'about', key: 'title', text: 'first'})")
    started.new(5, 5)
    started.draw(KITE)
    started.click("#save-open")
    started.type("#save-name", "a.non")
    started.click("#save-form button")
    started.until("byId('conflict-dialog').open")
    started.click("#replace")
    started.until(f"{SAID}.startsWith('Saved as a.non')")
    started.click("#open-open")
    card = f"{CARDS}.find(made => made.textContent.includes('from a.non'))"
    started.until(card)
    assert started.value(f"{card}.querySelector('button').textContent") == "first"
    started.value(f"{card}.querySelector('button').click()")
    started.until(f"{READY} && puzzle.width === 2 && puzzle.about.title === 'first' && !opened.file")


def test_drawings_without_a_file_are_listed_and_discarded(started: Studio) -> None:
    for title in ("one", "two"):
        started.new(3, 3)
        started.draw(["#.#"])
        started.value(f"commit({{kind: 'about', key: 'title', text: '{title}'}})")
    started.new(4, 4)  # nothing is on it, so it is not offered later
    started.new(5, 5)
    started.click("#open-open")
    titles = f"{CARDS}.map(made => made.querySelector('button')?.textContent)"
    started.until(f"{titles}.join() === 'two,one'")
    assert started.value(f"{CARDS}.every(made => made.querySelector('img').src.startsWith('data:image/png'))")
    started.value(f"{CARDS}[0].querySelector('[aria-label^=Discard]').click()")
    started.until(f"{titles}.join() === 'one'")
    started.value(f"{CARDS}[0].querySelector('button').click()")
    started.until(f"{READY} && puzzle.about.title === 'one'")
    started.browser.press("z", CONTROL)
    started.browser.press("z", CONTROL)
    assert started.picture[0] == "#.." or started.picture[0] == "..."


def test_what_the_browser_cannot_store_is_said_and_saved(chromium: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        chromium.open("about:blank")
        chromium.call("Storage.overrideQuotaForOrigin", origin=f"http://{server.host}", quotaSize=1)
        chromium.visit(server.address)
        studio = Studio(chromium, server, again=True)
        studio.value("begin({ width: 5, height: 5, picture: '.'.repeat(25) })")
        studio.draw(KITE)
        studio.until("byId('connection').textContent.includes('stores no more')")
        assert studio.save("full.non").exists() and studio.picture == KITE
