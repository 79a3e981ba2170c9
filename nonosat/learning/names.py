"""Finds which values of a record are its clues, its picture and so on, by their usual names or given paths.

The dots of a path, such as `clues.rows`, lead through nested maps; a text with a JSON object is a map too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any

from nonosat import InputError, words
from nonosat.learning.records import FaultError, Record, map_or_text
from nonosat.learning.values import both_clues, line_clues, picture

Paths = Mapping[str, tuple[str, ...]]
"""The meaning of a value -> its path."""

Say = Callable[[str], object]

USUAL = {
    "rows": "rows row_clues row_hints row_constraints row_numbers left horizontal row",
    "columns": "columns cols column_clues col_clues column_hints col_hints column_constraints "
    "col_constraints col_numbers top vertical column col",
    "clues": "clues hints constraints canonical puzzle question problem prompt input x",
    "solution": "solution picture goal grid target answer board image pixels matrix label expected output y",
    "givens": "givens",
    "id": "id puzzle_id uid uuid name key index idx hash",
    "system": "system model agent solver",
    "answer": "answer response output prediction completion text generation solution grid",
    "correct": "correct is_correct passed score success reward",
}
"""The meaning of a value -> its usual names, the likeliest first."""

PUZZLE = ("rows", "columns", "clues", "solution", "givens", "id")
ANSWER = ("id", "system", "answer", "correct")

_SAMPLES = 50
_DEEP = 4


class UnrecognisedError(InputError):
    """It is not known which values of the records are meant."""

    def __init__(self, what: str, records: Sequence[Record], path: str) -> None:
        names = list(dict.fromkeys(name for record in records[:3] for name in record.values))
        some = ", ".join(map(words.shown, names[:8])) + ", ..." * (len(names) > 8)
        super().__init__(f"no {what} recognised" + (f"; the names are {some}" if names else ""), path)


def sampled(records: Iterator[Record]) -> tuple[list[Record], Iterator[Record]]:
    """Return the first records, by which names are recognised, and all of them."""
    first = list(islice(records, _SAMPLES))
    return first, chain(first, records)


def recognised(samples: Sequence[Record], given: Mapping[str, str], known: Sequence[str]) -> Paths:
    """Return the paths that have usual names in most samples; those `given` take precedence."""
    values = [record.values for record in samples if record.values]
    found = {name: tuple(path.split(".")) for name, path in given.items()}
    for name in known:
        if name in found or (name == "clues" and {"rows", "columns"} & found.keys()):
            continue
        fits = _FITS.get(name, lambda _: True)
        order = {_plain(usual): k for k, usual in enumerate(USUAL[name].split())}
        votes = Counter(
            path
            for path, value in chain.from_iterable(map(_walk, values))
            if _plain(path[-1]) in order and path not in found.values() and fits(value)
        )
        if votes:
            found[name] = max(votes, key=lambda path: (votes[path], -order[_plain(path[-1])], -len(path)))
    if ("rows" in found) != ("columns" in found):  # one alone is something else
        found = {name: path for name, path in found.items() if name in given or name not in PUZZLE[:2]}
    return found


def by_content(samples: Sequence[Record]) -> dict[str, tuple[str, ...]]:
    """Return the names of arrays that look like clues or pictures, whatever their names."""
    found: dict[str, tuple[str, ...]] = {}
    for name in ("solution", "clues"):
        for path in samples[0].values:
            if (path,) not in found.values() and all(_FITS[name](record.values[path]) for record in samples):
                found.setdefault(name, (path,))
    return found


def value_at(record: Mapping[str, Any], path: Sequence[str]) -> Any:
    """Return the value at a path, or None if there is none.

    Raises FaultError if the path leads through a text in which a key appears twice.
    """
    value: Any = record
    for step in path:
        value = _map_of(value).get(step)
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
        if len(path) < _DEEP:
            try:
                yield from _walk(_map_of(inner), path)
            except FaultError:  # told where the record is read
                continue


def _map_of(value: Any) -> Mapping[str, Any]:
    """Return a map, or that in a text of JSON; an empty one for any other value."""
    if isinstance(value, str) and value[:1] == "{":
        value = map_or_text(value)
    return value if isinstance(value, dict) else {}


def _reads(read: Callable[[Any], object], value: Any) -> bool:
    if not isinstance(value, (list, str, dict)) or not value:
        return False
    try:
        read(value)
    except FaultError as fault:
        return fault.kind not in ("broken", "picture")
    return True


_FITS: dict[str, Callable[[Any], bool]] = {
    "rows": partial(_reads, partial(line_clues, what="row")),
    "columns": partial(_reads, partial(line_clues, what="column")),
    "clues": partial(_reads, both_clues),
    "solution": partial(_reads, picture),
}
"""Whether a value may have a meaning; any other value may have the other ones."""
