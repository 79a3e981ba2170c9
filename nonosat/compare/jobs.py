"""The puzzles of a campaign, and its jobs in order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from nonosat import Card, InputError, Limits, Puzzle, load_each, write

NO_LIMITS = Limits()


@dataclass(frozen=True)
class Entry:
    """A puzzle of the campaign, or why it could not be read."""

    source: str
    puzzle: Puzzle | None = None
    error: str = ""

    @property
    def document(self) -> dict[str, Any] | None:
        """The puzzle as plain data; None if it could not be read."""
        return json.loads(write(self.puzzle, "json")) if self.puzzle else None

    @property
    def hash(self) -> str:
        """A fingerprint of what the puzzle asks; empty if it could not be read."""
        if self.puzzle is None:
            return ""
        text = json.dumps(self.document, sort_keys=True, ensure_ascii=False)
        return sha256(text.encode()).hexdigest()[:16]

    @property
    def family(self) -> str:
        """The file name without suffix and final number: `dom` for `dom-7.yaml`."""
        name = Path(self.source.partition("#")[0]).stem
        bare = name.rstrip("0123456789")
        return (name if bare == name else bare.rstrip("-_ .")) or name


@dataclass(frozen=True)
class Job:
    """One puzzle under one card, once. `key` is unique within the campaign."""

    entry: Entry
    card: Card
    repeat: int = 0
    seed: int | None = None
    limits: Limits = NO_LIMITS
    orientation: int = 0

    @property
    def key(self) -> tuple[str, str, int]:
        """The puzzle's address, the card's name, and the number of the repeat."""
        return self.entry.source, self.card.name, self.repeat


def entries(names: Iterable[str], format_name: str | None = None) -> Iterator[Entry]:
    """Yield each puzzle in these files, patterns and folders (with subfolders) once.

    In a folder, files that are not puzzles by name and content are skipped.
    """
    seen = set()
    for name in names:
        for found in load_each(name, format_name):
            entry = _entry(found, name)
            if entry.source not in seen:
                seen.add(entry.source)
                yield entry


def jobs(
    entries: Iterable[Entry],
    cards: list[Card],
    repeat: int,
    seed: int | None,
    limits: Limits,
    orient: int = 1,
) -> Iterator[Job]:
    """Yield the jobs, interleaved so that drift of the machine affects all cards equally, and no card always
    comes first. Each repeat is done in `orient` orientations, and repeats are numbered through.

    A limit that is not given is the card's own.
    """
    found = list(entries)
    for turn in range(repeat * orient):
        for number, entry in enumerate(found):
            first = (number + turn) % len(cards)
            for card in cards[first:] + cards[:first]:
                own = None if seed is None else seed + turn
                yield Job(entry, card, turn, own, limits.over(card.limits), turn % orient)


def _entry(found: Puzzle | InputError, name: str) -> Entry:
    if isinstance(found, InputError):
        return Entry(_printable(found.path or name), error=str(found))
    return Entry(_printable(found.source), found)


def _printable(address: str) -> str:
    """Return an address that can be written as UTF-8, since a file name may not be."""
    return address.encode("utf-8", "backslashreplace").decode()
