"""Twelve tasks on the studio's page: by finger on three screens, at 100 and 200 %, in both themes; by keys.

After each task the verdict is in sight, without a scroll, and nothing is wider than the window.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import nonosat
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers.browser import CONTROL, SHIFT
from tests.helpers.pictures import photo
from tests.helpers.samples import share, some
from tests.helpers.studio import Studio, draw_stroke, random_strokes

SCREENS = [
    (width, height, zoom, theme)
    for zoom, theme in ((1, "light"), (2, "dark"))
    for width, height in ((390, 844), (768, 1024), (1280, 800))
]
SIDE = 15
IN_SIGHT = """(() => {
  const box = byId("verdict").getBoundingClientRect();
  const there = document.elementFromPoint(box.x + 4, box.y + box.height / 2);
  return box.width > 40 && box.y >= 0 && box.bottom <= innerHeight && byId("answer").contains(there)
    && scrollX === 0 && scrollY === 0 && document.documentElement.scrollWidth <= innerWidth;
})()"""


@contextmanager
def screen(studio: Studio, width: int, height: int, zoom: int, theme: str) -> Iterator[None]:
    """Show the page on a touch screen; zooming to 200 % leaves half of its pixels."""
    call = studio.browser.call
    size = {"width": width // zoom, "height": height // zoom, "deviceScaleFactor": zoom}
    call("Emulation.setDeviceMetricsOverride", **size, mobile=False)
    call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    call("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        yield
    finally:
        call("Emulation.clearDeviceMetricsOverride")
        call("Emulation.setEmulatedMedia", features=[])
        call("Emulation.setTouchEmulationEnabled", enabled=False)


class Finger:
    """Somebody with a finger, who scrolls bars and sheets but not the page."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        heard = "addEventListener('click', ({ target }) => heardClicks.push(target), true)"
        studio.value(f"globalThis.heardClicks ??= ({heard}, [])")

    def press(self, selector: str) -> None:
        """Touch a button, after opening what it is in."""
        value = self.studio.value
        for opener, inside, sheet in (("#more-open", "#more", "#menu"), ("#panel-open", "#panel", "#panel")):
            opening = value(f"document.querySelector({opener!r}).checkVisibility()") and not self.is_up()
            if opening and value(f"Boolean(document.querySelector({selector!r}).closest({inside!r}))"):
                self.touch(opener)
                there = f"document.querySelector({sheet!r}).getBoundingClientRect()"
                self.studio.until(f"{there}.height && {there}.bottom <= innerHeight + 1")
        self.touch(selector)

    def touch(self, selector: str) -> None:
        """Touch a button until it is clicked: a tap right after a stroke is lost in Chromium."""
        self.studio.value(f"heardClicks = [], globalThis.aim = document.querySelector({selector!r}), 0")
        for _ in range(20):
            self.studio.value("aim.scrollIntoView({block: 'nearest', inline: 'nearest'})")
            box = self.studio.value("aim.getBoundingClientRect().toJSON()")
            place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            if self.studio.value(f"aim.contains(document.elementFromPoint({place[0]}, {place[1]}))"):
                self.studio.browser.touch(place)
            if self.studio.browser.soon("heardClicks.some((target) => aim.contains(target))", 1):
                return
        at = self.studio.value(f"document.elementFromPoint({place[0]}, {place[1]})?.outerHTML.slice(0, 200)")
        raise AssertionError(f"{selector} cannot be pressed at {place}: there is {at}")

    def close(self) -> None:
        """Put the sheet away that a task has opened."""
        if self.is_up():
            self.touch("#panel-close")

    def is_up(self) -> bool:
        """Tell whether the panel lies over the drawing."""
        up = self.studio.value("byId('panel-close').checkVisibility() && 'up' in byId('panel').dataset")
        return bool(up)

    def stroke(self, *cells: tuple[int, int]) -> None:
        self.studio.browser.touch(*(self.studio.place(*cell) for cell in cells))

    ends = stroke


