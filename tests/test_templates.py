"""The templates do what they say, once each is copied and has its one entry: "To add" in CONTRIBUTING.md."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import nonosat
from nonosat.formats.documents import plain
from tests.helpers.templates import ROOT, TEMPLATES, copied

CAT = plain(nonosat.load("cat"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the extended package."""
    made = tmp_path_factory.mktemp("templates")
    copied(made)
    return made


def ran(folder: Path, *words: str, module: str = "nonosat") -> str:
    done = subprocess.run(
        [sys.executable, "-m", module, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.stdout


def test_every_row_of_the_table_has_a_template() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert all(f"({path.relative_to(ROOT)})" in table for path in TEMPLATES)


def test_a_format(folder: Path) -> None:
    ran(folder, "convert", "cat", "cat.slashes", "--quiet")
    assert ran(folder, "check", "cat.slashes") == "cat.slashes: unique\n"
    ran(folder, "convert", "cat.slashes", "back.json", "--quiet")
    back = json.loads((folder / "back.json").read_text())
    assert (back["rows"], back["columns"]) == (list(CAT["rows"]), list(CAT["columns"]))


def test_a_rung(folder: Path) -> None:
    assert "trivial" in ran(folder, "rate", "teapot") or "lines" in ran(folder, "rate", "teapot")
    alone = json.loads(ran(folder, "rate", "teapot", "--rungs", "edge", "--json"))
    assert alone["at_least"] and alone["numbers"]["line_steps"] == 0
    ran(folder, "explain", "teapot", "-o", "teapot.json", "--quiet")
    assert "verified: exactly one solution" in ran(folder, "verify", "teapot.json")
    found = json.loads((folder / "teapot.json").read_text())
    edges = [step for step in found["steps"] if step != [[1, 1], [1, 1]] and len(step.get("uses", [])) == 1]
    assert edges


def test_a_kind(folder: Path) -> None:
    assert ran(folder, "check", "stars") == "stars: unique\n"
    assert "exactly one solution, explained in" in ran(folder, "explain", "stars", "--quiet")
    assert "stars: " in ran(folder, "hint", "stars", "--level", "where")
    drawn = ran(folder, "solve", "stars")
    assert drawn.count("██") == 6
    ran(folder, "prove", "stars", "-o", "stars.zip", "--quiet")
    assert "verified: exactly one solution (Six stars)" in ran(folder, "verify", "stars.zip")
    ran(folder, "draw", "stars", "--solution", "-o", "stars.svg")
    ran(folder, "convert", "stars", "again.json", "--quiet")
    assert ran(folder, "check", "again.json") == "again.json: unique\n"


def test_a_claim(folder: Path) -> None:
    ran(folder, "prove", "switch", "--top-row", "-o", "row.zip", "--quiet")
    said = "row.zip: verified: the first row is ###### in all solutions"
    assert said in ran(folder, "verify", "row.zip", "--puzzle", "switch")
    ran(folder, "prove", "permutation-8", "--top-row", "-o", "none.zip", "--quiet")
    assert not (folder / "none.zip").exists()


def test_an_encoding_and_a_backend(folder: Path) -> None:
    for puzzle, verdict in (
        ("dom-3", "unique"),
        ("switch", "multiple"),
        ("stars", "unique"),
        ("no-solution", "none"),
    ):
        answer = json.loads(ran(folder, "solve", puzzle, "--model", "direct-dpll", "--json"))
        assert (answer["verdict"], answer["model"]) == (verdict, "direct-dpll")
    listed = ran(folder, "models")
    assert all(name in listed for name in ("direct-dpll", "direct ", "dpll ", "walk "))


def test_a_counter(folder: Path) -> None:
    program = """
from math import prod
import nonosat
from nonosat.counters import COUNTERS
from nonosat.structure.components import components
found = components(nonosat.load("permutation-8").problem().with_givens([(0, 1), (9, 1), (18, 1), (27, 1)]))
count = COUNTERS.load("walk").count
print(prod(count(component, None, 10**6) for component in found))
print(count(max(found, key=lambda component: len(component.cells)), None, 10))
"""
    (folder / "counted.py").write_text(program)
    assert ran(folder, module="counted") == "24\nNone\n"


def test_a_question(folder: Path) -> None:
    assert ran(folder, "allowed", "switch", "--row", "3", "--column", "3").endswith("can be . or #.\n")
    assert json.loads(ran(folder, "allowed", "switch", "--json"))["values"] == "#"
    assert "allowed" in ran(folder, "--help")


def test_they_pass_the_tests_of_what_is_registered(folder: Path) -> None:
    names = "direct and (blotted or counts) or dpll or walk or stars or slashes or allowed"
    suite = ["test_registry.py", "test_encodings.py", "test_backends.py", "test_formats.py"]
    out = ran(
        folder,
        *("-p", "no:cacheprovider", "-o", "addopts=", "-q", "--backend=dpll", "-k", names),
        *(f"tests/{name}" for name in suite),
        module="pytest",
    )
    assert " failed" not in out and " passed" in out, out
