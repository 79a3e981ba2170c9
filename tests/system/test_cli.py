"""The command line as users see it: output, exit codes, bad input, Ctrl-C, pipes."""

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from nonosat.cli import COMMANDS
from nonosat.cli.options import Written
from nonosat.puzzles.families import n_dom
from tests.helpers.commands import COMMAND, run, written
from tests.helpers.fixtures import Call, Patch
from tests.helpers.processes import gone, worker_of
from tests.helpers.samples import share


def test_solve_prints_the_picture_and_the_verdict(call: Call) -> None:
    out = call("solve gchq").out
    assert "7 3 1 1 7│██████████████  ██████      ██  ██  ██████████████│" in out
    assert out.endswith("gchq: exactly one solution (by lines alone).\n")


def test_check_says_one_line_a_puzzle_and_no(call: Call) -> None:
    assert call("check gchq").out == "gchq: unique\n"
    assert call("check gchq gchq-no-givens", code=1).out == "gchq: unique\ngchq-no-givens: multiple\n"


def test_fix_is_short_if_asked(call: Call) -> None:
    assert call("fix switch -q").out == "switch: 5 fixes; the first: give 1 cell: row 3: 3\n"
    assert "\nswitch: 5 fixes.\n  1. give 1 cell: row 3: 3\n  2. " in call("fix switch").out
    assert call("fix cat -q").out == "cat: exactly one solution: nothing to fix\n"


