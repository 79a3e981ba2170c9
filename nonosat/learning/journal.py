"""The journal of an audit: the results of each batch of puzzles, so that the audit can be resumed.

A batch's puzzles are stored as one text in its record, so that even a journal of a million puzzles can be
read at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any

from nonosat import InputError, StopReason, Verdict, __version__
from nonosat.fields import number, read, text
from nonosat.learning.examine import Examined, Question
from nonosat.learning.sets import Defect, Item
from nonosat.learning.twins import Key
from nonosat.processes.journal import Form, Journal, Record, contents


@dataclass(frozen=True, order=True)
class _Batch:
    """The record of a batch: its number, the fingerprint of its puzzles, and the findings about them."""

    batch: Annotated[int, number(0, 1 << 40)]
    of: Annotated[str, text(64)]
    puzzles: Annotated[str, text(1 << 30)]


def _key(record: Record) -> int:
    return read(_Batch, record, "a batch").batch


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
            "sets": [[name, Path(name).stat().st_size if Path(name).is_file() else None] for name in sets],
            "question": asdict(asked),
        }
        super().__init__(path, FORM, header, resume)
        self._next = 0
        self._of = ""

    def known(self) -> Iterator[list[Examined]]:
        """Yield the findings of each batch."""
        for one in sorted(read(_Batch, record, "a batch") for record in contents(self.path, FORM).records):
            if one.batch != self._next:
                return
            self._next, self._of = one.batch + 1, one.of
            try:
                yield [_examined(found) for found in json.loads(one.puzzles)]
            except (ValueError, TypeError, KeyError, IndexError):
                raise InputError(f"the batch {one.batch} of this journal is damaged", self.path) from None

    def require_same(self, items: Sequence[Item], known: Sequence[Examined]) -> None:
        """Refuse to continue if the puzzles differ from those of the last batch yielded."""
        if len(items) != len(known) or _fingerprint(items) != self._of:
            raise InputError("cannot be continued: the set has other puzzles now", self.path)

    def note(self, items: Sequence[Item], found: Sequence[Examined]) -> None:
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


_USUAL = asdict(Examined())


def _plain(found: Examined) -> dict[str, Any]:
    """Return what is not as usual; a puzzle without defects needs no pictures."""
    if found.verdict is Verdict.UNIQUE and not found.defects:
        found = replace(found, solution=())
    return {name: value for name, value in asdict(found).items() if value != _USUAL[name]}


def _examined(found: dict[str, Any]) -> Examined:
    """Return the findings that `_plain` wrote."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in found.items()
    }
    return replace(
        Examined(**values),
        verdict=Verdict(values["verdict"]) if "verdict" in values else None,
        stop_reason=StopReason(values.get("stop_reason", StopReason.DONE)),
        defects=tuple(Defect(**one) for one in values.get("defects", ())),
        keys=tuple(Key(*one) for one in values.get("keys", ())),
    )
