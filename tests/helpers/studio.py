"""How tests use the studio: a server in its own process, and its page in a real browser."""

import base64
import json
import os
import random
import re
import select
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.browser import Browser, Place
from tests.helpers.commands import COMMAND

READY = "typeof opened === 'object' && opened.key && pen.free && puzzle.palette.length"
"""The page shows a drawing, which can be drawn on."""

_PATIENCE = 60.0
_PICTURE = "plain().picture ? view.geometry.rows.map(r => r.map(cell => plain().picture[cell]).join('')) : []"


def random_strokes(number: int, side: int) -> list[list[tuple[int, int]]]:
    """Return strokes of up to five cells, across or down, on a square grid."""
    rng, strokes = random.Random(7), []
    for _ in range(number):
        row, column, length = rng.randrange(side), rng.randrange(side), rng.randrange(1, 6)
        down, right = rng.choice(((0, 1), (1, 0)))
        ends = [(row + k * down, column + k * right) for k in range(length)]
        strokes.append([cell for cell in ends if max(cell) < side])
    return strokes


def draw_stroke(picture: list[list[str]], cells: list[tuple[int, int]]) -> bool:
    """Draw a stroke as the pencil does, and return whether it changed something.

    It draws in black, but a click on black makes it white.
    """
    char = "." if len(cells) == 1 and picture[cells[0][0]][cells[0][1]] == "#" else "#"
    changed = any(picture[row][column] != char for row, column in cells)
    for row, column in cells:
        picture[row][column] = char
    return changed


