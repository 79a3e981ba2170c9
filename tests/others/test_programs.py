"""Solvers that are programs: any of them from a card alone; whatever it does is caught."""

import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import nonosat
from nonosat import Card, InputError, LimitReached, Limits, StopReason, Verdict
from nonosat.encodings import dimacs, drat
from nonosat.processes import programs, worker
from nonosat.solving.card_files import kissat
from nonosat.toolkit import WrongAnswerError, load_card
from tests.core.test_families import written as instances
from tests.helpers.fixtures import Call, Patch
from tests.helpers.models import installed_cards
from tests.helpers.processes import gone
from tests.helpers.programs import needs, put

Written = Callable[..., Card]

PUZZLE = "gchq-no-givens"  # four solutions
UNIQUE = "dom-3"

# A solver that is right: PySAT behind the form of the SAT competitions. The programs below begin with it, so
# that all are right when they are tried, on two variables.
SOLVER = f"""\
#!{sys.executable}
import sys, os, time, subprocess
from pysat.formula import CNF
from pysat.solvers import Solver
def solved(proof=False):
    with Solver("glucose4", bootstrap_with=CNF(from_file=sys.argv[1]), with_proof=proof) as solver:
        found = solver.solve()
        model = solver.get_model()
        return (found, model, solver.get_proof() if proof and not found else None)
def tell(found, model):
    print("c a solver of the tests")
    print("s SATISFIABLE" if found else "s UNSATISFIABLE")
    if found:
        print("v", *model, 0)
    sys.stdout.flush()
    os._exit(10 if found else 20)
if CNF(from_file=sys.argv[1]).nv == 2:
    tell(*solved()[:2])
"""

HONEST = "tell(*solved()[:2])"
HOARD = "hoard = [bytes(1 << 20) + b'x' * 4096 for _ in range(4000)]; time.sleep(60)"


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Write a program, and a card that names it; the card's other keys may follow."""

    def write(body: str, arguments: str = "{cnf}", more: str = "", **options: object) -> Card:
        program = tmp_path / "a solver"
        program.write_text(SOLVER + textwrap.dedent(body) + "\n")
        program.chmod(0o755)
        told = {"command": f"{shlex.quote(str(program))} {arguments}", **options}
        card = tmp_path / "mine.yaml"
        card.write_text(f"name: mine\nbackend: program\nnarrow: false\noptions: {json.dumps(told)}\n{more}")
        return load_card(str(card))

    return write


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("echo c sat 4.1; echo more", "sat 4.1"),
        ("echo none", "sha256 "),
        ("echo 4.1; exit 1", "sha256 "),
        ("sleep 600", "sha256 "),
    ],
)
def test_the_version_of_a_program(script: str, said: str, tmp_path: Path) -> None:
    assert programs.version(str(put(tmp_path, "sat", script))).startswith(said)


def test_the_page_leads_from_a_program_to_a_row_in_a_table(
    written: Written, tmp_path: Path, monkeypatch: Patch, call: Call
) -> None:
    """A program on the PATH, the card that the page shows, and its command."""
    written(HONEST)
    (tmp_path / "a solver").rename(tmp_path / "mysat")
    page = (Path(__file__).parents[2] / "models/README.md").read_text(encoding="utf-8")
    card, command = re.findall(r"(?m)(?:^    .*\n)+", page.partition("## A solver of your own")[2])[:2]
    (tmp_path / "mysat.yaml").write_text(textwrap.dedent(card))
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    worker.end_idle()  # those that have begun look for programs elsewhere
    monkeypatch.chdir(tmp_path)
    words = [word for word in command.split()[1:] if word != "kissat"]  # it may not be installed
    assert re.search(r"(?m)^mysat +2 ", call("", *words).out)


