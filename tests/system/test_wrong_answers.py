"""What a checked solution refutes is refuted: it is reported first, and counts as unsolved everywhere."""

import json
import os
from pathlib import Path

import pytest

import nonosat.comparison
from nonosat.comparison.campaign import campaign_of
from nonosat.comparison.journal import load
from nonosat.comparison.results import Record, disagreements, results, warnings
from nonosat.comparison.statistics import differences, pairs
from nonosat.comparison.tables import every, summary
from tests.helpers.commands import run
from tests.helpers.fixtures import Call, Capture
from tests.helpers.journals import HEADER, campaign_of as journal, compare, journal_of, keys, record, runs_in
from tests.helpers.templates import copied


@pytest.mark.parametrize(
    ("runs", "words"),
    [
        ([record("p", "a"), record("p", "b")], []),
        ([record("p", "a"), record("p", "b", "unknown", solutions=[["#"]])], []),
        ([record("p", "a"), record("p", "b", "none")], ["b is refuted: none, but 1 solution found"]),
        ([record("p", "a"), record("p", "b", "multiple")], ["a is refuted: unique, but 2 solutions found"]),
        (
            [record("p", "a"), record("p", "b", solutions=[["."]])],
            ["a is refuted: unique, but 2 solutions found", "b is refuted: unique, but 2 solutions found"],
        ),
        (
            [record("p", "a", "none"), record("p", "b", "unknown", solutions=[["."]])],
            ["a is refuted: none, but 1 solution found"],
        ),
        ([record("p", "a"), record("p", "b", "none", fault="row 1 reads")], ["b is refuted: row 1 reads"]),
        ([record("p", "a"), record("q", "b", "none")], []),
        ([record("p", "a"), record("p", "b", "none", hash="another puzzle")], []),
        ([record("p", "a", "none"), record("p", "b", fault="row 1 reads")], ["b is refuted: row 1 reads"]),
        ([record("p", "a", "multiple", solutions=[["#"]])], ["a is refuted: multiple, but with 1 solution"]),
        ([record("p", "a"), *(record("p", "b", "none", repeat=k) for k in (0, 1))], ["b is refuted: none"]),
    ],
)
def test_disagreements(runs: list[Record], words: list[str]) -> None:
    found = disagreements(runs)
    assert len(found) == len(words)
    assert all(word in str(one) for word, one in zip(words, found, strict=True))


LIAR = [
    run
    for puzzle in ("p1", "p2", "p3")
    for run in (record(puzzle, "honest", wall=2.0), record(puzzle, "liar", "none", wall=0.001))
]


def test_a_solver_that_lies_is_not_rewarded() -> None:
    table = summary(results(LIAR))
    honest, liar, _ = (dict(zip(table.headings, row, strict=True)) for row in table.rows)
    assert [honest[key] for key in ("solved", "refuted", "PAR-2", "first")] == [3, 0, 2.0, 3]
    assert [liar[key] for key in ("solved", "none", "refuted", "first")] == [0, 0, 3, 0]
    assert (liar["PAR-2"], liar["median"]) == (20.0, None)
    (pair,) = pairs(results(LIAR)).rows
    assert pair[:6] == ("honest", "liar", 3, 3, 0, None)
    assert every(results(LIAR)).rows[0] == ("p1", "unique", 2.0, "refuted")


def test_one_wrong_repeat_makes_a_result_wrong() -> None:
    repeats = [record("p", "b", repeat=0), record("p", "b", "none", repeat=1), record("p", "b", repeat=2)]
    (result,) = results(repeats).itertuples()
    assert (result.outcome, result.solved) == ("refuted", False)


def test_the_plots_do_not_rank_a_solver_that_lies() -> None:
    pytest.importorskip("matplotlib")
    from nonosat.comparison.plots import cactus

    (axes,) = cactus(results(LIAR)).axes
    labels = [line.get_label() for line in axes.lines]
    assert labels == ["honest (3)", "liar (0, 3 refuted)", "virtual best (3)"]


def test_many_wrong_answers_are_counted_first_and_listed_last(tmp_path: Path, call: Call) -> None:
    pairs = [(record(f"p{k}", "honest"), record(f"p{k}", "liar", "none")) for k in range(40)]
    path = journal(tmp_path / "r.jsonl", [run for pair in pairs for run in pair])
    for layout in ("text", "markdown", "latex"):
        out = call(f"report {path} --to {layout}").out
        at = [out.index(f"p{k}: liar is refuted") for k in range(40)]
        table = out.rindex("honest", 0, at[-1])
        assert out.index("liar: 40 refuted of 40; the smallest:") < at[0] < table < at[1] < at[39]


@pytest.mark.parametrize(
    ("place", "of", "shown"),
    [
        ("r.jsonl", HEADER, "nonosat compare --rerun r.jsonl p1 --models liar -o fault.jsonl"),
        ("", HEADER, "nonosat compare p1 --models liar -o fault.jsonl"),
        ("benchexec.csv", {}, ""),
    ],
)
def test_the_command_that_shows_a_fault(place: str, of: Record, shown: str) -> None:
    puzzles = [{"name": name, "cells": cells} for name, cells in (("p1", 9), ("p2", 25), ("p3", 100))]
    above, below = warnings(disagreements(LIAR), LIAR, {place: of | {"puzzles": puzzles}})
    assert [line.strip() for line in above[3:]] == ([shown] if shown else [])
    assert above[2] == "p1: liar is refuted: none, but 1 solution found" and len(below) == 3


