"""Processes that run one command after another: compiled, interpreted, or as in a browser, in one process."""

import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonosat import installed

SLOW = 60.0
"""Seconds after which a command about a tiny puzzle counts as hanging."""

MODES = ("compiled", "interpreted", "alone")

_ALONE = """
import asyncio, os, socket, subprocess, sys, threading
def refused(*_, **__):
    raise OSError("there is no such thing here")
loop = asyncio.new_event_loop()  # it needs a pair of sockets
sys.platform, os.environ["PATH"] = "emscripten", ""
sys.modules |= dict.fromkeys(["numpy", "ortools", "pandas", "pyganak", "resource", "PIL"])
threading.Thread.start = subprocess.Popen = socket.socketpair = os.fork = os.nice = refused
"""
"""Takes away what a browser does not have."""

_LOOP = """
import contextlib, io, json, os, sys, time
from nonosat.cli import main
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
for line in iter(sys.stdin.readline, ""):
    folder, words, given = json.loads(line)
    os.chdir(folder)
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    begin = time.perf_counter()
    sys.stdin, before = io.TextIOWrapper(io.BytesIO(given.encode())), sys.stdin
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = main(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
    sys.stdin = before
    texts = [stream.buffer.getvalue().decode(errors="replace") for stream in (out, err)]
    answers.write(json.dumps([code, *texts, time.perf_counter() - begin]) + "\\n")
    answers.flush()
"""


@dataclass(frozen=True)
class Said:
    """What a command did; its code is None if it did not end."""

    code: int | None
    out: str
    err: str
    seconds: float

    @property
    def records(self) -> list[dict[str, Any]]:
        """The lines that it printed as JSON."""
        return [json.loads(line) for line in self.out.splitlines() if line.startswith("{")]


class Mode:
    """A process of a mode, started when it is first needed, and again if it hangs or dies."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._temporary = tempfile.TemporaryDirectory()
        self._process: subprocess.Popen[str] | None = None

    def run(self, folder: Path, words: list[str], given: str = "") -> Said:
        """Run a command in a folder, with this on its standard input."""
        process = self._process = self._process or self._start()
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps([str(folder), words, given]) + "\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], SLOW)
        line = process.stdout.readline() if ready else ""
        if not line:
            self.close()
            return Said(None, "", "it hangs" if not ready else "its process ended", SLOW)
        return Said(*json.loads(line))

    def end(self) -> list[str]:
        """Let the process end; return the temporary files that it has left."""
        if self._process and self._process.stdin:
            self._process.stdin.close()
            self._process.wait(SLOW)
            self._process = None
        return sorted(os.listdir(self._temporary.name))

    def close(self) -> None:
        """End the process at once, which may leave files."""
        if self._process:
            self._process.kill()
            self._process.wait()
        self._process = None
        for path in Path(self._temporary.name).iterdir():
            shutil.rmtree(path, ignore_errors=True)

    def _start(self) -> subprocess.Popen[str]:
        switch = "1" if self.name == "interpreted" else ""
        changed = {installed.SWITCH: switch, "TMPDIR": self._temporary.name, "COLUMNS": "80"}
        program = (_ALONE if self.name == "alone" else "") + _LOOP
        return subprocess.Popen(
            [sys.executable, "-c", program],
            env={**os.environ, **changed},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
