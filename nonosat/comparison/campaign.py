"""A campaign: its jobs, its header, its runs; and how it is repeated from its journal."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from nonosat import Card, InputError, Limits, Puzzle, load
from nonosat.comparison.certify import Claim, claims, prove, record_unproven
from nonosat.comparison.cluster import deaths
from nonosat.comparison.isolation import Entry, Job, entries, execute, record_failure
from nonosat.comparison.journal import Journal, Key, contents
from nonosat.comparison.results import Record
from nonosat.toolkit import NO_LIMITS, Pool, load_card, stream

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
        return replace(
            self, entries=entries, cards=[card for card in self.cards if not models or card.name in models]
        )

    def list_left(self, done: Collection[Key]) -> list[Job]:
        """Return the jobs that are not done yet."""
        return [job for job in self.jobs if job.key not in done]

    def claims(self, path: str) -> list[Claim]:
        """Return what is to be proven of the runs of a journal; nothing without `certify`."""
        return list(claims(self.entries, self.cards, contents(path).lines)) if self.certify else []

    def header(self, command: Sequence[str]) -> Record:
        """Return the header of the journal."""
        return {
            "start": datetime.now(UTC).isoformat(timespec="seconds"),
            "command": list(command),
            "versions": _versions(self.cards),
            "machine": _machine(),
            "models": [asdict(card) for card in self.cards],
            "limits": asdict(self.limits),
            "repeat": self.repeat,
            "orient": self.orient,
            "certify": self.certify,
            "seed": self.seed,
            "puzzles": [
                {
                    "name": entry.source,
                    "hash": entry.hash,
                    "cells": len(entry.puzzle.problem().sizes) if entry.puzzle else None,
                    "document": entry.document,
                }
                for entry in self.entries
            ],
        }


def runs(
    puzzles: Iterable[Puzzle | str],
    models: Iterable[Card | str],
    executor: Executor | None = None,
    *,
    jobs: int = 1,
    repeat: int = 1,
    seed: int | None = None,
    orient: int = 1,
    certify: bool = False,
    limits: Limits = NO_LIMITS,
    journal: str | Path | None = None,
    resume: bool = False,
) -> Generator[Record, None, None]:
    """Run every puzzle under every model, and yield the runs as they finish.

        >>> for run in runs(["cat", "switch"], ["order-glucose"], limits=Limits(time=20)):
        ...     print(run["puzzle"], run["verdict"])
        cat unique
        switch multiple

    Puzzles are `Puzzle` objects, or names as on the command line; models are cards, or their names or
    paths. The runs go to the executor if one is given; otherwise this machine does `jobs` at a time. With
    `orient`, each repeat is done in up to eight orientations of the puzzle's grid.

    With `journal`, the path of a new file, each run is also appended to that file before it is yielded, as
    `nonosat compare -o` does; `nonosat report` and `nonosat.comparison.read` read it. With `resume`, an
    existing journal is continued: only the runs that it lacks are done and yielded. With `certify`,
    certificates of the verdicts follow the last run.

    A puzzle that cannot be read is a run with the stop reason `error`. Raises InputError, with the first run,
    if a card cannot be found, if there is no puzzle or no model, or if the journal cannot be written: it
    already exists and `resume` is not set, it is of another campaign, or two puzzles have the same address.
    """
    listed: list[Entry] = []
    for puzzle in puzzles:
        if isinstance(puzzle, str):
            listed += entries([puzzle])
        else:  # a puzzle made by a program may have no address
            listed.append(Entry(puzzle.source or f"puzzle {len(listed) + 1}", puzzle))
    cards = [model if isinstance(model, Card) else load_card(model) for model in models]
    campaign = Campaign(listed, cards, repeat, seed, limits, orient, certify)
    if certify and journal is None:
        raise InputError("certificates need a journal")
    if journal is not None:
        _require_distinct("puzzles", (entry.source for entry in listed))
    with TemporaryDirectory() as folder, Pool(jobs) as pool:
        path = str(journal or Path(folder, "runs.jsonl"))
        workers = executor or pool
        with Journal(path, campaign.header(sys.argv), resume) as written:
            with closing(run_each(workers, campaign.list_left(written.done))) as done:
                for run in done:
                    written.append(run)
                    yield run
            with closing(proofs(workers, campaign.claims(path))) as proven:
                for line, certificate in proven:
                    written.append_certificate(line, certificate)


def run_each(executor: Executor, jobs: Iterable[Job]) -> Generator[Record, None, None]:
    """Do these jobs, and yield their runs; see `stream` for the executor."""
    yield from _each(executor, execute, jobs, record_failure)


def proofs(executor: Executor, todo: Iterable[Claim]) -> Generator[tuple[Record, bytes], None, None]:
    """Prove claims; yield what a journal says of each, and its certificate, if there is one."""
    yield from _each(executor, prove, todo, record_unproven)


def _each(
    executor: Executor, do: Callable[[J], T], jobs: Iterable[J], failed: Callable[[J, str], T]
) -> Generator[T, None, None]:
    """Yield what becomes of each job."""
    with closing(stream(executor, do, jobs)) as ended:
        for job, future in ended:
            try:
                yield future.result()
            except deaths() as error:
                yield failed(job, str(error))


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
        limits, repeat = Limits(**header["limits"]), header["repeat"]
    except (KeyError, TypeError):
        raise InputError("its cards cannot be read by this version of nonosat", path, 1) from None
    for card in cards:
        if card.info is None:
            raise InputError(f"its solver {card.backend} is not installed", path, 1)
    if why := next(filter(None, (card.missing for card in cards)), ""):
        raise InputError(why, path, 1)
    entries = [_entry(puzzle) for puzzle in header["puzzles"]]
    return Campaign(
        entries, cards, repeat, header["seed"], limits, header.get("orient", 1), header.get("certify", False)
    )


def _entry(puzzle: Record) -> Entry:
    name, document = puzzle["name"], puzzle["document"]
    if document is None:
        return Entry(name, error=f"{name}: could not be read in the journal's campaign either")
    return Entry(name, load(document).with_source(name))
