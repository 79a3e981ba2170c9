"""The journal of a campaign: JSON Lines, one object per run or rating, appended as they finish.

The header describes the campaign and the machine; `nonosat.compare.isolation` lists the keys of a run,
`nonosat.compare.isolation` those of a rating.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nonosat import InputError, journal
from nonosat.compare.results import judge

SCHEMA = 2

Key = tuple[str, str, int]
"""The puzzle's address, the card's name, and the number of the repeat."""

_NUMBER = (int, float)
_NONE = type(None)

# What runs, ratings and headers must have: a type, several types, a form per key of a map, or the form of
# a list's items.
_LIMITS = {"time": (*_NUMBER, _NONE), "memory": (int, _NONE)}
_RUN = {
    **dict.fromkeys(("puzzle", "hash", "model", "verdict", "stop_reason", "basis", "fault"), str),
    "repeat": int,
    **dict.fromkeys(("wall", "cpu"), _NUMBER),
    "peak_memory": int,
    "solutions": [[str]],
    "limits": _LIMITS,
}
_RATED = {"class": str, "at_least": bool, "effort": (*_NUMBER, _NONE)}
_RATING = {"puzzle": str, "hash": str, **_RATED}
_HEADER = {
    "start": str,
    "versions": dict,
    "machine": {"host": str, "processor": str, "system": str, "memory": int},
    "limits": _LIMITS,
    "models": [{"name": str}],
    "puzzles": [{"name": str, "family": str, "cells": (int, _NONE), "document": (dict, _NONE)}],
}


def run_key(record: journal.Record) -> Key:
    """Return the key of a run, unique within its campaign; raise ValueError if it is not a run."""
    if not _has(record, _RUN):
        raise ValueError("not a run")
    return record["puzzle"], record["model"], record["repeat"]


def is_rating(record: journal.Record) -> bool:
    """Whether a line is a rating."""
    return record.get("question") == "rate" and _has(record, _RATING)


def _key(record: journal.Record) -> Key | tuple[str]:
    return (record["puzzle"],) if is_rating(record) else run_key(record)


FORM = journal.Form(
    tag="journal",
    schema=SCHEMA,
    same={
        "versions": "versions of the software",
        "models": "models",
        "limits": "limits",
        "repeat": "number of repeats",
        "orient": "number of orientations",
        "seed": "seed",
        "puzzles": "puzzles",
    },
    again=("machine", "command", "start"),
    key=_key,
)


def open_journal(path: str, header: journal.Record, resume: bool) -> journal.Journal:
    """Start the journal of a campaign or, with `resume`, continue it if it exists."""
    return journal.Journal(path, FORM, header, resume)


def load(path: str | Path) -> tuple[journal.Record, journal.Contents]:
    """Return the header and the runs of a journal.

    The runs of a rated puzzle have its `class`, `at_least` and `effort`.
    """
    contents = journal.contents(path, FORM)
    header = contents.header
    if header is None:
        raise InputError("not a journal", str(path), 1)
    if not _has(header, _HEADER):
        raise InputError("the header of this journal is damaged", str(path), 1)
    ratings = {
        (line["puzzle"], line["hash"]): {key: line[key] for key in _RATED}
        for line in contents.records
        if is_rating(line)
    }
    contents.records = [
        line | ratings.get((line["puzzle"], line["hash"]), {})
        for line in contents.records
        if not is_rating(line)
    ]
    return header, contents


def skipped(path: str | Path, contents: journal.Contents) -> Iterator[str]:
    """Yield a note with the place of each skipped line."""
    for number in contents.skipped:
        yield f"{path}:{number}: not a run, skipped"


def read(path: str | Path) -> Any:
    """Return the runs of a journal as a pandas frame.

    A run whose verdict is refuted by a solution of another run has a `fault`. A line that is not a run is
    skipped, with a warning. Raises InputError if the file cannot be read or is not a journal.
    """
    import pandas

    _, contents = load(path)
    for note in skipped(path, contents):
        warnings.warn(note, stacklevel=2)
    return pandas.DataFrame.from_records(judge(contents.records))


def _has(value: object, form: Any) -> bool:
    """Whether a JSON value has a form."""
    if isinstance(form, dict):
        return isinstance(value, dict) and all(key in value and _has(value[key], form[key]) for key in form)
    if isinstance(form, list):
        return isinstance(value, list) and all(_has(item, form[0]) for item in value)
    return isinstance(value, form)
