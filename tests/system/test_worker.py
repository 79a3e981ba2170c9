"""The worker process: it can always be stopped, and it never outlives its parent."""

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
from nonosat.processes.clock import Bounds
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


@pytest.mark.parametrize(
    ("does", "arguments", "bounds", "error", "says"),
    [
        (for_worker.hold_the_lock, (), Bounds(0.3), LimitReached, "time limit"),
        (for_worker.eat_memory, (), Bounds(memory=200 << 20), LimitReached, "memory limit"),
        (for_worker.die, (), ANY, InternalError, "last words"),
        (for_worker.die_by, (signal.SIGKILL,), ANY, LimitReached, "solver's process was killed, most likely"),
        (for_worker.die_by, (signal.SIGSEGV,), ANY, InternalError, "was killed by SIGSEGV: no message"),
        (for_worker.bad_input, (), ANY, InputError, r"^x\.yaml:3: bad$"),
        (for_worker.crash, (), ANY, InternalError, "ZeroDivisionError"),
        (for_worker.reach_a_limit, (), ANY, LimitReached, "^time limit: so be it$"),
        (for_worker.fill_the_disk, (), ANY, OSError, "No space left on device: '/dev/full'"),
    ],
)
def test_errors_come_back_as_what_they_are(
    does: Callable[..., None],
    arguments: tuple[int, ...],
    bounds: Bounds,
    error: type[Exception],
    says: str,
    worker: Worker,
) -> None:
    worker.call(ANY, math.gcd, 12, 18)  # it has started
    if bounds.deadline is not None:
        bounds = bounds._replace(deadline=time.monotonic() + bounds.deadline)
    with pytest.raises(error, match=says):
        worker.call(bounds, does, *arguments)
    own = does in (for_worker.bad_input, for_worker.crash, for_worker.reach_a_limit, for_worker.fill_the_disk)
    assert worker.alive is own, "it goes on after what the function itself raises"
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
        from nonosat.processes.clock import Bounds
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
