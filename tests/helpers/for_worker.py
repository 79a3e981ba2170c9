"""What tests make the worker do."""

import errno
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module

from nonosat.errors import InputError, LimitReached, StopReason
from nonosat.installed import checksums
from nonosat.processes.clock import Bounds
from nonosat.processes.reports import report
from nonosat.processes.worker import lease


def own_id() -> int:
    return os.getpid()


def do_nothing(*_: object) -> None:
    pass


def hold_the_lock(*_: object) -> None:
    """Stay in C code for minutes, with the interpreter's lock held."""
    pow(3, 10**8)


def eat_memory(*_: object) -> None:
    hoard = []
    while True:
        hoard.append(bytearray(os.urandom(1 << 20)))


def three_reports() -> str:
    """Report three facts, and return the last one."""
    for fact in ("one", "two", "three"):
        report(fact)
    return fact


def bad_input() -> None:
    raise InputError("bad", "x.yaml", 3)


def reach_a_limit() -> None:
    raise LimitReached(StopReason.TIME_LIMIT, "so be it")


def fill_the_disk() -> None:
    raise OSError(errno.ENOSPC, "No space left on device", "/dev/full")


def crash(*_: object) -> None:
    raise ZeroDivisionError


def die(*_: object) -> None:
    print("last words", file=sys.stderr, flush=True)
    os._exit(7)


def die_by(number: int) -> None:
    os.kill(os.getpid(), number)


def burn_processor_time(*_: object) -> None:
    while True:
        pass


def start_a_child_and_wait(*_: object) -> None:
    held = lease()
    held.call(Bounds(), hold_the_lock)


def start_a_program(path: str) -> None:
    """Start a program that does not end, and write its number to a file."""
    with open(path, "w", encoding="ascii") as file:
        file.write(str(subprocess.Popen(["sleep", "600"]).pid))


def start_a_program_and(path: str, then: str, *arguments: int) -> None:
    start_a_program(path)
    globals()[then](*arguments)


def start_a_program_in_a_child(path: str, then: str) -> None:
    """Let a worker of this worker start it."""
    lease().call(Bounds(), start_a_program_and, path, then)


def answer_rubbish(*_: object) -> object:
    return "rubbish"


def count_to(end: int, then: str = "") -> Iterator[int]:
    yield from range(end)
    if then:
        globals()[then]()


def load_hot_files_and_die() -> None:
    for name in checksums():
        import_module(name.replace("/", "."))
    die()


def temporary_folder() -> str | None:
    """Where Python puts temporary files, if it is decided."""
    return tempfile.tempdir
