"""Threads that wait for workers can be stopped at once, and leave nothing behind; many jobs in a stream."""

import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from itertools import count, islice
from threading import Barrier, Event
from typing import Any

import pytest

from nonosat.errors import LimitReached, WorkerError
from nonosat.processes.clock import Bounds
from nonosat.toolkit import Pool, stream, worker
from tests.helpers import for_worker
from tests.helpers.fixtures import Patch
from tests.helpers.processes import gone, until


def hang(started: list[int]) -> None:
    with worker.borrow() as held:
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


class Recorded(ThreadPoolExecutor):
    """Counts the jobs that it gets."""

    def __init__(self, threads: int) -> None:
        super().__init__(threads)
        self.futures: list[Future[Any]] = []

    def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.futures.append(super().submit(function, *args, **kwargs))
        return self.futures[-1]


def slow_if_even(number: int) -> int:
    time.sleep(0.1 * (number % 2 == 0))
    return number * number


def test_jobs_come_as_they_end_or_in_their_order() -> None:
    with ThreadPoolExecutor(4) as executor:
        ended = [(job, future.result()) for job, future in stream(executor, slow_if_even, range(4))]
        ordered = [job for job, _ in stream(executor, slow_if_even, range(20), ordered=True)]
    assert sorted(ended) == [(0, 0), (1, 1), (2, 4), (3, 9)] and {ended[0][0], ended[1][0]} == {1, 3}
    assert ordered == list(range(20))


@pytest.mark.parametrize("ordered", [False, True])
def test_no_more_are_begun_than_the_window_has_room_for(ordered: bool) -> None:
    with Recorded(2) as executor:
        for number, _ in enumerate(islice(stream(executor, abs, count(), window=3, ordered=ordered), 10)):
            assert len(executor.futures) - number <= 3
    assert len(executor.futures) <= 12


def test_an_executor_that_has_no_room_for_long_is_asked_again() -> None:
    class Growing(Recorded):
        looks = 0

        @property
        def ahead(self) -> int:
            self.looks += 1
            return self.looks

    met = Barrier(2)  # the first job ends once the second has begun
    with Growing(2) as executor:
        found = [job for job, _ in stream(executor, lambda _: met.wait(60), range(2), ordered=True)]
    assert found == [0, 1]


def test_what_a_job_raises_is_its_own() -> None:
    with ThreadPoolExecutor(2) as executor:
        found = {job: future.exception() for job, future in stream(executor, (1).__truediv__, [0, 1])}
    assert isinstance(found[0], ZeroDivisionError) and found[1] is None


def test_no_jobs_are_no_results() -> None:
    with ThreadPoolExecutor(1) as executor:
        assert list(stream(executor, abs, [])) == []


def test_a_stream_that_is_left_cancels_what_is_open() -> None:
    class Scripted(Executor):
        def __init__(self) -> None:
            self.futures: list[Future[Any]] = []

        def submit(self, function: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            self.futures.append(future)
            if len(self.futures) == 2:
                future.set_result(None)
            return future

    executor = Scripted()
    with closing(stream(executor, abs, range(5))) as ended:
        assert next(ended)[0] == 1
    assert [future.cancelled() for future in executor.futures] == [True, False, True, True, True]


def test_ctrl_c_while_waiting_cancels_too(monkeypatch: Patch) -> None:
    begun = Event()

    def interrupted() -> Any:
        begun.wait(10)
        yield 1
        raise KeyboardInterrupt

    with Recorded(1) as executor:
        executor.submit(begun.set)
        with pytest.raises(KeyboardInterrupt):
            list(stream(executor, time.sleep, (0.2 for _ in interrupted())))
    assert all(future.done() for future in executor.futures)
