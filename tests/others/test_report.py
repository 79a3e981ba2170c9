"""What `report` makes of journals: tables and plots."""

import math
from pathlib import Path
from typing import Any

import pytest

import nonosat
import nonosat.comparison
from nonosat.cli import main
from nonosat.comparison.journal import load
from nonosat.comparison.results import Record, results
from nonosat.comparison.tables import narrow, summary
from nonosat.pages.tables import Table
from tests.helpers.fixtures import Call
from tests.helpers.journals import campaign_of as journal, record
from tests.helpers.samples import some

LIMIT: dict[str, Any] = {"verdict": "unknown", "stop_reason": "time limit"}
RUNS = [
    *(record("p1", "a", wall=1.0), record("p1", "b", wall=4.0)),
    *(record("p2", "a", "multiple", wall=2.0), record("p2", "b", "multiple", wall=1.0)),
    *(record("q1", "a", "none", wall=3.0), record("q1", "b", wall=10.5, **LIMIT)),
]


def test_the_table_of_a_campaign() -> None:
    table = summary(results(RUNS))
    rows = {row[0]: dict(zip(table.headings, row, strict=True)) for row in table.rows}
    assert rows["a"] == {
        **dict.fromkeys(("refuted", "time limit", "memory limit", "interrupted", "error"), 0),
        **dict.fromkeys(("unique", "multiple", "none", "alone"), 1),
        "model": "a",
        "solved": 3,
        "certified": 1,
        "trusted": 2,
        "first": 2,
        "PAR-2": 2.0,
        "median": 2.0,
        "wall": 6.0,
        "CPU": 6.0,
        "MiB": 1.0,
    }
    best = rows["virtual best"]
    assert best["PAR-2"] == pytest.approx(5 / 3)
    assert (best["solved"], best["wall"], best["first"]) == (3, 5, None)
    assert rows["b"]["PAR-2"] == pytest.approx((4 + 1 + 20) / 3)
    assert (rows["b"]["solved"], rows["b"]["time limit"], rows["b"]["first"]) == (2, 1, 1)


def the_result(runs: list[Record]) -> Any:
    (one,) = results(runs).itertuples()
    return one


def test_repeats_are_one_result_and_late_is_not_solved() -> None:
    walls = (1.0, 5.0, 2.0)
    one = the_result([record("p", "a", wall=wall, repeat=k) for k, wall in enumerate(walls)])
    assert (one.seconds, one.solved) == (2.0, True)
    one = the_result([record("p", "a"), record("p", "a", repeat=1, **LIMIT)])
    assert not one.solved and one.penalised == 20.0
    one = the_result([record("p", "a", wall=10.01)])
    assert not one.solved
    one = the_result([record("p", "a", limits={"time": None}, **LIMIT)])
    assert math.isnan(one.penalised)


def test_puzzles_of_one_name_in_two_journals_are_two(tmp_path: Path) -> None:
    others = [record(run["puzzle"], run["model"], hash=f"other {run['puzzle']}", wall=9.0) for run in RUNS]
    read = [load(journal(tmp_path / f"{k}", runs)) for k, runs in enumerate([RUNS, others, RUNS[:1]])]
    headers = [header for header, _ in read]
    found = results([run for _, contents in read for run in contents.records], headers)
    assert summary(found).title.startswith("6 puzzles")
    assert sorted(found.puzzle[:4]) == ["p1 (other p1)"] * 2 + ["p1 (p1)"] * 2


@pytest.mark.parametrize("words", ["", "--by puzzle", "--to csv", "--cactus cactus.svg"])
def test_a_journal_without_runs_is_one_line(words: str, tmp_path: Path, call: Call) -> None:
    path = journal(tmp_path / "begun.jsonl", [])
    assert call(f"report {path} {words}", code=2).err == f"{path}: there are no runs yet to report\n"
    assert next(narrow([summary(results([]))])).rows == ()  # a campaign that is stopped at once


