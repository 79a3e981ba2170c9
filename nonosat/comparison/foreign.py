"""What other tools have measured, for a report: the tables of BenchExec (CSV by its table-generator) and of
mETRICS. Nothing in them was checked here: all their answers are trusted, or refuted as they say.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from nonosat import InputError, StopReason
from nonosat.comparison.journal import Contents
from nonosat.comparison.results import Record
from nonosat.toolkit import files

_METRICS = {"input", "experiment_ware", "cpu_time"}
_SOLVED = ("correct", "correct-unconfirmed", "missing")  # the last: the set has no answer
_STOPS = {"TIMEOUT": StopReason.TIME_LIMIT, "OUT OF MEMORY": StopReason.MEMORY_LIMIT}


def load_csv(path: str) -> tuple[Record, Contents]:
    """Return a header, and the runs. Raises InputError if it is no table of these tools."""
    with files.reading(path):
        text = Path(path).read_text("utf-8", "replace")
    lines = text.splitlines()
    if lines and lines[0].split("\t")[0] == "tool":
        records = list(_benchexec(list(csv.reader(lines, delimiter="\t")), path))
    elif lines and {*next(csv.reader(lines))} >= _METRICS:
        records = [_metrics(row, path, k) for k, row in enumerate(csv.DictReader(lines), start=2)]
    else:
        raise InputError("expected a table of BenchExec or mETRICS", path, 1)
    header: Record = {
        "models": [{"name": name} for name in dict.fromkeys(run["model"] for run in records)],
        "puzzles": [
            {"name": name, "hash": "", "cells": None, "document": None}
            for name in dict.fromkeys(run["puzzle"] for run in records)
        ],
    }
    return header, Contents(lines=records)


def _benchexec(rows: list[list[str]], path: str) -> Iterator[Record]:
    """Yield the runs of a table whose first rows are the tools, their run sets, and their columns."""
    if len(rows) < 3 or rows[1][0] != "run set" or "status" not in rows[2]:
        raise InputError("expected the rows `tool`, `run set` and that of the columns", path, 1)
    tools, sets, heads = rows[:3]
    starts = [k for k, head in enumerate(heads) if head == "status"]
    for number, row in enumerate(rows[3:], start=4):
        for begin, end in zip(starts, [*starts[1:], len(heads)], strict=True):
            cells = dict(zip(heads[begin:end], row[begin:end], strict=False))
            if status := cells.get("status", ""):
                category = cells.get("category") or ("error" if status.isupper() else "missing")
                reason = StopReason.DONE if category in _SOLVED else _STOPS.get(status, StopReason.ERROR)
                cpu = _number(cells.get("cputime (s)"), path, number)
                wall = _number(cells.get("walltime (s)") or cells.get("cputime (s)"), path, number)
                fault = f"{status}, which is wrong, says BenchExec" if category == "wrong" else ""
                name = " ".join(filter(None, row[: starts[0]]))
                yield _run(name, f"{tools[begin]} {sets[begin]}".strip(), status, reason, wall, cpu, fault)


def _metrics(row: dict[str, str], path: str, number: int) -> Record:
    cpu, limit = (_number(row.get(key), path, number) for key in ("cpu_time", "timeout"))
    late = StopReason.TIME_LIMIT if limit and cpu >= limit else StopReason.ERROR
    reason = StopReason.DONE if row.get("success", "True") == "True" else late
    wrong = "False" in (row.get("consistent_xp"), row.get("consistent_input"))
    fault = "inconsistent with others, says mETRICS" if wrong else ""
    run = _run(row["input"], row["experiment_ware"], row.get("Checked answer", ""), reason, cpu, cpu, fault)
    return run | {"limits": {"time": limit or None, "memory": None}}


def _run(
    puzzle: str, model: str, verdict: str, reason: StopReason, wall: float, cpu: float, fault: str
) -> Record:
    said = {"puzzle": puzzle, "model": model, "verdict": verdict, "stop_reason": str(reason), "fault": fault}
    unknown = {"hash": "", "peak_memory": 0, "solutions": [], "limits": {"time": None, "memory": None}}
    return {**said, "wall": wall, "cpu": cpu, **unknown}


def _number(text: str | None, path: str, line: int) -> float:
    try:
        return float((text or "0").rstrip("s"))
    except ValueError:
        raise InputError(f"expected seconds, found {text!r}", path, line) from None
