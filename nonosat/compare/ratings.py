"""Rates the puzzles of a campaign, each of them once, whatever the number of cards and repeats.

A rating is plain data, a line of a journal. It has the keys of `nonosat rate --json` and, like a run,
`hash`, `limits` and `host`. Nothing is measured, so its process is reused.
"""

from __future__ import annotations

import platform
from dataclasses import asdict, dataclass, replace

from nonosat import LimitReached, Limits, Nonogram, Rating, StopReason, journal, rate, worker
from nonosat.compare.jobs import NO_LIMITS, Entry


@dataclass(frozen=True)
class RatingJob:
    """One nonogram of a campaign, to be rated within the limits of a run."""

    entry: Entry
    puzzle: Nonogram
    limits: Limits = NO_LIMITS

    @property
    def key(self) -> tuple[str]:
        """The puzzle's address, unique within the campaign."""
        return (self.entry.source,)


def rated(job: RatingJob) -> journal.Record:
    """Rate the puzzle in another process; whatever happens there, return a record of what is known."""
    limits = job.limits
    try:
        with worker.leased() as held:
            bounds = replace(limits, time=None).bounds(held.cpu)  # `rate` keeps the time limit itself
            return _record(job, held.call(bounds, rate, job.puzzle, limits=limits))
    except LimitReached as limit:
        return unrated(job, limit.detail, limit.stop_reason)
    except Exception as error:  # the campaign continues
        return unrated(job, f"{type(error).__name__}: {error}")


def unrated(job: RatingJob, why: str, stop_reason: StopReason = StopReason.ERROR) -> journal.Record:
    """Return the record of a puzzle that could not be rated."""
    return _record(job, Rating(puzzle=job.puzzle, stop_reason=stop_reason, basis=why, level="unknown"))


def _record(job: RatingJob, rating: Rating) -> journal.Record:
    return {
        **rating.data(),
        "puzzle": job.entry.source,
        "hash": job.entry.hash,
        "limits": asdict(job.limits),
        "host": platform.node(),
    }