def test_layouts_fit_a_terminal() -> None:
    runs = [one | {"model": {"a": "order-cadical", "b": "order-glucose"}[one["model"]]} for one in RUNS]
    tables = [summary(results(runs))]
    text = "\n\n".join(map(Table.text, narrow(tables)))
    assert all(len(line) <= 80 for line in text.splitlines())
    assert next(narrow(tables)).markdown().splitlines()[3].count("---") == 1
    assert "time limit" in text and "memory limit" not in text
    assert text.count("virtual best") == 2


def test_a_table_for_other_programs_is_not_rounded(tmp_path: Path, call: Call) -> None:
    head, one, *_ = call(f"report {journal(tmp_path / 'r.jsonl', RUNS)} --to csv").out.splitlines()
    assert head.startswith("model,solved,certified,") and head.count(",") == one.count(",")
    assert one.startswith("a,3,1,2,0,") and one.endswith(",2,1")


def test_tables_for_latex(tmp_path: Path, call: Call) -> None:
    path = journal(tmp_path / "r.jsonl", [*RUNS, record("q_2", "a"), record("q_2", "b", "none")])
    found = call(f"report {path} --to latex --by puzzle").out
    assert found.startswith("% REFUTED ANSWERS")
    assert r"\begin{tabular}{llrr}" in found
    assert r"q\_2 & unique & 1.00 & refuted \\" in found
    assert found.count(r"\toprule") == found.count(r"\bottomrule") == 2
    rows = [line for line in call(f"report {path} --to latex").out.splitlines() if line.endswith(r"\\")]
    assert rows[0].startswith(
        "model & solved & certified & trusted & refuted & unique & multiple & none & time limit"
    )


def test_orientations_are_averaged_and_repeats_have_a_median() -> None:
    walls = {0: (1.0, 9.0, 2.0), 1: (4.0, 4.0, 4.0)}
    runs = [
        record("p", "a", wall=wall, repeat=2 * k + orientation, orientation=orientation)
        for orientation, some in walls.items()
        for k, wall in enumerate(some)
    ]
    one = the_result(runs)
    assert (one.seconds, one.penalised, one.solved) == (3.0, 3.0, True)
    one = the_result([*runs[:3], *(run | LIMIT for run in runs[3:])])
    assert (one.penalised, one.solved) == ((2 + 20) / 2, False), "an orientation counts by itself"


@pytest.mark.parametrize("plots", [["--cactus"], ["--scatter", "a", "b"]])
def test_a_plot_where_nothing_was_solved(plots: list[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = journal(tmp_path / "r.jsonl", [record("p", "a", **LIMIT), record("p", "b", **LIMIT)])
    assert main(["report", path, *plots, str(tmp_path / "plot.svg")]) == 0


@pytest.mark.parametrize("kind", some(["svg", "png"], 1))
def test_plots(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = journal(tmp_path / "r.jsonl", RUNS)
    files = [str(tmp_path / f"{name}.{kind}") for name in ("cactus", "scatter")]
    plots = ["--cactus", files[0], "--scatter", "a", "b", files[1]]
    assert main(["report", path, *plots]) == 0
    start = b"<?xml" if kind == "svg" else b"\x89PNG"
    first = [Path(file).read_bytes() for file in files]
    assert all(data.startswith(start) for data in first)
    assert main(["report", path, *plots, "--force"]) == 0
    assert [Path(file).read_bytes() for file in files] == first
    assert main(["report", path, "--scatter", "a", "c", files[1]]) == 2
    assert main(["report", path, "--cactus", "x.gif"]) == 2


def test_twenty_models_have_their_own_colours() -> None:
    pytest.importorskip("matplotlib")
    from nonosat.comparison.plots import cactus

    runs = [record("p", f"m{number}") for number in range(20)]
    (axes,) = cactus(results(runs)).axes
    assert len({line.get_color() for line in axes.lines[:20]}) == 20


def test_a_journal_is_read_as_a_frame(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = nonosat.comparison.read(journal(tmp_path / "r.jsonl", RUNS))
    assert isinstance(frame, pandas.DataFrame)
    assert frame.groupby("model")["wall"].sum().to_dict() == {"a": 6.0, "b": 15.5}
