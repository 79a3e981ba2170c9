"""How progress is shown, and where it is not."""

import argparse
import io
import os
import pty
import re
import subprocess
import time
from pathlib import Path

import pytest

import nonosat
from nonosat import toolkit
from nonosat.cli import progress
from nonosat.cli.output import Exit, say
from nonosat.processes.progress import Stage, Watch, watch_stages
from nonosat.processes.steps import count_steps
from nonosat.puzzles.families import n_dom
from tests.helpers.commands import COMMAND, written
from tests.helpers.fixtures import Call, Patch
from tests.helpers.processes import until
from tests.helpers.properties import given, st
from tests.helpers.samples import some


class Terminal(io.StringIO):
    """What is sent to a terminal."""

    def isatty(self) -> bool:
        return True

    @property
    def screen(self) -> str:
        """What is to be seen in the end: `\\r` and "erase the line" take the last line away."""
        return "\n".join(line.rpartition("\r\x1b[K")[2] for line in self.getvalue().split("\n"))


def terminal(patch: Patch) -> Terminal:
    """Let stdout and stderr be one terminal; for a test, not a fixture: pytest has them in between."""
    both = Terminal()
    patch.setattr("sys.stdout", both)
    patch.setattr("sys.stderr", both)
    patch.setenv("TERM", "xterm")
    patch.delenv("NO_COLOR", raising=False)
    return both


def test_stages_are_seen_from_outside_in_and_end_from_inside_out() -> None:
    ended: list[str] = []
    watch = Watch(lambda one: ended.append(one.text))
    number = 1
    with watch_stages(watch), Stage("outer"):
        with Stage("inner", lambda: f"{number} of 3"):
            number = 2
            assert [(one.text, one.depth) for one in watch.stages] == [("outer", 0), ("inner: 2 of 3", 1)]
        assert [one.text for one in watch.stages] == ["outer"]
    with Stage("unseen"):
        assert not watch.stages
    assert ended == ["inner: 2 of 3", "outer"]


def test_a_stage_ends_however_its_work_ends() -> None:
    watch = Watch()
    with watch_stages(watch), pytest.raises(ValueError), Stage("outer"):
        raise ValueError
    assert not watch.stages


def test_a_fact_that_cannot_be_told_just_now_is_left_out() -> None:
    def changing() -> str:
        raise RuntimeError("dictionary changed size during iteration")

    assert Stage("counting", changing).text == "counting"


def test_things_are_counted_and_the_time_left_is_told_once_one_is_done() -> None:
    watch = Watch()
    with watch_stages(watch), count_steps("runs", 2) as step:
        assert watch.stages[0].text == "0 of 2 runs"
        step()
        assert re.fullmatch(r"1 of 2 runs, about \d+ s left", watch.stages[0].text)
        step()
        assert watch.stages[0].text == "2 of 2 runs"
    with watch_stages(watch), count_steps("puzzles", None) as step:
        assert watch.stages[0].text == "", "one puzzle needs no number"
        step()
        step()
        assert watch.stages[0].text == "2 puzzles"
    with watch_stages(watch), count_steps("runs", 2, lambda: "auto on cat"):
        assert watch.stages[0].text == "0 of 2 runs: auto on cat"


def test_questions_say_what_they_find() -> None:
    said: list[str] = []
    with watch_stages(Watch(lambda one: said.append(one.text))):
        toolkit.givens(nonosat.load("gchq-no-givens"))
    text = "\n".join(said)
    assert "narrowing by lines: 613 of 625 cells settled" in text
    assert "looking for the fewest givens: 2 to 2 are enough" in text


def test_the_line_comes_and_goes_and_results_stand_alone(monkeypatch: Patch) -> None:
    shown = terminal(monkeypatch)
    with watch_stages(watch := Watch()), progress.show_stages(watch, after=0, every=0.001), Stage("dom-7"):
        with Stage("counting", lambda: "at least 5"):
            until(lambda: "dom-7 > counting: at least 5" in shown.getvalue())
        say("a result")
        until(lambda: shown.getvalue().rpartition("a result\n")[2] != "")
    assert shown.screen == "a result\n"


def test_nothing_is_shown_of_what_is_over_soon(monkeypatch: Patch) -> None:
    shown = terminal(monkeypatch)
    with watch_stages(watch := Watch()), progress.show_stages(watch, after=60, every=0.001), Stage("dom-7"):
        time.sleep(0.05)
    assert shown.getvalue() == ""


@pytest.mark.parametrize(
    ("name", "value", "seen"),
    [("TERM", "xterm", True), ("TERM", "dumb", False), ("NO_COLOR", "1", False), ("NO_COLOR", "", True)],
)
def test_terminals_that_want_plain_text_get_it(name: str, value: str, seen: bool, monkeypatch: Patch) -> None:
    terminal(monkeypatch)
    monkeypatch.setenv(name, value)
    assert progress.shows_line() is seen


def test_quiet_is_not_watched(monkeypatch: Patch) -> None:
    monkeypatch.setattr("sys.stderr", Terminal())
    watch = Watch()
    with watch_stages(watch), progress.watching(argparse.Namespace(quiet=True), print), Stage("seen"):
        assert [one.text for one in watch.stages] == ["seen"], "the watch outside is still the one"


def test_where_there_is_no_terminal_a_line_is_printed_again_and_again(monkeypatch: Patch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.01)
    said: list[str] = []
    with progress.watching(argparse.Namespace(), said.append), Stage("dom-7"):
        until(lambda: len(said) > 2)
    assert all(re.fullmatch("[0-9]+ s  dom-7", line) for line in said)


@given(st.lists(st.text(max_size=60), min_size=1, max_size=4), st.integers(1, 200))
def test_the_line_is_one_line_whatever_the_stages_are_called(names: list[str], columns: int) -> None:
    text = progress.line_of([Stage(name) for name in names], columns)
    assert len(text) <= max(columns - 1, 3)
    assert text.isprintable()


def test_verbose_says_each_stage_on_stderr_and_changes_no_result(call: Call) -> None:
    plain = call("solutions gchq-no-givens")
    verbose = call("solutions gchq-no-givens --verbose")
    assert (plain.out, plain.err) == (verbose.out, "")
    for name in ("narrowing by lines", "looking for a solution", "grouping", "gchq-no-givens"):
        assert name in verbose.err
    assert all(line.endswith(" s)") for line in verbose.err.splitlines())


@pytest.mark.parametrize("words", some([[], ["--quiet"]], 1))
def test_a_terminal_sees_long_work(words: list[str], tmp_path: Path) -> None:
    hard = Path(written(n_dom(60), tmp_path)).name  # a whole path may be longer than the line
    ours, theirs = pty.openpty()
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"}
    done = subprocess.run(
        [*COMMAND, "check", hard, "--time-limit", "2.5", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        env=environment,
        cwd=tmp_path,
        check=False,
    )
    os.write(theirs, b"end")
    seen = b""
    while not seen.endswith(b"end"):
        seen += os.read(ours, 4096)
    os.close(ours)
    os.close(theirs)
    assert (done.returncode, done.stdout.decode()) == (Exit.UNDECIDED, f"{hard}: unknown\n")
    assert (hard.encode() in seen) is (not words)
    assert seen.rpartition(b"\r\x1b[K")[2] == b"end"
