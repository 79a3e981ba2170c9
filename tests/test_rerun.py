"""A campaign is repeated from its journal alone, and what is different is said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nonosat.compare.campaign import campaign_of, differences
from nonosat.compare.journal import load
from nonosat.compare.results import results
from tests.helpers.fixtures import Capture
from tests.helpers.journals import compare, journal_of, keys, record, runs_in

ASKED = ["switch", "springs#1", "--orient", "2", "--seed", "4", "--time-limit", "60"]


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a journal of a campaign of some kinds, some orientations, and a card that is gone since."""
    folder = tmp_path_factory.mktemp("before")
    card = folder / "mine.yaml"
    card.write_text("name: mine\nbackend: pysat:minisat22\nnarrow: false\n")
    bad = folder / "bad.non"
    bad.write_text("width x\n")
    path = folder / "r.jsonl"
    assert compare(path, str(bad), *ASKED, "--models", "auto", str(card)) == 2
    card.unlink()
    bad.unlink()
    return path


def test_the_same_runs_are_done_again(before: Path, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "again.jsonl"
    assert compare(path, "--rerun", str(before), "--json") == 2
    captured = capsys.readouterr()
    assert "bad.non: could not be read" in captured.err
    old, new = (load(one)[0] for one in (before, path))
    same = ("puzzles", "models", "limits", "repeat", "orient", "seed", "versions")
    assert {key: old[key] for key in same} == {key: new[key] for key in same}
    assert sorted(keys(path)) == sorted(keys(before)) and len(keys(path)) == 12
    verdicts = [
        {key: run[key] for key in ("verdict", "orientation", "seed", "hash")} for run in runs_in(path)
    ]
    assert verdicts == [{key: run[key] for key in verdicts[0]} for run in runs_in(before)]
    _, table = json.loads(captured.out)["tables"]
    assert [row[:4] for row in table["rows"]] == [["auto", 3, 3, 0], ["mine", 3, 3, 0]]
    assert compare(path, "--rerun", str(before), "--resume") == 2, "the unread puzzle is still one"
    assert len(keys(path)) == 12


def test_differences_are_listed() -> None:
    def found(**walls: float) -> list[dict[str, object]]:
        return [record(puzzle, "m", wall=wall) for puzzle, wall in walls.items()]

    late = record("r", "m", "unknown", wall=10.0, stop_reason="time limit")
    table, changed = differences(
        results([*found(p=1.0, q=4.0, r=9.0)]), results([*found(p=2.0, q=2.0, s=1.0), late])
    )
    ((*counts, mean, low, high),) = table.rows
    assert counts == ["m", 3, 2, 1]
    assert (mean, low, high) == pytest.approx((1.0, 0.875, 1.625))
    assert changed.rows == (("r", "m", "unique", "time limit"),)


@pytest.mark.parametrize("words", [["dom-3"], ["--seed", "0"], ["--orient", "8"], ["--time-limit", "3"], []])
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
    for wrong in (
        mine | {"colour": "red"},
        {"name": "mine"},
        mine | {"backend": "abacus"},
    ):
        path = tmp_path / "r.jsonl"
        journal_of(path, header | {"models": [wrong]})
        assert compare(tmp_path / "again.jsonl", "--rerun", str(path)) == 2
    assert [card.name for card in campaign_of(header, "r.jsonl").cards] == ["auto", "mine"]
    assert auto["name"] == "auto"
