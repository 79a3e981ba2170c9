"""The jobs of a campaign; and one run in its own process, within limits that hold whatever the solver does.

A run is plain data, a line of a journal. It has the keys of `nonosat solve --json` and these:

hash          a fingerprint of what the puzzle asks
repeat        the number of the run of this puzzle and card, from 0
orientation   the grid as it is (0), or one of its seven mirror images and turns
seed          the run's seed, or null: it shuffles cells and constraints, as competitions do, and seeds the
              solver if that takes a seed
wall          seconds from the puzzle to the verdict
cpu           seconds of processor time during `wall`; for a run that was ended, as last sampled
peak_memory   bytes, summed over the run's processes
fault         what is wrong with a solution, the verdict or the solver's model; empty if nothing is
limits        time, cpu (seconds) and memory (bytes); null for none
host, start   where, and when (UTC)

If a run failed, `backends` are those of its card.

The process states, narrows, encodes and decodes; the solver runs in a second process, which ends with the
first. Both are started, and have imported the solver, before the clocks start, because start-up time says
nothing about a solver. They do other runs of the card, too, but remember no puzzle; a run that is
ended from outside, or leaves much memory behind, is their last. Each limit is enforced twice: by
the driver, which can report its results so far, and, a moment later, from outside.
"""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any
from weakref import WeakKeyDictionary

from nonosat import (
    Answer,
    Card,
    InputError,
    LimitReached,
    Limits,
    Nonogram,
    Puzzle,
    StopReason,
    Verdict,
    load_all,
    solve,
)
from nonosat.comparison.results import Record, contradiction
from nonosat.toolkit import (
    NO_LIMITS,
    WrongAnswerError,
    load_card,
    measure,
    rearrange,
    worker,
    write,
)


@dataclass(frozen=True)
class Entry:
    """A puzzle of the campaign, and its address."""

    source: str
    puzzle: Puzzle

    @property
    def document(self) -> dict[str, Any]:
        """The puzzle as plain data."""
        data: dict[str, Any] = json.loads(write(self.puzzle, "json"))
        return data

    @property
    def hash(self) -> str:
        """A fingerprint of what the puzzle asks."""
        text = json.dumps(self.document, sort_keys=True, ensure_ascii=False)
        return sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Job:
    """One puzzle under one card, once. `key` is unique within the campaign."""

    entry: Entry
    card: Card
    repeat: int = 0
    seed: int | None = None
    limits: Limits = NO_LIMITS
    orientation: int = 0

    @property
    def key(self) -> tuple[str, str, int]:
        """The puzzle's address, the card's name, and the number of the repeat."""
        return self.entry.source, self.card.name, self.repeat

    def __str__(self) -> str:
        return f"{self.card.name} on {self.entry.source}"


def entries(names: Iterable[str]) -> Iterator[Entry | InputError]:
    """Yield each puzzle in these files, patterns and folders, or why it cannot be read; each once.

    In a folder, files that are not puzzles by name and content are skipped.
    """
    seen = set()
    for name in names:
        for puzzle in load_all(name, errors="yield"):
            if isinstance(puzzle, InputError):
                yield puzzle
                continue
            # A file name need not be UTF-8; its address in a journal is.
            address = puzzle.source.encode("utf-8", "backslashreplace").decode()
            if address not in seen:
                seen.add(address)
                yield Entry(address, puzzle)


_SMALL = Nonogram.from_picture(("#....", ".#...", "..#..", "...#.", "....#"))  # enough for beliefs
_START = 10.0  # seconds that the processes may take to start, if the run's limit is not longer
_MOST_GROWN = 1.25  # a process that has grown by more than this after a run is not kept for others
_ready: WeakKeyDictionary[worker.Worker, int] = WeakKeyDictionary()  # memory before the first run
GRACE = 0.5  # seconds by which a run may exceed its limit before it is ended from outside


def warm_up(card: Card) -> None:
    """Solve a small puzzle with the card, so that everything it needs is imported; forget the run before."""
    for one in (card, load_card("order-beliefs")) if card.is_recipe else (card,):
        with suppress(WrongAnswerError):  # the run itself shows whether the solver's answers are right
            solve(_SMALL, replace(one, narrow=False))
    measure(len, ())  # forgets


