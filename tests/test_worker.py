"""The worker process: it can always be stopped, and it never outlives its parent."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from nonosat.errors import InputError, InternalError, LimitReached
from nonosat.processes.limits import Bounds
from nonosat.processes.worker import Worker, lease, release
from tests.helpers import for_worker
from tests.helpers.processes import gone
from tests.helpers.samples import some

ANY = Bounds()


@pytest.fixture
def worker() -> Worker:
    return lease()


def test_a_call_returns_its_result(worker: Worker) -> None:
    assert worker.call(ANY, math.gcd, 12, 18) == 6
    assert worker.call(ANY, math.gcd, 9, 6) == 3
    release(worker)
    assert lease() is worker
    worker.kill()


def test_the_time_limit_ends_a_call_that_holds_the_interpreters_lock(worker: Worker) -> None:
    with pytest.raises(LimitReached, match="time limit"):
        worker.call(Bounds(time.monotonic() + 0.3), for_worker.hold_the_lock)
    assert not worker.alive


def test_the_memory_limit_ends_a_call(worker: Worker) -> None:
    with pytest.raises(LimitReached, match="memory limit"):
        worker.call(Bounds(memory=200 << 20), for_worker.eat_memory)
    assert not worker.alive


def test_errors_come_back_as_what_they_are(worker: Worker) -> None:
    with pytest.raises(InputError, match=r"x\.yaml:3: bad"):
        worker.call(ANY, for_worker.bad_input)
    release(worker)
    with pytest.raises(InternalError, match="ZeroDivisionError"):
        worker.call(ANY, for_worker.crash)
    worker.kill()


def test_a_stream_comes_item_by_item(worker: Worker) -> None:
    assert list(worker.stream(ANY, for_worker.count_to, 1000)) == list(range(1000))
    assert worker.call(ANY, math.gcd, 12, 18) == 6
    with pytest.raises(InternalError, match="ZeroDivisionError"):
        list(worker.stream(ANY, for_worker.count_to, 3, "crash"))
    assert list(worker.stream(ANY, for_worker.count_to, 2)) == [0, 1]
    worker.kill()


def test_what_a_call_reports_is_known_until_the_next_call(worker: Worker) -> None:
    assert worker.call(ANY, for_worker.three_reports) == worker.fact == "three"
    assert worker.call(ANY, math.gcd, 12, 18) == 6
    assert worker.fact == ""
    release(worker)


def test_a_stream_that_is_left_ends_the_worker(worker: Worker) -> None:
    stream = worker.stream(ANY, for_worker.count_to, 10**9)
    assert next(stream) == 0
    assert next(stream) == 1
    stream.close()  # type: ignore[attr-defined]
    assert not worker.alive


def test_the_time_limit_ends_a_stream(worker: Worker) -> None:
    stream = worker.stream(Bounds(time.monotonic() + 1), for_worker.count_to, 3, "hold_the_lock")
    assert [next(stream) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(LimitReached, match="time limit"):
        next(stream)
    assert not worker.alive


def test_a_worker_that_dies_says_how() -> None:
    worker = lease()
    with pytest.raises(InternalError, match="last words"):
        worker.call(ANY, for_worker.die)
    assert not worker.alive


def test_killed_by_the_kernel_is_most_likely_the_memory_limit() -> None:
    worker = lease()
    with pytest.raises(LimitReached, match="memory limit: the solver's process was killed, most likely"):
        worker.call(ANY, for_worker.die_by, signal.SIGKILL)


def test_killed_by_another_signal_says_by_which() -> None:
    worker = lease()
    with pytest.raises(InternalError, match="the worker was killed by SIGSEGV: no message"):
        worker.call(ANY, for_worker.die_by, signal.SIGSEGV)


def test_a_limit_that_a_worker_reaches_by_itself_is_that_limit(worker: Worker) -> None:
    with pytest.raises(LimitReached, match="time limit: so be it"):
        worker.call(ANY, for_worker.reach_a_limit)
    assert worker.alive


def test_a_full_disk_is_no_error_of_ours(worker: Worker) -> None:
    with pytest.raises(OSError, match="No space left") as found:
        worker.call(ANY, for_worker.fill_the_disk)
    assert found.value.filename == "/dev/full"


@pytest.mark.parametrize("then", some(["die", "hold_the_lock"], 1))
@pytest.mark.parametrize("start", [for_worker.start_a_program_and, for_worker.start_a_program_in_a_child])
def test_a_program_that_a_solver_has_started_ends_with_it(
    start: Callable[[str, str], None], then: str, worker: Worker, tmp_path: Path
) -> None:
    path = tmp_path / "number"
    with pytest.raises((LimitReached, InternalError)):
        worker.call(Bounds(time.monotonic() + 3), start, str(path), then)
    worker.kill()
    program = int(path.read_text())
    try:
        assert gone(program)
    finally:
        if not gone(program, 0):
            os.kill(program, signal.SIGKILL)


def test_where_temporary_files_go_is_known_without_a_try(worker: Worker) -> None:
    """Python tries each folder with a file, which a worker that is killed then would leave."""
    assert worker.call(ANY, for_worker.temporary_folder) == tempfile.gettempdir()
    release(worker)


def test_a_worker_ends_when_its_parent_is_killed() -> None:
    script = textwrap.dedent("""
        from nonosat.processes.limits import Bounds
        from nonosat.processes.worker import Process
        from tests.helpers import for_worker
        worker = Process()
        print(worker.call(Bounds(), for_worker.own_id), flush=True)
        worker.call(Bounds(), for_worker.hold_the_lock)
    """)
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    time.sleep(0.3)  # now it is in C code
    parent.kill()
    parent.wait()
    parent.stdout.close()
    try:
        assert gone(child)
    finally:
        if not gone(child, 0):
            os.kill(child, signal.SIGKILL)
