"""Certificates of certain cells, counts, givens and repairs: what is true gets one, and nothing else does."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest

import nonosat
from nonosat import InputError, LimitReached, Limits, StopReason
from nonosat.proofs.claims import certain, count, repair
from nonosat.proofs.verify import Verification, verify
from nonosat.puzzles.families import n_dom
from nonosat.solving.questions.hitting import Hitting
from nonosat.toolkit import prove_answer
from tests.brute import random_puzzle
from tests.helpers.brute import THREE_COLOURS, nonogram
from tests.helpers.claims import QUESTIONS, claims_agree
from tests.helpers.fixtures import Call, Patch
from tests.helpers.forgery import CLAIM, Forgery, rows, tell, told
from tests.helpers.samples import part


def test_a_picture_that_needs_no_change_is_certified_for_its_own_puzzle(tmp_path: Path) -> None:
    """Blotted clues and givens stay in the puzzle, and the claim is not about them."""
    picture = ("..", "##", "##", "..")
    plain = nonosat.Nonogram.from_picture(picture)
    file = tmp_path / "blotted.yaml"
    file.write_text("kind: nonogram\nrows: [0, 2, '?', '?']\ncolumns: ['?', '2']\n")
    blotted = nonosat.load(file)
    for number, puzzle in enumerate((plain, blotted, plain.with_givens(("..", "#?", "??", "??")))):
        path = tmp_path / str(number)
        report, certificate = prove_answer(puzzle, "repair", path)
        assert "already the only one with its clues" in report.sentence() and certificate is not None
        assert certificate.claim == "the first picture is the only one with its clues"
        assert verify(path, puzzle=puzzle).failure is None


def test_where_a_table_is_too_large_all_solutions_are_listed(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(count, "MOST_ROWS", 6)
    verdicts: set[str] = set()
    for number in part(range(120), 8):
        folder = tmp_path / str(number)
        folder.mkdir()
        verdicts.update(claims_agree(random_puzzle(number), folder, ["count"]))
    assert {"all", "count"} <= verdicts


def test_a_count_that_can_be_neither_tabled_nor_listed_is_refused(
    tmp_path: Path, monkeypatch: Patch, call: Call
) -> None:
    monkeypatch.setattr(count, "MOST_ROWS", 6)
    monkeypatch.setattr(count, "LISTED", 20)
    path = tmp_path / "count"
    said = call(f"prove permutation-8 --claim number -o {path}", code=3)
    assert "permutation-8: 40320" in said.out
    assert "no certificate: 64 cells vary together, and their table is too large" in said.err
    assert list(tmp_path.iterdir()) == []


def test_a_count_far_beyond_listing(tmp_path: Path) -> None:
    puzzle = nonogram([[int(c == r) for c in range(11)] for r in range(11)])
    _, certificate = prove_answer(puzzle, "count", tmp_path / "count.zip")
    assert certificate is not None and certificate.claim == "exactly 39916800 solutions"  # 11!
    report = verify(tmp_path / "count.zip", puzzle=puzzle)
    assert report.verified and "row by row" in report.checked["count"]
    assert certificate.solutions < 200


def test_colours_and_other_kinds(tmp_path: Path) -> None:
    rows = [[1, 2, 0], [2, 1, 0], [0, 0, 1]]
    for number, puzzle in enumerate((nonogram(rows, THREE_COLOURS), nonosat.load("springs#2"))):
        (tmp_path / str(number)).mkdir()
        assert claims_agree(puzzle, tmp_path / str(number))
    triddler = nonosat.load("triddler-switch")
    for question in QUESTIONS:
        _, certificate = prove_answer(triddler, question, tmp_path / question)
        assert certificate is not None and certificate.verdict == question
        assert verify(tmp_path / question, "own", triddler).verified
    with pytest.raises(InputError, match="repair works"):
        prove_answer(nonosat.load("black-and-white#1"), "repair", tmp_path / "cert")
    with pytest.raises(InputError, match="no claim 'likely'"):
        prove_answer(n_dom(3), "likely", tmp_path / "cert")


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_limit_leaves_no_certificate(question: str, tmp_path: Path) -> None:
    report, certificate = prove_answer(
        nonosat.load("permutation-8"), question, tmp_path / "x", limits=Limits(1e-6)
    )
    assert certificate is None and report.stop_reason == "time limit"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_limit_while_pictures_are_collected(question: str, tmp_path: Path, monkeypatch: Patch) -> None:
    def late(*_: object) -> NoReturn:
        raise LimitReached(StopReason.MEMORY_LIMIT, "full")

    for module, name in ((certain, "covering"), (count, "covering"), (repair, "other_pictures")):
        monkeypatch.setattr(module, name, late)
    monkeypatch.setattr(Hitting, "witnesses", late)
    report, certificate = prove_answer(nonogram([[1, 0], [0, 1]]), question, tmp_path / "cert")
    assert (certificate, report.stop_reason, report.basis) == (None, "memory limit", "full")


# Forgeries. Whatever is changed, what is still verified must be true.

SQUARE = nonogram([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 1], [1, 0, 0, 1]])
TWO = nonogram([[1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 0, 0], [1, 0, 0, 1]])


@pytest.fixture(scope="module")
def genuine(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Forgery]:
    """Certificates of the questions, by their names."""
    folder = tmp_path_factory.mktemp("genuine")
    found = {}
    for name, puzzle in (
        ("certain", SQUARE),
        ("givens", nonogram([[1, 0, 0], [0, 1, 0], [0, 0, 1]])),
        ("repair", nonogram([[1, 0], [0, 1]])),
        ("count", TWO),
    ):
        _, certificate = prove_answer(puzzle, name, folder / name)
        assert certificate is not None and certificate.verdict == name
        found[name] = Forgery.read(folder / name)
    return found


def verdict(forgery: Forgery, folder: Path) -> Verification | None:
    """Return what `verify` finds; None if it refuses to read the file."""
    try:
        return verify(forgery.write(folder), "own")
    except InputError:
        return None


FORGED: dict[str, tuple[str, str, Callable[[Forgery], Forgery]]] = {
    "an entry of the table": (
        "count",
        "table.txt.xz, row 3: expected `",
        lambda f: rows(f, lambda lines: lines.__setitem__(2, lines[2].replace(b": 1", b": 2"))),
    ),
    "a row of the table gone": ("count", "table.txt.xz, row ", lambda f: rows(f, lambda lines: lines.pop(1))),
    "the ways to fill a group": (
        "count",
        "claim.json has a group that can be filled in",
        lambda f: _each_group(f, lambda one: {"ways": "99"}),
    ),
    "cells in another order": (
        "count",
        "in an order that their lines do not have",
        lambda f: _each_group(f, lambda one: {"cells": one["cells"][::-1]}),
    ),
    "a group in two": (
        "count",
        "groups that do not vary independently",
        lambda f: tell(f, told(f) | {"groups": _halved(told(f)["groups"])}),
    ),
    "a group that is not counted": (
        "count",
        "has a group that was not counted",
        lambda f: _each_group(f, lambda one: {"counted": False}),
    ),
    "a cell twice": (
        "count",
        "other groups than the cells that vary",
        lambda f: _each_group(f, lambda one: {"cells": one["cells"] * 2}),
    ),
    "another picture that is the same": (
        "repair",
        "has a picture twice where another one is expected",
        lambda f: tell(f, told(f) | {"others": [[]]}),
    ),
    "another picture with other clues": (
        "repair",
        "has a picture with other clues for the changes",
        lambda f: tell(f, told(f) | {"others": [[[0, 1 - _first(f)]]]}),
    ),
    "a change to the same value": (
        "repair",
        "does not change cell 0",
        lambda f: tell(f, told(f) | {"changes": [[0, _first(f)]]}),
    ),
    "fewer givens": ("givens", "the wrong claim", lambda f: tell(f, {"givens": told(f)["givens"][:-1]})),
    "no givens": ("givens", "claims no givens", lambda f: tell(f, {"givens": []})),
    "givens outside": ("givens", "a number that is not from 0 to 8", lambda f: tell(f, {"givens": [9]})),
    "no JSON": ("givens", "claim.json is not JSON", lambda f: f.put(CLAIM, b"{")),
    "other keys": ("givens", "has other keys than givens", lambda f: tell(f, {"cells": [1]})),
}


def _each_group(forgery: Forgery, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Forgery:
    return tell(forgery, told(forgery) | {"groups": [one | change(one) for one in told(forgery)["groups"]]})


def _halved(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    first, *rest = groups
    cells = first["cells"]
    return [first | {"cells": cells[:1]}, first | {"cells": cells[1:]}, *rest]


def _first(forgery: Forgery, cell: int = 0) -> int:
    return int(forgery.files["solution-1.txt"].replace(b"\n", b"")[cell] == ord("#"))


@pytest.mark.parametrize("what", FORGED)
def test_a_forgery_is_named(what: str, genuine: dict[str, Forgery], tmp_path: Path) -> None:
    name, says, forge = FORGED[what]
    report = verdict(forge(genuine[name].copy()).sealed(), tmp_path)
    assert report is not None
    assert says in str(report.failure)
