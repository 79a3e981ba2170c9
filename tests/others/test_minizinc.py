"""MiniZinc's solvers: what they answer, and whatever they do is caught."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import nonosat
from nonosat import Card, InputError
from nonosat.backends import exports
from nonosat.processes import worker
from nonosat.registry.programs import program_path
from nonosat.toolkit import WrongAnswerError, load_card
from tests.core.test_exports import NAMES
from tests.helpers.fixtures import Patch
from tests.helpers.programs import needs, put


def test_a_solver_that_minizinc_does_not_have(tmp_path: Path) -> None:
    needs("minizinc")
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
    listed = json.dumps([{"id": "org.lies.liar", "executable": "/bin/true"}])
    put(tmp_path, "minizinc", f"if [ $1 = --solvers-json ]; then echo '{listed}'; else {says}; fi")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    worker.end_idle()  # those that have begun look for programs elsewhere
    try:
        card = Card("liar", "cpsat-automaton", "minizinc:liar", narrow=False)
        with pytest.raises(error, match=what):
            nonosat.solve(nonosat.load("gchq-no-givens"), card)
    finally:
        worker.end_idle()


def test_minizinc_solves_the_model() -> None:
    needs("minizinc")
    program = program_path("minizinc") or ""
    for name in NAMES:
        puzzle = nonosat.load(name)
        command = [program, "--input-from-stdin"]
        done = subprocess.run(
            command, input=exports.minizinc(puzzle), capture_output=True, text=True, check=True
        )
        values = json.loads(done.stdout.splitlines()[0])
        assert puzzle.fault(puzzle.picture([value - 1 for value in values])) is None, name
