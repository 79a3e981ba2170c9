"""Does `nonosat compare --budget` find the winner, and how soon? `python -m bench.races JOURNAL...`

Each journal has a whole campaign, one run of each card on each puzzle. Its runs are raced again, in ten
random orders of the puzzles: a line says how often the winner is that of the campaign, and in which share of
its time.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from random import Random
from statistics import mean
from typing import Any

from nonosat.comparison.journal import load
from nonosat.comparison.racing import Race

ORDERS = 10

Runs = dict[str, dict[str, dict[str, Any]]]
"""Puzzle -> card -> run."""


def race_again(runs: Runs, order: list[str]) -> tuple[str, float]:
    """Return the winner of a race, and in which share of the campaign's time it was found."""
    cards = sorted({card for of in runs.values() for card in of})
    race, used = Race(cards), 0.0
    for puzzle in order:
        if len(race.left) > 1:
            used += sum(runs[puzzle][card]["wall"] for card in race.left)
            race.add([runs[puzzle][card] for card in race.left])
    return race.order[0], used / sum(run["wall"] for of in runs.values() for run in of.values())


def main() -> None:
    """Race each journal again."""
    for path in sys.argv[1:]:
        runs: Runs = defaultdict(dict)
        for run in load(path)[1].records:
            runs[run["puzzle"]][run["model"]] = run
        best = winner(runs)
        races = [race_again(runs, Random(seed).sample(sorted(runs), len(runs))) for seed in range(ORDERS)]
        same = sum(won == best for won, _ in races)
        share = mean(part for _, part in races)
        print(f"{path}: {best} wins; so it does in {same} of {ORDERS} races, in {share:.0%} of the time")


def winner(runs: Runs) -> str:
    """Return the card with the least penalised time over all puzzles."""
    seconds: dict[str, float] = defaultdict(float)
    for of in runs.values():
        for card, run in of.items():
            seconds[card] += run["wall"] if run["stop_reason"] == "done" else 2 * run["limits"]["time"]
    return min(seconds, key=lambda card: seconds[card])


if __name__ == "__main__":
    main()
