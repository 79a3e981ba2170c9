"""Grades recorded answers to a set's puzzles against the clues, and ranks the systems by the result."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nonosat import CellPuzzle, InputError, Table, words
from nonosat.learning.grading import grade
from nonosat.learning.records import FaultError, layout_of, records
from nonosat.learning.values import ANSWER, Say, UnrecognisedError, described, recognised, sampled, value_at

_TRUTH = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded answer; `correct` is None if it was not recorded."""

    address: str
    system: str
    answer: Any
    correct: bool | None


class Graded(NamedTuple):
    """A graded answer: what it was called, whether it is right, and whether it can be read."""

    called: bool | None
    right: bool
    readable: bool


@dataclass
class Regrading:
    """Answers by the ids of their puzzles; they are graded as the puzzles are read."""

    waiting: dict[str, list[Recorded]]
    found: dict[str, list[Graded]] = field(default_factory=dict)
    graded: set[str] = field(default_factory=set)
    changed: list[str] = field(default_factory=list)

    def grade(self, name: str, puzzle: CellPuzzle | None) -> None:
        """Grade the answers to a puzzle; `puzzle` is None if it cannot be read."""
        if name not in self.waiting or name in self.graded or puzzle is None:
            return
        self.graded.add(name)
        for one in self.waiting[name]:
            text = one.answer if isinstance(one.answer, str) else json.dumps(one.answer, ensure_ascii=False)
            answer = grade(puzzle, text, certain=False)
            result = Graded(one.correct, answer.exact, answer.reading.picture is not None)
            self.found.setdefault(one.system, []).append(result)
            if one.correct not in (None, answer.exact):
                was, now = ("right", "wrong") if one.correct else ("wrong", "right")
                why = "" if result.readable else ": it has no complete grid"
                self.changed.append(f"{one.address}: {one.system} on {name} was called {was}, is {now}{why}")

    def unknown(self) -> Iterator[str]:
        """Yield a message for each id that no puzzle has, with its place."""
        for name, some in self.waiting.items():
            if name not in self.graded:
                number = f" ({words.plural(len(some), 'answer')})" if len(some) > 1 else ""
                yield f"{some[0].address}: no puzzle that can be read has the id {words.shown(name)}{number}"

    def table(self) -> Table:
        """Return one row per system, by its rank."""
        called = {
            name: [one.called for one in some if one.called is not None] for name, some in self.found.items()
        }
        before = _ranks(called)
        after = _ranks({name: [one.right for one in some] for name, some in self.found.items()})
        rows = []
        for name in sorted(self.found, key=lambda name: (after[name], name)):
            some = self.found[name]
            counts = (
                sum(one.right for one in some),
                sum(not one.readable for one in some),
                sum(one.right and one.called is False for one in some),
                sum(not one.right and one.called is True for one in some),
            )
            was, rank = (sum(called[name]), before[name]) if called[name] else (None, None)
            rows.append((name, len(some), was, *counts, rank, after[name]))
        headings = ("system", "answers", "called right", "right", "unreadable")
        more = ("right, called wrong", "wrong, called right", "rank before", "rank")
        return Table("answers, graded by the clues", headings + more, tuple(rows))


def regrading(path: str, given: Mapping[str, str], say: Say) -> Regrading:
    """Read recorded answers: JSON Lines, JSON or CSV."""
    layout = layout_of(path)
    if layout in ("npz", "folder"):
        raise InputError("expected answers as .jsonl, .json or .csv", path)
    first, every = sampled(records(path, layout))
    paths = recognised(first, given, ANSWER)
    for name in ("id", "answer"):
        if name not in paths:
            raise UnrecognisedError(name, first, path)
    say(f"{path}: {described(paths)}")
    waiting: dict[str, list[Recorded]] = {}
    for record in every:
        wrong, values = record.wrong, dict[str, Any]()
        try:
            values = {name: value_at(record.values, path) for name, path in paths.items()}
        except FaultError as fault:
            wrong = fault.what
        if wrong or values["id"] is None:
            say(f"{record.address}: {wrong or 'no id'}, skipped")
            continue
        system = str(values.get("system") or "the answers")
        answer = "" if values["answer"] is None else values["answer"]
        one = Recorded(record.address, system, answer, _truth(values.get("correct")))
        waiting.setdefault(str(values["id"]), []).append(one)
    return Regrading(waiting)


def _truth(value: Any) -> bool | None:
    if isinstance(value, str):
        return _TRUTH.get(value.strip().lower())
    return value == 1 if isinstance(value, (int, float)) else None


def _ranks(right: Mapping[str, list[bool]]) -> dict[str, int]:
    """Return the ranks by the share of right answers; equal systems share the better rank."""
    shares = {name: sum(some) / len(some) if some else -1.0 for name, some in right.items()}
    return {name: 1 + sum(other > share for other in shares.values()) for name, share in shares.items()}
