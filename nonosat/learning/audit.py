"""Audits a set: examines every puzzle, and compares it with all others and with those of a training set.

Puzzles are streamed: only a few numbers per puzzle are kept, to find its duplicates, and some of the worst
for the page `audit.html`. A `Mender` removes the defects: it gives cells until one solution is left, or drops
the puzzle.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from heapq import nlargest
from html import escape
from itertools import chain, islice
from math import sqrt
from typing import Any, TextIO

from nonosat import (
    NO_LIMITS,
    Examined,
    Limits,
    Picture,
    Table,
    Verdict,
    __version__,
    draw,
    givens,
    stream,
    templates,
    words,
    worker,
    write,
)
from nonosat.learning.examine import Findings, Key, Question, both_keys, examine, relation
from nonosat.learning.sets import Defect, Item

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
    items: Iterable[Item], question: Question, executor: Executor | None = None, train: Index | None = None
) -> Generator[Audited, None, None]:
    """Yield every puzzle with its defects, in the order of the set. The executor examines batches of puzzles,
    some at a time; without one, this process does.
    """
    index = Index()
    searched = [("duplicate", "a duplicate of", index)]
    searched += [("train", "in the training set:", train)] if train is not None else []
    with closing(_examined(items, question, executor)) as found:
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
    with worker.leased() as held:
        return held.call(worker.Bounds(), examine_each, question, items)


def examine_each(question: Question, items: tuple[Item, ...]) -> list[Findings]:
    """Examine some puzzles in this process."""
    return [examine(item, question) for item in items]


MOST_DRAWN = 60
"""How many puzzles are drawn."""

_LARGEST = 2500  # cells; larger puzzles are not drawn
_EACH = 12  # puzzles per kind of defect


class Worst:
    """Keeps the puzzles with the worst defects, some of every kind."""

    def __init__(self) -> None:
        self._by_kind: dict[str, list[Audited]] = {kind: [] for kind in KINDS}

    def add(self, audited: Audited) -> None:
        """Keep a puzzle if it is among the worst of a kind."""
        for kind in {defect.kind for defect in audited.defects}:
            some = [*self._by_kind[kind], audited]
            self._by_kind[kind] = nlargest(_EACH, some, key=lambda one: one.found.solutions)

    def cases(self) -> list[Audited]:
        """Return the puzzles by kind, without duplicates."""
        found: dict[str, Audited] = {}
        for audited in chain.from_iterable(self._by_kind.values()):
            found.setdefault(audited.item.address, audited)
        return list(found.values())[:MOST_DRAWN]


def page(title: str, tables: Sequence[Table], worst: Worst, changed: Sequence[str] = ()) -> str:
    """Return the page; `changed` lists the answers that had been graded wrongly."""
    parts = {
        "title": escape(title),
        "report-style": templates.template("nonosat.pages", "report.css"),
        "about": escape(f"nonosat {__version__}"),
        "tables": "\n".join(map(Table.html, tables)),
        "cases": "\n".join(map(_case, worst.cases())) or "<p>No defect was found.</p>",
        "changed": "\n".join(f"<li>{escape(line)}</li>" for line in changed[:1000]),
    }
    return templates.filled(__package__, "audit", parts)


def _case(audited: Audited) -> str:
    defects = "".join(f"<li>{escape(defect.what)}</li>" for defect in audited.defects)
    return f"<article><h3>{escape(audited.name)}</h3><ul>{defects}</ul>{_drawing(audited)}</article>"


def _drawing(audited: Audited) -> str:
    """Draw two solutions, or the stored picture, or the clues alone."""
    puzzle, found = audited.item.puzzle, audited.found
    if puzzle is None or len(puzzle.problem().sizes) > _LARGEST:
        return ""
    stored = audited.item.picture or ()
    fits = bool(stored) and "picture" not in {defect.kind for defect in audited.defects}
    if found.other:
        first = stored if fits and stored != found.other else found.solution
        return draw(puzzle, first, found.other).svg()
    return draw(puzzle, stored or found.solution, found.solution if stored and not fits else ()).svg()


GIVENS, DROP = "givens", "drop"

_KEPT, _ADDED, _REPLACED, _DROPPED = "kept", "givens added", "picture replaced", "dropped"
_COUNTS = {
    _KEPT: "{} kept",
    _ADDED: "givens added to {}",
    _REPLACED: "the picture of {} replaced",
    f"{_ADDED} and {_REPLACED}": "givens added to {}, and the picture replaced",
    _DROPPED: "{} dropped",
}
"""What can be done, and to how many puzzles, in words."""

_PICTURE = {"picture", "size", "no-picture"}
"""Defects of the stored picture only: the unique solution replaces it."""


@dataclass
class Mender:
    """Writes the remaining puzzles as JSON Lines, each in the form of its own record."""

    file: TextIO
    by: str
    limits: Limits = NO_LIMITS
    done: Counter[str] = field(default_factory=Counter)

    def take(self, audited: Audited) -> str:
        """Write a puzzle, fixed or unchanged; return what was done about its defects.

        Raises KeyboardInterrupt at Ctrl-C: then nothing is written.
        """
        what, record = self._mended(audited)
        if record is not None:
            self.file.write(json.dumps(record, ensure_ascii=False) + "\n")
        self.done[what] += 1
        return "" if what == _KEPT else what

    def summary(self) -> str:
        """Say what was done to how many puzzles."""
        return ", ".join(
            about.format(words.plural(self.done[what], "puzzle"))
            for what, about in _COUNTS.items()
            if self.done[what]
        )

    def _mended(self, audited: Audited) -> tuple[str, Any]:
        kinds = {defect.kind for defect in audited.defects}
        item, found = audited.item, audited.found
        fixable = not kinds if self.by == DROP else kinds <= {"multiple", *_PICTURE}
        if item.puzzle is None or not fixable or found.verdict is Verdict.UNKNOWN:
            return _DROPPED, None
        wanted = item.picture if item.picture and "picture" not in kinds else found.solution
        cells: Picture = ()
        if "multiple" in kinds:
            answer = givens(item.puzzle, wanted, limits=self.limits).uninterrupted()
            if answer.solution is None:
                return _DROPPED, None
            cells = answer.unique_puzzle().givens
        replaced = wanted if kinds & _PICTURE else ()
        what = " and ".join([_ADDED] * bool(cells) + [_REPLACED] * bool(replaced)) or _KEPT
        if item.values is None or item.paths is None:
            puzzle = item.puzzle.with_goal(replaced or item.puzzle.goal)
            return what, json.loads(write(puzzle.with_givens(cells or puzzle.start), "jsonl"))
        record = deepcopy(dict(item.values))
        if replaced:
            _put(record, item.paths["solution"], replaced)
        if cells:
            record["givens"] = list(cells)
        return what, record


def _put(record: dict[str, Any], path: Sequence[str], picture: Picture) -> None:
    """Replace a picture, in the same form."""
    *before, last = path
    inside: Any = record
    for step in before:
        inside = inside.get(step)
        if not isinstance(inside, dict):  # the map is inside a text: put the picture in the record
            inside, last = record, "solution"
            break
    inside[last] = _like(inside.get(last), picture)


def _like(old: Any, picture: Picture) -> Any:
    if isinstance(old, str) and "\n" not in old and set(old) <= {"0", "1"}:
        return "".join(picture).replace("#", "1").replace(".", "0")
    if isinstance(old, str):
        return "\n".join(picture)
    first = old[0] if isinstance(old, list) and old else None
    if isinstance(first, str):
        return list(picture)
    cell = bool if isinstance(first, list) and first and isinstance(first[0], bool) else int
    return [[cell(char == "#") for char in row] for row in picture]
