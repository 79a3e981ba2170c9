"""Campaigns that rate their puzzles: once each, within the limits, kept in the journal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import nonosat.compare
from nonosat.cli import main
from nonosat.compare import isolation as rating
from nonosat.compare.journal import load
from nonosat.compare.results import Record
from nonosat.puzzles.families import n_dom
from tests.helpers import for_worker
from tests.helpers.commands import written
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.journals import HEADER, journal_of, keys, record, runs_in

RATED = ["dom-3", "gchq-no-givens", "springs#1", "--models", "order-glucose"]
A_RUN = record("p", "m")


def compare(path: Path, *words: str) -> int:
    return main(["compare", *words, "-o", str(path)])


def ratings(path: Path) -> dict[str, Record]:
    """Return a journal's ratings by puzzle, and assert that there are no duplicates."""
    found = [
        line for line in map(json.loads, path.read_text().splitlines()) if line.get("question") == "rate"
    ]
    assert len({line["puzzle"] for line in found}) == len(found)
    return {line["puzzle"]: line for line in found}


def test_each_puzzle_is_rated_once(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "r.jsonl"
    words = [*RATED, "--rate", "-j", "2", "--repeat", "2", "--time-limit", "60"]
    assert compare(path, *words, "--json") == 0
    summary, every = json.loads(capsys.readouterr().out)["tables"]
    assert (summary["rows"][0][:2], every["headings"][:4]) == (
        ["order-glucose", 3],
        ["puzzle", "verdict", "class", "effort"],
    )
    found = {name: nonosat.rate(nonosat.load(name)).result() for name in RATED[:2]}
    for row, name in zip(every["rows"], [*found, "springs#1"], strict=True):
        one = found.get(name, {"class": None, "effort": None})
        assert (row[0], row[2], row[3]) == (name, one["class"], one["effort"])
    rated = ratings(path)
    assert {name: {key: line[key] for key in found[name]} for name, line in rated.items()} == found
    assert len(keys(path)) == len(set(keys(path))) == 6
    assert all(one["hash"] == rated[one["puzzle"]]["hash"] for one in runs_in(path) if one["puzzle"] in rated)
    before = path.read_bytes()
    assert compare(path, *words, "--resume", "--quiet") == 0
    assert len(path.read_bytes().splitlines()) == len(before.splitlines()) + 1  # the note of it
    assert "class" not in capsys.readouterr().out


def test_a_journal_without_ratings_gets_them_and_no_run_is_repeated(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    assert compare(path, *RATED) == 0
    before = path.read_bytes()
    assert not ratings(path)
    for _ in range(2):
        assert compare(path, *RATED, "--rate", "--resume") == 0
    assert path.read_bytes().startswith(before)
    assert len(keys(path)) == len(set(keys(path))) == 3 and len(ratings(path)) == 2
    torn = path.read_bytes()
    path.write_bytes(torn[: torn.index(b'"question": "rate"') + 30])
    assert compare(path, *RATED, "--rate", "--resume") == 0
    assert len(ratings(path)) == 2


def test_a_rating_ends_at_its_limits(tmp_path: Path) -> None:
    for number, words in enumerate((["--time-limit", "300ms"], ["--memory-limit", "1M"])):
        path, hard = tmp_path / f"{number}.jsonl", written(n_dom(60), tmp_path)
        assert compare(path, hard, "--models", "order-cadical", "--rate", *words) == 0
        (rating,) = ratings(path).values()
        assert rating["stop_reason"] == words[0][2:].replace("-", " ")
        assert rating["class"] == "unknown" and rating["effort"] is None


def dies(*_: object, **__: object) -> None:
    """Do so instead of rating: the worker's process finds it by its name."""
    for_worker.die()


@pytest.mark.slow
def test_a_rating_that_failed_is_said_and_the_exit_code(
    tmp_path: Path, monkeypatch: Patch, capsys: Capture
) -> None:
    path = tmp_path / "r.jsonl"
    monkeypatch.setattr(rating, "rate", dies)
    assert compare(path, *RATED, "--rate") == 70
    error = capsys.readouterr().err
    assert error == "--rate: 2 ratings failed: WorkerError: the worker ended with 7: last words\n"
    assert {rating["class"] for rating in ratings(path).values()} == {"unknown"}
    assert len(keys(path)) == 3


def test_runs_are_read_with_the_class_of_their_puzzle(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    rating = {
        "question": "rate",
        "puzzle": "p",
        "hash": "p",
        "class": "deep",
        "at_least": True,
        "effort": 7.5,
    }
    damaged = rating | {"effort": "much"}
    journal_of(path, HEADER, A_RUN, rating, record("q", "m"), damaged, rating | {"hash": "other"})
    found = load(path)[1]
    told = {key: rating[key] for key in ("class", "at_least", "effort")}
    assert found.records == [A_RUN | told, record("q", "m")]
    assert (found.skipped, found.done) == ([5], {("p", "m", 0), ("q", "m", 0), ("p",)})
