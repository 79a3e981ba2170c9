"""The benchmarks run, on tiny inputs: their figures are for people to read."""

import json
from pathlib import Path
from typing import Any

import pytest

import nonosat
from bench import (
    BENCHMARKS,
    generated,
    long_proofs,
    made,
    million,
    proofs,
    published,
    repairs,
    results,
    rows,
    sizes,
    study,
    study_page,
)
from bench.__main__ import main
from bench.figures import Figure
from bench.setting import time_work
from bench.strength import strengths
from nonosat import Puzzle
from nonosat.comparison.journal import load
from nonosat.encodings import ENCODINGS
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.families import n_dom, random_puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.toolkit import Run, write
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.journals import keys


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three puzzles with names of the survey's, and a tournament of four."""
    switch = nonosat.load("switch")
    survey = {
        "faase": switch,
        "knotty": nonosat.load("cat"),
        "webpbn-22336": switch,
        "webpbn-00001": n_dom(3),
    }
    for name, puzzle in survey.items():
        _write(tmp_path / "survey" / f"{name}.non", "non", [puzzle])
    _write(tmp_path / "tournament" / "small.txt", "tournament", [switch, switch, n_dom(2), n_dom(2)])
    _write(tmp_path / "colour" / "cherries.yaml", "yaml", [nonosat.load("cherries")])
    (tmp_path / "survey" / "README.txt").write_text("about the puzzles")
    (tmp_path / "colour" / "unheard-of").write_text("?")
    return tmp_path


def _write(path: Path, format_name: str, puzzles: list[Puzzle]) -> None:
    path.parent.mkdir(exist_ok=True)
    text = write(puzzles, format_name)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())


def figures(capsys: Capture, *words: str) -> dict[tuple[str, str], dict[str, Any]]:
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    return {(one["benchmark"], one["work"]): one for one in data["figures"]}


def test_collections_of_puzzles(folder: Path, capsys: Capture) -> None:
    only = [word for name in ("survey", "tournament", "colour", "textbook") for word in ("--only", name)]
    found = figures(capsys, str(folder), *only)
    assert found["survey", "4 puzzles: decided"]["measured"] == 4
    assert not found["survey", "4 puzzles: decided"]["reached"]  # there are 31
    wrong = found["survey", "4 puzzles: wrong verdicts"]
    assert (wrong["measured"], wrong["note"], wrong["reached"]) == (1, "knotty", False)
    assert found["survey", "slowest of the others"]["note"] == "webpbn-00001"
    times = [
        one["measured"] for (name, work), one in found.items() if name == "survey" and one["reach"] is None
    ]
    assert found["survey", "4 puzzles: sum"]["measured"] == pytest.approx(sum(times))
    assert found["tournament", "4 puzzles: sum"]["note"] == "2 unique, 2 multiple"
    assert found["colour", "cherries"]["note"].startswith("unique")
    assert found["colour", "unheard-of"]["measured"] is None
    assert found["textbook", "faster where both finish"]["measured"] > 0


def test_every_second_puzzle_is_scaled(folder: Path, capsys: Capture) -> None:
    words = [str(folder / "tournament"), "--only", "tournament", "--every", "2"]
    one = figures(capsys, *words)["tournament", "4 puzzles: sum"]
    assert one["note"].startswith("1 unique, 1 multiple; 2 of 4 puzzles measured, ")
    measured = float(one["note"].split("measured, ")[1].split(" s")[0])
    assert one["measured"] == pytest.approx(2 * measured, rel=0.01)


