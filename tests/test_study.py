"""The study measures what it says, continues where it stopped, and its page has nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import study, study_page
from bench.strength import strengths
from nonosat.compare.journal import load
from nonosat.encodings import ENCODINGS
from nonosat.puzzles.nonogram import Nonogram
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.journals import keys

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


@pytest.mark.slow
def test_a_study_is_measured_and_goes_on_where_it_ended(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    monkeypatch.setattr(study, "SETS", [one for one in study.SETS if one.name in ("n-dom", "instances")])
    monkeypatch.setitem(study.CARDS, "abacus", ("beads", "", "abacus", ""))
    folder, page = tmp_path / "study", tmp_path / "notes" / "study.md"
    words = [str(folder), *TRIAL, "abacus", "--page", str(page)]
    assert study.main(words) == 0
    text = page.read_text(encoding="utf-8")
    assert "| minisat | 2 | 2 |" in text and "| auto | 2 | 2 |" in text, "uniqueness, n-Dom and an instance"
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
    text = (Path(__file__).parents[1] / "bench/notes/study.md").read_text(encoding="utf-8")
    parts = (study_page.HEAD, study_page.STRENGTH, study_page.LIMITS, *(one.about for one in study.SETS))
    assert all(part.strip() in text for part in parts)
    assert all(f"| {name} |" in text for name in study.CARDS)
