"""Runs the command `nonosat`, also as `python -m nonosat`."""

from __future__ import annotations

import gc
import os
import signal
import sys

from nonosat.installed import __version__

INTERRUPTED = 130


def run() -> int:
    """Run the command of this process; return its exit code. Ctrl-C ends it quietly at any time."""
    if sys.argv[1:] == ["--version"]:  # without the command line, which takes a while to import
        sys.stdout.write(f"nonosat {__version__}\n")
        return 0
    signal.signal(signal.SIGINT, lambda *_: os._exit(INTERRUPTED))  # imports take a while
    gc.set_threshold(20_000)  # what is imported stays: looking for garbage in it takes a tenth of the time
    from nonosat.cli import main

    signal.signal(signal.SIGINT, signal.default_int_handler)
    # A terminal that is closed is an interruption, too, unless that was to be ignored (nohup).
    hang_up = getattr(signal, "SIGHUP", signal.SIGINT)  # Windows has none
    if signal.getsignal(hang_up) == signal.SIG_DFL:
        signal.signal(hang_up, signal.default_int_handler)
    try:
        return main()
    finally:
        for number in (signal.SIGINT, hang_up):  # the worker is ended at exit
            signal.signal(number, signal.SIG_IGN)
        gc.freeze()  # or Python looks for garbage in all that was imported before it exits


if __name__ == "__main__":
    raise SystemExit(run())
