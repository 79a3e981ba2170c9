"""A campaign from the command line and from a script, and its journal; check --jobs."""

import json
import os
import re
import resource
import signal
import subprocess
from pathlib import Path

import pytest

import nonosat
from nonosat import InputError, Limits, Puzzle
from nonosat.cli import main
from nonosat.comparison import campaign
from nonosat.comparison.isolation import Job, record_failure
from nonosat.comparison.journal import Journal, contents, load
from nonosat.comparison.results import Record
from nonosat.puzzles.families import n_dom
from tests.helpers.commands import COMMAND, run, written
from tests.helpers.fixtures import Call, Capture, Patch
from tests.helpers.journals import HEADER, compare, journal_of, keys, record, runs_in
from tests.helpers.processes import children_of, gone, until, wait_for_lines
from tests.helpers.samples import some

SMALL = ["gchq-no-givens", "dom-3", "--models", "order-glucose"]


def test_a_campaign_is_a_journal_and_a_table(path: Path, capsys: Capture) -> None:
    assert compare(path, *SMALL, "--jobs", "2", "--repeat", "2", "--time-limit", "20") == 0
    header, *runs = map(json.loads, path.read_text().splitlines())
    assert "puzzle" not in header and header["journal"] == 2
    assert {"versions", "machine", "command", "start"} <= set(header)
    assert len(set(keys(path))) == len(runs) == 4
    assert all(run["stop_reason"] == "done" for run in runs)
    out = capsys.readouterr().out
    assert re.search(r"^order-glucose +2 +1 +1 +0 +1 +1 +0$", out, re.MULTILINE)


