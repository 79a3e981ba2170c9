"""One run in a process of its own, within limits that hold whatever the solver does.

A run is plain data, a line of a journal. It has the keys of `nonosat solve --json` and these:

hash          a fingerprint of what the puzzle asks
repeat        which repeat it is, from 0
seed          what the run was given, or null
seeded        what the seed went to: "option" of the backend, or "shuffle" of cells and constraints
wall          seconds from the puzzle to the verdict
cpu           seconds of processor time in these; of a run that was ended, as last seen
peak_memory   bytes, added up over the run's processes
fault         what is wrong with a witness, or with what the solver said; most often nothing
limits        time, cpu (seconds) and memory (bytes); null for none
host, start   where, and when (UTC)

The process states, narrows, encodes and decodes; the solver is in a second one, which ends with the
first. Both have started, and have imported the solver, before the clocks run: what that takes says
nothing of a solver. The limits are kept twice: by the driver, which can tell what it had found by
then, and from
outside, a moment later, should that not help.
"""

from __future__ import annotations

import os
import platform
import resource
import time
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from nonosat import backends
from nonosat.answer import DONE, Answer, Verdict, answer_data
from nonosat.compare.jobs import Job
from nonosat.compare.shuffle import Shuffled
from nonosat.errors import InternalError, LimitReached, WorkerError
from nonosat.processes import worker
from nonosat.processes.limits import Limits
from nonosat.processes.usage import usage
from nonosat.processes.worker import Worker
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.questions.unique import solve
from nonosat.solving.cards import Card, Step

Record = dict[str, Any]

_START = 120.0  # seconds in which the processes must have started
_GRACE = 1.0  # seconds by which a run may miss its limit before it is ended from outside


def run(job: Job) -> Record:
    """Do the job in a process of its own; whatever happens there, return what is known."""
    record = _blank(job)
    if job.entry.puzzle is None:
        return record | {"because": job.entry.error}
    memory = Limits(memory=job.limits.memory).bytes
    process = Worker()
    begin, cpu_begin = time.monotonic(), 0.0
    try:
        process.call("nonosat.compare.isolation:warm_up", job.card, deadline=begin + _START, memory=memory)
        begin, cpu_begin = time.monotonic(), process.cpu
        deadline = None if job.limits.time is None else begin + job.limits.time + _GRACE
        cpu = None if job.limits.cpu is None else cpu_begin + job.limits.cpu
        found = process.call("nonosat.compare.isolation:work", job, deadline=deadline, memory=memory, cpu=cpu)
        record |= found
        # A solver that was ended at a limit is gone by the time that the run looks at itself.
        record["peak_memory"] = max(record["peak_memory"], process.peak)
        record["fault"] = record["fault"] or _fault(job.entry.puzzle, record)
        if record["fault"]:
            record["reason"] = "error"
    except LimitReached as limit:
        record |= {"reason": limit.reason, "because": limit.detail}
    except Exception as error:  # it died, or what it sent is no answer: the campaign goes on
        record["because"] = f"{type(error).__name__}: {error}"
    finally:
        process.kill()
    if "wall" not in record:
        record["wall"] = time.monotonic() - begin
        record |= {"cpu": process.cpu - cpu_begin, "peak_memory": process.peak}
    return record


def failed(job: Job, why: str) -> Record:
    """Return the record of a job that could not be done, or not to its end."""
    return _blank(job) | {"because": why, "wall": 0.0, "cpu": 0.0, "peak_memory": 0}


def warm_up(card: Card) -> None:
    """Put a puzzle of one cell to every step of the card: then all is imported that it needs."""
    for step in card.steps:
        # The last step follows those that may give up whatever their budget is.
        alone = replace(card, steps=(replace(step, conflicts=None), card.steps[-1]), lines=False)
        solve(Nonogram.from_picture(("#",)), alone)


def work(job: Job) -> Record:
    """Solve, in the run's own process, and say what it took."""
    puzzle = job.entry.puzzle
    if puzzle is None:
        raise ValueError("a job without a puzzle")
    card, seeded = _seeded(job)
    # A Shuffled is a puzzle by what it passes on, which a type checker cannot see.
    asked: Any = Shuffled(puzzle, job.seed) if job.seed is not None and "shuffle" in seeded else puzzle
    cpu_begin = _cpu() + _cpu_of_solver()
    begin = time.perf_counter()
    fault = ""
    try:
        answer = solve(asked, card, job.limits.time, job.limits.memory)
    except WorkerError:
        raise
    except InternalError as error:
        answer = Answer(asked, Verdict.UNKNOWN, "error", model=card.name)
        fault = str(error)
    wall = time.perf_counter() - begin
    peak = usage(os.getpid()).peak
    worker.end_idle()  # only then is their time known to the last microsecond
    return {
        **answer_data(answer),
        "seeded": seeded,
        "wall": wall,
        "cpu": _cpu() - cpu_begin,
        "peak_memory": peak,
        "fault": fault,
    }


def _blank(job: Job) -> Record:
    """Return the record of a run of which nothing is known yet."""
    puzzle = job.entry.puzzle
    empty = Answer(puzzle, Verdict.UNKNOWN, "error", model=job.card.name) if puzzle else None
    return {
        **(answer_data(empty) if empty else {"verdict": "unknown", "reason": "error", "solutions": []}),
        "puzzle": job.entry.source,
        "model": job.card.name,
        "backend": job.card.backend,
        "hash": job.entry.hash,
        "repeat": job.repeat,
        "seed": job.seed,
        "seeded": "",
        "fault": "",
        "limits": asdict(job.limits),
        "host": platform.node(),
        "start": datetime.now(UTC).isoformat(timespec="milliseconds"),
    }


def _seeded(job: Job) -> tuple[Card, str]:
    """Return the card with the seed in it where its backends take one, and what the seed goes to."""
    if job.seed is None:
        return job.card, ""
    steps, ways = [], []
    for step in job.card.steps:
        info = backends.info(step.backend)
        takes = info is not None and "seed" in info.options
        ways.append("option" if takes else "shuffle")
        steps.append(_with_seed(step, job.seed) if takes else step)
    return replace(job.card, steps=tuple(steps)), ", ".join(dict.fromkeys(ways))


def _with_seed(step: Step, seed: int) -> Step:
    own = int(step.options.get("seed", 0))  # by which steps of one card may differ
    return replace(step, options={**step.options, "seed": own + seed})


def _fault(puzzle: Puzzle, record: Record) -> str:
    """Check the witnesses again, outside the process that gave them."""
    pictures = [tuple(picture) for picture in record["solutions"]]
    faults = [fault for picture in pictures if (fault := puzzle.fault(picture))]
    need = {"unique": 1, "multiple": 2}.get(record["verdict"], 0)
    if len(set(pictures)) < need and record["reason"] == DONE:
        faults.append(f"{record['verdict']}, but with {len(set(pictures))} different witnesses")
    return "; ".join(faults)


def _cpu() -> float:
    """Return the processor time of this process and of the children that have ended."""
    parts = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in parts)


def _cpu_of_solver() -> float:
    """Return the processor time that the solver's process, which lives, has taken so far."""
    held = worker.lease()
    try:
        taken: float = held.call("time:process_time")
        return taken
    finally:
        worker.release(held)