def test_a_report_says_that_wrong_answers_count_as_unsolved(tmp_path: Path, call: Call) -> None:
    path = journal(tmp_path / "r.jsonl", LIAR)
    for layout in ("text", "markdown"):
        out = call(f"report {path} --to {layout}").out
        head = out.index("REFUTED ANSWERS, which count as unsolved")
        assert head < out.index("p1: liar is refuted: none, but 1 solution found") < out.index("PAR-2")
        assert "; refuted answers count as unsolved" in out
    assert list(nonosat.comparison.read(path).fault)[:2] == ["", "none, but 1 solution found"]


# How a solver in plain Python, the template, is made to lie: what its `solve` begins with.
LIARS = {
    "denies": "return False",
    "invents": "self._found = dict.fromkeys(range(1, self._model.variables + 1), True)\n        return True",
}


def test_solvers_that_lie_are_told_apart_from_one_that_does_not(tmp_path: Path) -> None:
    copied(tmp_path)
    honest = (tmp_path / "nonosat/backends/dpll.py").read_text(encoding="utf-8")
    registry = tmp_path / "nonosat/backends/__init__.py"
    entry, begin = '        "dpll": Entry', "        units = self._model.assumptions(assumptions)\n"
    for name, does in LIARS.items():
        lying = honest.replace('name="dpll"', f'name="{name}"').replace(begin, f"        {does}\n{begin}")
        (tmp_path / f"nonosat/backends/{name}.py").write_text(lying, encoding="utf-8")
        text = registry.read_text(encoding="utf-8")
        registry.write_text(
            text.replace(entry, f'        "{name}": Entry("{name}"),\n{entry}'), encoding="utf-8"
        )
        card = f"name: {name}\ndescription: It lies.\nencoding: direct\nbackend: {name}\nnarrow: false\n"
        (tmp_path / f"models/{name}.yaml").write_text(card, encoding="utf-8")
    words = ["dom-3", "--models", "direct-dpll", *LIARS, "--time-limit", "60", "-o", "runs.jsonl", "--json"]
    done = run("compare", *words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert (done.returncode, done.stderr) == (1, "")
    told = json.loads(done.stdout)
    (table,) = told["tables"]
    assert told["failed"] == {}
    solved, wrong = table["headings"].index("solved"), table["headings"].index("refuted")
    assert {row[0]: (row[solved], row[wrong]) for row in table["rows"]} == {
        "virtual best": (1, 0),
        "direct-dpll": (1, 0),
        "denies": (0, 1),
        "invents": (0, 1),
    }
    denies, invents = sorted(told["disagreements"])
    assert denies == "dom-3: denies is refuted: none, but 1 solution found"
    assert invents.startswith("dom-3: invents is refuted: dom-3: invents gave a wrong picture: row 1 reads")


ASKED = ["switch", "springs#1", "--orient", "2", "--seed", "4", "--time-limit", "60"]


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal of a campaign of some kinds, some orientations, and a card that is gone since."""
    folder = tmp_path_factory.mktemp("before")
    card = folder / "mine.yaml"
    card.write_text("name: mine\nbackend: pysat:minisat22\nnarrow: false\n")
    path = folder / "r.jsonl"
    assert compare(path, *ASKED, "--models", "auto", str(card)) == 0
    card.unlink()
    return path


def test_the_same_runs_are_done_again(before: Path, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "again.jsonl"
    assert compare(path, "--rerun", str(before), "--json") == 0
    captured = capsys.readouterr()
    old, new = (load(one)[0] for one in (before, path))
    same = ("puzzles", "models", "limits", "repeat", "orient", "seed", "versions")
    assert {key: old[key] for key in same} == {key: new[key] for key in same}
    assert sorted(keys(path)) == sorted(keys(before)) and len(keys(path)) == 8
    verdicts = [
        {key: run[key] for key in ("verdict", "orientation", "seed", "hash")} for run in runs_in(path)
    ]
    assert verdicts == [{key: run[key] for key in verdicts[0]} for run in runs_in(before)]
    _, table = json.loads(captured.out.splitlines()[-1])["tables"]
    assert [(*row[:2], row[3]) for row in table["rows"]] == [("auto", "before", 2), ("mine", "before", 2)]
    assert compare(path, "--rerun", str(before), "--resume") == 0
    assert len(keys(path)) == 8


def test_differences_are_listed() -> None:
    def found(**walls: float) -> list[dict[str, object]]:
        return [record(puzzle, "m", wall=wall) for puzzle, wall in walls.items()]

    late = record("r", "m", "unknown", wall=10.0, stop_reason="time limit")
    table, changed = differences(
        results([*found(p=1.0, q=4.0, r=9.0)]), results([*found(p=2.0, q=2.0, s=1.0), late])
    )
    assert table.rows[0][:5] == ("m", "before", 1, 3, 2) and table.rows[0][5] == pytest.approx(1.0)
    assert changed.rows == (("r", "m", "unique", "time limit"),)


@pytest.mark.parametrize(
    "words",
    [["dom-3"], ["--models", "nobody"], ["--seed", "0"], ["--orient", "8"], ["--time-limit", "3"], []],
)
def test_what_a_journal_says_is_not_asked_for(
    words: list[str], before: Path, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "again.jsonl"
    more = ["--rerun", str(before)] if words else []
    assert compare(path, *words, *more) == 2
    assert capsys.readouterr().err.count("\n") == 1 and not path.exists()


def test_a_journal_of_cards_that_are_not_known_is_refused(before: Path, tmp_path: Path) -> None:
    header = load(before)[0]
    (auto, mine) = header["models"]
    for wrong in (mine | {"colour": "red"}, {"name": "mine"}, mine | {"backend": "abacus"}):
        path = tmp_path / "r.jsonl"
        journal_of(path, header | {"models": [wrong]})
        assert compare(tmp_path / "again.jsonl", "--rerun", str(path)) == 2
    assert [card.name for card in campaign_of(header, "r.jsonl").cards] == ["auto", "mine"]
    assert auto["name"] == "auto"
