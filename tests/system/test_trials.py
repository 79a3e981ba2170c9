"""A program is there if it answers: decoys on the PATH are found out, once, and only by what uses them."""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import nonosat
from nonosat import InputError, backends
from nonosat.cli import main
from nonosat.encodings.model import Options
from nonosat.processes import trials, worker
from nonosat.proofs import checkers
from nonosat.proofs.checkers import CHECKERS
from nonosat.solving.card_files import all_cards, missing_of_cards
from nonosat.solving.cards import load_card
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.models import uses_programs
from tests.helpers.programs import DECOYS, looked_for, put

PROGRAM_CARDS = [card for card in all_cards() if uses_programs(card)]

LIARS = {
    "says yes": "echo s SATISFIABLE; echo v 1 -2 0; exit 10",
    "says no": "echo s UNSATISFIABLE; exit 20",
    "gives up": "echo s UNKNOWN",
    "grows": "exec yes v 1 2",
    "leaves a child": "sleep 600 & echo c; exit 1",
}

Put = Callable[[str, str], Path]


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: Patch) -> Iterator[Put]:
    """Put a shell script on the PATH as a program; it comes first."""
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(trials, "SECONDS", 4.0)
    worker.end_idle()  # those that have begun look for programs elsewhere
    yield lambda name, script: put(tmp_path / "bin", name, script)
    worker.end_idle()


@pytest.mark.parametrize("how", DECOYS)
def test_no_card_takes_a_decoy_for_its_solver(how: str, on_path: Put, capsys: Capture) -> None:
    for name in set(looked_for()):
        on_path(name, DECOYS[how])
    begin = time.monotonic()
    assert main(["list", "models", "--json"]) == 0
    assert time.monotonic() - begin < 30  # they are tried at the same time
    told = {one["name"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}
    for card in PROGRAM_CARDS:
        assert "does not" in told[card.name]["missing"], card.name
        with pytest.raises(InputError, match="does not"):
            load_card(card.name)
    assert "does not" in told["minizinc"]["description"]
    assert not [name for name in told if name.startswith("minizinc:")]
    assert missing_of_cards()["auto"] == ""


@pytest.mark.parametrize("how", [*DECOYS, *LIARS])
def test_a_solver_that_answers_wrongly_is_not_there(how: str, on_path: Put) -> None:
    on_path("picosat", {**DECOYS, **LIARS}[how])
    assert "the backend program:picosat does not answer: " in load_error("picosat")


def load_error(name: str) -> str:
    with pytest.raises(InputError) as error:
        load_card(name)
    return str(error.value)


def test_java_without_the_file_that_it_is_given(on_path: Put) -> None:
    """As on a machine that has Java and not Sat4j."""
    on_path("java", 'test -e "$2" || { echo "Error: Unable to access jarfile $2" >&2; exit 1; }; exit 3')
    said = load_error("sat4j")
    assert "java ended with exit code" in said and "(apt-get install sat4j)" in said


@pytest.mark.parametrize("how", [*DECOYS, "says yes"])
@pytest.mark.parametrize("name", ["drat-trim", "cake_lpr", "theorem"])
def test_a_checker_that_does_not_answer_refutes_nothing(
    name: str, how: str, on_path: Put, tmp_path: Path
) -> None:
    (program,) = CHECKERS[name].programs
    on_path(program, {**DECOYS, **LIARS}[how])
    assert f"the checker {name} does not answer: " in checkers.missing(name)
    if how != "hangs":
        nonosat.prove(nonosat.load("dom-3"), tmp_path / "dom.zip")
        with pytest.raises(InputError, match=f"the checker {name} does not answer"):
            nonosat.verify(tmp_path / "dom.zip", name)


def test_a_program_is_tried_once_until_it_changes(on_path: Put, tmp_path: Path) -> None:
    script = f"echo tried >>{tmp_path / 'log'}; exit 1"
    path = on_path("picosat", script)
    options = next(card.options for card in PROGRAM_CARDS if card.name == "picosat")
    for _ in range(3):
        assert "does not answer" in backends.missing("program:picosat", options)
    assert (tmp_path / "log").read_text().splitlines() == ["tried"]
    os.utime(path, (1, 1))
    assert "does not answer" in backends.missing("program:picosat", options)
    assert (tmp_path / "log").read_text().splitlines() == ["tried", "tried"]


def test_a_program_is_tried_again_when_a_file_that_it_needs_has_come(on_path: Put, tmp_path: Path) -> None:
    on_path(
        "java",
        'test -e "$1" || exit 1; test $(grep -c "^[^pc]" "$2") = 4 || { echo s UNSATISFIABLE; exit 20; }',
    )
    options = {"command": f"java {tmp_path / 'solver.jar'} {{cnf}}"}
    first = backends.missing("program", options)
    (tmp_path / "solver.jar").touch()
    assert "exit code 1;" in first and "exit code 1;" not in backends.missing("program", options)


def test_a_solver_with_a_limit_of_its_own_may_search_in_vain(on_path: Put) -> None:
    """As local search does, which never finds that there is no solution."""
    on_path("mysat", 'grep -q "^2 0" "$1" && exec sleep 600; echo s SATISFIABLE; echo v 1 -2 0; exit 10')
    options: Options = {"command": "mysat {cnf}"}
    assert "no answer within" in backends.missing("program", options)
    assert backends.missing("program", {**options, "time": 1}) == ""


@pytest.mark.parametrize(
    "words",
    [["check", "gchq"], ["list", "formats"], ["list", "puzzles"], ["count", "switch"], ["rate", "cat"]],
    ids=" ".join,
)
def test_other_commands_try_no_program(words: list[str], on_path: Put, tmp_path: Path) -> None:
    for name in set(looked_for()):
        on_path(name, f"echo tried >>{tmp_path / 'log'}")
    main(words)
    with pytest.raises(SystemExit):
        main(["verify", "--help"])
    assert not (tmp_path / "log").exists()
