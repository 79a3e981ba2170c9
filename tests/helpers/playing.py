"""Tools for tests of the page to play in a real browser: its cells and its messages."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from nonosat import Picture
from nonosat.toolkit import BLACK_AND_WHITE, UNKNOWN, CellPuzzle, Colour, Explanation, Palette
from tests.helpers.browser import Browser, Place

KITE = ("..#..", ".###.", "#####", "..#..", ".#.#.")

COLOURS: Palette = (BLACK_AND_WHITE[0], Colour("r", "red", "#cc0000"), Colour("x", "pale", "#fafafa"))


class Opener(Protocol):
    """What opens a page to play (see the fixture `opened`)."""

    def __call__(self, puzzle: CellPuzzle, hints: Explanation | None = None) -> Browser:
        """Open the page of a puzzle."""
        ...


def place(page: Browser, row: int, column: int) -> Place:
    """Return the middle of a cell, counted from 0."""
    x, y = page.value(f"middleOf({row} * puzzle.width + {column})")
    return x, y


def middle(page: Browser, selector: str) -> Place:
    box = page.value(f"document.querySelector({selector!r}).getBoundingClientRect().toJSON()")
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def more(page: Browser, selector: str) -> None:
    """Choose something in the menu."""
    page.drag(middle(page, "#more-open"))
    page.drag(middle(page, selector))


def picture(page: Browser) -> Picture:
    """Return what is filled in, as a screen reader has it: from the labels of the cells."""
    rows = page.value(
        "geometry.rows.map(row => row.map(cell => cells.elements.get(cell)?.ariaLabel"
        " ?? cells.words(cell, look.value(cell))).map(words => words.split('): ')[1].split(',')[0]))"
    )
    chars = {"empty": UNKNOWN, "crossed": ".", "filled": "#", "red": "r", "pale": "x"}
    return tuple("".join(chars[word] for word in row) for row in rows)


def said(page: Browser) -> str:
    text: str = page.value("document.querySelector('[role=status]').textContent")
    return text


def solved(page: Browser) -> bool:
    return said(page).startswith("Solved")


def cells(wanted: Picture, char: str) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(wanted) for c, here in enumerate(row) if here == char]


@contextmanager
def touching(page: Browser) -> Iterator[None]:
    """Make the page believe that it has a touch screen."""
    page.call("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        yield
    finally:
        page.call("Emulation.setTouchEmulationEnabled", enabled=False)


def resize(page: Browser, width: int, height: int) -> None:
    """Give the window another size, in CSS pixels: half of them is what zooming to 200 % does."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    page.call("Emulation.setDeviceMetricsOverride", **size)
    page.until(f"innerWidth === {width} && innerHeight === {height}")


OVERLAPPING = """
(() => {
  const kinds = "h1, button, summary, input, #frame, #said, #now, #hint-said, #steps, #inside";
  const boxOf = (one) => one.getBoundingClientRect();
  const seen = (one) => one.checkVisibility() && boxOf(one).width > 0;
  const shown = [...document.querySelectorAll(kinds)].filter(seen);
  const boxes = shown.map((one) => {  // what is seen of each
    const outer = boxOf(one.parentElement.closest("#side, #steps, #inside, #tools") ?? one);
    const { left, right, top, bottom } = boxOf(one);
    return { left, right, top: Math.max(top, outer.top), bottom: Math.min(bottom, outer.bottom) };
  });
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const found = [];
  shown.forEach((one, i) => shown.forEach((other, k) => {
    const apart = !one.contains(other) && !other.contains(one);
    if (i < k && apart && meet(boxes[i], boxes[k])) found.push([one.outerHTML, other.outerHTML]);
  }));
  return found;
})()
"""
"""The pairs of elements of a page of which one covers a part of the other."""
