"""Clauses of any encoding are certified by the canonical values that it states; false ones prove nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import nonosat
from nonosat.encodings import ENCODINGS, reference
from nonosat.errors import InputError, InternalError
from nonosat.problem import Problem
from nonosat.proofs import prove, stated
from nonosat.proofs.check_clauses import ClauseCheck
from nonosat.proofs.claims import NotVerified
from nonosat.proofs.prove import certify, prove_answer
from nonosat.proofs.verify import verify
from nonosat.puzzles import Puzzle
from nonosat.puzzles.springs import Springs
from nonosat.solving.run import Run
from tests.helpers.fixtures import Patch
from tests.helpers.forgery import Forgery
from tests.helpers.properties import given
from tests.helpers.strategies import problems

NAMES = ["order", "automaton"]


@pytest.mark.parametrize("name", NAMES)
@given(problem=problems)
def test_all_clauses_of_the_search_are_good_also_where_values_are_known(name: str, problem: Problem) -> None:
    model = ENCODINGS.load(name).encode(problem)
    assert not isinstance(model, Problem)
    check = ClauseCheck(problem, model.literals, model.meanings())  # type: ignore[union-attr, misc]
    if [] not in model.clauses:  # type: ignore[union-attr]
        check.check(model.clauses)  # type: ignore[union-attr]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "puzzle", ["gchq", "cherries", "blotted", "springs#1", "mosaic#1", "no-solution", "black-and-white#1"]
)
def test_certificates_of_any_encoding(name: str, puzzle: str, tmp_path: Path) -> None:
    path = tmp_path / "cert"
    _, certificate = nonosat.prove(nonosat.load(puzzle), path, encoding=name, all_up_to=3)
    assert certificate is not None
    report = verify(path, "own", nonosat.load(puzzle))
    assert report.failure is None
    if certificate.formula is not None:
        assert certificate.formula.encoding == name
        assert "whatever wrote them" in report.checked["clauses"]


FIRST, SECOND = ("#" + "." * 44,), ("." * 44 + "#",)


def false_claim(tmp_path: Path, monkeypatch: Patch, most: int = 0) -> Forgery:
    """Return a certificate that two of 45 solutions are all, with a proof of clauses that say so.

    `prove` verifies what it has written up to `most` bytes.
    """
    puzzle = Springs("?" * 45, (1,))
    monkeypatch.setattr(Run, "in_worker", lambda _, function, *arguments: function(*arguments))
    monkeypatch.setattr(prove, "CHEAP", most)
    with monkeypatch.context() as patch, Run(puzzle, "auto") as run:
        real = stated.encode
        patch.setattr(stated, "encode", lambda _, problem: _too_strong(real("order", problem)))
        assert certify(run, tmp_path / "false", "all", [FIRST, SECOND], ["hand"], encoding="order")
    return Forgery.read(tmp_path / "false")


def _too_strong(formula: reference.Formula) -> reference.Formula:
    formula.clauses += [[formula.literals[cell][0]] for cell in range(1, 44)]
    return formula


def test_what_verify_refuses_is_not_handed_out(tmp_path: Path, monkeypatch: Patch) -> None:
    with pytest.raises(InternalError, match=r"verify refuses the certificate: all\.cnf: the clause"):
        false_claim(tmp_path, monkeypatch, prove.CHEAP)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", [*NAMES, reference.NAME])
@pytest.mark.parametrize("question", ["certain", "count"])
@pytest.mark.parametrize("puzzle", [Springs("??", (1,)), nonosat.Nonogram.from_picture(("#.", ".#"))])
def test_where_nothing_is_certain_that_is_certified(
    name: str, question: str, puzzle: Puzzle, tmp_path: Path
) -> None:
    """The clause that the claim adds is then empty."""
    _, certificate = prove_answer(puzzle, question, tmp_path / "cert", encoding=name)
    report = verify(tmp_path / "cert", "own", puzzle)
    assert report.failure is None and certificate is not None
    assert any(number in report.claim for number in ("exactly 0 of", "exactly 2 solutions"))


def test_clauses_that_are_too_strong_are_refused_with_what_they_exclude(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    failure = verify(false_claim(tmp_path, monkeypatch).write(tmp_path)).failure
    assert failure is not None
    assert "all.cnf: the clause `-2` excludes an arrangement of " in failure
    excluded = failure.rpartition(" ")[2]
    assert excluded.count("#") == 1 and excluded[1] == "#"


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"literals":[],"meanings":[]}', '{"literals":{},"meanings":3}', '{"meanings":[[1]]}'],
)
def test_other_files_of_cells_are_refused(text: str, tmp_path: Path, monkeypatch: Patch) -> None:
    forged = false_claim(tmp_path, monkeypatch).put("cells.json", text.encode()).sealed()
    assert verify(forged.write(tmp_path)).failure == "cells.json does not state canonical values"


def test_a_variable_has_one_canonical_value() -> None:
    problem = Springs("???", (1,)).problem()
    good: dict[str, Any] = {"literals": [[-1, 1], [-2, 2], [-3, 3]], "meanings": [[4, 0, 1, 1, 9]]}
    stated.read(json.dumps(good).encode(), problem, 5)
    for change in (
        {"meanings": [[4, 0, 1, 1, 9], [4, 0, 2, 1, 9]]},
        {"meanings": [[3, 0, 1, 1, 9]]},
        {"literals": [[-1, 1], [-2, 2], [-1, 1]]},
        {"literals": [[1, 1], [-2, 2], [-3, 3]]},
        {"literals": [[-1, 1], [-2, 2], [-3, 3], [-5, 5]]},
    ):
        with pytest.raises(NotVerified):
            stated.read(json.dumps(good | change).encode(), problem, 5)


def test_an_encoding_that_states_nothing_cannot_be_certified() -> None:
    with pytest.raises(InputError, match="cpsat-automaton does not state canonical values"):
        stated.encode("cpsat-automaton", Springs("???", (1,)).problem())
