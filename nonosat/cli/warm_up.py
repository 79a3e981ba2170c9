"""`nonosat warm-up`: compile the machine code of the extra `fast` ahead of time."""

from __future__ import annotations

import argparse
import time
from importlib.util import find_spec

from nonosat.cli.common import telling_arguments
from nonosat.cli.output import Exit, say
from nonosat.errors import InputError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    telling_arguments(parser, "")


def main(arguments: argparse.Namespace) -> Exit:
    """Load every part that has a compiled version; numba caches the code for later processes."""
    if find_spec("numba") is None:
        raise InputError("nothing to compile: install nonosat[fast]")
    from nonosat.beliefs.marginals import MESSAGES
    from nonosat.making.pictures import PICTURES
    from nonosat.narrowing.engine import ENGINE

    for name, load in (
        ("lines", ENGINE.load),
        ("pictures", PICTURES.load),
        ("beliefs", MESSAGES.load),
    ):
        begin = time.perf_counter()
        load()
        if not arguments.quiet:
            say(f"{name}: {time.perf_counter() - begin:.1f} s")
    return Exit.ANSWERED
