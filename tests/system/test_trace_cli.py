"""`nonosat explain --passes` and `nonosat line` as users see them."""

import json
import subprocess
from itertools import islice
from pathlib import Path

import pytest

import nonosat
from nonosat.cli import main
from nonosat.reasons.trace import trace
from tests.helpers.commands import COMMAND
from tests.helpers.fixtures import Call

Capture = pytest.CaptureFixture[str]


def test_trace_counts_and_solves(call: Call) -> None:
    out = call("explain --passes gchq --quiet").out
    assert out.startswith("gchq: 22 of 625 cells given; 167190 patterns by the clues alone\n")
    assert [line.split() for line in out.splitlines()[3:5]] == [["1", "154564", "213"], ["2", "14567", "391"]]
    assert out.endswith(
        "gchq: every cell follows line by line, in 8 passes.\ngchq: exactly one solution (by lines alone).\n"
    )


def test_trace_hands_over_to_the_model(call: Call) -> None:
    out = call("explain --passes gchq-no-givens").out
    assert "gchq-no-givens: 12 cells need more than one line at a time.\n" in out
    assert out.count("┌") == 3  # the state, and two solutions
    assert out.count("??") == 12
    assert "gchq-no-givens: more than one solution" in out.splitlines()[-1]
    said = call("explain --passes gchq-no-givens --order alternate --quiet --model order-cadical").out
    assert "12 cells need more than one line at a time.\n" in said


def test_trace_writes_pictures(tmp_path: Path, capsys: Capture) -> None:
    paths = {name: tmp_path / f"out.{name}" for name in ("gif", "html", "png", "svg")}
    words = ["explain", "--passes", "gchq", "--quiet", "--pass", "3"]
    for name in ("html", "png", "svg"):
        assert main([*words, "-o", str(paths[name])]) == 0
    assert main([*words, "--gif", str(paths["gif"]), "--frames", "line"]) == 0
    begin = {name: path.read_bytes()[:15] for name, path in paths.items()}
    assert begin["gif"].startswith(b"GIF89a")
    assert begin["png"].startswith(b"\x89PNG")
    assert begin["svg"].startswith(b"<svg ")
    assert begin["html"] == b"<!doctype html>"

    # Without --pass it is the last state, in which nothing is new.
    marked = paths["svg"].read_text()
    assert main(["explain", "--passes", "gchq", "--quiet", "-o", str(paths["svg"]), "--force"]) == 0
    second, third = trace(nonosat.load("gchq")).passes[1:3]
    new = "".join(third.picture).count("#") - "".join(second.picture).count("#")
    assert marked.count(".3h.4") == new
    assert paths["svg"].read_text().count(".3h.4") == 0
    assert not capsys.readouterr().err


def test_line_counts_narrows_and_lists(call: Call) -> None:
    words = ["line", "1r 2#", "--known", "?.??.?", "--list"]
    assert call("", *words).out.splitlines() == [
        "10 arrangements in 6 cells",
        "1 with the known cells: ?.??.?",
        "common to it: r.##..",
        "r.##..",
    ]
    found, listed = map(json.loads, call("", *words, "--json").out.splitlines())
    assert (found["arrangements"], found["consistent"], found["narrowed"]) == (10, 1, "r.##..")
    assert listed["arrangement"] == "r.##.."


def test_line_without_an_arrangement(call: Call) -> None:
    said = call("line '1 1' --known '##?' --list").out
    assert said == "1 arrangement in 3 cells\n0 with the known cells: ##?\n"
    found = json.loads(call("line 5 --length 4 --list --json").out)
    assert (found["arrangements"], found["narrowed"]) == (0, None)


def test_the_first_of_billions_come_at_once() -> None:
    words = [*COMMAND, "line", " ".join(["3"] * 40), "--length", "400", "--list"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        first = list(islice(process.stdout, 12))
        process.stdout.close()  # as `head` does
        assert process.wait(60) == 0
        assert process.stderr.read() == ""
    assert int(first[0].split()[0]) > 10**40
    assert len({*first[2:]}) == 10
