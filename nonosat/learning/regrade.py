"""Grades recorded answers to a set's puzzles against the clues, and ranks the systems by the result."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from nonosat import InputError
from nonosat.compare.tables import Table
from nonosat.learning.grade import grade
from nonosat.learning.names import ANSWER, Say, UnrecognisedError, described, recognised, sampled, value_at
from nonosat.learning.records import FaultError, layout_of, records
from nonosat.puzzles import CellPuzzle
from nonosat.words import plural, shown

_TRUTH = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


@dataclass(frozen=True, slots=True)
class Recorded:
    """A recorded answer; `correct` is None if it was not recorded."""

    address: str
    system: str
    answer: Any
    correct: bool | None


@dataclass
class Score:
    """The results of one system."""

    answers: int = 0
    recorded: int = 0  # the answers that have a recorded verdict
    called_right: int = 0
    right: int = 0
    unreadable: int = 0
    wrongly_failed: int = 0
    wrongly_passed: int = 0


@dataclass
class Regrading:
    """Answers by the ids of their puzzles; they are graded as the puzzles are read."""

    waiting: dict[str, list[Recorded]]
    scores: dict[str, Score] = field(default_factory=dict)
    graded: set[str] = field(default_factory=set)
    changed: list[str] = field(default_factory=list)

    def grade(self, name: str, puzzle: CellPuzzle | None) -> None:
        """Grade the answers to a puzzle; `puzzle` is None if it cannot be read."""
        if name in self.waiting and name not in self.graded and puzzle is not None:
            self.graded.add(name)
            for one in self.waiting[name]:
                self._grade(name, one, puzzle)

    def _grade(self, name: str, one: Recorded, puzzle: CellPuzzle) -> None:
        score = self.scores.setdefault(one.system, Score())
        text = one.answer if isinstance(one.answer, str) else json.dumps(one.answer, ensure_ascii=False)
        graded = grade(puzzle, text, certain=False)
        readable, right = graded.reading.picture is not None, graded.exact
        score.answers += 1
        score.right += right
        score.unreadable += not readable
        if one.correct is not None:
            score.recorded += 1
            score.called_right += one.correct
            score.wrongly_failed += right and not one.correct
            score.wrongly_passed += one.correct and not right
            if right != one.correct:
                was, now = ("right", "wrong") if one.correct else ("wrong", "right")
                why = "" if readable else ": it has no complete grid"
                self.changed.append(f"{one.address}: {one.system} on {name} was called {was}, is {now}{why}")

    def unknown(self) -> Iterator[str]:
        """Yield a message for each id that no puzzle has, with its place."""
        for name, some in self.waiting.items():
            if name not in self.graded:
                number = f" ({plural(len(some), 'answer')})" if len(some) > 1 else ""
                yield f"{some[0].address}: no puzzle that can be read has the id {shown(name)}{number}"

    def table(self) -> Table:
        """Return one row per system, by its rank."""
        before = _ranks({system: (s.called_right, s.recorded) for system, s in self.scores.items()})
        after = _ranks({system: (s.right, s.answers) for system, s in self.scores.items()})
        rows = []
        for system in sorted(self.scores, key=lambda system: (after[system], system)):
            s = self.scores[system]
            called, rank = (s.called_right, before[system]) if s.recorded else (None, None)
            counts = s.right, s.unreadable, s.wrongly_failed, s.wrongly_passed
            rows.append((system, s.answers, called, *counts, rank, after[system]))
        headings = ("system", "answers", "called right", "right", "unreadable")
        more = ("right, called wrong", "wrong, called right", "rank before", "rank")
        return Table("answers, graded by the clues", "", headings + more, tuple(rows))


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


def _ranks(counts: Mapping[str, tuple[int, int]]) -> dict[str, int]:
    """Return the ranks by the share that each count is of its total; equal systems share the better rank."""
    shares = {name: count / total if total else -1.0 for name, (count, total) in counts.items()}
    return {name: 1 + sum(other > share for other in shares.values()) for name, share in shares.items()}
