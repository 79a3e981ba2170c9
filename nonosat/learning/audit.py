"""Audits a set: examines every puzzle, and compares it with all others and with those of a training set.

Puzzles are streamed: only a few numbers per puzzle are kept, to find its duplicates.

A journal keeps the findings of each batch of puzzles, so that an audit can be resumed. A batch is stored as
one text in its record, so that even a journal of a million puzzles can be read at once.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from hashlib import blake2b
from itertools import islice
from math import sqrt
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any

from nonosat import (
    Examined,
    InputError,
    StopReason,
    Table,
    Verdict,
    __version__,
    fields,
    journal,
    stream,
    words,
    worker,
)
from nonosat.learning.examine import Findings, Key, Question, both_keys, examine, relation
from nonosat.learning.sets import Defect, Item


@dataclass(frozen=True, order=True)
class _Batch:
    """The record of a batch: its number, the fingerprint of its puzzles, and the findings about them."""

    batch: Annotated[int, fields.number(0, 1 << 40)]
    of: Annotated[str, fields.text(64)]
    puzzles: Annotated[str, fields.text(1 << 30)]


def _read(record: journal.Record) -> _Batch:
    return fields.read(_Batch, record, "a batch")


FORM = journal.Form(
    tag="audit",
    schema=2,
    same={"version": "versions of nonosat", "sets": "sets", "question": "questions"},
    again=("start",),
    key=lambda record: _read(record).batch,
)


class AuditJournal(journal.Journal):
    """An open journal; the batches that it already has are read first, in the order of the set."""

    def __init__(self, path: str, sets: Sequence[str], asked: Question, resume: bool) -> None:
        header = {
            FORM.tag: FORM.schema,
            "start": datetime.now(UTC).isoformat(timespec="seconds"),
            "version": __version__,
            "sets": [[name, Path(name).stat().st_size if Path(name).is_file() else None] for name in sets],
            "question": asdict(asked),
        }
        super().__init__(path, FORM, header, resume)
        self._next = 0
        self._of = ""

    def known(self) -> Iterator[list[Findings]]:
        """Yield the findings of each batch."""
        for one in sorted(map(_read, journal.contents(self.path, FORM).records)):
            if one.batch != self._next:
                return
            self._next, self._of = one.batch + 1, one.of
            try:
                yield [_findings(found) for found in json.loads(one.puzzles)]
            except (ValueError, TypeError, KeyError, IndexError):
                raise InputError(f"the batch {one.batch} of this journal is damaged", self.path) from None

    def require_same(self, items: Sequence[Item], known: Sequence[Findings]) -> None:
        """Refuse to continue if the puzzles differ from those of the last batch yielded."""
        if len(items) != len(known) or _fingerprint(items) != self._of:
            raise InputError("cannot be continued: the set has other puzzles now", self.path)

    def note(self, items: Sequence[Item], found: Sequence[Findings]) -> None:
        """Record the findings of a batch."""
        puzzles = json.dumps([_plain(one) for one in found], default=attrgetter("value"))
        self.append(asdict(_Batch(self._next, _fingerprint(items), puzzles)))
        self._next += 1


def _fingerprint(items: Sequence[Item]) -> str:
    digest = blake2b(digest_size=16)
    for item in items:
        clues = (item.puzzle.kind, *item.puzzle.clue_lines()) if item.puzzle else ()
        digest.update(repr((item.address, clues, item.picture, item.defects)).encode())
    return digest.hexdigest()


_USUAL = asdict(Findings()) | asdict(Examined())


def _plain(one: Findings) -> dict[str, Any]:
    """Return what is not as usual; a puzzle without defects needs no pictures."""
    found = asdict(one)
    found |= found.pop("found")
    if one.found.verdict is Verdict.UNIQUE and not one.defects:
        found["solution"] = ()
    return {name: value for name, value in found.items() if value != _USUAL[name]}


def _findings(plain: dict[str, Any]) -> Findings:
    """Return the findings that `_plain` wrote."""
    found: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
    }
    defects = tuple([Defect(**one) for one in found.pop("defects", ())])
    keys = tuple([Key(*one) for one in found.pop("keys", ())])
    level = found.pop("level", "")
    for name, kind in (("verdict", Verdict), ("stop_reason", StopReason)):
        if name in found:
            found[name] = kind(found[name])
    return Findings(Examined(**found), level, defects, keys)


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


@dataclass(frozen=True, slots=True)
class Audited:
    """A puzzle of the set, with the findings about it and its defects."""

    item: Item
    found: Examined
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
        found = audited.found
        self.puzzles += 1
        if found.verdict is not None:
            self.verdicts[found.verdict.value] += 1
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


class Index:
    """Maps keys to the addresses of the first puzzles that had them."""

    def __init__(self) -> None:
        self._seen: dict[int, tuple[str, int]] = {}

    def __len__(self) -> int:
        return len(self._seen)

    def find(self, keys: Iterable[Key]) -> tuple[str, str] | None:
        """Return the address of a puzzle with one of the keys, and its relation to this one."""
        same = [(self._seen[key.hash], key.moves) for key in keys if key.hash in self._seen]
        found = [(address, relation(moves, own)) for (address, moves), own in same]
        return min(found, key=lambda pair: "colours" in pair[1], default=None)

    def add(self, keys: Iterable[Key], address: str) -> None:
        """Enter a puzzle, except under keys that an earlier one has."""
        for key in keys:
            self._seen.setdefault(key.hash, (address, key.moves))


def training(items: Iterable[Item], question: Question) -> Index:
    """Return an index of a training set."""
    index = Index()
    for item in items:
        index.add(both_keys(item, question), item.address)
    return index


def audit(
    items: Iterable[Item],
    question: Question,
    executor: Executor | None = None,
    train: Index | None = None,
    journal: AuditJournal | None = None,
) -> Generator[Audited, None, None]:
    """Yield every puzzle with its defects, in the order of the set. The executor examines batches of puzzles,
    some at a time; without one, this process does. Batches in the journal are not examined again.
    """
    index = Index()
    searched = [("duplicate", "a duplicate of", index)]
    searched += [("train", "in the training set:", train)] if train is not None else []
    with closing(_examined(items, question, executor, journal)) as found:
        for item, known in found:
            twins = ((kind, what, others.find(known.keys)) for kind, what, others in searched)
            more = [
                Defect(kind, f"{what} {twin[0]}" + (f", {twin[1]}" if twin[1] != "the same" else ""))
                for kind, what, twin in twins
                if twin
            ]
            index.add(known.keys, item.address)
            yield Audited(item, known.found, known.level, (*known.defects, *more))


def _examined(
    items: Iterable[Item], question: Question, executor: Executor | None, journal: AuditJournal | None
) -> Generator[tuple[Item, Findings], None, None]:
    """Yield the puzzles with the findings about each."""
    if executor is None and journal is None:
        for item in items:
            yield item, examine(item, question)
        return
    todo = iter(items)
    batches = (Batch(batch, question) for batch in iter(lambda: tuple(islice(todo, BATCH)), ()))
    if journal is not None:
        for known, batch in zip(journal.known(), batches, strict=False):
            journal.require_same(batch.items, known)
            yield from zip(batch.items, known, strict=True)
    for batch, found in _in_order(batches, executor):
        if journal is not None:
            journal.note(batch.items, found)
        yield from zip(batch.items, found, strict=True)


def _in_order(
    batches: Iterator[Batch], executor: Executor | None
) -> Generator[tuple[Batch, list[Findings]], None, None]:
    if executor is None:
        yield from ((batch, examine_batch(batch)) for batch in batches)
        return
    ahead = 2 * int(getattr(executor, "ahead", getattr(executor, "_max_workers", 1) + 1))
    with closing(stream(executor, in_worker, batches, window=ahead, ordered=True)) as done:
        for batch, future in done:
            yield batch, future.result()


@dataclass(frozen=True, slots=True)
class Batch:
    """Some puzzles of the set, in the form that is sent to another process."""

    items: tuple[Item, ...]
    question: Question

    def __reduce__(self) -> tuple[object, ...]:
        # The records from which puzzles were read are not sent.
        return Batch, (tuple([replace(item, values=None, paths=None) for item in self.items]), self.question)


def in_worker(batch: Batch) -> list[Findings]:
    """Examine a batch in a worker process."""
    with worker.leased() as held:
        return held.call(worker.Bounds(), examine_batch, batch)


def examine_batch(batch: Batch) -> list[Findings]:
    """Examine a batch in this process."""
    return [examine(item, batch.question) for item in batch.items]
