"""Finds which values of a record are its clues, its picture and so on, by their usual names or given paths.

The dots of a path, such as `clues.rows`, lead through nested maps; a text with a JSON object is a map too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from nonosat.errors import InputError
from nonosat.learning.records import doubled, lenient
from nonosat.learning.values import FaultError, both_clues, line_clues, picture

Paths = Mapping[str, tuple[str, ...]]
"""The meaning of a value -> its path."""

USUAL = {
    "rows": "rows row_clues row_hints row_constraints row_runs row_numbers "
    "clues_rows left horizontal row h_clues",
    "columns": "columns cols column_clues col_clues column_hints col_hints column_constraints "
    "col_constraints col_runs column_runs col_numbers clues_cols clues_columns top vertical column col "
    "v_clues",
    "clues": "clues hints constraints canonical puzzle question problem prompt input x",
    "solution": "solution picture goal solution_grid solution_picture grid target answer board image pixels "
    "matrix label expected output y ground_truth",
    "givens": "givens",
    "id": "id puzzle_id uid uuid name key index idx hash",
    "system": "system model agent solver run_id",
    "answer": "answer response output raw_output prediction completion text generation solution grid",
    "correct": "correct is_correct passed score success reward",
}
"""The meaning of a value -> its usual names, the likeliest first."""

PUZZLE = ("rows", "columns", "clues", "solution", "givens", "id")
ANSWER = ("id", "system", "answer", "correct")

_DEEP = 4


class UnrecognisedError(InputError):
    """It is not known which values of the records are meant."""


def recognised(samples: Sequence[Mapping[str, Any]], given: Mapping[str, str], known: Sequence[str]) -> Paths:
    """Return the paths that have usual names in most samples; those `given` take precedence."""
    found = {name: tuple(path.split(".")) for name, path in given.items()}
    taken = set(found.values())
    for name in known:
        if name in found or (name == "clues" and {"rows", "columns"} & found.keys()):
            continue
        order = {_plain(usual): k for k, usual in enumerate(USUAL[name].split())}
        votes = Counter[tuple[str, ...]]()
        for sample in samples:
            for path, value in _walk(sample):
                if _plain(path[-1]) in order and path not in taken and _FITS[name](value):
                    votes[path] += 1
        if votes:
            best = max(votes, key=lambda path: (votes[path], -order[_plain(path[-1])], -len(path)))
            found[name] = best
            taken.add(best)
    if ("rows" in found) != ("columns" in found):  # one alone is something else
        for name in ("rows", "columns"):
            if name not in given:
                found.pop(name, None)
    return found


def by_content(samples: Sequence[Mapping[str, Any]]) -> dict[str, tuple[str, ...]]:
    """Return the paths of lists that look like clues or pictures, whatever their names (for arrays)."""
    paths = [path for path, value in _walk(samples[0]) if isinstance(value, list)]
    found: dict[str, tuple[str, ...]] = {}
    for name in ("solution", "clues"):
        for path in paths:
            if path not in found.values() and all(_FITS[name](value_at(sample, path)) for sample in samples):
                found.setdefault(name, path)
    return found


def value_at(record: Mapping[str, Any], path: Sequence[str]) -> Any:
    """Return the value at a path, or None if there is none.

    Raises FaultError if the path leads through a text in which a key appears twice.
    """
    value: Any = record
    for step in path:
        parent, value = value, _map_of(value)
        if value is not parent and (wrong := doubled(value)):  # a text with a map
            raise FaultError("broken", wrong)
        if value is None or step not in value:
            return None
        value = value[step]
    return value


def described(paths: Paths) -> str:
    """Describe the paths.

    >>> described({"rows": ("clues", "rows"), "id": ("name",)})
    'rows = clues.rows, id = name'
    """
    return ", ".join(f"{name} = {'.'.join(path)}" for name, path in paths.items())


def _plain(name: str) -> str:
    """Return a name in a form for comparison, in which `rowClues` equals `row_clues`."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _walk(value: Mapping[str, Any], before: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for name, inner in value.items():
        path = (*before, name)
        yield path, inner
        if len(path) < _DEEP and (deeper := _map_of(inner)) is not None:
            yield from _walk(deeper, path)


def _map_of(value: Any) -> Mapping[str, Any] | None:
    if isinstance(value, str) and value[:1] == "{":
        try:
            value = lenient(value)
        except ValueError:
            return None
    return value if isinstance(value, dict) else None


def _reads(read: Callable[[Any], object]) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        if not isinstance(value, (list, str, dict)) or not value:
            return False
        try:
            read(value)
        except FaultError as fault:
            return fault.kind not in ("broken", "picture")
        return True

    return fits


_LINES = _reads(lambda value: line_clues(value, "row"))

_FITS: dict[str, Callable[[Any], bool]] = {
    "rows": _LINES,
    "columns": _LINES,
    "clues": _reads(both_clues),
    "solution": _reads(picture),
    "givens": lambda value: isinstance(value, list) and all(isinstance(row, str) for row in value),
    "id": lambda value: isinstance(value, (str, int)),
    "system": lambda value: isinstance(value, str),
    "answer": lambda value: isinstance(value, (str, list, dict)),
    "correct": lambda value: isinstance(value, (bool, int, float)),
}
