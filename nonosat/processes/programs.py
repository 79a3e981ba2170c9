"""Programs that are run to their end: their output is bounded, and nothing of them is left running.

They run in a worker, whose limits hold for them, too: its memory and processor time include theirs.
"""

from __future__ import annotations

import hashlib
import os
import selectors
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType

from nonosat.errors import InputError, LimitReached, StopReason
from nonosat.processes.calls import FOLDER
from nonosat.processes.usage import descendants, kill
from nonosat.records import dataclass

_MOST = 1 << 26  # bytes of output
_VERSION_SECONDS = 2.0
_VERSION_BYTES = 1 << 16
_LOOK_EVERY = 0.05  # seconds between looks whether a program has ended whose output somebody holds open
_ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER of Linux's prctl
_TRIES = 1000  # to end what a program has left, a millisecond each


@dataclass(frozen=True)
class Ended:
    """A program that has ended: its exit code, or the negative number of the signal that ended it, and what
    it has printed.
    """

    code: int
    output: str
    errors: str

    @property
    def last_words(self) -> str:
        """Return the last line that it printed, for messages."""
        lines = [line.strip() for line in (self.output + "\n" + self.errors).splitlines()]
        return next(filter(None, reversed(lines)), "nothing")[:80]

    @property
    def how(self) -> str:
        """Return in words how it ended."""
        if self.code < 0:
            return f"was killed by {signal.Signals(-self.code).name}"
        return f"ended with exit code {self.code}"


def run(
    command: Sequence[str],
    deadline: float | None = None,
    most: int = _MOST,
    script: str = "",
    settings: Mapping[str, str] = MappingProxyType({}),
) -> Ended:
    """Run a program, which may read a short script, until it ends; then end whatever it has started.
    Settings are environment variables, unless the user has set them.

    Raises InputError if it cannot be started or prints more than `most` bytes, and LimitReached after the
    deadline, a time of time.monotonic(), or if the system has killed it.
    """
    before, name = set(_find_children()), Path(command[0]).name
    pipe, environment = subprocess.PIPE, {**settings, **os.environ}
    try:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment)
    except OSError as error:
        raise InputError(f"{command[0]} cannot be started: {error.strerror or error}") from None
    with process:
        try:
            if process.stdin is not None:
                with suppress(BrokenPipeError), process.stdin:
                    process.stdin.write(script.encode())
            output, errors = _read_output(process, name, deadline, most)
        finally:
            process.kill()
            process.wait()
            _end(before)
    if process.returncode == -signal.SIGKILL:
        raise LimitReached(StopReason.MEMORY_LIMIT, f"{name} was killed, most likely because memory ran out")
    return Ended(process.returncode, output.decode("utf-8", "replace"), errors.decode("utf-8", "replace"))


def _read_output(
    process: subprocess.Popen[bytes], name: str, deadline: float | None, most: int
) -> list[bytes]:
    """Return what a program prints until it ends, on standard output and on standard error."""
    parts = [bytearray(), bytearray()]
    with selectors.DefaultSelector() as pipes:
        for part, pipe in zip(parts, (process.stdout, process.stderr), strict=True):
            if pipe is not None:
                pipes.register(pipe, selectors.EVENT_READ, part)
        ended = False
        while not ended or pipes.get_map():
            # What it has started may hold its output open.
            ended = ended or process.poll() is not None
            ready = pipes.select(0 if ended else _LOOK_EVERY) if pipes.get_map() else []
            if not ended and not pipes.get_map():  # it has closed its output, and is about to end
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_LOOK_EVERY)
            for key, _ in ready:
                read = os.read(key.fd, 1 << 16)
                key.data.extend(read)
                if not read:
                    pipes.unregister(key.fileobj)
            if ended and not ready:
                break
            if sum(map(len, parts)) > most:
                raise InputError(f"{name} printed more than {most >> 20} MiB")
            if deadline is not None and time.monotonic() > deadline:
                raise LimitReached(StopReason.TIME_LIMIT)
    return [bytes(part) for part in parts]


def version(path: str) -> str:
    """Return a program's own words for its version, or else the beginning of its file's SHA-256 sum."""
    try:
        ended = run([path, "--version"], time.monotonic() + _VERSION_SECONDS, _VERSION_BYTES)
    except (InputError, LimitReached):
        said = ""
    else:
        said = "" if ended.code else ended.output.partition("\n")[0].removeprefix("c ").strip()
    if any(map(str.isdigit, said)):
        return said[:80]
    try:
        return f"sha256 {hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]}"
    except OSError:  # it may be run, but not read
        return ""


def words(command: str) -> list[str]:
    """Split a command as a shell does. Raises InputError if it cannot be split."""
    try:
        return shlex.split(command)
    except ValueError as error:
        raise InputError(f"a command that cannot be read: {error}") from None


@contextmanager
def folder() -> Iterator[Path]:
    """Yield a new folder for a program's files, which is removed even if this worker is killed."""
    place = os.environ.get(FOLDER)
    if place:
        os.makedirs(place, mode=0o700, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as name:
        yield Path(name)


def _find_children() -> Iterator[int]:
    """Yield the processes that this one has started, or adopted because their parents have ended."""
    if sys.platform == "linux":
        import ctypes  # rarely used

        ctypes.CDLL(None).prctl(_ADOPT_ORPHANS, 1, 0, 0, 0)
    return descendants(os.getpid())


def _end(before: set[int]) -> None:
    """End the descendants of this process, but not those that it had before."""
    for _ in range(_TRIES):
        left = set(_find_children()) - before
        if not left:
            return
        kill(left)
        for process in left:
            with suppress(ChildProcessError):  # it is a grandchild, as yet
                os.waitpid(process, os.WNOHANG)
        time.sleep(0.001)
