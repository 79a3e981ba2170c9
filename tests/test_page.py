"""The page of a trace, in a real browser."""

from __future__ import annotations

import pytest

import nonosat
from nonosat.pages.trace import page
from nonosat.puzzles.picture import Picture
from nonosat.questions.trace import Trace, trace
from tests.helpers.browser import Browser, Show
from tests.helpers.samples import some


def seen(chromium: Browser, found: Trace) -> Picture:
    """Return the picture that a reader sees: the topmost style at a place near each cell's corner."""
    script = """
        (() => {
          const matrix = document.querySelector("svg g").getScreenCTM();
          const rows = [];
          for (let r = 0; r < %d; r++) {
            const row = [];
            for (let c = 0; c < %d; c++) {
              const at = new DOMPoint(c + 0.2, r + 0.2).matrixTransform(matrix);
              row.push(document.elementFromPoint(at.x, at.y)?.dataset.look ?? null);
            }
            rows.push(row);
          }
          return rows;
        })()
    """
    rows = chromium.value(script % (found.puzzle.height, found.puzzle.width))
    background = found.puzzle.palette[0].char
    return tuple("".join(background if look == "new background" else look for look in row) for row in rows)


def text(chromium: Browser) -> Picture:
    return tuple(chromium.value("document.getElementById('text').textContent").split("\n"))


@pytest.mark.parametrize("name", some(["tulips", "gchq", "gchq-no-givens"], 1))
def test_the_slider_goes_through_the_passes(name: str, show: Show) -> None:
    found = trace(nonosat.load(name))
    chromium = show(page(found))
    assert chromium.value("document.getElementById('slider').valueAsNumber") == 0
    for number, state in enumerate([found.begin, *(one.picture for one in found.passes)]):
        chromium.value(
            f"slider.value = {number}; slider.dispatchEvent(new Event('input', {{bubbles: true}}))"
        )
        assert seen(chromium, found) == text(chromium) == state
        now = chromium.value("document.getElementById('now').textContent")
        if number:
            one = found.passes[number - 1]
            assert f"{one.patterns} patterns as it begins, {one.known} of {found.cells} cells" in now
    if not found.unknown:
        assert seen(chromium, found) == nonosat.solve(found.puzzle).solution
    assert chromium.value("document.querySelector('#summary').textContent").lower() == f"{found.summary}."


def test_keys_and_buttons(show: Show) -> None:
    found = trace(nonosat.load("gchq"))
    chromium = show(page(found))
    at = "document.querySelector('tr[aria-current]').rowIndex - 1"
    for key, number in (("End", 8), ("ArrowLeft", 7), ("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0)):
        chromium.press(key)
        assert chromium.value(at) == number
    chromium.value("document.querySelector('[data-pass=\"5\"]').click()")
    assert chromium.value(at) == 5
    assert text(chromium) == found.passes[4].picture

    # At the end, playing starts again from the beginning; the space bar stops it.
    chromium.press("End")
    chromium.value("document.activeElement.blur()")
    chromium.press(" ")
    assert (chromium.value(at), chromium.value("play.textContent")) == (0, "Stop")
    chromium.until(f"{at} > 0")
    chromium.press(" ")
    assert chromium.value("play.textContent") == "Play"
    # On a button, the space bar presses the button, and does nothing else.
    chromium.value("play.focus()")
    chromium.press(" ")
    assert chromium.value("play.textContent") == "Stop"
    chromium.value("go(7); play.click()")
    chromium.until(f"{at} === 8 && play.textContent === 'Play'")


def test_what_is_new_is_marked(show: Show) -> None:
    found = trace(nonosat.load("gchq"))
    chromium = show(page(found))
    cells = "document.querySelector('svg [data-look=\"{}\"]').getAttribute('d').split('M').length - 1"
    core, background = cells.format("new core"), "(document.querySelector('[data-look=\"new background\"]'))"
    assert chromium.value(core) == 0
    for one, before in zip(found.passes, [found.begin, *(p.picture for p in found.passes)], strict=False):
        chromium.press("ArrowRight")
        new = [
            char
            for row, was in zip(one.picture, before, strict=True)
            for char, old in zip(row, was, strict=True)
            if char != old
        ]
        assert chromium.value(core) == new.count("#")
        lengths = f"[...{background}.getAttribute('d').matchAll(/h(\\d+)/g)].reduce((n, m) => n + +m[1], 0)"
        assert chromium.value(lengths) == new.count(".")
