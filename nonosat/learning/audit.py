"""Audits a set: examines every puzzle, and compares it with all others and with those of a training set.

Puzzles are streamed: only a few numbers per puzzle are kept, to find its duplicates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from nonosat import Limits
from nonosat.learning.examine import Findings, Question, both_keys, examine
from nonosat.learning.index import Index
from nonosat.learning.sets import Defect, Item, items
from nonosat.toolkit import NO_LIMITS, Examined, Table, path_text, stream, within, words, worker

BATCH = 200
"""How many puzzles a job has."""

KINDS = {
    "broken": "cannot be read",
    "clue": "a clue is not a number",
    "line": "a clue is too long for its line",
    "sums": "the sums of rows and columns differ",
    "none": "no solution, though the sums agree",
    "multiple": "several solutions",
    "picture": "the stored picture is not a solution",
    "size": "the stored picture has another size",
    "no-picture": "the stored picture is missing",
    "duplicate": "a duplicate of an earlier puzzle",
    "train": "in the training set",
}
"""The kinds of defects, in words."""


class Audited(NamedTuple):
    """A puzzle of the set, with the findings about it and its defects."""

    item: Item
    examined: Examined
    level: str
    defects: tuple[Defect, ...]

    @property
    def name(self) -> str:
        """The puzzle's address, and its id if it has one."""
        return f"{self.item.address} ({self.item.id})" if self.item.id else self.item.address


@dataclass
class Tally:
    """Counts of the puzzles of the set, by finding."""

    puzzles: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    defects: Counter[str] = field(default_factory=Counter)
    defective: int = 0
    levels: Counter[str] = field(default_factory=Counter)

    def add(self, audited: Audited) -> None:
        """Count a puzzle."""
        findings = audited.examined
        self.puzzles += 1
        if findings.verdict is not None:
            self.verdicts[findings.verdict.value] += 1
        if audited.level:
            self.levels[audited.level] += 1
        if audited.defects:
            self.defects.update({defect.kind for defect in audited.defects})
            self.defective += 1

    def table(self) -> Table:
        """Return the shares of all defects and verdicts, with intervals."""
        counts = [("with a defect", self.defective)]
        counts += [(about, self.defects[kind]) for kind, about in KINDS.items() if self.defects[kind]]
        counts += [(f"verdict: {verdict}", number) for verdict, number in sorted(self.verdicts.items())]
        counts += [(f"class: {level}", number) for level, number in sorted(self.levels.items())]
        rows = []
        for what, number in counts:
            share, low, high = (
                f"{100 * part:.1f} %"
                for part in (number / max(1, self.puzzles), *wilson(number, self.puzzles))
            )
            rows.append((what, number, share, f"{low} to {high}"))
        headings = ("of the puzzles", "number", "share", "95 % interval")
        return Table(words.plural(self.puzzles, "puzzle"), headings, rows)


def wilson(count: int, total: int) -> tuple[float, float]:
    """Return Wilson's score interval of a share, for a confidence of 95 %.

    >>> [round(bound, 3) for bound in wilson(0, 10)], [round(bound, 3) for bound in wilson(5, 10)]
    ([0.0, 0.278], [0.237, 0.763])
    """
    if not total:
        return 0.0, 1.0
    share, weight = count / total, 1.959963984540054**2 / total  # the normal distribution's, for 95 %
    spread = sqrt(share * (1 - share) * weight + weight**2 / 4)
    low, high = ((share + weight / 2 + sign * spread) / (1 + weight) for sign in (-1, 1))
    return (0.0 if count == 0 else low), (1.0 if count == total else high)


def training(items: Iterable[Item], question: Question) -> Index:
    """Return an index of a training set."""
    index = Index()
    for item in items:
        index.add(both_keys(item, question), item.address)
    return index


