"""Journals of campaigns, as tests make and read them."""

import json
from pathlib import Path
from typing import Any

from nonosat.cli import main
from nonosat.comparison.journal import SCHEMA, Key, load, run_key
from nonosat.comparison.results import Record

HEADER: Record = {
    "journal": SCHEMA,
    "versions": {"nonosat": "1"},
    "machine": {"host": "h", "processor": "p", "cores": 2, "memory": 1 << 30, "system": "s"},
    "limits": {"time": 10.0, "memory": None, "cpu": None},
    **{key: [] for key in ("models", "puzzles")},
    **dict.fromkeys(("command", "start"), "then"),
    **dict.fromkeys(("repeat", "seed", "orient"), 1),
}


def compare(path: Path, *words: str) -> int:
    """Run a campaign by the command; return its exit code."""
    return main(["compare", *words, "-o", str(path)])


def record(puzzle: str, model: str, verdict: str = "unique", wall: float = 1.0, **more: Any) -> Record:
    """Return a run that found what its verdict says."""
    return {
        "puzzle": puzzle,
        "hash": puzzle,
        "model": model,
        "verdict": verdict,
        "stop_reason": "done",
        "basis": "",
        "fault": "",
        "wall": wall,
        "cpu": wall,
        "peak_memory": 1 << 20,
        "solutions": {"unique": [["#"]], "multiple": [["#"], ["."]]}.get(verdict, []),
        "repeat": 0,
        "limits": {"time": 10.0, "memory": None, "cpu": None},
        **more,
    }


def journal_of(path: Path, *lines: Record | str) -> str:
    """Write a journal of these lines; return its path."""
    text = (line if isinstance(line, str) else json.dumps(line) for line in lines)
    path.write_text("".join(f"{line}\n" for line in text))
    return str(path)


def campaign_of(path: Path, runs: list[Record]) -> str:
    """Write a journal of these runs, whose header has their puzzles and models; return its path."""
    names = {one["puzzle"]: one["hash"] for one in runs}
    puzzles = [
        {"name": name, "hash": names[name], "cells": 10 ** (k + 1), "document": {}}
        for k, name in enumerate(names)
    ]
    models = [{"name": name} for name in dict.fromkeys(one["model"] for one in runs)]
    return journal_of(path, HEADER | {"puzzles": puzzles, "models": models}, *runs)


def runs_in(path: Path) -> list[Record]:
    """Return a journal's runs, in order."""
    return load(path)[1].records


def keys(path: Path) -> list[Key]:
    """Return the keys of a journal's runs, in order."""
    return list(map(run_key, runs_in(path)))