def test_the_rest_of_the_benchmarks(folder: Path, capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setattr(sizes, "SMALL", (5, 10))
    monkeypatch.setattr(generated, "EACH", 2)
    monkeypatch.setattr(generated, "AMBIGUOUS", 2)
    monkeypatch.setattr(repairs, "EACH", 3)
    monkeypatch.setattr(made, "SIDES", {8: (2, 1.0), 16: (2, 10.0)})
    monkeypatch.setattr(sizes, "LARGE", {20: 1.0})
    monkeypatch.setattr(sizes, "N_DOMS", {3: 1.0})
    monkeypatch.setattr(sizes, "SIDES", (5, 10))
    monkeypatch.setattr(sizes, "DOMS", range(2, 4))
    monkeypatch.setattr(proofs, "DOMS", (5,))
    monkeypatch.setattr(proofs, "BY", ("compiled",))
    rest = [name for name in BENCHMARKS if name not in ("survey", "tournament", "colour", "textbook")]
    found = figures(capsys, str(folder), *(word for name in rest for word in ("--only", name)))
    assert {name for name, _ in found} == set(rest)
    assert all(
        one["measured"] > 0 or one["unit"] == "%" for (name, _), one in found.items() if name != "proofs"
    )
    assert found["memory", "Gettysburg, both processes"]["measured"] > 10  # what Python itself uses


def test_all_commands_of_a_page_are_run_once(tmp_path: Path) -> None:
    page, out = tmp_path / "page.md", tmp_path / "out"
    page.write_text("# Page\n```sh\necho WORD >> FILE\n```\n```python\n1\n```\n```sh\nexit 3\n```\n")
    words = [str(page), str(out), "--with", "WORD=one", f"FILE={tmp_path / 'said'}"]
    assert [published.main(words), published.main(words)] == [1, 1]
    assert (tmp_path / "said").read_text() == "one\n"
    assert "nonosat" in (out / "1.txt").read_text() and (out / "2.failed").exists()


def test_what_is_missing_is_skipped(tmp_path: Path, capsys: Capture) -> None:
    assert main([str(tmp_path), "--only", "survey", "--only", "encode"]) == 0
    out = capsys.readouterr().out
    assert "\nskipped survey: there is no folder survey/ among those named\n" in out
    assert "\nskipped encode: there is no folder survey/ among those named\n" in out
    assert "no figures" in out


def test_table_against_an_earlier_one(folder: Path, tmp_path: Path, capsys: Capture) -> None:
    words = [str(folder), "--only", "survey"]
    assert main([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    for one in data["figures"]:
        one["measured"] *= 1e6 if one["unit"] == "s" else 1
    old = tmp_path / "old.json"
    old.write_text(json.dumps(data))
    assert main([*words, "--against", str(old)]) == 0
    lines = capsys.readouterr().out.splitlines()
    heading = next(line for line in lines if line.startswith("benchmark"))
    at = heading.index("of before") + len("of before")
    row = {line[11:].split("  ")[0]: line[:at].split()[-1] for line in lines if line.startswith("survey")}
    assert row["4 puzzles: decided"] == "1.00"
    assert row["Knotty"] == "0.00"


def test_a_limit_ends_a_measurement() -> None:
    def never() -> None:
        while True:
            pass

    assert time_work(never, 0.05) == (None, None)
    assert Figure("never", None, "s", 1.0).reached is False
    assert Figure("half", 2.0, "times", 5.0, at_least=True).reached is False


@pytest.mark.parametrize("side", [5, 10, 30])
def test_blobs_are_blobs_that_lines_settle(side: int) -> None:
    puzzle, seed = sizes.line_solvable_blobs(side, 0)
    assert narrow(puzzle.problem()).problem.decided
    assert seed > 0
    assert 0.2 < "".join(puzzle.goal).count("#") / side**2 < 0.8


@pytest.mark.parametrize("seed", range(8))
def test_cells_are_given_until_there_is_one_solution(seed: int) -> None:
    """If there is one already, no cell is."""
    puzzle = random_puzzle(7, 7, 0.5, seed)
    goal, cells = puzzle.values(puzzle.goal), range(49)
    with Run(puzzle, long_proofs.PROVER) as run:
        given = long_proofs.fewest(run, goal, cells, 100_000)
    left = [1 << value if cell in given else 0b11 for cell, value in enumerate(goal)]
    assert nonosat.solve(puzzle.with_givens(puzzle.draw_known(left))).verdict is nonosat.Verdict.UNIQUE
    assert bool(given) is (nonosat.solve(puzzle).verdict is nonosat.Verdict.MULTIPLE)


@pytest.mark.more
def test_the_page_of_results_is_measured_and_goes_on_where_it_ended(
    folder: Path, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(results, "DOMS", range(3, 6))
    out = tmp_path / "results"
    words = [str(folder), str(out), "--models", "order-minisat", "--every", "6", "--limit", "20"]
    assert results.main(words) == 0
    page = (out / "page.md").read_text()
    assert page.count("\n| order-minisat |") == 4
    runs = (out / "survey.jsonl").read_text()
    assert results.main(words) == 0
    more = (out / "survey.jsonl").read_text().removeprefix(runs).splitlines()
    assert len(more) == 1 and "resumed" in more[0]


TRIAL = ["-j", "1", "--size", "1", "--orient", "1", "--lines", "20", "--limit", "20", "--cards", "minisat"]


def test_an_encoding_finds_no_more_than_follows() -> None:
    found = strengths(100)
    assert [one["encoding"] for one in found] == [k for k, e in ENCODINGS.items() if e.language == "cnf"]
    for one in found:
        assert one["fitting"] + one["conflicts"] == 100
        assert 0 < one["cells_found"] <= one["cells"] == found[0]["cells"]
        assert 0 < one["conflicts_found"] <= one["conflicts"] == found[0]["conflicts"]
        assert 0 < one["complete"] <= one["fitting"]
    assert strengths(100) == found


def test_the_sets_are_distinct_nonograms_and_the_same_each_time() -> None:
    for one in study.SETS:
        puzzles = one.puzzles()
        first = next(puzzles)
        assert isinstance(first, Nonogram) and first == next(one.puzzles())
        assert next(puzzles).problem() != first.problem()


@pytest.mark.more
def test_a_study_is_measured_and_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    monkeypatch.setattr(study, "SETS", [one for one in study.SETS if one.name in ("n-dom", "instances")])
    monkeypatch.setitem(study.CARDS, "abacus", ("beads", "", "abacus", ""))
    folder, page = tmp_path / "study", tmp_path / "notes" / "study.md"
    words = [str(folder), *TRIAL, "abacus", "--page", str(page)]
    assert study.main(words) == 0
    text = page.read_text(encoding="utf-8")
    assert "| minisat | 2 | 0 | 2 |" in text and "| auto | 2 | 0 | 2 |" in text, (
        "uniqueness, n-Dom and an instance"
    )
    assert "there is no backend 'abacus'" in text and "| abacus | beads |" in text
    assert "| PAR-2 (solved) | instances | n-dom |" in text
    for goal in study.GOALS:
        header, contents = load(folder / f"{goal}.jsonl")
        assert all(card["goal"] in (goal, "uniqueness") for card in header["models"])
        assert not any(run["fault"] for run in contents.records)
    before = {goal: keys(folder / f"{goal}.jsonl") for goal in study.GOALS}
    assert study.main(words) == 0
    assert {goal: keys(folder / f"{goal}.jsonl") for goal in study.GOALS} == before
    assert page.read_text(encoding="utf-8") == text
    capsys.readouterr()


def test_a_page_without_runs_says_so(tmp_path: Path) -> None:
    assert study.main([str(tmp_path), "--strength", "--lines", "20"]) == 0
    text = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert "have not been run yet" in text and "PAR-2 (solved)" not in text
    assert "far ahead" not in text, "conclusions are about a run, and this one has none"
    for one in json.loads((tmp_path / "strength.json").read_text(encoding="utf-8")):
        assert f"| {one['encoding']} | {one['cells_found']:,} of {one['cells']:,} |" in text


def test_what_people_wrote_about_a_run_stays(tmp_path: Path) -> None:
    words, page = [str(tmp_path), "--strength", "--lines", "20"], tmp_path / "page.md"
    assert study.main(words) == 0
    notes = "\n## What we read today\n\nOne thing.\n\n## And another\n"
    text = page.read_text(encoding="utf-8") + notes
    page.write_text(text, encoding="utf-8")
    assert study.main(words) == 0
    assert page.read_text(encoding="utf-8") == text


def test_the_page_in_the_notes_is_of_today_s_study() -> None:
    """All of its text but the end is the program's; bench.study FOLDER --page bench/notes/study.md"""
    text = (Path(__file__).parents[2] / "bench/notes/study.md").read_text(encoding="utf-8")
    parts = (study_page.HEAD, study_page.STRENGTH, study_page.LIMITS, *(one.about for one in study.SETS))
    assert all(part.strip() in text for part in parts)
    assert all(f"| {name} |" in text for name in study.CARDS)


def test_rows_certify_each_verdict_and_name_what_is_missing(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "mine").mkdir()
    for name in ("dom-3", "gchq-no-givens", "no-solution"):
        nonosat.save(nonosat.load(name), tmp_path / "mine" / f"{name}.yaml")
    rows.main([str(tmp_path), "--first", "4", "--limit", "60", "--each"])
    table = [
        line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines() if line[:1] == "|"
    ]
    found = {line[0]: line[2:8] for line in table}
    assert found["mine"] == ["3", "1", "1", "1", "0", "3"]
    assert found["mine, no-solution.yaml"] == ["1", "0", "0", "1", "0", "1"]
    assert found["random 30x30, 50%"][0] == "4 of 5000" and found["random 30x30, 50%"][-1] == "4"
    assert found["survey"] == ["0 of 31", *"00000"]
    assert ["taai2011", "not at hand"] in [line[:2] for line in table]


def test_a_million_are_distinct_and_solved_by_lines(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    million.main(["50", "-o", str(path)])
    puzzles = list(nonosat.load_all(path))
    assert len(puzzles) == 50 == len({puzzle.goal for puzzle in puzzles})
    for puzzle in puzzles:
        answer = nonosat.solve(puzzle)
        assert (answer.solution, answer.basis) == (puzzle.goal, "by lines alone")