def test_minisats_way_to_answer(written: Written) -> None:
    card = written(
        """
        found, model, _ = solved()
        with open(sys.argv[2], "w") as file:
            file.write("SAT\\n" + " ".join(map(str, model)) + " 0\\n" if found else "UNSAT\\n")
        print("SATISFIABLE" if found else "UNSATISFIABLE")
        sys.exit(10 if found else 20)
        """,
        "{cnf} {answer}",
    )
    assert nonosat.solve(nonosat.load(PUZZLE), card).verdict is Verdict.MULTIPLE
    assert nonosat.solve(nonosat.load(UNIQUE), card).verdict is Verdict.UNIQUE


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("sys.exit(3)", "ended with exit code 3; its last line was: nothing"),
        ("print('out of luck'); os.abort()", "was killed by SIGABRT"),
        ("print('hello'); sys.exit(0)", "gave no answer; its last line was: hello"),
        ("print('s SATISFIABLE'); sys.exit(20)", "ended with exit code 20, but its answer does not match"),
        ("print('s UNSATISFIABLE'); sys.exit(10)", "ended with exit code 10, but its answer does not match"),
        ("print('s SATISFIABLE'); sys.exit(10)", "says SATISFIABLE, but lists no values"),
        ("print('s SATISFIABLE'); print('s UNSATISFIABLE')", "several `s` lines"),
        ("print('s SATISFIABLE'); print('v 1 2 three 0')", "expected a number from 1 to "),
        ("print('s SATISFIABLE'); print('v 1 -1 0')", "the variable 1 is both true and false"),
        ("print('s SATISFIABLE'); print('v 1000000 0')", "expected a number from 1 to "),
        ("while True: os.write(1, b'v 1 2 3 4' * 7000)", "printed more than 1[0-9] MiB"),
        ("while True: os.write(2, b'oh no! ' * 7000)", "printed more than 1[0-9] MiB"),
    ],
)
def test_a_program_that_crashes_or_babbles_is_an_error(body: str, what: str, written: Written) -> None:
    with pytest.raises(InputError, match=what):
        nonosat.solve(nonosat.load(PUZZLE), written(body))


@pytest.mark.parametrize("values", ["[-v for v in solved()[1]]", "[]"])
def test_a_wrong_solution_is_never_an_answer(values: str, written: Written) -> None:
    """Nor are values that are left out."""
    with pytest.raises(WrongAnswerError, match=r"gave a wrong picture|has no value"):
        nonosat.solve(nonosat.load(PUZZLE), written(f"tell(True, {values})"))


def test_a_program_that_denies_other_solutions_is_caught_by_its_proof_and_by_others(
    written: Written, tmp_path: Path, call: Call
) -> None:
    liar = """
        found, model, _ = solved()
        if found and not os.path.exists(sys.argv[0] + ".asked"):
            open(sys.argv[0] + ".asked", "w").close()
            tell(found, model)
        if len(sys.argv) > 2:
            open(sys.argv[2], "w").write(open(os.path.dirname(sys.argv[0]) + "/text").read())
        tell(False, None)
        """
    card = written(liar, "{cnf} {proof}", "switches: false\n", proof="drat")
    assert nonosat.solve(nonosat.load(PUZZLE), card).verdict is Verdict.UNIQUE  # it is believed, so far
    (tmp_path / "a solver.asked").unlink()
    for text, fault in (("0", "does not follow"), (f"{10**9} 0", "has a variable"), ("x", "is not a step")):
        (tmp_path / "text").write_text(text + "\n")
        with pytest.raises(WrongAnswerError, match=f"program gave a wrong proof: step 1 {fault}"):
            nonosat.prove(nonosat.load(PUZZLE), tmp_path / "proof.zip", card)
        assert not (tmp_path / "proof.zip").exists()
        (tmp_path / "a solver.asked").unlink()
    words = ["--models", str(tmp_path / "mine.yaml"), "order-minisat", "-o", str(tmp_path / "r.jsonl")]
    assert "mine is refuted: " in call(f"compare {PUZZLE}", *words, code=1).out


@pytest.mark.parametrize("binary", [False, True])
def test_a_right_proof_is_in_the_certificate(binary: bool, written: Written, tmp_path: Path) -> None:
    card = written(
        f"""
        found, model, proof = solved(len(sys.argv) > 2)
        def coded(line):
            *numbers, _ = line.split()
            kind, numbers = (b"d", numbers[1:]) if numbers[:1] == ["d"] else (b"a", numbers)
            out = kind
            for number in map(int, numbers):
                code = 2 * abs(number) + (number < 0)
                while code > 127:
                    out, code = out + bytes([code % 128 + 128]), code // 128
                out += bytes([code])
            return out + b"\\0"
        if proof is not None:
            with open(sys.argv[2], "wb") as file:
                for line in proof:
                    file.write(coded(line) if {binary} else line.encode() + b"\\n")
        tell(found, model)
        """,
        "{cnf} {proof}",
        proof="drat",
    )
    path = tmp_path / "proof.zip"
    answer, certificate = nonosat.prove(nonosat.load("dom-4"), path, card)
    assert answer.verdict is Verdict.UNIQUE and certificate is not None
    assert certificate.origin["proved_by"] == "program"
    assert nonosat.verify(path, puzzle=nonosat.load("dom-4")).verified


