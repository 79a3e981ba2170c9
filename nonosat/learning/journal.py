"""The journal of an audit: the results of each batch of puzzles, so that the audit can be resumed.

A batch's puzzles are stored as one text in its record, so that even a journal of a million puzzles can be
read at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any

from nonosat import Examined, InputError, StopReason, Verdict, __version__, fields, journal
from nonosat.learning.examine import Findings, Question
from nonosat.learning.sets import Defect, Item
from nonosat.learning.twins import Key


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
