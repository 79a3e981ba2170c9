"""The studio's page in a real browser: files, downloads, two tabs, a server that dies."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

import pytest

import nonosat
from nonosat.puzzles.nonogram import Nonogram
from nonosat.studio.products import DOWNLOADS, PICTURES, PRODUCTS, WRITTEN
from tests.helpers import drawings
from tests.helpers.browser import CONTROL, Browser
from tests.helpers.studio import Server, Studio, serving

KITE = list(drawings.KITE)


def test_a_puzzle_saved_and_opened_again_is_the_same(studio: Studio) -> None:
    studio.draw(KITE)
    studio.value("for (const made of document.querySelectorAll('details')) made.open = true")
    studio.type("#about-title", "Kite <b>&amp;")
    shown = studio.picture, studio.clues
    assert studio.value("Object.keys(settings.downloads)") == [*PICTURES, *PRODUCTS, *WRITTEN]
    for name, suffix in (("yaml", ".yaml"), ("non", ".non"), ("png", ".png")):
        saved = nonosat.load(studio.save(f"kite{suffix}"))
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


def test_a_download_is_what_is_drawn(studio: Studio) -> None:
    studio.draw(KITE)
    studio.value(
        "globalThis.handed = {}; globalThis.hand = async (blob, name) => {"
        " handed[name] = btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()))); }"
    )
    forms = studio.value("[...document.getElementById('download-form-name').options].map(o => o.value)")
    assert set(forms) == {*DOWNLOADS, *PRODUCTS}
    for form, suffix in (("non", ".non"), ("picture.pdf", ".pdf"), ("certificate", ".certificate.zip")):
        studio.value(f"handed = {{}}; files.download({form!r}); 0")
        studio.until("Object.keys(handed).length")
        ((name, data),) = studio.value("Object.entries(handed)")
        content = b64decode(data)
        assert name.endswith(suffix) and not name.endswith(suffix * 2)
        assert content.startswith({"non": b"width 5", "picture.pdf": b"%PDF-", "certificate": b"PK"}[form])


def test_a_file_that_changed_on_the_disk_is_not_lost(studio: Studio) -> None:
    file = studio.server.folder / "both.non"
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


SAID = "document.getElementById('said').textContent"


def test_a_name_that_is_refused_is_corrected_in_the_dialog(studio: Studio) -> None:
    studio.draw(KITE)
    studio.click("#save-open")
    for name, why in (
        ("corrected.xyz", "expected one such as .yaml"),
        ("../x.non", "expected the name of a file"),
    ):
        studio.type("#save-name", name)
        studio.click("#save-form button")
        studio.until(f"document.getElementById('save-problem').textContent.includes('{why}')")
        assert studio.value("document.getElementById('save-dialog').open") and not studio.value(SAID)
    studio.type("#save-name", "corrected.non")
    studio.click("#save-form button")
    studio.until(f"{SAID}.startsWith('Saved as corrected.non')")
    assert not studio.value("document.getElementById('save-dialog').open")
    studio.click("#save-open")
    assert studio.value("document.getElementById('save-problem').textContent") == ""
    studio.click("#save-dialog [data-close]")


def test_what_is_said_goes_with_what_it_spoke_of(studio: Studio) -> None:
    studio.value("openPuzzle('missing.html')")
    studio.until(f"{SAID}.includes('missing.html')")
    for action in (
        "commitCells('picture', [0], [1])",
        "timeline.undo()",
        "timeline.redo()",
        "files.next = null, keyboard.cancel()",
    ):
        studio.value(f"say('Something.'); {action}")
        assert studio.value(SAID) == "", action
    studio.value("say('Something.')")
    studio.new(4, 4)
    assert studio.value(SAID).startswith("Press or drag")  # what an empty drawing says


@pytest.mark.slow
def test_the_user_is_asked_which_of_two_drawings_to_continue_with(studio: Studio) -> None:
    drawings = {"other": "#....", "mine": "..##."}
    for choice, shown in (("#continue", "other"), ("#replace", "mine")):
        studio.value("openPuzzle('two.non')")
        studio.until("connection.name === 'two.non'")
        if choice == "#continue":
            studio.value("drawAgain()")
            studio.draw([drawings["other"]])
            studio.kept()
        studio.new(5, 5)
        studio.draw([drawings["mine"]])
        studio.click("#save-open")
        studio.type("#save-name", "two.non")
        studio.click("#save-form button")
        studio.until("document.getElementById('conflict-dialog').open")
        words = studio.value("document.getElementById('conflict-words').textContent")
        assert "has unsaved work of another drawing. Continue with that drawing" in words
        studio.click(choice)
        studio.until("connection.name === 'two.non' && connection.current")
        assert studio.picture[0].startswith(drawings[shown])
    assert [path.name for path in studio.server.folder.glob(".two.non*")] == [".two.non.studio.json.aside-1"]


SHOWN = "document.getElementById('file-name').textContent"


@pytest.mark.parametrize(
    "name, content",
    [
        ("fresh.non", "width 2\nheight 2\n\nrows\n2\n0\n\ncolumns\n1\n1\n"),
        ("fresh.yaml", "{kind: nonogram, rows: [1, 1], columns: [1, 1], goal: ['#.', '.#']}"),
        ("new.yaml", ""),
    ],
)
def test_a_file_is_changed_only_by_a_change(studio: Studio, name: str, content: str) -> None:
    if content:
        (studio.server.folder / name).write_text(content)
    studio.value(f"openPuzzle('{name}')")
    studio.until(f"connection.name === '{name}'")
    changes = (
        "commitCells(tool.layer, [0], [0])",
        "commitWhole({protected: text(puzzle.picture)})",
        "palette.set(1, 'name', 'ink')",
    )
    for change in changes:
        assert studio.value(SHOWN) == name and studio.value("document.getElementById('undo').disabled")
        studio.value(change + "; commit({kind: 'about', key: 'title', text: 'Kite'})")
        studio.until("connection.current")
        assert studio.value(SHOWN) == f"{name} (changed)"
        studio.value("while (timeline.past.length) timeline.undo()")
        studio.until(f"connection.current && {SHOWN} === '{name}'")
    studio.browser.press("y", CONTROL)
    studio.until(f"connection.current && {SHOWN} === '{name} (changed)'")
    studio.browser.press("s", CONTROL)
    studio.until(f"{SHOWN} === '{name}'")
    studio.browser.press("z", CONTROL)
    studio.until(f"connection.current && {SHOWN} === '{name} (changed)'")


@pytest.mark.slow
def test_two_tabs_on_one_file(studio: Studio, chromium: Browser) -> None:
    studio.draw(["#"])
    with chromium.another_window():
        other = Studio(chromium, studio.server)
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
    studio.draw(["###.."])
    assert studio.value("location.href").endswith("/") and "token" not in studio.value("location.href")
    studio.kept()
    studio.browser.reload()
    studio.until("typeof connection === 'object' && connection.open && puzzle.width === 5")
    assert studio.picture[0] == "###.."
    studio.browser.complaints.clear()  # that a reload is answered by 403 first is said there


@pytest.mark.slow
def test_a_server_that_is_killed_and_started_again_loses_nothing(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "kite.non").write_text("width 5\nheight 5\nrows\n0\n0\n0\n0\n0\ncolumns\n0\n0\n0\n0\n0\n")
    first = Server(tmp_path, "kite.non")
    try:
        studio = Studio(chromium, first)
        studio.value("drawAgain()")
        studio.draw(KITE[:1])
        studio.kept()
        studio.draw([".....", KITE[1]])
    finally:
        first.kill()
    studio.draw(["....."] * 2 + KITE[2:3])
    assert studio.value("connection.pending.length") > 0
    studio.until("document.getElementById('connection').textContent.includes('not reachable')")
    with serving(tmp_path, "kite.non", port=first.port) as second:
        assert (second.port, second.token) == (first.port, first.token)
        studio.until("connection.open")
        assert studio.picture[:3] == KITE[:3]
        studio.draw(["....."] * 3 + KITE[3:])
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