def test_a_proof_that_is_not_there(written: Written, tmp_path: Path) -> None:
    card = written(HONEST, "{cnf} {proof}", proof="drat")
    with pytest.raises(InputError, match="wrote no proof"):
        nonosat.prove(nonosat.load(UNIQUE), tmp_path / "proof.zip", card)


@pytest.mark.parametrize(
    ("body", "own", "limits", "reason", "basis"),
    [
        ("time.sleep(60)", {}, Limits(time=1), StopReason.TIME_LIMIT, ""),
        ("time.sleep(60)", {"time": 1}, Limits(), StopReason.TIME_LIMIT, "program gave up"),
        ("print('s UNKNOWN')", {}, Limits(), StopReason.TIME_LIMIT, "program gave up"),
        (HOARD, {}, Limits(time=60, memory=600 << 20), StopReason.MEMORY_LIMIT, ""),
    ],
    ids=["hangs", "a limit of its own", "gives up", "hoards"],
)
def test_a_program_ends_at_a_limit(
    body: str, own: dict[str, int], limits: Limits, reason: StopReason, basis: str, written: Written
) -> None:
    begin = time.monotonic()
    answer = nonosat.solve(nonosat.load(PUZZLE), written(body, **own), limits)
    assert (answer.verdict, answer.stop_reason, answer.basis) == (Verdict.UNKNOWN, reason, basis)
    assert time.monotonic() - begin < 30


