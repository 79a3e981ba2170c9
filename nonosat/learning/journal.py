"""The journal of an audit: the results of each batch of puzzles, so that the audit can be resumed.

A batch's puzzles are stored as one text in its record, so that even a journal of a million puzzles can be
read at once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import Any

from nonosat._version import __version__
from nonosat.answer import Verdict
from nonosat.errors import InputError, StopReason
from nonosat.learning.examine import Examined, Question
from nonosat.learning.sets import Defect, Item
from nonosat.learning.twins import Key
from nonosat.processes.journal import Form, Journal, Record, contents


def _key(record: Record) -> int:
    number, puzzles = record.get("batch"), record.get("puzzles")
    if not isinstance(number, int) or not isinstance(puzzles, str) or not isinstance(record.get("of"), str):
        raise ValueError("not a batch")
    return number


FORM = Form(
    tag="audit",
    schema=1,
    same={"version": "versions of nonosat", "sets": "sets", "question": "questions"},
    again=("start",),
    key=_key,
)


class AuditJournal(Journal):
    """An open journal; the batches that it already has are read first, in the order of the set."""

    def __init__(self, path: str, sets: Sequence[str], asked: Question, resume: bool) -> None:
        header = {
            FORM.tag: FORM.schema,
            "start": datetime.now(UTC).isoformat(timespec="seconds"),
            "version": __version__,
            "sets": [_file(name) for name in sets],
            "question": asdict(asked),
        }
        super().__init__(path, FORM, header, resume)
        self._next = 0
        self._of: list[str] = []

    def known(self) -> Iterator[list[Examined]]:
        """Yield the findings of each batch."""
        for record in sorted(contents(self.path, FORM).records, key=_key):
            if record["batch"] != self._next:
                return
            self._next += 1
            self._of.append(record["of"])
            try:
                yield [_read(value) for value in json.loads(record["puzzles"])]
            except (ValueError, TypeError, KeyError, IndexError):
                what = f"the batch {record['batch']} of this journal is damaged"
                raise InputError(what, self.path) from None

    def require_same(self, items: Sequence[Item], known: Sequence[Examined]) -> None:
        """Refuse to continue if the puzzles differ from those of the last batch yielded."""
        if len(items) != len(known) or _fingerprint(items) != self._of[-1]:
            raise InputError("cannot be continued: the set has other puzzles now", self.path)

    def note(self, items: Sequence[Item], found: Sequence[Examined]) -> None:
        """Record the findings of a batch."""
        puzzles = json.dumps([_plain(one) for one in found], default=attrgetter("value"))
        self.append({"batch": self._next, "of": _fingerprint(items), "puzzles": puzzles})
        self._next += 1


def _file(name: str) -> list[Any]:
    path = Path(name)
    return [name, path.stat().st_size if path.is_file() else None]


def _fingerprint(items: Sequence[Item]) -> str:
    digest = blake2b(digest_size=16)
    for item in items:
        clues = (item.puzzle.kind, *item.puzzle.clue_lines()) if item.puzzle else ()
        digest.update(repr((item.address, clues, item.picture, item.defects)).encode())
    return digest.hexdigest()


def _plain(found: Examined) -> dict[str, Any]:
    """Return what is not as usual; a puzzle without defects needs no pictures."""
    if found.verdict is Verdict.UNIQUE and not found.defects:
        found = replace(found, solution=())
    return {name: value for name, value in asdict(found).items() if value != _USUAL[name]}


_USUAL = asdict(Examined())
_READ: Mapping[str, Callable[[Any], Any]] = {
    "verdict": Verdict,
    "stop_reason": StopReason,
    "solution": tuple,
    "other": tuple,
    "certain": tuple,
    "defects": lambda some: tuple([Defect(**one) for one in some]),
    "keys": lambda some: tuple([Key(*one) for one in some]),
}


def _read(found: dict[str, Any]) -> Examined:
    return Examined(**{name: _READ[name](value) if name in _READ else value for name, value in found.items()})
