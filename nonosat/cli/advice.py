"""The only unsolicited advice of commands: that an extra would speed up a long batch."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib.util import find_spec
from typing import TypeVar

from nonosat.answer import Report
from nonosat.cli.live import shows_line
from nonosat.cli.output import Exit, complain
from nonosat.processes.limits import Clock
from nonosat.processes.machine_code import FASTER

R = TypeVar("R", bound=Report)

LONG = 5.0
"""Seconds after which advice may be given."""

_WORTH = 0.8  # advise only if the work would take less than this fraction of the time with the extra


def advising(
    arguments: argparse.Namespace, show: Callable[[R], Exit], clock: Clock | None = None
) -> Callable[[R], Exit]:
    """Return `show`, extended on a terminal to say once if the extra `fast` would help."""
    if arguments.quiet or not shows_line() or find_spec("numba") is not None:
        return show
    clock, plain, said = clock or Clock(), 0.0, False

    def show_and_advise(report: R) -> Exit:
        nonlocal plain, said
        result = show(report)
        plain += report.seconds.get("plain", 0.0) / arguments.jobs
        if not said and (text := advice(clock.seconds, plain)):
            said = True
            complain(text)
        return result

    return show_and_advise


def advice(seconds: float, plain: float) -> str:
    """Return the advice after this many seconds, or "" if the extra is not worth it. `plain` seconds were
    spent without the extra in work that it would speed up.

    >>> advice(10.0, 8.0)
    "pip install 'nonosat[fast]': this took 10 s so far, with it about 3 s"
    >>> advice(4.0, 3.0), advice(10.0, 1.0)
    ('', '')
    """
    faster = seconds - plain * (1 - 1 / FASTER)
    if seconds < LONG or faster > _WORTH * seconds:
        return ""
    return f"pip install 'nonosat[fast]': this took {seconds:.0f} s so far, with it about {faster:.0f} s"
