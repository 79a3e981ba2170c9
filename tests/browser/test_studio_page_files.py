"""The studio's page in a real browser: files, downloads, two tabs, a server that dies."""

from base64 import b64decode

import pytest

import nonosat
from nonosat import toolkit
from nonosat.puzzles.nonogram import Nonogram
from nonosat.studio.products import PICTURES, PRODUCTS, WRITTEN
from tests.helpers import drawings
from tests.helpers.browser import CONTROL
from tests.helpers.studio import Studio

KITE = list(drawings.KITE)


def test_a_puzzle_saved_and_opened_again_is_the_same(studio: Studio) -> None:
    studio.draw(KITE)
    studio.click("[data-part=about]")
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
        studio.until(f"opened.file === 'kite{suffix}' && puzzle.width === 5")
        assert studio.clues == shown[1], name
        if not studio.picture:  # formats of clues alone: the solution is the picture again
            studio.until("verdict.solutions.length === 1")
            studio.value("drawAgain()")
        assert studio.picture == shown[0], name
        studio.type("#about-title", "Kite <b>&amp;")
        studio.kept()


def test_an_address_that_is_pasted_opens_its_puzzle(studio: Studio) -> None:
    kite = Nonogram.from_picture(tuple(KITE))
    for form in ("puzzlink", "tatham"):
        studio.new(3, 3)
        address = str(toolkit.write([kite], form)).strip()
        studio.value(
            f"globalThis.it = new DataTransfer(); it.setData('text', {address!r});"
            " document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: it, bubbles: true }))"
        )
        studio.until("puzzle.width === 5 && verdict.solutions.length === 1")
        studio.value("drawAgain()")
        assert studio.picture == KITE


SAID = "document.getElementById('said').textContent"


def test_a_download_is_what_is_drawn(studio: Studio) -> None:
    studio.draw(KITE)
    studio.value(
        "globalThis.handed = {}; globalThis.hand = async (blob, name) => {"
        " handed[name] = btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer()))); }"
    )
    forms = studio.value("[...document.getElementById('download-form-name').options].map(o => o.value)")
    assert set(forms) == {*WRITTEN, *PICTURES, *PRODUCTS}
    for form, suffix in (("non", ".non"), ("picture.pdf", ".pdf"), ("certificate", ".certificate.zip")):
        studio.value(f"handed = {{}}; download({form!r}); 0")
        studio.until("Object.keys(handed).length")
        ((name, data),) = studio.value("Object.entries(handed)")
        content = b64decode(data)
        assert name.endswith(suffix) and not name.endswith(suffix * 2)
        assert content.startswith({"non": b"width 5", "picture.pdf": b"%PDF-", "certificate": b"PK"}[form])


def test_what_takes_long_can_be_stopped(studio: Studio) -> None:
    studio.draw(KITE)
    studio.settled()  # a later step would clear the message
    stopped = f"{SAID} === 'Stopped.' && document.getElementById('making-stop').hidden"
    studio.value("download('certificate'); document.getElementById('making-stop').click(); 0")
    studio.until(stopped)
    # A request without an answer: the dialog tells of its end with the next frame, which may come late.
    silent = "(what, body, options, signal) => new Promise((_, end) => signal.addEventListener('abort', end))"
    studio.value(f"globalThis.make = server.make; server.make = {silent}; 0")
    studio.value("say(''); showDialog('open-dialog'); 0")
    studio.value("askedAtLength('book', '{}', {}, document.getElementById('open-dialog')); 0")
    studio.click("#open-dialog .bar [data-close]")
    studio.until(stopped)
    studio.value("server.make = make; 0")


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
    studio.value("openFile('missing.html')")
    studio.until(f"{SAID}.includes('missing.html')")
    for action in (
        "commitCells('picture', [0], [1])",
        "timeline.undo()",
        "timeline.redo()",
        "keyboard.cancel()",
    ):
        studio.value(f"say('Something.'); {action}")
        assert studio.value(SAID) == "", action
    studio.value("say('Something.')")
    studio.new(4, 4)
    assert studio.value(SAID) == ""


def test_the_file_that_is_open_can_be_opened_again(studio: Studio) -> None:
    studio.draw(KITE)
    studio.value("save('reopened.yaml')")
    studio.until(f"{SAID}.startsWith('Saved as reopened.yaml')")
    studio.value("globalThis.again = false; openFile('reopened.yaml').then(() => { again = true; }); 0")
    studio.until("again")
    assert studio.value("pen.free") and not studio.value("document.querySelector('dialog[open]')")
    assert studio.picture == KITE


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
    studio.value(f"openFile('{name}')")
    studio.until(f"opened.file === '{name}'")
    changes = (
        "commitCells(tool.layer, [0], [0])",
        "commitWhole({protected: text(puzzle.picture)})",
        "palette.set(1, 'name', 'ink')",
    )
    for change in changes:
        assert studio.value(SHOWN) == name and studio.value("document.getElementById('undo').disabled")
        studio.value(change + "; commit({kind: 'about', key: 'title', text: 'Kite'})")
        assert studio.value(SHOWN) == f"{name} (changed)"
        studio.value("while (timeline.past.length) timeline.undo()")
        studio.until(f"{SHOWN} === '{name}'")
    studio.browser.press("y", CONTROL)
    studio.until(f"{SHOWN} === '{name} (changed)'")
    studio.browser.press("s", CONTROL)
    studio.until(f"{SHOWN} === '{name}'")
    studio.browser.press("z", CONTROL)
    studio.until(f"{SHOWN} === '{name} (changed)'")