def test_fix_answers_no_if_every_fix_leaves_several_solutions(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "it.yaml"
    file.write_text("rows: [1 1, 1 1]\ncolumns: [1, 1]\n")
    assert "; that leaves several solutions" in call(f"fix {file}", code=1).out


def test_nothing_is_drawn_of_a_puzzle_without_a_solution(call: Call) -> None:
    said = call("draw no-solution --solution", code=2)
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith("no-solution: no solution")


def test_solvers_are_compared_without_a_journal(call: Call, tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.chdir(tmp_path)
    assert call("compare cat --models auto order-cadical").out.startswith("1 puzzle, times in seconds\n")
    certified = call("compare cat --models auto --certify").out.splitlines()
    assert certified[1].split()[2] == "certified" and certified[2].split()[2] == "1"
    assert "expected -o with a journal" in call("compare cat --models auto --resume", code=2).err
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("command", "code"), [("check", 1), ("solve", 0), ("fix --by changes", 2)])
def test_a_goal_that_contradicts_the_clues_is_noted_once(
    command: str, code: int, jobs: str, tmp_path: Path, call: Call
) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text('kind: nonogram\nrows: ["1", "1"]\ncolumns: ["1", "1"]\ngoal: ["##", ".."]\n')
    many = [] if "fix" in command else ["-j", jobs]
    captured = call(f"{command} {path} switch --json", *many, code=code)
    fault = f"{path}: the goal does not solve the puzzle: row 1 reads ##, its clue is 1\n"
    assert captured.err == (fault if "fix" in command else f"nonosat: {fault}")
    assert [json.loads(line)["puzzle"] for line in captured.out.splitlines()][-1] == "switch"


def test_the_rest_goes_on_and_the_worst_counts(tmp_path: Path, call: Call) -> None:
    captured = call("check", tmp_path / "none.yaml", "gchq", code=2)
    assert captured.out == "gchq: unique\n"
    assert captured.err.startswith(str(tmp_path / "none.yaml") + ": ")
    assert captured.err.count("\n") == 1


def test_limits_are_undecided(tmp_path: Path, call: Call) -> None:
    hard = written(n_dom(60), tmp_path)
    assert call(f"check --time-limit 1s {hard} gchq", code=3).out == f"{hard}: unknown\ngchq: unique\n"


def test_standard_input(tmp_path: Path) -> None:
    text = "width 2\nheight 1\nrows\n1\ncolumns\n0\n1\n"
    done = run("check", "-", stdin=text)
    assert (done.returncode, done.stdout, done.stderr) == (0, "-: unique\n", "")


def test_ctrl_c_prints_what_is_known_and_leaves_no_child(tmp_path: Path) -> None:
    hard = written(n_dom(60), tmp_path)
    process = subprocess.Popen(
        [*COMMAND, "solve", hard, "--model", "order-cadical"], stdout=subprocess.PIPE, text=True
    )
    child = worker_of(process.pid)
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    assert "unknown: interrupted" in out
    assert gone(child)


def test_an_error_while_an_interrupt_is_cleaned_up_is_the_interrupt(monkeypatch: Patch, call: Call) -> None:
    def cut_off(_: object) -> int:
        try:
            raise KeyboardInterrupt
        finally:
            raise ValueError("a ZIP cannot be closed while a file in it is being written")

    monkeypatch.setattr("nonosat.cli.prove.main", cut_off)
    assert call("prove gchq --output it", code=130).err == "interrupted\n"


def test_a_closed_pipe_ends_quietly() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [*COMMAND, "solve", "gchq"], stdout=write, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(write)
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("script", "others"),
    [
        ("import nonosat", "yaml argparse"),
        ("from nonosat.cli import main; main(['check', 'gchq'])", "matplotlib"),
    ],
)
def test_no_solver_and_little_else_is_imported(script: str, others: str) -> None:
    command = [sys.executable, "-c", f"import sys; {script}; print(*sys.modules)"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert not {"ortools", "pysat", "numpy", "pandas", *others.split()} & set(done.stdout.split())


def test_models_lists_cards_encodings_and_backends(call: Call) -> None:
    out = call("list models").out
    for name in ("auto", "order-glucose", "order", "cpsat-automaton", "pysat:kissat404", "cpsat"):
        assert f"  {name} " in out
    assert all("name" in json.loads(line) for line in call("list models --json").out.splitlines())


def test_a_backend_that_is_no_installed_distribution_is_listed(monkeypatch: Patch, call: Call) -> None:
    """A module on the path, as in a source tree, has no version."""

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.version", missing)
    assert re.search(r"  pysat:cadical195 +python-sat: ", call("list models").out)


SECONDS = 1.5
"""About as long as the command takes; it may have ended before the signal."""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGHUP])
def test_whenever_a_proof_is_interrupted_nothing_is_left(sent: signal.Signals, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "from nonosat.__main__ import run; print('here', flush=True); exit(run())",
    ]
    ends = {0, 130} if sent == signal.SIGINT else {0, 130, -sent}
    for number in range(times := share(12)):
        path = tmp_path / f"{number}.zip"
        with subprocess.Popen(
            [*command, "prove", "permutation-8", "--claim", "number", "-o", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()  # before that it is Python that starts
            time.sleep(0.02 + SECONDS * number / times)
            process.send_signal(sent)
            _, said = process.communicate(timeout=60)
        assert process.returncode in ends, said
        assert "Traceback" not in said and "Exception ignored" not in said
        assert not list(tmp_path.glob(".nonosat*"))


def parser_of(command: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    COMMANDS.load(command).arguments(parser)
    return parser


WRITTEN = [
    (command, action.dest)
    for command in COMMANDS
    for action in parser_of(command)._actions
    if isinstance(action, Written)
]


READ = {("studio", "file"), ("verify", "certificates"), ("report", "journals")}
"""What is about writing, but names a file to read."""


def test_every_option_that_names_a_file_to_write_is_declared_so() -> None:
    told = re.compile(r"\bwrite|\bplot |\bwritten|\bwrote|\ba new |\bfile \(default")
    for command in COMMANDS:
        for action in parser_of(command)._actions:
            if action.nargs != 0 and not isinstance(action, Written) and (command, action.dest) not in READ:
                assert action.choices or not told.search(str(action.help)), (command, action.dest)


def words_for(command: str, dest: str, place: str) -> list[str]:
    """Return a command line that writes a file."""
    words = [command]
    for action in parser_of(command)._actions:
        if action.dest == dest:
            several = ["one", "other"] if action.nargs == 3 else []
            words += [*action.option_strings[-1:], *several, place]
        elif not action.option_strings:
            words.append("cat")
        elif action.required:
            words += [action.option_strings[-1], place + ".other"]
    return words


@pytest.mark.parametrize(("command", "dest"), WRITTEN)
def test_no_file_is_overwritten_unless_this_is_asked_for(
    command: str, dest: str, tmp_path: Path, call: Call
) -> None:
    action = next(action for action in parser_of(command)._actions if action.dest == dest)
    for suffix in (".jsonl", ".html", ".svg", ".png", ".gif", ".zip"):
        place = tmp_path / f"kept{suffix}"
        place.write_text("mine\n")
        try:
            if callable(action.type):
                action.type(str(place))
        except argparse.ArgumentTypeError:
            continue
        said = call(*words_for(command, dest, str(place)), code=2).err
        assert said == f"{place}: already exists: --force overwrites it\n"
        assert place.read_text() == "mine\n"
        link = tmp_path / f"link{suffix}"
        link.symlink_to(place)
        assert "already exists" in call(*words_for(command, dest, str(link)), code=2).err


def test_what_is_written_into_a_folder_overwrites_nothing(tmp_path: Path, call: Call) -> None:
    kept = tmp_path / "cat.non"
    kept.write_text("mine\n")
    assert "already exists" in call(f"convert cat switch {tmp_path}/ --to non", code=2).err
    assert kept.read_text() == "mine\n" and (tmp_path / "switch.non").exists()
    call(f"convert cat switch {tmp_path}/ --to non --force")
    assert kept.read_text() != "mine\n"


def test_what_is_no_regular_file_is_written(call: Call) -> None:
    call("convert cat /dev/null --to non")
    call("draw cat --to svg -o /dev/null")
    assert call("convert cat - --to non").out


@pytest.mark.parametrize(
    "words",
    ["convert cat x.yaml", "draw cat -o x.svg", "prove cat -o x.zip", "generate --size 3x3 -o x.jsonl"],
)
def test_force_overwrites(words: str, tmp_path: Path, monkeypatch: Patch, call: Call) -> None:
    monkeypatch.chdir(tmp_path)
    place = Path(words.split()[-1])
    place.write_text("mine\n")
    call(words, "--force")
    assert place.read_bytes() and b"mine" not in place.read_bytes()
