"""MiniZinc: solvers that it does not have, and a program of its name that lies, crashes or babbles."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import nonosat
from nonosat import Card, InputError, WrongAnswerError, load_card, worker
from tests.helpers.fixtures import Patch

PUZZLE = "gchq-no-givens"  # four solutions


@pytest.mark.needs("minizinc")
def test_a_solver_that_minizinc_does_not_have(tmp_path: Path) -> None:
    (tmp_path / "card.yaml").write_text("name: x\nbackend: minizinc:nobody\n")
    with pytest.raises(InputError, match="MiniZinc has no solver 'nobody' here; it has "):
        load_card(str(tmp_path / "card.yaml"))


@pytest.mark.parametrize(
    ("says", "error", "what"),
    [
        ("echo '[1, 1]'; echo ----------", WrongAnswerError, "gave values that no cell has"),
        ("echo oh; exit 3", InputError, "minizinc ended with exit code 3; its last line was: oh"),
        ("echo nothing", InputError, "minizinc ended with exit code 0; its last line was: nothing"),
        ("kill -SEGV $$", InputError, "minizinc was killed by SIGSEGV"),
        ("yes", InputError, "minizinc printed more than"),
    ],
)
def test_what_minizinc_does_is_caught(
    says: str, error: type[Exception], what: str, tmp_path: Path, monkeypatch: Patch
) -> None:
    program = tmp_path / "minizinc"
    listed = json.dumps([{"id": "org.lies.liar", "executable": "/bin/true"}])
    program.write_text(f"#!/bin/sh\nif [ $1 = --solvers-json ]; then echo '{listed}'; else {says}; fi\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    worker.end_idle()  # those that have begun look for programs elsewhere
    try:
        card = Card("liar", "cpsat-automaton", "minizinc:liar", narrow=False)
        with pytest.raises(error, match=what):
            nonosat.solve(nonosat.load(PUZZLE), card)
    finally:
        worker.end_idle()
