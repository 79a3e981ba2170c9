"""Machine code that is loaded in the background: a process can end meanwhile."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("numba")

BEGIN = """\
import sys, time
from nonosat.narrowing import engine
engine.ENGINE.miss(1e9)
time.sleep(float(sys.argv[1]))
"""


@pytest.mark.parametrize("seconds", ["0.3", "0.9", "2"])
def test_a_process_ends_while_its_machine_code_is_compiled(
    seconds: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))  # an empty one
    begin = time.monotonic()
    done = subprocess.run([sys.executable, "-c", BEGIN, seconds], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert time.monotonic() - begin < float(seconds) + 10  # compiling everything takes longer
