"""The page of a trace, in a real browser."""

import pytest

import nonosat
from nonosat.pages.stepwise import write_page
from nonosat.puzzles.picture import Picture
from nonosat.reasons.trace import Trace, trace
from tests.helpers.browser import Browser, Show
from tests.helpers.samples import some


def seen(chromium: Browser, found: Trace) -> Picture:
    """Return the picture on the board."""
    chars = chromium.value(
        "geometry.rows.flat().map((cell) => palette[look.value(cell)]?.char ?? '?').join('')"
    )
    return found.puzzle.cut(chars)


def text(chromium: Browser) -> Picture:
    return tuple(chromium.value("document.getElementById('text').textContent").split("\n"))


@pytest.mark.parametrize("name", some(["tulips", "gchq", "gchq-no-givens", "mosaic", "triddler-switch"], 1))
def test_the_slider_goes_through_the_passes(name: str, show: Show) -> None:
    found = trace(nonosat.load(name))
    chromium = show(write_page(found))
    chromium.press("Home")
    assert chromium.value("document.getElementById('slider').valueAsNumber") == 0
    for number, state in enumerate([found.begin, *(one.picture for one in found.passes)]):
        chromium.value(
            f"slider.value = {number}; slider.dispatchEvent(new Event('input', {{bubbles: true}}))"
        )
        assert seen(chromium, found) == text(chromium) == state
        now = chromium.value("document.getElementById('now').textContent")
        if number:
            one = found.passes[number - 1]
            assert f"{one.patterns} patterns as it begins. {one.known} of {found.cells} cells" in now
    if not found.unknown:
        assert seen(chromium, found) == nonosat.solve(found.puzzle).solution
    assert chromium.value("document.querySelector('#summary').textContent").lower() == f"{found.summary}."


def test_keys_and_buttons(show: Show) -> None:
    found = trace(nonosat.load("gchq"))
    chromium = show(write_page(found))
    chromium.press("Home")
    at = "document.querySelector('tr[aria-current]').rowIndex - 1"
    playing = "document.getElementById('play').textContent"
    for key, number in (("End", 8), ("ArrowLeft", 7), ("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0)):
        chromium.press(key)
        assert chromium.value(at) == number
    chromium.value("document.querySelectorAll('#steps button')[5].click()")
    assert chromium.value(at) == 5
    assert text(chromium) == found.passes[4].picture

    # At the end, playing starts again from the beginning; the space bar stops it.
    chromium.press("End")
    chromium.value("document.activeElement.blur()")
    chromium.press(" ")
    assert (chromium.value(at), chromium.value(playing)) == (0, "Stop")
    chromium.until(f"{at} > 0")
    chromium.press(" ")
    assert chromium.value(playing) == "Play"
    # On a button, the space bar presses the button, and does nothing else.
    chromium.value("document.getElementById('play').focus()")
    chromium.press(" ")
    assert chromium.value(playing) == "Stop"
    chromium.value("jump(7); document.getElementById('play').click()")
    chromium.until(f"{at} === 8 && {playing} === 'Play'")
