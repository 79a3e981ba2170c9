"""A command that is interrupted, whenever that is, ends quietly, with its exit code, and leaves nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.helpers.samples import share

SECONDS = 1.5
"""About as long as the command takes; it may have ended before the signal."""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGHUP])
def test_whenever_a_proof_is_interrupted_nothing_is_left(sent: signal.Signals, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "from nonosat.__main__ import run; print('here', flush=True); exit(run())",
    ]
    ends = {0, 130} if sent == signal.SIGINT else {0, 130, -sent}
    for number in range(times := share(12)):
        path = tmp_path / f"{number}.zip"
        with subprocess.Popen(
            [*command, "prove", "permutation-8", "--number", "-o", str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()  # before that it is Python that starts
            time.sleep(0.02 + SECONDS * number / times)
            process.send_signal(sent)
            _, said = process.communicate(timeout=60)
        assert process.returncode in ends, said
        assert "Traceback" not in said and "Exception ignored" not in said
        assert not list(tmp_path.glob(".nonosat*"))
