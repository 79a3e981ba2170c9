"""Limits, and clocks with a settable time."""

import builtins
import io
import os
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any

import pytest

import nonosat
from nonosat.errors import LimitReached, StopReason
from nonosat.processes import worker
from nonosat.processes.calls import Answers, Call
from nonosat.processes.clock import NO_CLOCK, Bounds, Clock
from nonosat.processes.in_process import InProcess
from nonosat.processes.limits import Limits, machine_memory
from nonosat.processes.worker import Process
from nonosat.proofs import prove
from nonosat.puzzles.families import n_dom
from nonosat.solving.decision import Decision
from tests.helpers import for_worker
from tests.helpers.fixtures import Patch
from tests.helpers.scripted import Time


def test_a_clock_counts_from_its_making_to_its_deadline() -> None:
    time = Time()
    time.now = 100.0
    clock = Clock(2.0, now=time)
    assert (clock.begin, clock.deadline, clock.seconds, clock.left) == (100.0, 102.0, 0.0, 2.0)
    time.now = 101.5
    clock.check()
    assert (clock.seconds, clock.left) == (1.5, 0.5)
    time.now = 103.0
    assert (clock.seconds, clock.left) == (3.0, 0.0)
    with pytest.raises(LimitReached, match="time limit"):
        clock.check()


def test_a_clock_without_a_limit_never_ends() -> None:
    time = Time()
    clock = Clock(now=time)
    time.now = 1e12
    clock.check()
    assert clock.left is None
    assert NO_CLOCK.deadline is None


def test_a_clock_ends_when_the_processor_time_is_used_up() -> None:
    time = Time()
    clock = Clock(now=time, cpu=0.2)
    clock.check()
    assert clock.left is None and clock.cpu_left is not None and 0 < clock.cpu_left < 0.21
    used_up(0.3)
    time.now += 1  # it looks now and then
    with pytest.raises(LimitReached, match="time limit: processor time"):
        clock.check()
    assert clock.cpu_left == 0
    assert clock.bounds(5, 7.0) == Bounds(None, 5, 7.0)
    assert NO_CLOCK.cpu_left is None


def test_a_clock_counts_the_processor_time_of_workers() -> None:
    time = Time()
    clock, process = Clock(now=time, cpu=0.3), Process()
    with pytest.raises(LimitReached, match="processor time"):
        process.call(clock.bounds(0, process.cpu), for_worker.burn_processor_time)
    assert not process.alive and process.cpu > 0.2


def test_processor_time_counts_from_the_call_whatever_the_worker_has_used(monkeypatch: Patch) -> None:
    ends: list[float | None] = []

    class Used(InProcess):
        def __init__(self) -> None:
            super().__init__()
            self.cpu = 5.0

        def _answers(self, bounds: Bounds, asked: Call) -> Answers:
            ends.append(bounds.cpu)
            return super()._answers(bounds, asked)

    worker.end_idle()
    monkeypatch.setattr(worker, "new", Used)
    assert worker.ask(Bounds(cpu=2.0), len, "ab") == 2
    worker.end_idle()
    assert worker.ask(Bounds(), len, "abc") == 3
    worker.end_idle()
    assert ends == [7.0, None]


def test_a_question_keeps_the_limit_of_processor_time() -> None:
    answer = nonosat.solve(n_dom(60), "order-cadical", Limits(time=60, cpu=1.0))
    assert (answer.verdict.value, answer.stop_reason.value) == ("unknown", "time limit")
    assert answer.basis == "processor time"
    assert nonosat.solve(nonosat.load("dom-3"), "order-cadical", Limits(cpu=60)).done


def used_up(seconds: float) -> None:
    begin = process_time()
    while process_time() - begin < seconds:
        pass


def test_what_follows_has_what_is_left_of_the_limits() -> None:
    limits = Limits(60, 1 << 30, 60)
    clock = limits.clock()
    used_up(0.1)
    left = limits.deduct(clock)
    assert left.memory == 1 << 30 and left.time is not None and left.cpu is not None
    assert left.time < 60 and 59 < left.cpu < 59.95


def test_a_proof_has_what_the_verdict_leaves_of_the_processor_time(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    found = replace(nonosat.solve(nonosat.load("dom-5")), stop_reason=StopReason.DONE)

    def slow(*arguments: Any) -> nonosat.Answer:
        used_up(0.5)
        return found

    monkeypatch.setattr(Decision, "answer", slow)
    answer, certificate = prove.prove(n_dom(5), tmp_path / "cert", limits=Limits(cpu=0.4))
    assert (answer.stop_reason, certificate) == (StopReason.TIME_LIMIT, None)
    assert answer.basis == "processor time"


def test_limits_hold_where_certificates_are_verified(tmp_path: Path) -> None:
    path = tmp_path / "cert.zip"
    nonosat.prove(n_dom(12), path)
    with pytest.raises(LimitReached, match="memory limit"):
        nonosat.verify(path, limits=Limits(memory=1 << 20))


def test_limits_over_others() -> None:
    own, others = Limits(time=1.0, memory=0), Limits(time=2.0, memory=3, cpu=4.0)
    assert own.over(others) == Limits(1.0, 0, 4.0)
    assert Limits().over(others) == others
    assert others.over(own) == others


def test_memory_is_always_limited() -> None:
    assert Limits(memory=5).memory_bytes == 5
    assert Limits(memory=0).memory_bytes == 0
    assert Limits().memory_bytes == machine_memory() * 3 // 4


@pytest.mark.parametrize(
    ("container", "share"), [("max\n", 1), ("1048576\n", 0), (None, 1), ("999999999999999999\n", 1)]
)
def test_a_container_may_have_less_than_its_machine(
    container: str | None, share: int, monkeypatch: Patch
) -> None:
    """`share` is 1 where the machine's memory counts, 0 where the container's does."""
    really = builtins.open

    def opened(path: Any, *arguments: Any, **options: Any) -> Any:
        if path != "/sys/fs/cgroup/memory.max":
            return really(path, *arguments, **options)
        if container is None:
            raise FileNotFoundError(path)
        return io.StringIO(container)

    machine = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    monkeypatch.setattr(builtins, "open", opened)
    machine_memory.cache_clear()
    try:
        assert machine_memory() == (machine if share else 1 << 20)
    finally:
        machine_memory.cache_clear()
