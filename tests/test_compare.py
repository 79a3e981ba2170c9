"""A campaign from the command line and from a script: its journal, its table, its disagreements."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import resource
import signal
import subprocess
import sys
import textwrap
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import nonosat.compare
from nonosat.cli import main
from nonosat.compare.disagreements import disagreements
from nonosat.compare.journal import records
from nonosat.compare.layouts import csv_text, markdown, text
from nonosat.compare.tables import grouped, pairs, results, summary
from nonosat.errors import InputError
from nonosat.generate import n_dom
from tests.test_cli import written
from tests.test_worker import gone

COMMAND = [sys.executable, "-m", "nonosat"]
SMALL = ["gchq-no-givens", "dom-3", "--models", "order-cadical", "order-glucose"]


def compare(path: Path, *words: str) -> int:
    return main(["compare", *words, "-o", str(path)])


def keys(path: Path) -> list[tuple[str, str, int]]:
    return [(run["puzzle"], run["model"], run["repeat"]) for run in list(records(path))[1:]]


def test_a_campaign_is_a_journal_and_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.jsonl"
    assert compare(path, *SMALL, "--jobs", "2", "--repeat", "2", "--time-limit", "20") == 0
    header, *runs = map(json.loads, path.read_text().splitlines())
    assert "puzzle" not in header and header["journal"] == 1
    assert {"versions", "machine", "command", "start"} <= set(header)
    assert len(set(keys(path))) == len(runs) == 8
    assert all(run["reason"] == "done" for run in runs)
    out = capsys.readouterr().out
    assert re.search(r"^order-cadical +2 +1 +1 +0 +0 ", out, re.MULTILINE)


def test_what_cannot_be_read_is_a_run_and_the_rest_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad, path = tmp_path / "bad.non", tmp_path / "r.jsonl"
    bad.write_text("width 2\nheight x\n")
    assert compare(path, str(bad), "dom-3", "--models", "order-cadical") == 0
    assert capsys.readouterr().err.startswith(f"{bad}:2: ")
    found = {run["puzzle"]: run for run in list(records(path))[1:]}
    assert found[str(bad)]["reason"] == "error" and f"{bad}:2" in found[str(bad)]["because"]
    assert found["dom-3"]["verdict"] == "unique"


def test_folders_and_patterns(tmp_path: Path) -> None:
    folder = tmp_path / "puzzles"
    (folder / "deep").mkdir(parents=True)
    one = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    (folder / "a.non").write_text(one)
    (folder / "deep" / "b.non").write_text(one)
    (folder / "notes.md").write_text("no puzzle")
    path = tmp_path / "r.jsonl"
    assert compare(path, str(folder), f"{folder}/*.non", "dom-[34]", "--models", "order-cadical") == 0
    assert [key[0] for key in sorted(keys(path))] == sorted(
        [str(folder / "a.non"), str(folder / "deep" / "b.non"), "dom-3", "dom-4"]
    )


@pytest.mark.parametrize(
    "words",
    [
        ["gchq", "--models", "nothing"],
        ["gchq", "--models", "auto", "auto"],
        ["gchq", "--models", "auto", "--jobs", "0"],
        ["gchq", "--models", "auto", "--time-limit", "soon"],
    ],
)
def test_a_campaign_that_cannot_be_is_not_begun(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    done = subprocess.run([*COMMAND, "compare", *words, "-o", str(path)], capture_output=True, text=True)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert not path.exists()


def test_an_old_journal_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "r.jsonl"
    assert compare(path, *SMALL) == 0
    before = path.read_bytes()
    for more in ([], ["--resume", "--seed", "3"], ["--resume", "--time-limit", "5"]):
        capsys.readouterr()
        assert compare(path, *SMALL, *more) == 2
        assert path.read_bytes() == before
        assert capsys.readouterr().err.count("\n") == 1
    assert compare(path, "dom-4", *SMALL[2:], "--resume") == 2
    path.write_text("my diary\n")
    assert compare(path, *SMALL, "--resume") == 2
    assert path.read_text() == "my diary\n"
    assert compare(tmp_path / "none" / "r.jsonl", *SMALL) == 2


@pytest.mark.parametrize("torn", [b'{"puzz', b'{"puzzle": "x"}', b"\0\0\0\n"])
def test_resume_mends_a_torn_line_and_runs_nothing_twice(torn: bytes, tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    assert compare(path, *SMALL) == 0
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:3]) + torn)
    assert compare(path, *SMALL, "--resume") == 0
    assert path.read_bytes().startswith(b"".join(whole[:3]))
    assert len(keys(path)) == len(set(keys(path))) == 4
    at_the_end = path.read_bytes()
    assert compare(path, *SMALL, "--resume") == 0
    assert len(path.read_bytes().splitlines()) == len(at_the_end.splitlines()) + 1  # the note of it


def test_a_torn_header_is_written_anew(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"journal": 1, "sta')
    assert compare(path, *SMALL, "--resume") == 0
    assert len(keys(path)) == 4


def test_a_line_spoilt_in_the_middle_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text('{"journal": 1}\nnonsense\n{"puzzle": "x"}\n')
    with pytest.raises(InputError, match=r"r\.jsonl:2: expected"):
        list(records(path))


def test_killed_and_resumed_it_is_complete_and_nothing_is_twice(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    words = ["dom-[3-7]", "--models", "order-cadical", "automaton-glucose", "--jobs", "2"]
    for lines in (3, 6):
        process = subprocess.Popen(
            [*COMMAND, "compare", *words, "-o", str(path), "--resume"], stdout=subprocess.DEVNULL
        )
        wait_for_lines(path, lines)
        children = children_of(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert all(gone(child) for child in children)
    assert compare(path, *words, "--resume") == 0
    assert len(keys(path)) == len(set(keys(path))) == 10


def wait_for_lines(path: Path, count: int) -> None:
    end = time.monotonic() + 60
    while not path.exists() or path.read_bytes().count(b"\n") < count:
        assert time.monotonic() < end
        time.sleep(0.02)


def children_of(parent: int) -> list[int]:
    """Return all descendants."""
    listed = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found = [pid for pid, ppid in pairs if ppid == parent]
    return found + [below for child in found for below in children_of(child)]


@pytest.mark.parametrize("command", ["compare", "check"])
def test_ctrl_c_ends_everything(command: str, tmp_path: Path) -> None:
    hard, path = written(n_dom(60), tmp_path), tmp_path / "r.jsonl"
    more = ["--models", "order-cadical", "-o", str(path)] if command == "compare" else [hard, hard]
    process = subprocess.Popen(
        [*COMMAND, command, hard, *more, "--jobs", "2"], stderr=subprocess.PIPE, text=True
    )
    end = time.monotonic() + 60
    while len(children := children_of(process.pid)) < 2:
        assert time.monotonic() < end
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert (process.returncode, error) == (130, "interrupted\n")
    assert all(gone(child) for child in children)


def test_a_full_disk_is_said_and_whole_lines_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    assert compare(path, "dom-3", "dom-4", "--models", "order-cadical") == 0
    room = len(b"".join(path.read_bytes().splitlines(keepends=True)[:2])) + 200
    path.unlink()
    done = subprocess.run(
        [*COMMAND, "compare", "dom-3", "dom-4", "--models", "order-cadical", "-o", str(path)],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
    )
    assert done.returncode == 2
    assert done.stderr == f"{path}: cannot be written: File too large\n"
    assert len(keys(path)) == 1 and path.read_bytes().endswith(b"\n")


def test_two_campaigns_cannot_write_one_journal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import fcntl

    path = tmp_path / "r.jsonl"
    with open(path, "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert compare(path, *SMALL, "--resume") == 2
    assert "another campaign is writing it" in capsys.readouterr().err


def run(puzzle: str, model: str, verdict: str = "unique", wall: float = 1.0, **more: Any) -> dict[str, Any]:
    solutions = {"unique": [["#"]], "multiple": [["#"], ["."]]}.get(verdict, [])
    limits = {"time": 10.0, "cpu": None, "memory": None}
    return {
        "puzzle": puzzle,
        "hash": puzzle,
        "model": model,
        "verdict": verdict,
        "reason": "done",
        "fault": "",
        "wall": wall,
        "solutions": solutions,
        "repeat": 0,
        "limits": limits,
        **more,
    }


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        ([run("p", "a"), run("p", "b")], []),
        ([run("p", "a"), run("p", "b", "unknown", solutions=[["#"]])], []),
        ([run("p", "a"), run("p", "b", "none")], ["unique by a; none by b"]),
        ([run("p", "a"), run("p", "b", "multiple")], ["unique by a; multiple by b"]),
        ([run("p", "a"), run("p", "b", solutions=[["."]])], ["unique by a, b, but 2 solutions"]),
        ([run("p", "a", "none"), run("p", "b", "unknown", solutions=[["."]])], ["none by a, but 1 sol"]),
        ([run("p", "a"), run("p", "b", "none", fault="row 1 reads")], ["b is wrong: row 1 reads"]),
        ([run("p", "a"), run("q", "b", "none")], []),
    ],
)
def test_disagreements(runs: list[dict[str, Any]], words: list[str]) -> None:
    found = disagreements(runs)
    assert len(found) == len(words)
    assert all(word in text for word, text in zip(words, found, strict=True))


def journal(path: Path, runs: list[dict[str, Any]]) -> str:
    names = dict.fromkeys(one["puzzle"] for one in runs)
    puzzles = [
        {"name": n, "family": n[0], "cells": 10 ** (i + 1), "document": None} for i, n in enumerate(names)
    ]
    header = {"journal": 1, "puzzles": puzzles}
    path.write_text("".join(json.dumps(line) + "\n" for line in (header, *runs)))
    return str(path)


def test_disagreement_is_on_top_and_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = journal(tmp_path / "r.jsonl", [run("p", "a"), run("p", "b", "none")])
    assert main(["report", path]) == 1
    assert capsys.readouterr().out.startswith(
        "DISAGREEMENT\np: the models disagree: unique by a; none by b\n"
    )


LIMIT = {"verdict": "unknown", "reason": "time limit"}
RUNS = [
    *(run("p1", "a", wall=1.0), run("p1", "b", wall=4.0)),
    *(run("p2", "a", "multiple", wall=2.0), run("p2", "b", "multiple", wall=1.0)),
    *(run("q1", "a", "none", wall=3.0), run("q1", "b", wall=10.5, **LIMIT)),
]


def test_the_table_of_a_campaign() -> None:
    table = summary(results(RUNS))
    rows = {row[0]: dict(zip(table.headings, row, strict=True)) for row in table.rows}
    assert rows["a"] == {
        "model": "a",
        "solved": 3,
        "unique": 1,
        "multiple": 1,
        "none": 1,
        "unknown": 0,
        "PAR-2 s": 2.0,
        "total s": 6.0,
        "median s": 2.0,
        "fastest": 2,
    }
    assert rows["b"]["PAR-2 s"] == pytest.approx((4 + 1 + 20) / 3)
    assert (rows["b"]["solved"], rows["b"]["unknown"], rows["b"]["fastest"]) == (2, 1, 1)
    ((first, second, both, times, low, high),) = pairs(results(RUNS)).rows
    assert (first, second, both) == ("a", "b", 2)
    assert times == pytest.approx((4 * 0.5) ** 0.5)
    assert (low, high) == (pytest.approx(0.5 + 3.5 / 4), pytest.approx(4 - 3.5 / 4))


def test_repeats_are_one_result_and_late_is_not_solved() -> None:
    walls = (1.0, 5.0, 2.0)
    (one,) = results([run("p", "a", wall=wall, repeat=k) for k, wall in enumerate(walls)])
    assert (one.seconds, one.solved) == (2.0, True)
    (one,) = results([run("p", "a"), run("p", "a", repeat=1, **LIMIT)])
    assert not one.solved and one.penalised == 20.0
    (one,) = results([run("p", "a", wall=10.01)])
    assert not one.solved
    (one,) = results([run("p", "a", wall=99.0, limits={"time": None, "cpu": None, "memory": None}, **LIMIT)])
    assert one.penalised is None


def test_tables_by_family_and_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = journal(tmp_path / "r.jsonl", RUNS)
    header = next(records(path))
    assert [title for title, _ in grouped(results(RUNS), "family", header["puzzles"])] == ["p", "q"]
    sizes = [title for title, _ in grouped(results(RUNS), "size", header["puzzles"])]
    assert sizes == ["up to 100 cells", "up to 1600 cells"]
    assert main(["report", path, "--by", "size", "--format", "csv"]) == 0
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert len({len(row) for row in rows}) == 1 and len(rows) == 5
    assert main(["report", path, "--format", "markdown", "--by", "family"]) == 0
    assert "### p: 2 puzzles" in capsys.readouterr().out


def test_layouts() -> None:
    tables = [summary(results(RUNS)), pairs(results(RUNS))]
    assert all(len(line) <= 80 for line in text(tables).splitlines())
    assert markdown(tables).splitlines()[3].count("---") == 1
    assert csv_text(tables[:1]).startswith("group,model,solved,")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_plots(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = journal(tmp_path / "r.jsonl", RUNS)
    files = [str(tmp_path / f"{name}.{kind}") for name in ("cactus", "scatter", "times")]
    plots = ["--cactus", files[0], "--scatter", "a", "b", files[1], "--times", files[2]]
    assert main(["report", path, *plots]) == 0
    start = b"<?xml" if kind == "svg" else b"\x89PNG"
    first = [Path(file).read_bytes() for file in files]
    assert all(data.startswith(start) for data in first)
    assert main(["report", path, *plots]) == 0
    assert [Path(file).read_bytes() for file in files] == first
    assert main(["report", path, "--scatter", "a", "c", files[1]]) == 2
    assert main(["report", path, "--cactus", "x.gif"]) == 2


def test_the_ten_lines_of_the_documentation() -> None:
    script = textwrap.dedent(
        (nonosat.compare.__doc__ or "").split("\n\n", 1)[1].split("A run is a record")[0]
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 5
    assert "('order-cadical', 2)" in done.stdout and "gchq order-cadical unique" in done.stdout


def test_runs_take_any_executor_and_any_puzzle() -> None:
    puzzles = [nonosat.load("dom-3"), "gchq"]
    with ThreadPoolExecutor(2) as executor:
        found = list(nonosat.compare.runs(puzzles, ["order-cadical"], executor=executor, time_limit=60))
    assert sorted(one["puzzle"] for one in found) == ["dom-3", "gchq"]
    assert all(one["verdict"] == "unique" for one in found)


def test_leaving_early_ends_what_runs() -> None:
    before = set(children_of(os.getpid()))
    puzzles = [n_dom(3), *(n_dom(60 + k) for k in range(3))]
    for one in nonosat.compare.runs(puzzles, ["order-cadical"], jobs=2):
        assert one["verdict"] == "unique"
        break
    assert set(children_of(os.getpid())) - before == set() or all(
        gone(child) for child in set(children_of(os.getpid())) - before
    )


def test_a_journal_is_read_as_a_frame(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = nonosat.compare.read(journal(tmp_path / "r.jsonl", RUNS))
    assert isinstance(frame, pandas.DataFrame)
    assert frame.groupby("model")["wall"].sum().to_dict() == {"a": 6.0, "b": 15.5}


@pytest.mark.parametrize("command", ["check", "solve"])
def test_jobs_keep_the_order_and_errors_in_it(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ["dom-6", "gchq", "dom-3", "gchq-no-givens", "dom-4", "springs"]
    assert main([command, *names]) == main([command, *names, "--jobs", "3"])
    out = capsys.readouterr().out
    assert out[: len(out) // 2] == out[len(out) // 2 :]
    assert main([command, "gchq", str(tmp_path / "none.non"), "dom-3", "--jobs", "2"]) == 2
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1
    assert captured.out.index("gchq: ") < captured.out.index("dom-3: ")