def test_what_cannot_be_read_is_said_and_the_rest_goes_on(tmp_path: Path, capsys: Capture) -> None:
    bad, path = tmp_path / "bad.non", tmp_path / "r.jsonl"
    bad.write_text("width 2\nheight x\n")
    assert compare(path, str(bad), "dom-3", "--models", "order-cadical") == 2
    assert capsys.readouterr().err.startswith(f"{bad}:2: ")
    assert [(run["puzzle"], run["verdict"]) for run in runs_in(path)] == [("dom-3", "unique")]
    with pytest.raises(InputError, match=r"bad\.non:2: "):
        nonosat.compare(["dom-3", str(bad)], ["order-cadical"])


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "r.jsonl"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A journal of the small campaign."""
    path = tmp_path_factory.mktemp("finished") / "r.jsonl"
    assert compare(path, *SMALL) == 0
    return path.read_bytes()


def test_an_old_journal_is_kept(finished: bytes, path: Path, tmp_path: Path, capsys: Capture) -> None:
    path.write_bytes(finished)
    for more in ([], ["--resume", "--seed", "3"], ["--resume", "--time-limit", "5"]):
        capsys.readouterr()
        assert compare(path, *SMALL, *more) == 2
        assert path.read_bytes() == finished
        assert capsys.readouterr().err.count("\n") == 1
    assert compare(path, "dom-4", *SMALL[2:], "--resume") == 2
    path.write_text("my diary\n")
    assert compare(path, *SMALL, "--resume") == 2
    assert path.read_text() == "my diary\n"
    for place in (tmp_path / "none" / "r.jsonl", tmp_path, Path("/dev/full")):
        assert compare(place, *SMALL) == 2


def test_resume_runs_nothing_twice(finished: bytes, path: Path) -> None:
    whole = finished.splitlines(keepends=True)
    path.write_bytes(b"".join(whole[:2]) + whole[2][:40])
    assert compare(path, *SMALL, "--resume") == 0
    assert path.read_bytes().startswith(b"".join(whole[:2]))
    assert len(keys(path)) == len(set(keys(path))) == 2
    before = path.read_bytes()
    assert compare(path, *SMALL, "--resume") == 0
    assert len(path.read_bytes().splitlines()) == len(before.splitlines()) + 1  # the note of it


A_RUN = record("p", "m")


@pytest.mark.parametrize("torn", [b"", b'{"puzz', b'{"puzzle": "x"}', b"\0\0\0\n", b"3\n"])
def test_a_torn_line_is_cut_off(torn: bytes, path: Path) -> None:
    with Journal(str(path), HEADER, resume=False) as journal:
        journal.append(A_RUN)
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    with Journal(str(path), HEADER, resume=True) as journal:
        assert journal.done == {("p", "m", 0)}
        journal.append(A_RUN | {"repeat": 1})
    assert path.read_bytes().startswith(whole)
    header, found = load(path)
    assert (header, found.records) == (HEADER, [A_RUN, A_RUN | {"repeat": 1}])


@pytest.mark.parametrize("length", [0, 1, 12, 30])
def test_a_torn_header_is_written_anew(length: int, path: Path) -> None:
    path.write_text(json.dumps(HEADER)[:length])
    assert contents(path).header is None
    with pytest.raises(InputError, match="not a journal"):
        load(path)
    with Journal(str(path), HEADER, resume=True) as journal:
        assert not journal.done
    assert load(path)[0] == HEADER


def test_one_process_writes_a_journal_and_continues_that_of_the_same_campaign(tmp_path: Path) -> None:
    path = str(tmp_path / "r.jsonl")
    with Journal(path, HEADER, resume=False) as journal, pytest.raises(InputError, match="another process"):
        journal.append(A_RUN)
        Journal(path, HEADER, resume=True)
    with pytest.raises(InputError, match="already exists: resume it, or choose another file"):
        Journal(path, HEADER, resume=False)
    with pytest.raises(InputError, match="cannot be continued: begun with other `seed`"):
        Journal(path, HEADER | {"seed": 7}, resume=True)
    with Journal(path, HEADER | {"start": "now"}, resume=True) as journal:
        journal.append(A_RUN | {"puzzle": "2\udcff"})
    assert '"resumed": true' in Path(path).read_text().splitlines()[2]
    assert load(path)[1].records[1]["puzzle"] == "2\udcff"


def test_a_line_spoilt_in_the_middle_is_refused_with_its_place(path: Path) -> None:
    journal_of(path, HEADER, "nonsense", A_RUN)
    with pytest.raises(InputError, match=r"r\.jsonl:2: expected"):
        load(path)


@pytest.mark.parametrize(
    "line",
    [
        {"puzzle": "x"},
        {"puzzle": [1], "model": {}, "repeat": 0},
        A_RUN | {"wall": "long"},
        A_RUN | {"limits": {"time": "long"}},
        A_RUN | {"solutions": [1]},
        {key: value for key, value in A_RUN.items() if key != "basis"},
        HEADER,
        "[" * 100_000,
        '{"puzzle": ' * 100_000,
    ],
)
def test_a_line_that_is_no_run_is_refused_with_its_place(line: Record | str, path: Path, call: Call) -> None:
    journal_of(path, HEADER, A_RUN, line, A_RUN | {"repeat": 1})
    assert call(f"report {path}", code=2).err.startswith(f"{path}:3: expected a run")
    with pytest.raises(InputError, match=r"r\.jsonl:3: expected a run"):
        Journal(str(path), HEADER, resume=True)


@pytest.mark.parametrize("key", ["puzzles", "models", "limits", "machine", "start"])
def test_a_damaged_header_is_refused_in_one_line(key: str, path: Path) -> None:
    for header in (
        HEADER | {key: [3]},
        HEADER | {key: {"x": 1}},
        {name: HEADER[name] for name in HEADER if name != key},
    ):
        journal_of(path, header, A_RUN)
        with pytest.raises(InputError, match=r"r\.jsonl:1: the header of this journal is damaged"):
            load(path)


def test_a_journal_of_the_schema_before_is_refused_in_one_line(path: Path, capsys: Capture) -> None:
    journal_of(path, HEADER | {"journal": 1}, A_RUN)
    before = path.read_bytes()
    assert main(["report", str(path)]) == compare(path, *SMALL, "--resume") == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 2 and all("a journal of schema 1, and this version" in line for line in lines)
    assert path.read_bytes() == before


def test_a_name_that_is_not_utf_8_is_compared_and_reported(tmp_path: Path, call: Call) -> None:
    puzzle, path = tmp_path / "n\udcffm.non", tmp_path / "r.jsonl"
    puzzle.write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    words = [str(puzzle), "--models", "order-glucose"]
    assert compare(path, *words) == compare(path, *words, "--resume") == 0
    (name, _, _) = keys(path)[0]
    assert name.endswith("n\\udcffm.non") and len(keys(path)) == 1
    assert "n\\udcffm.non" in call(f"report {path} --by puzzle").out


def test_a_run_that_failed_is_said_and_the_exit_code(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    def fails(job: Job) -> Record:
        return record_failure(job, "Traceback:\nit died")

    monkeypatch.setattr(campaign, "execute", fails)
    assert compare(tmp_path / "r.jsonl", *SMALL, "--json") == 70
    captured = capsys.readouterr()
    assert captured.err == "order-glucose: 2 runs failed: it died\n"
    found = json.loads(captured.out)
    assert found["failed"] == {"order-glucose": ["it died", "it died"]}
    assert (found["question"], found["disagreements"], found["schema"]) == ("compare", [], 1)


def test_killed_and_resumed_it_is_complete_and_nothing_is_twice(path: Path) -> None:
    words = ["dom-[3-7]", "--models", "order-glucose", "--jobs", "2"]
    for lines in (2, 4):
        process = subprocess.Popen(
            [*COMMAND, "compare", *words, "-o", str(path), "--resume"], stdout=subprocess.DEVNULL
        )
        wait_for_lines(path, lines)
        children = children_of(process.pid)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert all(gone(child) for child in children)
    assert compare(path, *words, "--resume") == 0
    assert len(keys(path)) == len(set(keys(path))) == 5


@pytest.mark.parametrize("command", some(["compare", "check"], 1))
def test_ctrl_c_ends_everything(command: str, tmp_path: Path) -> None:
    hard, path = written(n_dom(60), tmp_path), tmp_path / "r.jsonl"
    more = ["--models", "order-cadical", "-o", str(path)] if command == "compare" else [hard, hard]
    process = subprocess.Popen(
        [*COMMAND, command, hard, *more, "--jobs", "2"], stderr=subprocess.PIPE, text=True
    )
    until(lambda: len(children_of(process.pid)) >= 2)
    children = children_of(process.pid)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert (process.returncode, error) == (130, "interrupted\n")
    assert all(gone(child) for child in children)


def test_a_full_disk_is_said_and_whole_lines_are_kept(path: Path) -> None:
    assert compare(path, "dom-3", "dom-4", "--models", "order-cadical") == 0
    room = len(b"".join(path.read_bytes().splitlines(keepends=True)[:2])) + 200
    path.unlink()
    done = run(
        *("compare", "dom-3", "dom-4", "--models", "order-cadical", "-o", str(path)),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room)),
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},  # Python would keep half of a module's bytecode
    )
    assert done.returncode == 2
    assert done.stderr == f"{path}: cannot be written: File too large\n"
    assert len(keys(path)) == 1 and path.read_bytes().endswith(b"\n")


def test_runs_from_a_script_are_a_journal_that_report_reads(path: Path, call: Call) -> None:
    puzzles: list[Puzzle | str] = [n_dom(3), "cat"]

    def script(resume: bool = False) -> list[Record]:
        limits = Limits(time=20)
        found = nonosat.compare(
            puzzles, ["order-minisat"], limits=limits, journal=path, resume=resume, certify=True
        )
        return [{key: run[key] for key in run if key != "trust"} for run in found.runs]

    done = script()
    assert runs_in(path) == done
    assert [run["puzzle"] for run in done] == ["puzzle", "cat"]
    assert re.search(r"^order-minisat +2 +2 +0 +0 +2 ", call(f"report {path}").out, re.MULTILINE)
    with pytest.raises(InputError, match="already exists"):
        script()
    first, *_, last = path.read_text().splitlines(keepends=True)
    path.write_text(first + last)
    assert sorted(run["puzzle"] for run in script(resume=True)) == ["cat", "puzzle"]
    assert len(keys(path)) == 2
    puzzles.append("cat")
    with pytest.raises(InputError, match="begun with other `puzzles`"):
        script(resume=True)
    assert [run["puzzle"] for run in nonosat.compare(puzzles, ["auto"]).runs][2] == "cat (2)"
