"""Threads that wait for workers: they can be stopped at once, and leave nothing behind."""

from __future__ import annotations

import threading

import pytest

from nonosat.errors import LimitReached, WorkerError
from nonosat.processes import worker
from nonosat.processes.limits import Bounds
from nonosat.processes.pool import Pool
from tests.helpers import for_worker
from tests.helpers.processes import gone, until


def hang(started: list[int]) -> None:
    with worker.leased() as held:
        started.append(held.call(Bounds(), for_worker.own_id))
        held.call(Bounds(), for_worker.hold_the_lock)


def test_work_is_done_by_as_many_threads() -> None:
    meet = threading.Barrier(3, timeout=20)
    with Pool(3) as pool:
        futures = [pool.submit(meet.wait) for _ in range(3)]
        assert sorted(future.result() for future in futures) == [0, 1, 2]


def test_stopped_it_ends_what_runs_and_drops_what_waits() -> None:
    started: list[int] = []
    with Pool(2) as pool:
        futures = [pool.submit(hang, started) for _ in range(4)]
        until(lambda: len(started) == 2)
        pool.stop()
    assert [future.cancelled() for future in futures] == [False, False, True, True]
    for future in futures[:2]:
        assert isinstance(future.exception(), WorkerError | LimitReached)  # as if killed for its memory
    assert all(gone(process) for process in started)


def test_left_by_an_exception_it_ends_what_runs() -> None:
    started: list[int] = []
    with pytest.raises(KeyboardInterrupt), Pool(1) as pool:
        pool.submit(hang, started)
        until(lambda: started)
        raise KeyboardInterrupt
    assert gone(started[0])


def test_left_at_the_end_it_waits_for_what_runs() -> None:
    goes_on = threading.Event()
    with Pool(1) as pool:
        waits = pool.submit(goes_on.wait, 20)
        goes_on.set()
    assert waits.result() is True
