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
    wrong: Sequence[Disagreement], lines: Iterable[Record], journals: Mapping[str, Record]
) -> tuple[list[str], list[str]]:
    """Return the lines that stand above everything else where answers are refuted: for each model, the
    smallest puzzle, and the command that shows the fault; and those that stand below everything else.
    """
    if not wrong:
        return [], []
    asked, of_model = defaultdict[str, set[str]](set), defaultdict[str, list[Disagreement]](list)
    for line in lines:
        asked[line["model"]].add(line["puzzle"])
    cells = {one["name"]: one["cells"] or inf for header in journals.values() for one in header["puzzles"]}
    for one in sorted(wrong, key=lambda one: cells.get(one.puzzle, inf)):
        of_model[one.model].append(one)
    above, below = ["REFUTED ANSWERS, which count as unsolved"], list[str]()
    for model, (first, *others) in of_model.items():
        number = len({one.puzzle for one in (first, *others)})
        above.append(f"{model}: {number} refuted of {len(asked[model])}; the smallest:")
        above.append(str(first))
        for path, header in journals.items():
            if first.puzzle in _places([header], "puzzles") and model in _places([header], "models"):
                words_of_it = ["nonosat", "compare", "--rerun", path, first.puzzle, "--models", model]
                above.append(f"  {shlex.join([*words_of_it, '-o', 'fault.jsonl'])}")
                break
        below += map(str, others)
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
    no limit. `variance` is that of `penalised` as a mean of runs; NaN for a single run. `puzzle` ends in
    a part of the hash where puzzles that are not the same have one name, as in two journals.
    """
    import pandas

    columns = [*_KEYS, "orientation", "outcome", "severity", "wall", "cpu", "memory", "limit", "trust"]
    each = pandas.DataFrame(list(map(_plain, judge(lines))), columns=columns).astype({"limit": float})
    solved = each.severity == len(UNSOLVED)
    each["penalised"] = each.wall.where(solved, _PENALTY * each.limit)
    asked = each.groupby([*_KEYS, "orientation"], sort=False, as_index=False)
    turned = asked.agg({"wall": "median", "cpu": "median", "severity": "min", "limit": "first"})
    solved = turned.severity == len(UNSOLVED)
    turned["penalised"] = turned.wall.where(solved, _PENALTY * turned.limit)
    groups, averaged = each.groupby(_KEYS, sort=False), turned.groupby(_KEYS, sort=False)
    # "trusted" is the last in the alphabet: one such run makes the puzzle one.
    frame = groups.agg(
        {"outcome": "first", "severity": "min", "limit": "first", "memory": "max", "trust": "max"}
    )
    frame["solved"] = frame.severity == len(UNSOLVED)
    worst = frame.severity.map(dict(enumerate(UNSOLVED)))
    frame["outcome"] = frame.outcome.where(frame.solved, worst)
    frame["seconds"], frame["cpu"] = averaged.wall.mean(), averaged.cpu.mean()
    frame["penalised"] = (_PENALTY * frame.limit).where(
        frame.outcome == REFUTED, averaged.penalised.agg(lambda values: values.mean(skipna=False))
    )
    # The variance of a mean; NaN if it cannot be known.
    frame["variance"] = groups.penalised.agg(lambda values: values.var(skipna=False) / len(values))
    frame = frame.reset_index()
    twice = frame.groupby("puzzle").hash.transform("nunique") > 1
    full = [
        f"{name} ({hash_[:8] or 'unreadable'})" for name, hash_ in zip(frame.puzzle, frame.hash, strict=True)
    ]
    of, by = _places(headers, "puzzles"), _places(headers, "models")
    places = [
        (of.get(puzzle, 0), by.get(name, 0)) for puzzle, name in zip(frame.puzzle, frame.model, strict=True)
    ]
    frame["puzzle"] = frame.puzzle.where(~twice, full)
    return frame.iloc[sorted(range(len(frame)), key=places.__getitem__)].reset_index(drop=True)


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
