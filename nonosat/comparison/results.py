"""What became of each puzzle under each model, over all of its runs: what tables and plots are made of.

The repeats of a run count as one: solved if every repeat is, wrong if any is, with their median time. Over
orientations, times are averaged, because a solver's time in one orientation is mostly luck; the puzzle is
solved if it is in every one. A refuted answer counts as unsolved.

An answer is *certified* if a checked certificate proves it, or if it is two checked pictures; *refuted* if a
checked picture contradicts it, or its proof does not hold; *trusted* if it is neither.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from nonosat import Picture, StopReason
from nonosat.toolkit import InternalError, files, words

if TYPE_CHECKING:
    from pandas import DataFrame


Record = files.Record
"""A line of a journal."""

# The least and the largest number of solutions that a verdict allows.
_LEAST = {"unique": 1, "multiple": 2}
_MOST = {"none": 0, "unique": 1}


def contradiction(run: Record, pictures: Collection[Picture]) -> str:
    """Return how different solutions, its own and those of others, contradict a run's verdict; empty if they
    do not.
    """
    verdict, own = run["verdict"], len(_pictures(run))
    if own < _LEAST.get(verdict, 0):
        return f"{verdict}, but with {words.plural(own, 'solution')}"
    if len(pictures) > _MOST.get(verdict, len(pictures)):
        return f"{verdict}, but {words.plural(len(pictures), 'solution')} found"
    return ""


CERTIFICATE = "certificate"
"""The key by which a journal's line is known to be about a certificate."""

CERTIFIED, TRUSTED, REFUTED = "certified", "trusted", "refuted"


def judge(lines: Iterable[Record]) -> list[Record]:
    """Return the runs of a journal, each with its `trust`: CERTIFIED, TRUSTED or REFUTED; empty if it has no
    answer. A refuted one has a `fault` and the stop reason "error", like one that failed its own check.

    Raises InternalError if a solution refutes a certificate.
    """
    lines = list(lines)
    runs = [line for line in lines if CERTIFICATE not in line]
    about = [line for line in lines if CERTIFICATE in line]
    drawn: dict[tuple[str, str], set[Picture]] = defaultdict(set)
    for line in lines:
        if not line["fault"]:
            drawn[_puzzle(line)].update(_pictures(line))
    proven = {(_puzzle(line), line["verdict"]) for line in about if line[CERTIFICATE]}
    for key, verdict in proven:
        if len(drawn[key]) > _MOST[verdict]:
            raise InternalError(f"{key[0]}: the certificate of {verdict} is refuted by a solution")
    unfounded = {(_puzzle(line), line["model"], line["verdict"]): line["fault"] for line in about}

    def judge_run(run: Record) -> Record:
        key, verdict = _puzzle(run), run["verdict"]
        fault = run["fault"] or contradiction(run, drawn[key]) or unfounded.get((key, run["model"], verdict))
        if fault:
            return run | {"fault": fault, "stop_reason": str(StopReason.ERROR), "trust": REFUTED}
        sure = verdict == "multiple" or (key, verdict) in proven
        answered = run["stop_reason"] == StopReason.DONE
        return run | {"trust": (CERTIFIED if sure else TRUSTED) if answered else ""}

    return list(map(judge_run, runs))


def _puzzle(line: Record) -> tuple[str, str]:
    return line["puzzle"], line["hash"]


class Disagreement(NamedTuple):
    """A refuted answer."""

    puzzle: str
    model: str
    fault: str

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.model} is refuted: {self.fault}"


def disagreements(lines: Iterable[Record]) -> list[Disagreement]:
    """Return what is refuted, once per puzzle, model and fault."""
    wrong = (run for run in judge(lines) if run["fault"])
    return list(dict.fromkeys(Disagreement(run["puzzle"], run["model"], run["fault"]) for run in wrong))


def warnings(
    wrong: Sequence[Disagreement], lines: Sequence[Record], journals: Mapping[str, Record]
) -> tuple[list[str], list[str]]:
    """Return the lines that stand above everything else where answers are refuted: for each model, the
    smallest puzzle, and the command that shows the fault; and those that stand below everything else. Runs
    that are not kept have an empty path.
    """
    if not wrong:
        return [], []
    cells = {one["name"]: one["cells"] or inf for header in journals.values() for one in header["puzzles"]}
    of_model = defaultdict[str, list[Disagreement]](list)
    for one in sorted(wrong, key=lambda one: cells.get(one.puzzle, inf)):
        of_model[one.model].append(one)
    above, below = ["REFUTED ANSWERS, which count as unsolved"], list[str]()
    for model, faults in of_model.items():
        asked = {line["puzzle"] for line in lines if line["model"] == model}
        number = len({one.puzzle for one in faults})
        above += [f"{model}: {number} refuted of {len(asked)}; the smallest:", str(faults[0])]
        for path, header in journals.items():
            if "command" in header and faults[0].puzzle in _places([header], "puzzles"):
                again = "nonosat", "compare", *(("--rerun", path) if path else ()), faults[0].puzzle
                above.append(f"  {shlex.join([*again, '--models', model, '-o', 'fault.jsonl'])}")
                break
        below += map(str, faults[1:])
    return above, ["The other refuted answers:", *below] if below else []


