"""axe-core finds nothing to object to in the pages, by day, by night and at 200 %.

Like the linter, it comes with `npm install` in tests/modules.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest

from nonosat import Nonogram, explain, load
from nonosat.pages.stepwise import write_page
from nonosat.toolkit import write_player
from tests.helpers.browser import Browser, Show
from tests.helpers.playing import KITE, resize
from tests.helpers.puzzles import shipped
from tests.helpers.samples import some
from tests.helpers.sources import ROOT
from tests.helpers.studio import Studio

CARD = {"name": "a.yaml", "picture": "", "says": "5 x 5", "of": "puzzle"}
CARDS = [CARD, {**CARD, "name": "b.yaml", "of": "wrong"}]
FILE = {"name": "a.yaml", "size": "1 kB", "time": 0}

AXE = ROOT.parent / "tests/modules/node_modules/axe-core/axe.min.js"

pytestmark = pytest.mark.skipif(not AXE.exists(), reason="needs axe-core: npm install in tests/modules")


def objections(browser: Browser) -> list[Any]:
    """Return what axe-core objects to, in both themes."""
    browser.value(f"if (!globalThis.axe) {{ {AXE.read_text(encoding='utf-8')} }}; 0")
    found = []
    for theme in ("light", "dark"):
        browser.call(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}]
        )
        browser.value(
            "globalThis.found = null; axe.run(document).then((all) => { found = all.violations; }); 0"
        )
        browser.until("found")
        found += [
            (theme, one["id"], one["help"], [node["html"] for node in one["nodes"]])
            for one in browser.value("found")
        ]
    browser.call("Emulation.setEmulatedMedia", features=[])
    return found


PAGES: dict[str, Callable[[], str]] = {
    "play": lambda: write_player(Nonogram.from_picture(KITE, title="Kite")),
    "colours": lambda: write_player(shipped("tulips"), explain(shipped("tulips"))),
    "link": write_player,
    "gallery": lambda: write_player(offered={"cat.html": shipped("cat"), "stars.html": shipped("six-stars")}),
    "stars": lambda: write_player(shipped("six-stars")),
    "fir": lambda: write_player(shipped("fir")),
    "explanation": lambda: write_page(explain(shipped("gchq"))),
}


@pytest.mark.parametrize("name", PAGES)
def test_pages(name: str, show: Show) -> None:
    page = show(PAGES[name]())
    assert objections(page) == []
    resize(page, 700, 450)
    if name == "colours":
        page.until("!document.querySelector('#hint-ask').disabled")
        page.value("document.querySelector('#hint-ask').click()")
        assert objections(page) == []
        page.value("document.querySelector('#more-open').click()")
    elif name == "explanation":
        page.press("End")
        page.press("ArrowDown")
    assert objections(page) == []


KINDS = [
    *("camp", "fir", "fleet", "halves", "lamps", "mosaic", "pairs", "poles", "six-stars"),
    *("sums-of-places", "tanks", "tiles", "warm-day"),
]
"""A puzzle of each kind that pages show."""


@pytest.mark.parametrize("name", some(KINDS, 2))
def test_pages_of_each_kind(name: str, show: Show) -> None:
    puzzle = load(name)
    for page in (write_player(puzzle), write_page(explain(puzzle))):
        assert objections(show(page)) == []


@pytest.mark.parametrize("kind", some(["star-battle", "tents", "triddler", "mosaic", "battleships"], 1))
def test_the_studio_with_each_kind(kind: str, studio: Studio) -> None:
    studio.begin(kind, {} if kind == "triddler" else {"#width": 6, "#height": 6})
    studio.settled()
    studio.value("showPart('clues')")
    assert objections(studio.browser) == []
    if kind == "star-battle":
        studio.click("#gives button")
        studio.until("verdict.said === 'lacking'")
        assert objections(studio.browser) == []


def test_clues_in_conflict(studio: Studio) -> None:
    studio.click("[data-part=clues]")
    studio.click("#write-clues")
    studio.type("#rows-text", "1\n3\n5\n4\n1 1")
    studio.type("#columns-text", "1\n4\n4\n4\n1")
    studio.until("verdict.said === 'none' && verdict.rested && document.querySelector('#misprints button')")
    assert objections(studio.browser) == []


def test_the_studio(studio: Studio) -> None:
    assert objections(studio.browser) == []
    studio.draw(["#....", ".#..."])
    studio.settled()
    studio.value("for (const more of document.querySelectorAll('aside details')) more.open = true")
    assert objections(studio.browser) == []
    for button in (
        "new-open",
        "open-open",
        "share-open",
        "save-open",
        "download-open",
        "palette-open",
        "resize-open",
    ):
        studio.click(f"#{button}")
        if button == "open-open":
            cards = f"{json.dumps(CARDS)}.map((card) => newCard(card, {json.dumps(FILE)}))"
            studio.value(f"list.replaceChildren(...{cards})")
        assert objections(studio.browser) == [], button
        studio.value("document.querySelector('dialog[open]').close()")
