"""The journal of a campaign: JSON Lines, one object per run, appended as runs end.

The header says what the campaign is, and on what it ran; `nonosat.compare.isolation` says what is in a run.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from nonosat.errors import InputError
from nonosat.processes import journal
from nonosat.processes.journal import Contents, Form, Journal, Record

SCHEMA = 2

Key = tuple[str, str, int]
"""The puzzle's address, the card's name, and which repeat it is."""

Kinds = Mapping[str, type | tuple[type, ...]]
"""The types that the values of some keys must have."""

_NUMBER = (int, float)
_RUN: Kinds = {
    **dict.fromkeys(("puzzle", "hash", "model", "verdict", "stop_reason", "basis", "fault"), str),
    "repeat": int,
    "wall": _NUMBER,
    "solutions": list,
    "limits": dict,
}
_HEADER: Kinds = {
    "start": str,
    **dict.fromkeys(("versions", "machine", "limits"), dict),
    **dict.fromkeys(("models", "puzzles"), list),
}
_NONE = type(None)
_MACHINE: Kinds = {**dict.fromkeys(("host", "processor", "system"), str), "memory": int}
_LIMITS: Kinds = {"time": (*_NUMBER, _NONE), "memory": (int, _NONE)}
_PUZZLE: Kinds = {"name": str, "family": str, "cells": (int, _NONE), "document": (dict, _NONE)}
_MODEL: Kinds = {"name": str}


def run_key(record: Record) -> Key:
    """Return what tells a run from all others of its campaign; ValueError if it is not a run."""
    whole = _has(record, _RUN) and _has(record["limits"], _LIMITS)
    if not whole or not all(map(_is_picture, record["solutions"])):
        raise ValueError("not a run")
    return record["puzzle"], record["model"], record["repeat"]


FORM = Form(
    tag="journal",
    schema=SCHEMA,
    same={
        "versions": "versions of the software",
        "models": "models",
        "limits": "limits",
        "repeat": "number of repeats",
        "seed": "seed",
        "puzzles": "puzzles",
    },
    again=("machine", "command", "start"),
    key=run_key,
)


def open_journal(path: str, header: Record, resume: bool) -> Journal:
    """Begin the journal of a campaign or, to `resume`, continue the one that there may be."""
    return Journal(path, FORM, header, resume)


def load(path: str | Path) -> tuple[Record, Contents]:
    """Return the header of a journal, and what it holds."""
    contents = journal.contents(path, FORM)
    header = contents.header
    if header is None:
        raise InputError("not a journal", str(path), 1)
    if not _is_header(header):
        raise InputError("the header of this journal is damaged", str(path), 1)
    return header, contents


def skipped(path: str | Path, contents: Contents) -> Iterator[str]:
    """Say of each line that was passed over where it stands."""
    for number in contents.skipped:
        yield f"{path}:{number}: not a run, skipped"


def read(path: str | Path) -> Any:
    """Return the runs of a journal: a pandas frame where pandas is installed, else a list."""
    _, contents = load(path)
    for note in skipped(path, contents):
        warnings.warn(note, stacklevel=2)
    try:
        import pandas  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        return contents.records
    return pandas.DataFrame.from_records(contents.records)


def _is_header(header: Record) -> bool:
    return (
        _has(header, _HEADER)
        and _has(header["machine"], _MACHINE)
        and _has(header["limits"], _LIMITS)
        and all(_has(puzzle, _PUZZLE) for puzzle in header["puzzles"])
        and all(_has(model, _MODEL) for model in header["models"])
    )


def _has(record: object, kinds: Kinds) -> bool:
    """Whether something is a record whose values have these types."""
    return isinstance(record, dict) and all(
        key in record and isinstance(record[key], kind) for key, kind in kinds.items()
    )


def _is_picture(rows: object) -> bool:
    return isinstance(rows, list) and all(isinstance(row, str) for row in rows)