def _pictures(run: Record) -> set[Picture]:
    return set(map(tuple, run["solutions"]))


SHORTEST = 0.001  # seconds; shorter times are noise, and their ratios mean nothing

UNSOLVED = (REFUTED, *(str(reason) for reason in StopReason if reason is not StopReason.DONE))
"""Reasons why a puzzle is not solved; each has a column."""

_KEYS = ["puzzle", "hash", "model"]
_PENALTY = 2  # PAR-2: an unsolved run counts as twice the limit


def results(lines: Iterable[Record], headers: Sequence[Record] = ()) -> DataFrame:
    """Return a row for each puzzle and model, in the order of the headers, else of the runs.

    `outcome` is the verdict, or one of UNSOLVED; `trust` is CERTIFIED or TRUSTED if it is solved. `seconds`,
    `limit` and `cpu` are in seconds, `memory` in bytes. `penalised` is the time in PAR-2; NaN where there was
    no limit. `puzzle` ends in a part of the hash where different puzzles have one name, as in two journals.
    """
    import pandas

    columns = [*_KEYS, "orientation", "outcome", "severity", "wall", "cpu", "memory", "limit", "trust"]
    of, by = _places(headers, "puzzles"), _places(headers, "models")
    runs = sorted(judge(lines), key=lambda run: (of.get(run["puzzle"], 0), by.get(run["model"], 0)))
    each = pandas.DataFrame(list(map(_plain, runs)), columns=columns).astype({"limit": float})
    turned = each.groupby([*_KEYS, "orientation"], sort=False, as_index=False).agg(
        {"wall": "median", "cpu": "median", "severity": "min", "limit": "first"}
    )
    turned["penalised"] = turned.wall.where(turned.severity == len(UNSOLVED), _PENALTY * turned.limit)
    averaged = turned.groupby(_KEYS, sort=False)
    # "trusted" is the last in the alphabet: one such run makes the puzzle one.
    frame = each.groupby(_KEYS, sort=False).agg(
        {"outcome": "first", "severity": "min", "limit": "first", "memory": "max", "trust": "max"}
    )
    frame["solved"] = frame.severity == len(UNSOLVED)
    frame["outcome"] = frame.outcome.where(frame.solved, frame.severity.map(dict(enumerate(UNSOLVED))))
    frame["seconds"], frame["cpu"] = averaged.wall.mean(), averaged.cpu.mean()
    penalised = averaged.penalised.agg(lambda values: values.mean(skipna=False))
    frame["penalised"] = penalised.where(frame.outcome != REFUTED, _PENALTY * frame.limit)
    frame = frame.reset_index()
    twice = frame.groupby("puzzle").hash.transform("nunique") > 1
    frame["puzzle"] = frame.puzzle.where(~twice, frame.puzzle + " (" + frame.hash.str[:8] + ")")
    return frame


def _plain(run: Record) -> tuple[Any, ...]:
    limit, reason = run["limits"]["time"], run["stop_reason"]
    late = limit is not None and run["wall"] > limit
    outcome = REFUTED if run["fault"] else reason if reason != StopReason.DONE else run["verdict"]
    if late and outcome not in UNSOLVED:
        outcome = str(StopReason.TIME_LIMIT)
    severity = UNSOLVED.index(outcome) if outcome in UNSOLVED else len(UNSOLVED)
    key = run["puzzle"], run["hash"], run["model"], run.get("orientation", 0)
    return *key, outcome, severity, run["wall"], run["cpu"], run["peak_memory"], limit, run["trust"]


def _places(headers: Sequence[Record], what: str) -> dict[str, int]:
    names = dict.fromkeys(one["name"] for header in headers for one in header[what])
    return {name: k for k, name in enumerate(names)}


def models(frame: DataFrame) -> list[str]:
    """Return the models in the order in which they first appear."""
    return list(frame.model.unique())