class Server:
    """`nonosat studio`, started in a folder, with a state folder of its own."""

    def __init__(self, folder: Path, *words: str, port: int = 0, browser: bool = False) -> None:
        for needed in ("starlette", "uvicorn"):
            pytest.importorskip(needed)
        self.folder = folder
        environment = {**os.environ, "XDG_STATE_HOME": str(folder / ".state")}
        quiet = [] if browser else ["--no-browser"]
        command = [*COMMAND, "studio", *quiet, "--port", str(port), *words]
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.said = ""
        assert self.process.stderr is not None
        stderr = self.process.stderr.fileno()  # a buffer could hold lines back
        while not (found := re.search(r"(http://\S+?:(\d+)/\?token=(\S+))\n", self.said)):
            ready, _, _ = select.select([stderr], [], [], _PATIENCE)
            said = os.read(stderr, 1 << 12).decode() if ready else ""
            assert said, f"the studio does not start: {self.said}"
            self.said += said
        self.address, self.port, self.token = found[1], int(found[2]), found[3]
        self.host = f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.communicate()

    def end(self, number: int = signal.SIGINT) -> int:
        """End it as Ctrl-C would; return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.process.communicate(timeout=_PATIENCE)
        return self.process.returncode


@contextmanager
def serving(folder: Path, *words: str, port: int = 0) -> Iterator[Server]:
    """Serve for a while."""
    server = Server(folder, *words, port=port)
    try:
        yield server
    finally:
        server.end()


class Studio:
    """The page of a studio."""

    def __init__(self, browser: Browser, server: Server, again: bool = False) -> None:
        """Open it; with `again` the one that is open is used, if it is this server's."""
        self.browser = browser
        self.server = server
        if not (again and browser.is_open and self.value("location.host") == server.host):
            browser.open(server.address)
        self.until(READY)

    def new(self, width: int, height: int, kind: str = "nonogram") -> None:
        """Start a new puzzle."""
        self.begin(kind, {"#width": width, "#height": height})
        self.until(f"puzzle.width === {width}")

    def begin(self, kind: str, sizes: Mapping[str, int]) -> None:
        """Fill in the dialog of a new puzzle: its kind, and these fields."""
        self.kept()
        self.value("opened.before = opened.key")
        self.click("#new-open")
        self.choose("#kind", kind)
        for field, size in sizes.items():
            self.type(field, str(size))
        self.click("#size-go")
        self.until(f"opened.key !== opened.before && puzzle.kind === {kind!r}")

    def choose(self, selector: str, value: str) -> None:
        """Choose an entry of a menu."""
        self.value(
            f"((menu) => {{ menu.value = {value!r}; for (const name of ['input', 'change'])"
            " menu.dispatchEvent(new Event(name, {bubbles: true})); })"
            f"(document.querySelector({selector!r}))"
        )

    def until(self, expression: str) -> None:
        """Wait until the expression is true, and the page has painted it."""
        self.browser.until(expression)

    def value(self, expression: str) -> Any:
        """Return the value of an expression in the page."""
        return self.browser.value(expression)

    def settled(self) -> str:
        """Wait for the verdict, and unless it is `unique` for what follows from it; return it."""
        self.until(
            "verdict.status.length && verdict.busy !== 'facts'"
            " && (verdict.rested && verdict.busy === '' || verdict.said === 'unique')"
        )
        found: str = self.value("verdict.said")
        return found

    def place(self, row: int, column: int) -> Place:
        """Return the middle of a cell, counted from 0."""
        x, y = self.value(f"middleOf(view.geometry.rows[{row}][{column}])")
        return x, y

    def drag(self, *cells: tuple[int, int], button: str = "left") -> None:
        """Draw from cell to cell; one cell is a click."""
        self.browser.drag(*(self.place(*cell) for cell in cells), button=button)

    def finger(self, *cells: tuple[int, int]) -> None:
        """Draw with a finger."""
        self.browser.touch(*(self.place(*cell) for cell in cells))

    def rest(self, *cells: tuple[int, int]) -> None:
        """Put a finger on a cell, rest until that has a meaning, move over the others and lift it."""
        points = [{"x": x, "y": y} for x, y in (self.place(*cell) for cell in cells)]
        for at, one in enumerate([*points, None]):
            kind = "touchEnd" if one is None else "touchMove" if at else "touchStart"
            self.browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=[one] if one else [])
            if not at:
                self.until("valueBefore !== null")

    def draw(self, picture: Sequence[str]) -> None:
        """Draw a picture in black by strokes along its rows."""
        for r, row in enumerate(picture):
            c = 0
            while c < len(row):
                length = len(row[c:]) - len(row[c:].lstrip("#"))
                if length:
                    self.drag((r, c), *([(r, c + length - 1)] if length > 1 else []))
                c += max(1, length)

    def click(self, selector: str) -> None:
        """Click the middle of an element, scrolled into sight."""
        self.value(f"document.querySelector({selector!r}).scrollIntoView({{block: 'nearest'}})")
        box = self.value(f"document.querySelector({selector!r}).getBoundingClientRect().toJSON()")
        assert box["width"], f"{selector} is not there to be clicked"
        self.browser.drag((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))

    def drop(self, name: str, kind: str, data: bytes) -> None:
        """Drop a file of this MIME type on the page."""
        content = base64.b64encode(data).decode()
        self.value(
            f"(() => {{ const bytes = Uint8Array.from(atob('{content}'), (char) => char.charCodeAt(0));"
            " const dataTransfer = new DataTransfer();"
            f" dataTransfer.items.add(new File([bytes], {name!r}, {{type: {kind!r}}}));"
            " const dropped = {dataTransfer, bubbles: true, cancelable: true};"
            " board.dispatchEvent(new DragEvent('drop', dropped)); })()"
        )

    def slide(self, selector: str, value: int) -> None:
        """Move a slider to a value."""
        self.value(
            f"(() => {{ const slider = document.querySelector({selector!r}); slider.value = {value};"
            " slider.dispatchEvent(new Event('input', {bubbles: true})); })()"
        )

    def type(self, selector: str, text: str) -> None:
        """Put text into a field, as if typed."""
        self.value(f"document.querySelector({selector!r}).focus()")
        self.value(f"document.querySelector({selector!r}).select()")
        self.browser.call("Input.insertText", text=text)
        self.browser.press("Tab")

    @property
    def picture(self) -> list[str]:
        """The picture that is drawn."""
        found: list[str] = self.value(_PICTURE)
        return found

    def shows(self, picture: Sequence[str]) -> None:
        """Wait until this picture is drawn: changes of the whole grid take a request."""
        wanted = json.dumps(json.dumps(list(picture), separators=(",", ":")))
        if not self.browser.soon(f"JSON.stringify({_PICTURE}) === {wanted}", 60):
            pairs = map("  ".join, zip(self.picture, picture, strict=True))
            raise AssertionError("\n".join(["drawn, wanted:", *pairs]))

    @property
    def clues(self) -> tuple[list[str], list[str]]:
        """The clues of the rows and of the columns, as they are shown."""
        rows, columns = self.value(
            "['across', 'down'].map(way => view.geometry[way].map(line => clueText(line.clue)))"
        )
        return rows, columns

    def save(self, name: str) -> Path:
        """Save the drawing under a name; return the path of its file."""
        self.click("#save-open")
        self.type("#save-name", name)
        self.click("#save-form button")
        self.until(f"document.getElementById('said').textContent.startsWith('Saved as {name}')")
        return self.server.folder / name

    def kept(self) -> None:
        """Wait until the browser has stored everything."""
        self.until("pen.free && opened.keeping === 0 && !opened.full")

    def screenshot(self, path: Path) -> None:
        """Save a screenshot as PNG."""
        time.sleep(0.2)
        data = self.browser.call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))


@contextmanager
def on_page(browser: Browser, server: Server) -> Iterator[Studio]:
    """Show a page with an empty 5x5, in which nothing may go wrong.

    Tests share it, because a user's page lives long too.
    """
    page = Studio(browser, server, again=True)
    browser.call("Emulation.clearDeviceMetricsOverride")
    page.value("for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close()")
    page.value(
        "localStorage.clear(), store.all().then(all => all.forEach(({ key }) => store.remove(key))), 0"
    )
    page.new(5, 5)
    page.value("takeTool('pencil'), takeColour(1), showPart('check', false)")
    browser.complaints.clear()  # those of a page before, whose server is gone
    yield page
    # That a request is refused is no mistake; a test looks at what the page says then.
    assert [complaint for complaint in browser.complaints if "Failed to load resource" not in complaint] == []