@dataclass(frozen=True, repr=False)
class Audit:
    """The puzzles of a set with their defects, and counts of both."""

    puzzles: tuple[Audited, ...]
    tally: Tally

    @property
    def defects(self) -> list[tuple[str, str]]:
        """The name of each puzzle that has a defect, with the defect in words."""
        return [(one.name, defect.what) for one in self.puzzles for defect in one.defects]

    @property
    def said(self) -> str:
        """The defects, a line each, and the table of all counts."""
        return "\n".join([*(f"{name}: {what}" for name, what in self.defects), self.tally.table().text()])

    def to_dict(self) -> dict[str, Any]:
        """Return counts and defects as plain data."""
        tally = self.tally
        return {
            "puzzles": tally.puzzles,
            "defective": tally.defective,
            "verdicts": dict(tally.verdicts),
            "defects": dict(tally.defects),
            "found": [{"puzzle": name, "defect": what} for name, what in self.defects],
        }

    def __repr__(self) -> str:
        return (
            f"<Audit: {self.tally.defective} of {words.plural(self.tally.puzzles, 'puzzle')} with a defect>"
        )

    def __str__(self) -> str:
        return self.said

    def _repr_html_(self) -> str:
        return self.tally.table().html()


def audit(
    *paths: str | Path,
    train: str | Path | None = None,
    rated: bool = False,
    limits: Limits = NO_LIMITS,
    time_limit: float | None = None,
) -> Audit:
    """Examine every puzzle of some sets: files, folders, or records with clues and pictures.

        >>> import nonosat
        >>> nonosat.audit("switch")
        <Audit: 1 of 1 puzzle with a defect>

    Defects are clues that do not fit, several solutions, a wrong picture, duplicates, and what is in the set
    `train`, too. With `rated`, classes are counted. The limits are those of each puzzle.

    Raises InputError if a set cannot be read.
    """
    question = Question(limits=within(limits, time_limit), rated=rated)
    known = None if train is None else training(items(path_text(train)), question)
    tally, audited = Tally(), []
    for one in audits(chain.from_iterable(items(path_text(path)) for path in paths), question, train=known):
        tally.add(one)
        audited.append(one)
    return Audit(tuple(audited), tally)


def audits(
    items: Iterable[Item], question: Question, executor: Executor | None = None, train: Index | None = None
) -> Generator[Audited, None, None]:
    """Yield every puzzle with its defects, in the order of the set. The executor examines batches of puzzles,
    some at a time; without one, this process does.
    """
    index = Index()
    with closing(_examine(items, question, executor)) as each:
        for item, (findings, level, defects, keys) in each:
            if twin := index.add(keys, item.address):
                defects = (*defects, _like("duplicate", "a duplicate of", *twin))
            if train is not None and (twin := train.find(keys)):
                defects = (*defects, _like("train", "in the training set:", *twin))
            yield Audited(item, findings, level, defects)


def _like(kind: str, what: str, other: str, related: str) -> Defect:
    return Defect(kind, f"{what} {other}" + (f", {related}" if related != "the same" else ""))


def _examine(
    items: Iterable[Item], question: Question, executor: Executor | None
) -> Generator[tuple[Item, Findings], None, None]:
    """Yield the puzzles with the findings about each."""
    if executor is None:
        for item in items:
            yield item, examine(item, question)
        return
    todo = iter(items)
    batches = iter(lambda: tuple(islice(todo, BATCH)), ())
    ahead = 2 * int(getattr(executor, "ahead", getattr(executor, "_max_workers", 1) + 1))
    asked = partial(in_worker, question)
    with closing(stream(executor, asked, batches, window=ahead, ordered=True)) as done:
        for batch, future in done:
            yield from zip(batch, future.result(), strict=True)


def in_worker(question: Question, items: tuple[Item, ...]) -> list[Findings]:
    """Examine some puzzles in a worker process."""
    return worker.ask(worker.Bounds(), examine_each, question, items)


def examine_each(question: Question, items: tuple[Item, ...]) -> list[Findings]:
    """Examine some puzzles in this process."""
    return [examine(item, question) for item in items]
