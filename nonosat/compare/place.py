"""A place of its own for a run: cores that no other run uses, and a control group where the system allows it.

A control group (cgroup) counts the processor time and the memory of all processes of a run exactly, even of
those that nobody waits for, and keeps its limit of memory. They are handled by BenchExec's library, as by its
runexec (Beyer, Löwe, Wendler: Reliable benchmarking). Without it, time and memory are sampled.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonosat import InputError, files, journal

COUNTED = "counted by cgroups"
"""How runs in a control group were measured."""

_WAIT = 0.05  # seconds between attempts to get cores
_TOPOLOGY = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def cores() -> list[int]:
    """Return the cores that this process may use, one thread of each; empty where they cannot be chosen."""
    if not hasattr(os, "sched_getaffinity"):  # macOS
        return []
    allowed = sorted(os.sched_getaffinity(0))
    return sorted({_first_thread(core, allowed) for core in allowed})


def _first_thread(core: int, allowed: list[int]) -> int:
    with suppress(OSError, ValueError):
        text = Path(_TOPOLOGY.format(core)).read_text(encoding="ascii")
        siblings = {int(part) for part in text.replace("-", ",").split(",")}
        return min(siblings.intersection(allowed), default=core)
    return core


def require_cores(count: int) -> None:
    """Raise InputError if a run can never have that many cores."""
    if count > len(cores()):
        raise InputError(f"a run cannot have {count} of {len(cores())} cores that can be chosen")


@contextmanager
def held(count: int) -> Iterator[list[int]]:
    """Hold cores that no other run on this machine holds; wait for them if there are too few."""
    require_cores(count)
    while True:
        with ExitStack() as stack:
            mine: list[int] = []
            for core in cores():
                path = os.path.join(tempfile.gettempdir(), f"nonosat-{os.getuid()}-core-{core}")
                file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
                stack.callback(os.close, file)  # which unlocks it
                if len(mine) < count and files.locked(file):
                    mine.append(core)
            if len(mine) == count:
                yield mine
                return
        time.sleep(_WAIT)


@dataclass
class Place:
    """The cores of a run (none: it may run anywhere), and its control group, or why it has none."""

    cores: list[int]
    group: Any = None
    without: str = ""
    _cpu: float = 0.0

    def take(self, process: int) -> None:
        """Move a process here; what it starts afterwards is here, too."""
        if self.cores:
            os.sched_setaffinity(process, self.cores)
        if self.group is not None:
            self.group.add_task(process)

    def begin(self) -> None:
        """Count processor time from now on."""
        if self.group is not None:
            self._cpu = self.group.read_cputime()

    def measured(self) -> journal.Record:
        """Return what a run's record says about its place, and what its control group has counted."""
        if not self.cores:
            return {}
        if self.group is None:
            return {"isolation": {"cores": self.cores, "measured": f"sampled: {self.without}"}}
        found: journal.Record = {"isolation": {"cores": self.cores, "measured": COUNTED}}
        found["cpu"] = self.group.read_cputime() - self._cpu
        peak = self.group.read_max_mem_usage()
        return found if peak is None else found | {"peak_memory": peak}  # None before Linux 5.19


@contextmanager
def place(count: int, memory: int) -> Iterator[Place]:
    """Make a place with this many cores for a run with a limit of memory; with 0, it may run anywhere."""
    if not count:
        yield Place([])
        return
    with held(count) as mine:
        group, without = _group(mine, memory)
        try:
            yield Place(mine, group, without)
        finally:
            if group is not None:
                group.kill_all_tasks()
                group.remove()


def _group(mine: list[int], memory: int) -> tuple[Any, str]:
    """Return a new control group, or None and why."""
    try:
        from benchexec.cgroups import Cgroups
    except ImportError:
        return None, "BenchExec is not installed: pip install 'nonosat[isolate]'"
    try:
        parent = Cgroups.initialize()
        needed = (parent.CPU, parent.CPUSET, parent.MEMORY)
        if missing := [name for name in needed if not parent.require_subsystem(name, lambda *_: None)]:
            return None, f"no control groups for {', '.join(missing)}"
        group = parent.create_fresh_child_cgroup([*needed, parent.FREEZE])
    except (OSError, SystemExit) as error:
        return None, f"no control groups: {error}"
    try:
        group.set_value(group.CPUSET, "cpus", ",".join(map(str, mine)))
        group.write_memory_limit(memory)
        with suppress(OSError):
            group.disable_swap()
    except (OSError, SystemExit) as error:  # BenchExec exits where swap cannot be limited
        group.remove()
        return None, f"no control groups: {error}"
    return group, ""
