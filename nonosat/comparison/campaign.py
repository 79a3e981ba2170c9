"""A campaign: its jobs, its header, its runs; and how it is repeated from its journal."""

from __future__ import annotations

import os
import platform
import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeVar

from nonosat import Card, InputError, Limits, load
from nonosat.comparison.certify import claims, prove, record_unproven
from nonosat.comparison.cluster import deaths
from nonosat.comparison.isolation import Entry, Job, execute, record_failure
from nonosat.comparison.journal import Journal, contents
from nonosat.comparison.results import Record
from nonosat.toolkit import NO_LIMITS, count_steps, stream

J = TypeVar("J")
T = TypeVar("T")

# The processes of many cards cannot all be kept: each card then does a block of puzzles before the next one.
_FEW, _BLOCK = 8, 10
_PACKAGES = ("nonosat", "python-sat", "ortools", "numpy")


@dataclass(frozen=True)
class Campaign:
    """Puzzles to run under cards, repeatedly and within limits; each repeat is done in `orient` orientations
    of the grid.
    """

    entries: Sequence[Entry]
    cards: Sequence[Card]
    repeat: int = 1
    seed: int | None = None
    limits: Limits = NO_LIMITS
    orient: int = 1
    certify: bool = False

    def __post_init__(self) -> None:
        _require_distinct("cards", (card.name for card in self.cards))
        _require_distinct("puzzles", (entry.source for entry in self.entries))
        if not self.cards or not self.entries:
            raise InputError("expected at least one puzzle and one card")

    @cached_property
    def jobs(self) -> list[Job]:
        """All jobs, interleaved so that drift of the machine affects all cards equally, and no card always
        comes first. Repeats are numbered through. A limit that is not given is the card's own.
        """
        jobs = []
        together = 1 if len(self.cards) <= _FEW else _BLOCK
        for turn in range(self.repeat * self.orient):
            seed = None if self.seed is None else self.seed + turn
            for number, at in enumerate(range(0, len(self.entries), together)):
                first = (number + turn) % len(self.cards)
                for card in (*self.cards[first:], *self.cards[:first]):
                    limits = self.limits.over(card.limits)
                    block = self.entries[at : at + together]
                    jobs += [Job(entry, card, turn, seed, limits, turn % self.orient) for entry in block]
        return jobs

    def part(self, puzzles: Sequence[str], models: Sequence[str]) -> Campaign:
        """Return the campaign of some puzzles and models; of all, if none is named."""
        entries = [entry for entry in self.entries if not puzzles or entry.source in puzzles]
        cards = [card for card in self.cards if not models or card.name in models]
        return replace(self, entries=entries, cards=cards)

    def header(self, command: Sequence[str]) -> Record:
        """Return the header of the journal."""
        return {
            "start": datetime.now(UTC).isoformat(timespec="seconds"),
            "command": list(command),
            "versions": _versions(self.cards),
            "machine": _machine(),
            "models": [asdict(card) for card in self.cards],
            "limits": asdict(self.limits),
            **{key: getattr(self, key) for key in ("repeat", "orient", "certify", "seed")},
            "puzzles": [
                {
                    "name": entry.source,
                    "hash": entry.hash,
                    "cells": len(entry.puzzle.problem().sizes),
                    "document": entry.document,
                }
                for entry in self.entries
            ],
        }


def do_campaign(
    campaign: Campaign, executor: Executor, journal: Journal, chosen: Iterable[Record] | None = None
) -> None:
    """Do the runs that a journal lacks, or those chosen, as in a race; then the certificates."""
    for run in chosen or run_each(executor, [job for job in campaign.jobs if job.key not in journal.done]):
        journal.append(run)
    if campaign.certify:
        todo = list(claims(campaign.entries, campaign.cards, contents(journal.path).lines))
        for line, certificate in _each(executor, prove, todo, record_unproven, "certificates"):
            journal.append_certificate(line, certificate)


def run_each(
    executor: Executor, jobs: Sequence[Job], do: Callable[[Job], Record] | None = None
) -> Generator[Record, None, None]:
    """Do these jobs, and yield their runs; see `stream` for the executor."""
    yield from _each(executor, do or execute, jobs, record_failure, "runs")


def _each(
    executor: Executor, do: Callable[[J], T], jobs: Sequence[J], failed: Callable[[J, str], T], what: str
) -> Generator[T, None, None]:
    """Yield what becomes of each job. The progress line names the one that has been waited for longest."""
    left = {id(job): job for job in jobs}
    counting = count_steps(what, len(jobs), lambda: next(iter(left.values()), ""))
    with counting as step, closing(stream(executor, do, jobs)) as ended:
        for job, future in ended:
            del left[id(job)]
            step()
            try:
                done = future.result()
            except deaths() as error:
                done = failed(job, str(error))
            yield done


def _require_distinct(what: str, names: Iterable[str]) -> None:
    double = next((name for name, number in Counter(names).items() if number > 1), None)
    if double is not None:
        raise InputError(f"two {what} have the name {double}: their runs would be indistinguishable")


def _versions(cards: Iterable[Card]) -> dict[str, str]:
    """Return the versions of Python, of packages, and of the programs that the cards run."""
    versions = {"python": platform.python_version()}
    for package in _PACKAGES:
        with suppress(PackageNotFoundError):
            versions[package] = version(package)
    for card in cards:
        versions |= card.versions
    return versions


def _machine() -> dict[str, object]:
    return {
        "host": platform.node(),
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory": os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 0,
    }


def _processor() -> str:
    with suppress(OSError):  # Linux alone has this file
        if named := re.search(r"(?m)^model name\s*: (.+)", Path("/proc/cpuinfo").read_text("utf-8")):
            return named[1].strip()
    return platform.processor() or platform.machine()


def campaign_of(header: Record, path: str) -> Campaign:
    """Return the campaign that a journal's header describes: its puzzles, cards and limits are all in it.

    Raises InputError if a solver is not installed, or if the cards are those of another version.
    """
    try:
        cards = [Card(**{**data, "limits": Limits(**data["limits"])}) for data in header["models"]]
        limits = Limits(**header["limits"])
    except (KeyError, TypeError):
        raise InputError("its cards cannot be read by this version of nonosat", path, 1) from None
    for card in cards:
        if card.info is None:
            raise InputError(f"its solver {card.backend} is not installed", path, 1)
    if why := next(filter(None, (card.missing for card in cards)), ""):
        raise InputError(why, path, 1)
    entries = [
        Entry(one["name"], load(one["document"]).with_source(one["name"])) for one in header["puzzles"]
    ]
    repeat, seed, orient, certify = (header.get(key) for key in ("repeat", "seed", "orient", "certify"))
    return Campaign(entries, cards, repeat or 1, seed, limits, orient or 1, bool(certify))
