"""A process and its descendants: their memory and processor time, and their end."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from time import process_time

from nonosat.processes import ALONE
from nonosat.records import dataclass

unwaited: list[float] = []  # seconds of processor time of killed processes that no parent waited for


@dataclass(frozen=True)
class Usage:
    """Bytes in memory now, the sum of the peaks of all processes, and seconds of processor time."""

    memory: int = 0
    peak: int = 0
    cpu: float = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(self.memory + other.memory, self.peak + other.peak, self.cpu + other.cpu)


def usage(process: int) -> Usage:
    """Return what a process and its descendants use; nothing if the system does not report it."""
    if ALONE:
        return Usage(cpu=process_time())
    if not os.path.isdir("/proc/self/task"):
        from nonosat.processes.ps import measure_use  # on few systems

        memory, cpu = measure_use(process)
        return Usage(memory, memory, cpu)  # callers keep the largest
    try:
        total = _of_one(process)
    except (OSError, ValueError):  # it has just ended
        return Usage()
    for child in descendants(process):
        with suppress(OSError, ValueError):
            total += _of_one(child)
    return total + Usage(cpu=sum(unwaited) if process == os.getpid() else 0.0)


def descendants(process: int) -> Iterator[int]:
    """Yield the processes that a process has started, those that these have started, and so on; none if the
    system does not report them.
    """
    with suppress(OSError):  # it has just ended
        for thread in os.listdir(f"/proc/{process}/task"):
            with suppress(OSError), open(f"/proc/{process}/task/{thread}/children", encoding="ascii") as file:
                for child in map(int, file.read().split()):
                    yield child
                    yield from descendants(child)


def kill(processes: Iterable[int]) -> None:
    """Kill processes, some of which may have ended."""
    for process in processes:
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)


def kill_orphans(processes: Collection[int]) -> None:
    """Kill processes whose parents have been killed, and keep the processor time that they have used."""
    for process in processes:
        with suppress(OSError, ValueError):
            unwaited.append(_of_one(process).cpu)
    kill(processes)


def _of_one(process: int) -> Usage:
    with open(f"/proc/{process}/status", encoding="utf-8", errors="replace") as file:
        kib = dict(re.findall(r"^(VmRSS|VmHWM):\s*([0-9]+) kB", file.read(), re.MULTILINE))
    with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as file:
        # After the name: the state, 10 numbers, then the ticks of the process (in its own code, in
        # the kernel's) and of the children that it has waited for.
        ticks = sum(map(int, file.read().rpartition(")")[2].split()[11:15]))
    return Usage(
        int(kib.get("VmRSS", 0)) << 10, int(kib.get("VmHWM", 0)) << 10, ticks / os.sysconf("SC_CLK_TCK")
    )
