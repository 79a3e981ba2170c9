"""What all commands have in common, including future ones: options, JSON, help, exit codes."""

import argparse
import re
import shlex
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import nonosat
from nonosat import toolkit
from nonosat.cli import COMMANDS, main, whole_parser
from nonosat.cli.help import subparsers
from nonosat.cli.output import Exit
from nonosat.learning import grade
from nonosat.learning.moves import Move, grade_step
from nonosat.solving.answer import Report
from tests.helpers.commands import run
from tests.helpers.fixtures import Call, Capture, Patch
from tests.helpers.programs import TRIALS, needs

ROOT = Path(__file__).parents[2]
PARSERS = subparsers(whole_parser(every=True))

NOT_JSON = {"draw", "studio"}
"""Commands whose result is itself a file, in a form that is asked for, or that have none."""


def options(name: str) -> dict[str, argparse.Action]:
    return {option: action for action in PARSERS[name]._actions for option in action.option_strings}


def test_an_option_means_the_same_in_every_command() -> None:
    meanings = defaultdict(set)
    for name in COMMANDS:
        for option, action in options(name).items():
            read = None if action.choices else action.type  # each list of names has a reader of its own
            meanings[option].add((action.nargs == 0, read, option == "-o" or len(action.option_strings)))
    del meanings["--class"]  # `generate` is told one, `audit` asked for it
    assert not {option: found for option, found in meanings.items() if len(found) > 1}


@pytest.mark.parametrize("name", COMMANDS)
def test_options_that_belong_together_are_there_together(name: str) -> None:
    have = options(name)
    assert ("-o" in have) == ("--output" in have)
    assert ("-j" in have) == ("--jobs" in have)
    assert ("--json" in have) == (name not in NOT_JSON)
    if "--time-limit" in have:
        assert {"--quiet", "--verbose"} <= set(have)
    assert ("--rows" in have) == ("--columns" in have)
    assert "--model" not in have or {"--time-limit", "--memory-limit"} <= set(have)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example_that_can_be_asked(name: str, monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    entry = COMMANDS[name]
    program, *words = shlex.split(entry.example.partition(">")[0])
    assert program == "nonosat" and words[0] == name and entry.group
    assert PARSERS[name].parse_intermixed_args(words[1:])
    with pytest.raises(SystemExit, match="0"):
        main([name, "--help"])
    out = capsys.readouterr().out
    assert f"example:\n  {entry.example}" in out
    assert entry.no in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80


def test_the_list_of_commands_fits_80_columns_and_names_all(capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert [line.split()[0] for line in lines if line[:2] == "  " and line[2:3].islower()] == list(COMMANDS)


def test_the_page_of_exit_codes_lists_all() -> None:
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    assert all(f"\n| {code.value} | {code.meaning} |\n" in text for code in Exit)
    assert not re.search(r"--\w", re.sub("`[^`]*`", "", text)), (
        "two hyphens outside of code are printed as a dash"
    )
    assert "docs/commands.md" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_nonosat_alone_prints_the_help(capsys: Capture) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([])
    assert "usage: nonosat [-h] [--version] COMMAND" in capsys.readouterr().out


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command(shell: str, call: Call) -> None:
    pytest.importorskip("shtab")
    out = call(f"help --completion {shell}").out
    assert all(name in out for name in COMMANDS)
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=out, text=True, check=False).returncode == 0


@pytest.mark.parametrize("command", ["check", "rate", "solve"])
def test_several_puzzles_at_a_time_are_answered_as_one_after_the_other(command: str, capsys: Capture) -> None:
    words = [command, "switch", "no-such-file", "gchq-no-givens", "no-solution"]
    code = main(words)
    one_by_one = capsys.readouterr()
    assert main([*words, "-j", "2"]) == code == Exit.BAD_INPUT
    assert capsys.readouterr() == one_by_one


ASKED: dict[str, Callable[[nonosat.Puzzle], Report]] = {
    "solve": nonosat.solve,
    "count": nonosat.count,
    "certain": nonosat.certain,
    "conflicts": toolkit.conflicts,
    "givens": toolkit.givens,
    "trace": toolkit.trace,
    "repair": toolkit.repair,
    "fix": nonosat.fix,
    "rate": nonosat.rate,
    "hint": nonosat.hint,
    "explain": nonosat.explain,
    "solutions": lambda puzzle: nonosat.solutions(puzzle, 0).report,
    "grade": lambda puzzle: grade(puzzle, "I do not know."),
    "grade --move": lambda puzzle: grade_step(puzzle, None, Move(0, "#")),
}


@cache
def report(name: str) -> Report:
    """Return the answer to a question about the puzzle of these tests."""
    return ASKED[name](nonosat.load("gchq-no-givens" if name != "repair" else "switch"))


def test_every_report_is_looked_at_here() -> None:
    def last(kind: type[Report]) -> set[type[Report]]:
        """Return the kinds of reports without kinds of their own."""
        return set().union(*map(last, kind.__subclasses__())) if kind.__subclasses__() else {kind}

    every = {kind for kind in last(Report) if kind.__module__.startswith("nonosat.")}
    assert {type(report(name)) for name in ASKED} == every


@pytest.mark.parametrize("name", ASKED)
def test_a_report_is_short_as_repr_and_draws_itself(name: str) -> None:
    found = report(name)
    assert found.question == name.split()[0]
    text = repr(found)
    assert text.startswith(f"<{type(found).__name__}: ") and "\n" not in text and len(text) < 200
    html = found._repr_html_()
    assert html.count("<svg ") == len(found.drawings())


def test_a_notebook_shows_puzzles_steps_and_tables() -> None:
    puzzle = nonosat.load("cat")
    assert puzzle._repr_svg_() == nonosat.draw(puzzle).svg() != nonosat.draw(puzzle, puzzle.goal).svg()
    found = nonosat.explain(puzzle)
    assert found._repr_html_().count("<li>") == len(found.steps)
    assert "<td" in toolkit.Table("times", ("model", "seconds"), (("auto", 1.0),))._repr_html_()


@pytest.mark.parametrize("name", ["solve", "count"])
def test_str_is_what_the_command_prints(name: str, capsys: Capture) -> None:
    main([name, "gchq"])  # of several solutions another one may be found first
    assert capsys.readouterr().out == f"{ASKED[name](nonosat.load('gchq'))}\n"


def test_the_extra_all_is_every_extra_that_users_want() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    wanted = sorted(set(extras) - {"all", "docs", "test", "dev", "notebook", "solvers"})
    assert extras["all"] == [f"nonosat[{','.join(wanted)}]"]


@pytest.mark.parametrize(
    ("shell", "asks", "found"),
    [
        ("fish", "source {script}; complete -C 'nonosat so'", "solve\t"),
        ("fish", "source {script}; complete -C 'nonosat solve --mod'", "--model\t"),
        (
            "zsh",
            "autoload -U compinit; fpath=({folder} $fpath); compinit -D -u; whence -w _nonosat",
            "function",
        ),
    ],
)
def test_shells_take_their_completion(shell: str, asks: str, found: str, tmp_path: Path) -> None:
    pytest.importorskip("shtab")
    needs(*{shell} & TRIALS.keys())
    script = tmp_path / "_nonosat"
    script.write_text(run("help", "--completion", shell).stdout)
    words = ["-f"] if shell == "zsh" else ["--no-config"]
    ask = asks.format(script=script, folder=tmp_path)
    told = subprocess.run([shell, *words, "-c", ask], capture_output=True, text=True, check=False)
    assert told.stderr == ""
    assert found in told.stdout
