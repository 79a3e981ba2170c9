"""A race: which card is the best for these puzzles, found in a given time.

The puzzles come in random order, each under all cards that may still win; a card that has lost is dropped.
It has lost if the leader's penalised times are less in all but five of a hundred bootstrap samples of the
puzzles, divided by the number of rivals. Each sample may draw one more puzzle, on which the leader loses half
the longest time of either, since what has not been met yet may count most.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from nonosat import StopReason
from nonosat.comparison.campaign import Campaign, run_each
from nonosat.comparison.isolation import Job, execute, record_failure
from nonosat.comparison.journal import run_key
from nonosat.comparison.results import Record
from nonosat.toolkit import progress, words

_LEAST = 5  # puzzles before any card is dropped
_SAMPLES = 4_000
_DOUBT = 0.05


class Race:
    """The cards that may still win, and the penalised times of all on the puzzles so far."""

    def __init__(self, models: Sequence[str]) -> None:
        """Begin with all cards."""
        self.left = list(models)
        self.dropped: dict[str, int] = {}
        self._times: dict[str, list[float]] = {model: [] for model in models}

    @property
    def puzzles(self) -> int:
        """How many puzzles the cards that are left have had."""
        return len(self._times[self.left[0]])

    def add(self, runs: Sequence[Record]) -> None:
        """Add all runs of one puzzle, and drop the cards that have lost."""
        seconds: dict[str, list[float]] = defaultdict(list)
        for run in runs:
            solved = run["stop_reason"] == StopReason.DONE and not run["fault"]
            seconds[run["model"]].append(run["wall"] if solved else 2 * run["limits"]["time"])
        for model in self.left:
            self._times[model].append(sum(seconds[model]) / len(seconds[model]))
        if self.puzzles >= _LEAST:
            leader, *others = self.order
            doubt = _DOUBT / max(1, len(others))
            for model in [one for one in others if self._chance(one, leader) < doubt]:
                self.left.remove(model)
                self.dropped[model] = self.puzzles

    @property
    def order(self) -> list[str]:
        """The cards that are left, the best so far first."""
        return sorted(self.left, key=lambda model: sum(self._times[model]))

    def _chance(self, model: str, leader: str) -> float:
        """Return in which share of the samples the model is not behind the leader."""
        mine, its = self._times[model], self._times[leader]
        behind = [a - b for a, b in zip(mine, its, strict=True)]
        return float((_samples([*behind, -max(*mine, *its) / 2]) <= 0).mean())

    @property
    def sure(self) -> float:
        """In which share of samples of the puzzles the leader is the best of those that are left."""
        return float((_samples([self._times[model] for model in self.order]).argmin(axis=0) == 0).mean())

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as plain data."""
        winner, sure = (self.order[0], self.sure) if self.puzzles else (None, 0.0)
        data = {"winner": winner, "puzzles": self.puzzles, "sure": sure}
        return {**data, "left": self.left, "dropped": self.dropped}

    def sentence(self) -> str:
        """Say which card wins, how sure that is, and when the others were dropped."""
        if not self.puzzles:
            return "The time was not enough for one puzzle."
        winner, *others = self.order
        text = f"{winner} wins after {words.plural(self.puzzles, 'puzzle')}"
        if others:
            text += f"; that is {self.sure:.0%} sure, since {', '.join(others)} may be faster"
        lost = ", ".join(f"{model} after {number}" for model, number in self.dropped.items())
        return f"{text}.{lost and f' Dropped: {lost}.'}"


def _samples(times: Sequence[Any]) -> Any:
    """Return the sums of many bootstrap samples of times, along their last axis."""
    import numpy

    seconds = numpy.array(times)
    number = seconds.shape[-1]
    drawn = numpy.random.default_rng(1).integers(0, number, (_SAMPLES, number))
    return seconds[..., drawn].sum(axis=-1)


def race(
    campaign: Campaign, executor: Executor, seconds: float, ended: Race
) -> Generator[Record, None, None]:
    """Do the runs of a race in so many seconds, and yield them. A run that had less time than the campaign
    gives it is not yielded if it did not end.
    """
    end = time.time() + seconds  # on a cluster, the clocks of its machines count
    with progress.Stage("", lambda: f"{ended.puzzles} puzzles, {len(ended.left)} cards left"):
        for entry in Random(campaign.seed or 0).sample(campaign.entries, len(campaign.entries)):
            if time.time() > end or len(ended.left) == 1:
                break
            cards = [card for card in campaign.cards if card.name in ended.left]
            asked = replace(campaign, entries=(entry,), cards=cards).jobs
            limits = {job.key: job.limits.time for job in asked}
            runs = []
            with closing(run_each(executor, asked, partial(_execute_until, end))) as done:
                for run in done:
                    if run["stop_reason"] == StopReason.DONE or run["limits"]["time"] == limits[run_key(run)]:
                        runs.append(run)
                        yield run
            if len(runs) == len(asked):
                ended.add(runs)


def _execute_until(end: float, job: Job) -> Record:
    """Do a job in what is left of the time when it begins."""
    left = max(0.0, end - time.time())
    job = replace(job, limits=replace(job.limits, time=min(job.limits.time or left, left)))
    return execute(job) if left else record_failure(job)
