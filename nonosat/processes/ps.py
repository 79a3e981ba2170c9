"""What processes use, on systems without /proc (macOS)."""

from __future__ import annotations

import subprocess


def measure_use(process: int) -> tuple[int, float]:
    """Return the bytes in memory and the seconds of processor time of a process and its descendants, without
    those that have ended; zeros if `ps` does not report them.
    """
    try:
        told = subprocess.run(
            ["ps", "-axo", "pid=,ppid=,rss=,time="], capture_output=True, text=True, check=False
        ).stdout
    except OSError:
        return 0, 0.0
    processes = {
        int(pid): (int(parent), kib, time) for pid, parent, kib, time in map(str.split, told.splitlines())
    }
    inside = {process}
    while more := {pid for pid, (parent, *_) in processes.items() if parent in inside} - inside:
        inside |= more
    here = [processes[pid] for pid in inside & processes.keys()]
    return sum(int(kib) << 10 for _, kib, _ in here), sum(_seconds(time) for _, _, time in here)


def _seconds(time: str) -> float:
    """Read ps's time: `[[days-]hours:]minutes:seconds`."""
    days, _, clock = time.rpartition("-")
    seconds = 0.0
    for part in clock.split(":"):
        seconds = seconds * 60 + float(part)
    return seconds + 86400 * int(days or 0)
