"""Races of cards: on times that are given, and one that is run."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from nonosat.cli import main
from nonosat.comparison.racing import Race
from tests.helpers.fixtures import Capture


def runs(times: Mapping[str, float], limit: float = 10.0) -> list[dict[str, Any]]:
    """One puzzle's run under each card; what takes longer than the limit is not solved."""
    return [
        {
            "model": model,
            "stop_reason": "done" if wall <= limit else "time limit",
            "fault": "",
            "wall": min(wall, limit),
            "limits": {"time": limit},
        }
        for model, wall in times.items()
    ]


@pytest.mark.parametrize("seed", range(20))
def test_what_is_slower_on_each_puzzle_is_dropped_and_the_best_stays(seed: int) -> None:
    random, race = Random(seed), Race(["a", "b", "c"])
    for _ in range(40):
        base = random.expovariate(1)
        times = {"a": base, "b": base * random.uniform(0.8, 1.3), "c": base * random.uniform(5, 9)}
        race.add(runs({model: times[model] for model in race.left}))
    assert "a" in race.left and race.dropped["c"] < 40
    assert f"Dropped: c after {race.dropped['c']}" in race.sentence()


def test_a_card_that_alone_solves_what_is_hard_is_not_dropped_for_being_slow() -> None:
    random, won = Random(1), 0
    for _ in range(20):
        race = Race(["quick", "slow", "strong"])
        for hard in random.sample([True] * 10 + [False] * 20, 30):
            times = {"quick": 99 if hard else 0.1, "strong": 2 if hard else 0.2, "slow": 99 if hard else 3}
            if len(race.left) > 1:
                race.add(runs({model: times[model] for model in race.left}))
        won += race.order[0] == "strong" and "slow" in race.dropped
    assert won >= 17


def test_equal_cards_are_not_told_apart() -> None:
    race = Race(["a", "b"])
    for _ in range(30):
        race.add(runs({"a": 1, "b": 1}))
    assert race.left == ["a", "b"] and "b may be faster" in race.sentence()
    refuted = Race(["a", "b"])
    for _ in range(30):
        one, other = runs({"a": 1, "b": 0.1})
        refuted.add([one, other | {"fault": "wrong", "stop_reason": "error"}])
    assert refuted.left == ["a"]  # a refuted answer is none


def test_compare_stops_when_its_budget_is_spent(tmp_path: Path, capsys: Capture) -> None:
    models = ("--models", "order-glucose", "cpsat-automaton")
    words = ["compare", "cat", "dom-3", "dom-5", *models, "--time-limit", "20", "--json"]
    begin = time.monotonic()
    main([*words, "--budget", "1ms", "-o", str(tmp_path / "none.jsonl")])
    assert time.monotonic() - begin < 15  # processes start
    assert json.loads(capsys.readouterr().out)["race"]["winner"] is None
    assert main([*words, "--budget", "1m", "-o", str(tmp_path / "all.jsonl")]) == 0
    found = json.loads(capsys.readouterr().out)["race"]
    assert found["puzzles"] == 3 and found["winner"] in models[1:]
    assert main(["compare", "cat", *models, "--budget", "1m", "-o", str(tmp_path / "x.jsonl")]) == 2
    assert "--time-limit" in capsys.readouterr().err
