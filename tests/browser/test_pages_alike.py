"""What all self-contained pages have in common: colours by day and night, texts that stay texts, a size."""

import re
import subprocess
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from nonosat import InputError, Nonogram, explain
from nonosat.pages.board import MAX_CELLS
from nonosat.pages.stepwise import write_page
from nonosat.pages.templates import script
from nonosat.toolkit import Colour, trace, write_player
from tests.helpers.browser import Browser, Show
from tests.helpers.playing import KITE
from tests.helpers.programs import needs
from tests.helpers.sources import ROOT

PAGES: dict[str, Callable[[Nonogram], str]] = {
    "play": write_player,
    "hints": lambda puzzle: write_player(puzzle, explain(puzzle)),
    "explanation": lambda puzzle: write_page(explain(puzzle)),
    "trace": lambda puzzle: write_page(trace(puzzle)),
}
EVIL = ["</script><script>document.title='x'</script><!--<b>&amp;{{data}}", "<!--<script>{{script}}&amp;'\""]
KITTEN = Nonogram.from_picture(KITE)
SCRIPTS = ["pages/play_hints.js", "pages/stepwise.js", "studio/page/main.js", "studio/site/page/index.js"]


@pytest.mark.parametrize("path", SCRIPTS)
def test_modules_that_become_one_script_declare_different_names(path: str) -> None:
    names = re.findall(r"^(?:async )?(?:const|let|function\*?|class) (\w+)", script(path), re.MULTILINE)
    assert names
    assert [name for name, count in Counter(names).items() if count > 1] == []


def in_theme(browser: Browser, theme: str, expression: str) -> list[str]:
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
    try:
        found: list[str] = browser.value(expression)
    finally:
        browser.call("Emulation.setEmulatedMedia", features=[])
    return found


@pytest.mark.parametrize("name", PAGES)
def test_light_and_dark(name: str, show: Show) -> None:
    page = show(PAGES[name](KITTEN))
    style = "getComputedStyle(document.querySelector('{}')).{}"
    shown = [style.format(*one) for one in (("body", "backgroundColor"), ("body", "color"), ("h1", "color"))]
    shown += [f"colours.{name}" for name in ("paper", "filled", "page")]
    light, dark = (
        in_theme(page, theme, f"(readColours(), [{', '.join(shown)}])") for theme in ("light", "dark")
    )
    assert all(one != other for one, other in zip(light, dark, strict=True))
    for paper, filled in (light[3:5], dark[3:5]):  # what is filled is seen, and the night is dark
        assert page.value(f"contrast('{paper}', '{filled}')") > 7
    assert page.value(f"isLight('{light[3]}') && !isLight('{dark[3]}')")


@pytest.mark.parametrize("evil", EVIL)
@pytest.mark.parametrize("name", PAGES)
def test_no_text_is_taken_for_markup(name: str, evil: str, show: Show) -> None:
    palette = (Colour(".", evil, "#ffffff"), Colour("<", evil, "#ff0000"), Colour("&", "b", "#0000ff"))
    scripts = show(PAGES[name](KITTEN)).value("document.scripts.length")
    page = show(PAGES[name](Nonogram.from_picture(("<&.", "&<<"), palette, title=evil, author=evil)))
    if name in ("play", "hints"):  # whose title is shown at the end
        page.value("showFinish(true)")
    assert evil in page.value("document.title")
    assert page.value("document.querySelector('h1').textContent") == evil
    assert page.value("document.scripts.length") == scripts
    page.press("End")  # the last step
    assert evil in page.value("document.querySelector('#board .cell').ariaLabel")


@pytest.mark.parametrize("name", ["play", "explanation"])
def test_too_large_a_puzzle_is_refused(name: str) -> None:
    large = Nonogram.from_picture(("." * 1000,) * 41)
    with pytest.raises(InputError, match=f"has at most {MAX_CELLS} cells, this puzzle has 41000"):
        if name == "play":
            write_player(large)
        else:
            write_page(replace(explain(KITTEN), puzzle=large))


CHECKOUT = ROOT.parent
MODULES = [
    ["pages/play_input.js"],
    ["pages/play_hints.js"],
    ["pages/stepwise.js"],
    ["studio/page/main.js", "studio/site/page/transport.js"],
]
_DECLARED = re.compile(r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)", re.MULTILINE)
_IMPORTED = re.compile(r'^import (?:\{([^}]*)\} from )?"([^"]+)";$', re.MULTILINE)


def run(*words: str) -> None:
    done = subprocess.run(words, cwd=CHECKOUT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("scripts", MODULES)
def test_top_level_names_differ(scripts: list[str]) -> None:
    names = [name for path in scripts for name in _DECLARED.findall(script(path))]
    assert len(names) > 50
    assert sorted(names) == sorted(set(names))


def test_what_is_imported_is_exported() -> None:
    """Joined, a page does without imports; node and other tools do not."""
    modules = [path for path in ROOT.rglob("*.js") if path.name != "lost.js"]
    for path in modules:
        text = path.read_text(encoding="utf-8")
        for names, other in _IMPORTED.findall(text):
            if other.endswith(".mjs"):  # of Pyodide, beside which the site is written
                continue
            exported = Path(path.parent, other).read_text(encoding="utf-8")
            for name in filter(None, (name.strip() for name in names.split(","))):
                found = rf"^export .*\b{name}\b"
                assert re.search(found, exported, re.MULTILINE), f"{path.name} imports {name} from {other}"


def test_scripts_import_each_other_in_no_circle() -> None:
    graph = {
        path: {(path.parent / other).resolve() for _, other in _IMPORTED.findall(path.read_text("utf-8"))}
        for path in ROOT.rglob("*.js")
    }
    assert list(TopologicalSorter(graph).static_order())


def test_the_linter_finds_nothing() -> None:
    if not (CHECKOUT / "tests/modules/node_modules").exists():
        pytest.skip("needs npm install in tests/modules")
    run("npm", "--prefix", "tests/modules", "run", "lint")


def test_modules_by_themselves() -> None:
    needs("node")
    run("node", "--test", "tests/modules/")
