"""The scripts of the pages: ES modules that lint, that node can test, and that share one scope on a page."""

from __future__ import annotations

import re
import subprocess
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from nonosat.pages.templates import script
from tests.helpers.sources import ROOT

CHECKOUT = ROOT.parent
PAGES = [
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


@pytest.mark.parametrize("scripts", PAGES)
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
    if not (CHECKOUT / "node_modules/.bin/eslint").exists():
        pytest.skip("needs npm install")
    run("node_modules/.bin/eslint", "nonosat", "tests/modules")


@pytest.mark.needs("node")
def test_modules_by_themselves() -> None:
    run("node", "--test", "tests/modules/")