# Two children that live on and hold the output, one of them in a session of its own, its parent ended.
FORKING = """
    note = open(sys.argv[0] + ".children", "a")
    def sleeper(daemon):
        child = os.fork()
        if child == 0:
            if daemon:
                os.setsid()
                if os.fork():
                    os._exit(0)
            print(os.getpid(), file=note, flush=True)
            time.sleep(600)
            os._exit(0)
    sleeper(False)
    sleeper(True)
    while open(sys.argv[0] + ".children").read().count("\\n") < 2:
        time.sleep(0.01)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell of orphans")
@pytest.mark.parametrize(
    ("then", "outcome"),
    [(HONEST, "more than one solution"), ("os.abort()", "SIGABRT"), ("time.sleep(600)", "time limit")],
)
def test_nothing_of_a_program_that_forks_is_left(
    then: str, outcome: str, written: Written, tmp_path: Path
) -> None:
    card = written(textwrap.dedent(FORKING) + then)
    try:
        told = str(nonosat.solve(nonosat.load(PUZZLE), card, Limits(time=3 if "sleep" in then else 60)))
    except InputError as error:
        told = str(error)
    assert outcome in told
    children = (tmp_path / "a solver.children").read_text().split()
    assert len(children) >= 2
    assert all(gone(int(child), 5) for child in children)


def test_no_file_is_left_even_of_a_worker_that_is_killed(written: Written, tmp_path: Path) -> None:
    place = tempfile.gettempdir()
    worker.end_idle()
    before = {name for name in os.listdir(place) if name.startswith("nonosat-worker-")}
    card = written("open(sys.argv[0] + '.at', 'w').write(sys.argv[1]); time.sleep(60)")
    nonosat.solve(nonosat.load(PUZZLE), card, Limits(time=2))
    assert not Path((tmp_path / "a solver.at").read_text()).exists()
    now = {name for name in os.listdir(place) if name.startswith("nonosat-worker-")}
    assert not {name for name in now - before if (tmp_path / "a solver.at").read_text().count(name)}


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ("{}", "a program needs options"),
        ("{command: solver}", "where {cnf} stands for"),
        ("{command: '{cnf}'}", "where {cnf} stands for"),
        ("{command: 'solver \"{cnf}'}", "a command that cannot be read"),
        ("{command: 'solver {cnf}', proof: drat}", "go together"),
        ("{command: 'solver {cnf} {proof}'}", "go together"),
        ("{command: 'solver {cnf} {proof}', proof: lrat}", "expected drat, found 'lrat'"),
        ("{command: 'solver {cnf}', speed: fast}", "unknown key 'speed'"),
        ("{command: 'no-such-solver {cnf}', install: apt-get install x}", "not installed: apt-get install x"),
        ("{command: 'no-such-solver {cnf}'}", "there is no such program on the PATH"),
    ],
)
def test_a_card_that_cannot_work_is_refused(options: str, what: str, tmp_path: Path) -> None:
    card = tmp_path / "card.yaml"
    card.write_text(f"name: x\nbackend: program\noptions: {options}\n")
    with pytest.raises(InputError, match=what) as error:
        load_card(str(card))
    assert error.value.path == str(card)


def test_shipped_cards_say_how_to_install_their_programs(
    monkeypatch: Patch, call: Call, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    call("list models")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    said = call("solve --model picosat gchq", code=2).err
    assert said == "picosat: the program picosat is not installed: apt-get install picosat\n"
    said = call("solve --model minizinc-gecode gchq", code=2).err
    assert "minizinc is not installed: apt-get install minizinc" in said
    printed = " ".join(call("list models").out.split())
    assert "(the program picosat is not installed: apt-get install" in printed
    worker.end_idle()  # those that have this PATH


def test_programs_of_shipped_cards_write_proofs_that_hold(tmp_path: Path) -> None:
    cards = [card for card in installed_cards() if card.options.get("proof")]
    if not cards:
        pytest.skip("no such program is installed (Debian: apt-get install cadical)")
    for card in cards:
        path = tmp_path / f"{card.name}.zip"
        _, certificate = nonosat.prove(nonosat.load("dom-6"), path, card)
        assert certificate is not None and certificate.origin["proved_by"] == card.backend
        assert nonosat.verify(path, "own").verified


def test_what_a_program_prints_and_how_it_ends() -> None:
    shell = shutil.which("sh") or "sh"
    ended = programs.run([shell, "-c", "echo one; echo two >&2; exit 7"])
    assert (ended.code, ended.output, ended.errors) == (7, "one\n", "two\n")
    with pytest.raises(InputError, match="cannot be started"):
        programs.run(["./no-such-program"])
    with pytest.raises(LimitReached, match="time limit"):
        programs.run([shell, "-c", "sleep 60"], time.monotonic() + 0.1)
    with pytest.raises(LimitReached, match="memory ran out"):
        programs.run([shell, "-c", "kill -9 $$"])


def test_an_answer_that_lists_nothing() -> None:
    assert dimacs.read_answer("s UNSATISFIABLE\n", 3, "x") == (False, None)
    assert dimacs.read_answer("c nothing\n", 3, "x") == (None, None)
    assert dimacs.read_answer("s SATISFIABLE\nv 1 -2\nv 3 0\n", 3, "x") == (True, {1, -2, 3})


def test_a_proof_is_read_in_either_form(tmp_path: Path) -> None:
    path = tmp_path / "proof"
    path.write_bytes(b"1 -2 0\nd 16 3 0\n0\n")
    text = list(drat.lines_of_file(path))
    path.write_bytes(b"a\x02\x05\0d\x20\x06\0a\0")
    assert list(drat.lines_of_file(path)) == text


def test_kissat_restarts_often_only_for_what_is_hard() -> None:
    needs("program:kissat")
    card, hard = load_card("kissat"), kissat()
    assert hard != card
    assert str(hard.options["command"]).replace(" --unsat", "") == card.options["command"]


def test_what_was_measured_is_kept(tmp_path: Path) -> None:
    needs("program:minisat", "program:cadical")
    words = ["--track", "sat", "--only", "dom-10", "--measure"]
    (about,) = instances(tmp_path, *words).values()
    assert {found["verdict"] for found in about["measured"].values()} == {"unsatisfiable"}
    about["measured"]["minisat"] = {"verdict": "unknown", "seconds": 60.1}
    (tmp_path / "manifest.json").write_text(json.dumps({"sat/dom-10.cnf": about}))
    assert instances(tmp_path, *words) == {"sat/dom-10.cnf": about}
