"""`nonosat trace` and `nonosat line` as users see them."""

from __future__ import annotations

import json
import subprocess
from itertools import islice
from pathlib import Path

import pytest

import nonosat
from nonosat.cli import main
from nonosat.reasons.trace import trace
from tests.helpers.commands import COMMAND

Capture = pytest.CaptureFixture[str]

NO_SOLUTION = """\
kind: nonogram
rows: [2, 1]
columns: [1, 1, 0]
"""


def test_trace_counts_and_solves(capsys: Capture) -> None:
    assert main(["trace", "gchq", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("gchq: 22 of 625 cells given; 167190 patterns by the clues alone\n")
    assert [line.split() for line in out.splitlines()[3:5]] == [["1", "154564", "213"], ["2", "14567", "391"]]
    assert out.endswith(
        "gchq: every cell follows line by line, in 8 passes.\ngchq: exactly one solution (by lines alone).\n"
    )


def test_trace_hands_over_to_the_model(capsys: Capture) -> None:
    assert main(["trace", "gchq-no-givens"]) == 0
    out = capsys.readouterr().out
    assert "gchq-no-givens: 12 cells need more than one line at a time.\n" in out
    assert out.count("┌") == 3  # the state, and two solutions
    assert out.count("??") == 12
    assert "gchq-no-givens: more than one solution" in out.splitlines()[-1]
    assert (
        main(["trace", "gchq-no-givens", "--order", "alternate", "--quiet", "--model", "order-cadical"]) == 0
    )
    assert "12 cells need more than one line at a time.\n" in capsys.readouterr().out


def test_trace_as_json(capsys: Capture) -> None:
    assert main(["trace", "--json", "gchq-no-givens", "gchq"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert [one["pass"] for one in first["passes"]] == list(range(1, 9))
    assert (first["unknown"], first["passes"][-1]["known"]) == (12, 613)
    assert sum(row.count("?") for row in first["passes"][-1]["picture"]) == 12
    assert (first["answer"]["verdict"], second["answer"]["verdict"]) == ("multiple", "unique")
    assert second["passes"][-1]["picture"] == second["answer"]["solutions"][0]


def test_trace_of_a_contradiction(tmp_path: Path, capsys: Capture) -> None:
    puzzle = tmp_path / "none.yaml"
    puzzle.write_text(NO_SOLUTION)
    assert main(["trace", str(puzzle)]) == 0
    out = capsys.readouterr().out
    assert "by lines alone: row 2 cannot be completed.\n" in out
    assert ": no solution (" in out.splitlines()[-1]


def test_trace_within_a_limit(capsys: Capture) -> None:
    assert main(["trace", "mandelbrot", "--time-limit", "0.001ms", "--json"]) == 3
    found = json.loads(capsys.readouterr().out)
    assert (found["stop_reason"], found["answer"]) == ("time limit", None)


def test_trace_writes_pictures(tmp_path: Path, capsys: Capture) -> None:
    paths = {name: tmp_path / f"out.{name}" for name in ("gif", "html", "png", "svg")}
    words = [word for name, path in paths.items() for word in (f"--{name}", str(path))]
    assert main(["trace", "gchq", "--quiet", *words, "--pass", "3", "--frames", "line"]) == 0
    begin = {name: path.read_bytes()[:15] for name, path in paths.items()}
    assert begin["gif"].startswith(b"GIF89a")
    assert begin["png"].startswith(b"\x89PNG")
    assert begin["svg"].startswith(b"<svg ")
    assert begin["html"] == b"<!doctype html>"

    # Without --pass it is the last state, in which nothing is new.
    marked = paths["svg"].read_text()
    assert main(["trace", "gchq", "--quiet", "--svg", str(paths["svg"])]) == 0
    second, third = trace(nonosat.load("gchq")).passes[1:3]
    new = "".join(third.picture).count("#") - "".join(second.picture).count("#")
    assert marked.count(".3h.4") == new
    assert paths["svg"].read_text().count(".3h.4") == 0
    assert not capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["trace", "gchq", "--pass", "9"], "gchq: --pass: expected 0 to 8, found 9"),
        (["trace", "gchq", "--svg", "no/such/folder.svg"], "folder.svg: cannot be written: No such file"),
        (["trace", "gchq", "gchq", "--svg", "{tmp}/x.svg"], "gchq: its pictures would overwrite"),
        (
            ["trace", "black-and-white#1"],
            "black-and-white#1: trace works on puzzles whose cells are filled in",
        ),
        (["explain", "cat", "-o", "x.html"], "x.html: expected a path that ends in .json"),
        (["line", "3"], "expected --length N"),
        (["line", "3", "--length", "0"], "--length: expected 1 to 10000 cells, found 0"),
        (["line", "3", "--length", "4", "--known", "???"], "--known: expected 4 cells, found 3"),
        (["line", "3", "--known", "?x?"], "--known: expected the characters . # ?, found 'x'"),
        (["line", "3r", "--known", "?#?"], "--known: expected the characters . r ?, found '#'"),
        (["line", "3 x", "--length", "4"], "'x' is not a clue number"),
        (["line", "3", "--length", "4", "--limit", "2"], "--limit: expected a number from 1, together with"),
    ],
)
def test_wrong_words(words: list[str], says: str, tmp_path: Path, capsys: Capture) -> None:
    assert main([word.replace("{tmp}", str(tmp_path)) for word in words]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "suffix"),
    [
        (["trace", "gchq", "--gif", "x.svg"], ".gif"),
        (["trace", "gchq", "--html", "x.pdf"], ".html"),
        (["likely", "cat", "--png", "x.svg"], ".png"),
        (["generate", "--gallery", "x.jsonl"], ".html"),
        (["audit", "cat", "--fix", "x.csv"], ".jsonl"),
        (["explain", "cat", "--gif", "x.png"], ".gif"),
    ],
)
def test_a_file_of_another_form_is_refused(words: list[str], suffix: str, capsys: Capture) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert f"{words[-1]}: expected a path that ends in {suffix} (see nonosat" in said
    assert said.count("\n") == 1


def test_line_counts_narrows_and_lists(capsys: Capture) -> None:
    words = ["line", "1r 2#", "--known", "?.??.?", "--list"]
    assert main(words) == 0
    assert capsys.readouterr().out.splitlines() == [
        "10 arrangements in 6 cells",
        "1 with the known cells: ?.??.?",
        "common to it: r.##..",
        "r.##..",
    ]
    assert main([*words, "--json"]) == 0
    found, listed = map(json.loads, capsys.readouterr().out.splitlines())
    assert (found["arrangements"], found["consistent"], found["narrowed"]) == (10, 1, "r.##..")
    assert listed["arrangement"] == "r.##.."


def test_line_without_an_arrangement(capsys: Capture) -> None:
    assert main(["line", "1 1", "--known", "##?", "--list"]) == 0
    assert capsys.readouterr().out == "1 arrangement in 3 cells\n0 with the known cells: ##?\n"
    assert main(["line", "5", "--length", "4", "--list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
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


def test_limit_ends_the_list(capsys: Capture) -> None:
    assert main(["line", "1 1 1", "--length", "30", "--list", "--limit", "4", "--json"]) == 0
    _, *listed = map(json.loads, capsys.readouterr().out.splitlines())
    assert [one["arrangement"] for one in listed[:2]] == ["#.#.#" + "." * 25, "#.#..#" + "." * 24]
    assert len(listed) == 4
