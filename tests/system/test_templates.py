"""The templates do what they say, once each is copied and has its one entry: "To add" in CONTRIBUTING.md."""

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import nonosat
from nonosat.formats.documents import plain
from nonosat.puzzles import KINDS
from tests.helpers.commands import EACH, answered
from tests.helpers.crowd import crowd
from tests.helpers.samples import share, some
from tests.helpers.templates import FIRST, LAST, MIDDLE, ROOT, TEMPLATES, copied

CAT = plain(nonosat.load("cat"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the extended package."""
    made = tmp_path_factory.mktemp("templates")
    copied(made, FIRST)
    return made


@pytest.mark.parametrize("place", some([FIRST, MIDDLE, LAST], 1))
def test_no_place_in_a_registry_changes_an_answer(place: str, tmp_path: Path) -> None:
    copied(tmp_path, place)
    number = share(40)
    out = ran(tmp_path, "-m", "tests.helpers.extended", str(number))
    *found, said = [json.loads(line) for line in out.splitlines()]
    edges = 0
    for puzzle, (level, edge) in zip(crowd(number), found, strict=True):
        edges += edge
        alone = nonosat.rate(puzzle).difficulty
        assert edge or level == alone or {level, alone} == {"trivial", "lines"}, puzzle
    assert bool(edges) == (place == FIRST)
    coded = {name for name in KINDS if not KINDS.load(name).is_declared}
    assert {*said} == {"stars", "mosaic", *coded} and all(said.values())


def ran(folder: Path, *words: str) -> str:
    """Run Python there; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, *words]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def said(folder: Path, *commands: str) -> list[str]:
    """Return what commands print."""
    found = answered(ran(folder, "-c", EACH, json.dumps(list(map(shlex.split, commands)))))
    assert all(one.code in (0, 1, 3) for one in found), found
    return [one.out for one in found]


def test_every_row_of_the_table_has_a_template() -> None:
    table = (ROOT / "docs/templates/README.md").read_text(encoding="utf-8")
    assert all(f"({path.relative_to(ROOT / 'docs/templates')})" in table for path in TEMPLATES)


def test_a_format(folder: Path) -> None:
    _, checked, _ = said(
        folder,
        "convert cat cat.slashes --quiet",
        "check cat.slashes",
        "convert cat.slashes back.json --quiet",
    )
    assert checked == "cat.slashes: unique\n"
    back = json.loads((folder / "back.json").read_text())
    assert (back["rows"], back["columns"]) == (list(CAT["rows"]), list(CAT["columns"]))


def test_a_rung(folder: Path) -> None:
    rated, _, verified = said(
        folder,
        "rate teapot",
        "explain teapot -o teapot.json --quiet",
        "verify teapot.json",
    )
    assert "trivial" in rated or "lines" in rated
    assert "verified: exactly one solution" in verified
    found = json.loads((folder / "teapot.json").read_text())
    edges = [step for step in found["steps"] if step != [[1, 1], [1, 1]] and len(step.get("uses", [])) == 1]
    assert edges


def test_a_kind(folder: Path) -> None:
    checked, explained, hinted, drawn, _, verified, _, _, again = said(
        folder,
        "check stars",
        "explain stars --quiet",
        "hint stars --level where",
        "solve stars",
        "prove stars -o stars.zip --quiet",
        "verify stars.zip",
        "draw stars --solution -o stars.svg",
        "convert stars again.json --quiet",
        "check again.json",
    )
    assert (checked, again) == ("stars: unique\n", "again.json: unique\n")
    assert "exactly one solution, explained in" in explained
    assert "stars: " in hinted
    assert drawn.count("██") == 6
    assert "verified: exactly one solution (the puzzle in it calls itself 'Six stars')" in verified


def test_a_claim(folder: Path) -> None:
    _, verified, _ = said(
        folder,
        "prove switch --claim top-row -o row.zip --quiet",
        "verify row.zip --puzzle switch",
        "prove permutation-8 --claim top-row -o none.zip --quiet",
    )
    assert "row.zip: verified: the first row is ###### in all solutions" in verified
    assert not (folder / "none.zip").exists()


def test_an_encoding_and_a_backend(folder: Path) -> None:
    verdicts = {"dom-3": "unique", "switch": "multiple", "stars": "unique", "no-solution": "none"}
    *found, listed = said(
        folder, *(f"solve {puzzle} --model direct-dpll --json" for puzzle in verdicts), "list models"
    )
    answers = [json.loads(one) for one in found]
    assert [one["verdict"] for one in answers] == [*verdicts.values()]
    assert {one["model"] for one in answers} == {"direct-dpll"}
    assert all(name in listed for name in ("direct-dpll", "direct ", "dpll ", "walk ", "mysat"))


def test_a_counter(folder: Path) -> None:
    program = """
from math import prod
import nonosat
from nonosat.solving.counters import COUNTERS
from nonosat.automata.components import components
found = components(nonosat.load("permutation-8").problem().with_givens([(0, 1), (9, 1), (18, 1), (27, 1)]))
count = COUNTERS.load("walk").count
print(prod(count(component, None, 10**6) for component in found))
print(count(max(found, key=lambda component: len(component.cells)), None, 10))
"""
    assert ran(folder, "-c", program) == "24\nNone\n"


def test_a_question(folder: Path) -> None:
    allowed, told = said(folder, "allowed switch --row 3 --column 3", "allowed switch --json")
    assert allowed.endswith("can be . or #.\n")
    assert json.loads(told)["values"] == "#"
    assert "allowed" in ran(folder, "-m", "nonosat", "--help")


def test_they_pass_the_tests_of_what_is_registered(folder: Path) -> None:
    names = "direct and (blotted or counts) or dpll or walk or stars or slashes or allowed"
    suite = [
        "core/test_registry.py",
        "core/test_encodings.py",
        "others/test_backends.py",
        "core/test_formats.py",
    ]
    out = ran(
        folder,
        *("-m", "pytest", "-p", "no:cacheprovider", "-o", "addopts=", "-q", "--backend=dpll", "-k", names),
        *(f"tests/{name}" for name in suite),
    )
    assert " failed" not in out and " passed" in out, out