def work(job: Job) -> Record:
    """Solve the puzzle in this process, and return the record with its time and memory."""
    puzzle = job.entry.puzzle
    card = job.card if job.seed is None else job.card.with_seed(job.seed)
    asked = rearrange(puzzle, job.orientation, job.seed)
    answer, cost = measure(solve, asked, card, job.limits)
    return {
        **replace(answer, puzzle=puzzle).to_dict(),
        "puzzle": job.entry.source,
        "wall": cost.wall,
        "cpu": cost.cpu,
        "peak_memory": cost.memory,
    }


def execute(
    job: Job,
    work: Callable[[Job], Record] = work,
    grace: float = GRACE,
    prepare: Callable[[Card], None] = warm_up,
    start: float = _START,
) -> Record:
    """Do the job in its own process; whatever happens there, return a record of what is known.

    The others are for tests: what the process does, how long after a limit it is ended, what it does before,
    and how long that may take at least.
    """
    record, limits, begin = record_failure(job), job.limits, time.monotonic()
    unready = "the solvers did not solve a small puzzle"
    with _process(job.card) as process:
        cpu = process.cpu
        try:
            # Importing the solvers may take longer than a short limit.
            seconds, cpu_seconds = (one and max(start, one) for one in (limits.time, limits.cpu))
            bounds = replace(limits, time=seconds, cpu=cpu_seconds).bounds(process.cpu)
            process.call(bounds, prepare, job.card)
            unready = ""
            _ready.setdefault(process, process.memory)
            process.peak = process.memory
            begin, cpu = time.monotonic(), process.cpu
            done = record | process.call(limits.bounds(process.cpu, grace), work, job)
            # A solver that was ended at a limit is gone before the run samples its memory.
            done["peak_memory"] = max(done["peak_memory"], process.peak)
            done["fault"] = _fault(job.entry.puzzle, done)
            return done | ({"stop_reason": str(StopReason.ERROR)} if done["fault"] else {})
        except LimitReached as limit:
            record |= {"stop_reason": str(limit.stop_reason), "basis": limit.detail or unready}
        except WrongAnswerError as error:
            record["fault"] = str(error)
        except Exception as error:  # the worker died, or did not send an answer: the campaign continues
            record["basis"] = f"{type(error).__name__}: {error}"
        used = {"cpu": process.cpu - cpu, "peak_memory": process.peak}
        return record | {"wall": time.monotonic() - begin, **used}


@contextmanager
def _process(card: Card) -> Iterator[worker.Worker]:
    """Yield a process for a run of a card, if possible one that has run it before."""
    with worker.borrow(str(card)) as process:
        yield process
        if process.memory > _MOST_GROWN * _ready.get(process, 0):
            process.kill()


def record_failure(job: Job, why: str = "") -> Record:
    """Return the record of a job that failed."""
    puzzle, model = job.entry.puzzle, job.card.name
    answer = Answer(puzzle=puzzle, verdict=Verdict.UNKNOWN, stop_reason=StopReason.ERROR, model=model)
    return {
        **answer.to_dict(),
        "puzzle": job.entry.source,
        "backends": list(job.card.backends),
        "basis": why,
        "hash": job.entry.hash,
        "repeat": job.repeat,
        "orientation": job.orientation,
        "seed": job.seed,
        "wall": 0.0,
        "cpu": 0.0,
        "peak_memory": 0,
        "fault": "",
        "limits": asdict(job.limits),
        "host": platform.node(),
        "start": datetime.now(UTC).isoformat(timespec="milliseconds"),
    }


def _fault(puzzle: Puzzle, record: Record) -> str:
    """Check the solutions again, outside the process that found them."""
    pictures = {tuple(picture): None for picture in record["solutions"]}
    faults = [fault for picture in pictures if (fault := puzzle.fault(picture))]
    return "; ".join([*faults, *filter(None, [contradiction(record, pictures)])])
