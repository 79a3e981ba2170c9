"""Removes the defects of a set: gives cells until one solution is left, or drops the puzzle."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TextIO

from nonosat import NO_LIMITS, Limits, Picture, Verdict, givens, words, write
from nonosat.learning.audit import Audited

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