class Keys:
    """Somebody without a mouse, who goes from one thing to the next by Tab."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio

    def press(self, selector: str) -> None:
        self.reach(selector)
        self.studio.browser.press("Enter")

    touch = press

    def reach(self, selector: str) -> None:
        for _ in range(150):
            if self.studio.value(f"document.activeElement.matches({selector!r})"):
                return
            self.studio.browser.press("Tab")
        raise AssertionError(f"Tab does not reach {selector}")

    def close(self) -> None:
        pass

    def go(self, cell: tuple[int, int]) -> None:
        """Move to a cell by arrows."""
        self.reach("[data-cell]")
        at = self.studio.value("cells.at")
        for steps, less, more in (
            (cell[0] - at // SIDE, "ArrowUp", "ArrowDown"),
            (cell[1] - at % SIDE, "ArrowLeft", "ArrowRight"),
        ):
            for _ in range(abs(steps)):
                self.studio.browser.press(more if steps > 0 else less)

    def stroke(self, *cells: tuple[int, int]) -> None:
        self.go(cells[0])
        self.studio.browser.press(" ")
        key = "ArrowDown" if cells[-1][0] > cells[0][0] else "ArrowRight"
        for _ in cells[1:]:
            self.studio.browser.press(key, SHIFT)

    def ends(self, *cells: tuple[int, int]) -> None:
        """Draw with a tool that asks for two ends."""
        for cell in cells:
            self.go(cell)
            self.studio.browser.press(" ")


def in_sight(studio: Studio, task: str) -> None:
    assert studio.browser.soon(IN_SIGHT, 5), f"{task}: the verdict is not in sight"


def twelve_tasks(studio: Studio, hand: Finger | Keys, strokes: int, folder: Path) -> None:
    by_finger = isinstance(hand, Finger)
    hand.close()
    hand.press("#new-open")
    for field in ("#width", "#height"):
        studio.type(field, str(SIDE))
    hand.touch("#size-go")
    studio.until(f"puzzle.width === {SIDE} && puzzle.height === {SIDE}")
    in_sight(studio, "new")

    wanted, corner = [["."] * SIDE for _ in range(SIDE)], studio.place(0, 0)
    for cells in random_strokes(strokes, SIDE):
        draw_stroke(wanted, cells)
        hand.stroke(*cells)
    before = ["".join(row) for row in wanted]
    studio.shows(before)
    assert studio.place(0, 0) == corner  # a grid that moves is missed
    in_sight(studio, "draw")

    hand.press("[data-tool=eraser]")
    hand.stroke((3, 3), (3, 4))
    before = [row[:3] + ".." + row[5:] if r == 3 else row for r, row in enumerate(before)]
    studio.shows(before)
    in_sight(studio, "erase")

    hand.press("[data-tool=box]")
    hand.ends((0, 0), (SIDE - 1, SIDE - 1))
    studio.shows(["#" * SIDE] * SIDE)
    hand.press("#undo")
    studio.shows(before)
    in_sight(studio, "undo")

    hand.press("#redo")
    hand.press("[data-tool=eraser]")
    hand.stroke((0, 0), *([] if by_finger else [(0, 0)]))
    hand.press("[data-tool=flood]")
    hand.stroke((0, 0))
    studio.shows(["#" * SIDE] * SIDE)
    in_sight(studio, "fill")

    hand.press("#palette-open")
    hand.touch("#palette-add")
    studio.until("puzzle.palette.length === 3")
    hand.touch("#palette-dialog [data-close]")
    hand.press("#colours button:nth-of-type(3)")
    hand.press("[data-tool=box]")
    hand.ends((2, 2), (4, 4))
    second = studio.value("puzzle.palette[2].char")
    assert studio.picture[3] == "##" + second * 3 + "#" * (SIDE - 5)
    in_sight(studio, "colour")

    hand.press("[data-tool=select]")
    hand.ends((2, 2), (4, 4))
    if by_finger:
        hand.stroke((3, 3), (6, 6), (9, 9))
    else:
        for key in ["ArrowRight"] * 6 + ["ArrowDown"] * 6:
            studio.browser.press(key, CONTROL)
    studio.until(f"puzzle.picture[{9 * SIDE + 9}] === 2 && puzzle.picture[{3 * SIDE + 3}] !== 2")
    in_sight(studio, "move")

    hand.press("#new-open")
    hand.touch("#size-go")
    studio.until("opened.key && !puzzle.picture.some(Boolean)")
    hand.press("[data-tool=pencil]")
    hand.stroke((0, 0))
    hand.stroke((1, 1))
    assert studio.settled() == "multiple"
    assert studio.value("byId('verdict').textContent").strip()
    in_sight(studio, "verdict")

    studio.until("document.querySelector('#suggestions .suggestion')")
    hand.press("#suggestions .suggestion")
    assert studio.settled() == "unique"
    hand.close()
    in_sight(studio, "fix")

    name = f"{folder.name}.yaml"
    hand.press("#save-open")
    studio.type("#save-name", name)
    hand.touch("#save-form button")
    studio.until(f"byId('said').textContent.startsWith('Saved as {name}')")
    saved = nonosat.load(studio.server.folder / name)
    assert isinstance(saved, Nonogram)
    assert list(saved.goal or ()) == studio.picture
    in_sight(studio, "save")

    hand.press("#share-open")
    studio.value("globalThis.handed = []; globalThis.hand = (blob, name) => handed.push(name); 0")
    hand.touch("#share-file")
    studio.until("handed.length && handed[0].endsWith('.html')")
    in_sight(studio, "share")

    hand.press("#picture-open")
    (folder / "disc.png").write_bytes(photo(200, 100))
    document = studio.browser.call("DOM.getDocument")["root"]["nodeId"]
    chooser = studio.browser.call("DOM.querySelector", nodeId=document, selector="#picture-chooser")
    studio.browser.call("DOM.setFileInputFiles", files=[str(folder / "disc.png")], nodeId=chooser["nodeId"])
    studio.until("picture.puzzle === opened.key && puzzle.width === 30 && !picture.busy")
    hand.press("#picture-done")
    hand.close()
    studio.settled()
    in_sight(studio, "photo")


@pytest.mark.parametrize("size", some(SCREENS, 0, one_in=5))
def test_by_finger(studio: Studio, size: tuple[int, int, int, str], tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    with screen(studio, *size):
        twelve_tasks(studio, Finger(studio), share(100, 5), tmp_path)


def test_by_keys(studio: Studio, tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    twelve_tasks(studio, Keys(studio), 5, tmp_path)
