"""Runs with cores of their own; with a control group, its counts are the run's."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import nonosat
from nonosat.cli import main
from nonosat.compare import place as place_module
from nonosat.compare.isolation import execute
from nonosat.compare.jobs import Entry, Job
from nonosat.compare.place import COUNTED, cores, held, place
from nonosat.errors import InputError
from nonosat.processes.journal import Record
from nonosat.processes.limits import Limits
from nonosat.puzzles.families import n_dom
from nonosat.solving.cards import load_card
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.journals import runs_in

pytestmark = pytest.mark.skipif(not cores(), reason="cores cannot be chosen on this system")


class Group:
    """Stands in for a control group of BenchExec: what is done to it, and counts that no run can have."""

    CPU, CPUSET, MEMORY, FREEZE = "cpu", "cpuset", "memory", "freezer"

    def __init__(self, lacks: str = "", fails: BaseException | None = None) -> None:
        self.lacks, self.fails = lacks, fails
        self.done: list[tuple[Any, ...]] = []
        self.seconds = 100.0

    def require_subsystem(self, name: str, _log: object) -> bool:
        return name != self.lacks

    def create_fresh_child_cgroup(self, names: list[str]) -> Group:
        self.done.append(("create", *names))
        return self

    def set_value(self, *what: str) -> None:
        self.done.append(what)

    def write_memory_limit(self, limit: int) -> None:
        if self.fails:
            raise self.fails
        self.done.append(("limit", limit))

    def disable_swap(self) -> None:
        raise OSError("no swap")

    def add_task(self, process: int) -> None:
        self.done.append(("add", os.sched_getaffinity(process)))

    def read_cputime(self) -> float:
        assert ("remove",) not in self.done
        self.seconds += 7.0
        return self.seconds

    def read_max_mem_usage(self) -> int:
        return 12345

    def kill_all_tasks(self) -> None:
        self.done.append(("kill",))

    def remove(self) -> None:
        self.done.append(("remove",))


def benchexec(monkeypatch: Patch, group: Group | None) -> None:
    """Let BenchExec have this group; or not be installed."""
    module = ModuleType("benchexec.cgroups")
    if group is not None:
        module.Cgroups = SimpleNamespace(initialize=lambda: group)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "benchexec.cgroups", module if group else None)


def run(**more: Any) -> Record:
    return execute(Job(Entry("p", n_dom(4)), load_card("order-minisat"), cores=1, **more))


def test_a_run_is_counted_by_its_control_group(monkeypatch: Patch) -> None:
    group = Group()
    benchexec(monkeypatch, group)
    found = run(limits=Limits(memory=1 << 30))
    (core,) = found["isolation"]["cores"]
    assert found["isolation"]["measured"] == COUNTED
    assert (found["verdict"], found["cpu"], found["peak_memory"]) == ("unique", 7.0, 12345)
    assert group.done == [
        ("create", "cpu", "cpuset", "memory", "freezer"),
        ("cpuset", "cpus", str(core)),
        ("limit", 1 << 30),
        ("add", {core}),
        ("kill",),
        ("remove",),
    ]


@pytest.mark.parametrize(
    ("group", "words"),
    [
        (None, "BenchExec is not installed: pip install 'nonosat[isolate]'"),
        (Group(lacks="memory"), "no control groups for memory"),
        (Group(fails=PermissionError("not yours")), "no control groups: not yours"),
        (Group(fails=SystemExit("swap")), "no control groups: swap"),
    ],
)
def test_without_a_control_group_it_says_that_it_sampled(
    group: Group | None, words: str, monkeypatch: Patch, tmp_path: Path, capsys: Capture
) -> None:
    benchexec(monkeypatch, group)
    path = tmp_path / "r.jsonl"
    asked = ["compare", "dom-3", "--models", "order-minisat", "--isolate", "-o", str(path)]
    assert main(asked) == 0
    assert capsys.readouterr().err == f"--isolate: processor time and memory were sampled: {words}\n"
    (found,) = runs_in(path)
    assert found["isolation"]["measured"] == f"sampled: {words}"
    assert 0 < found["cpu"] < 60 and found["peak_memory"] > 1 << 20
    assert group is None or group.done[-1:] == ([("remove",)] if group.fails else [])


def affinity(_: Job) -> Record:
    from nonosat.processes import worker
    from nonosat.processes.limits import Bounds

    with worker.leased() as solver:
        inner = solver.call(Bounds(), os.sched_getaffinity, 0)
    return {
        "own": sorted(os.sched_getaffinity(0)),
        "solver": sorted(inner),
        "peak_memory": 0,
        "solutions": [],
    }


def test_both_processes_of_a_run_are_on_its_cores(monkeypatch: Patch) -> None:
    benchexec(monkeypatch, None)
    found = execute(Job(Entry("p", nonosat.load("dom-3")), load_card("order-minisat"), cores=1), affinity)
    assert found["own"] == found["solver"] == found["isolation"]["cores"]
    anywhere = execute(Job(Entry("p", nonosat.load("dom-3")), load_card("order-minisat")), affinity)
    assert anywhere["own"] == sorted(os.sched_getaffinity(0)) and anywhere["isolation"] is None


def test_cores_are_held_by_one_run_at_a_time(monkeypatch: Patch, tmp_path: Path) -> None:
    monkeypatch.setattr(place_module, "cores", lambda: [3, 5, 8])
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    with held(2) as mine:
        assert mine == [3, 5]
        with held(1) as other:
            assert other == [8]
            got: list[int] = []

            def wait() -> None:
                with held(1) as third:
                    got.extend(third)

            thread = threading.Thread(target=wait)
            thread.start()
            thread.join(0.2)
            assert not got
        thread.join(20)
        assert got == [8]
    with held(3) as every:
        assert every == [3, 5, 8]


def test_more_cores_than_there_are_is_one_line(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "r.jsonl"
    words = ["compare", "dom-3", "--models", "order-minisat", "--isolate", "9999", "-o", str(path)]
    assert main(words) == 2
    assert capsys.readouterr().err.startswith("a run cannot have 9999 of ") and not path.exists()
    with pytest.raises(InputError), place(9999, 0):
        pass
