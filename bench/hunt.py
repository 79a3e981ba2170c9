"""All that is random and long: nets of cases, cast for as long as you like.

    python -m bench.hunt                                        # a minute
    python -m bench.hunt --seconds 7200 --from 100000
    python -m bench.hunt --only kinds --from 4711 --count 1     # one case again

The nets share the time; each runs in a process of its own. A case follows from the name of its net and its
number. Faults are printed as they are found, and then a line for each net.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, cast

from nonosat.processes.clock import Clock
from nonosat.theorem import acl2

NETS = {
    "kinds": "tests.nets.kinds:faults",
    "puzzles": "tests.brute:faults",
    "sequences": "tests.sequences:faults",
    "pages": "tests.driven:faults",
    "crossings": "tests.nets.crossings:faults",
    "hostile": "tests.fuzz:faults",
    "forgeries": "tests.forge:faults",
}
"""Name -> where its function is, which takes the number of a case and returns what is wrong, a text for each
fault. What it raises is a fault, too."""

PATIENCE = 300.0
"""Seconds that one case may take."""


class Haul(NamedTuple):
    """What a net has caught."""

    name: str
    cases: int
    faults: int
    seconds: float

    def __str__(self) -> str:
        faults = "no fault" if not self.faults else f"{self.faults} fault{'s' * (self.faults > 1)}"
        return f"{self.name}: {self.cases} cases, {faults}, {self.seconds:.0f} s"


def cases(place: str, first: int, count: int | None, seconds: float) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of each case of a net and what is wrong with it, until the time is up."""
    module, function = place.split(":")
    faults = cast("Callable[[int], list[str]]", getattr(import_module(module), function))
    end, number = time.monotonic() + seconds, first
    while time.monotonic() < end and (count is None or number < first + count):
        try:
            found = faults(number)
        except Exception:
            found = [traceback.format_exc()]
        yield number, found
        number += 1


def cast_net(name: str, first: int, count: int | None, seconds: float) -> Haul:
    """Cast a net in a process of its own, and print each fault. A case that does not end is a fault."""
    begin, here, there = time.monotonic(), *multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("spawn")
    child = context.Process(target=_send, args=(there, NETS[name], first, count, seconds))
    child.start()
    there.close()
    tried = faults = 0
    try:
        while here.poll(PATIENCE):
            number, found = here.recv()
            tried, faults = tried + 1, faults + len(found)
            for wrong in found:
                print(f"{_again(name, number)}\n{wrong}\n", flush=True)
        ended = "did not end"
    except EOFError:
        child.join()
        ended = f"ended its process: {child.exitcode}" if child.exitcode else ""
    if ended:
        faults += 1
        print(f"{_again(name, first + tried)}\n{ended}\n", flush=True)
        child.kill()
    return Haul(name, tried, faults, time.monotonic() - begin)


def _send(there: Connection, *net: Any) -> None:
    for case in cases(*net):
        there.send(case)


def _again(name: str, number: int) -> str:
    return f"# python -m bench.hunt --only {name} --from {number} --count 1"


def main(words: list[str] | None = None) -> int:
    """Cast the nets; return 1 if there is any fault."""
    parser = argparse.ArgumentParser(prog="python -m bench.hunt", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="for all nets together (default: 60)")
    parser.add_argument("--only", action="append", choices=NETS, metavar="NAME", help=", ".join(NETS))
    parser.add_argument("--from", dest="first", type=int, default=0, metavar="N", help="the first case")
    parser.add_argument("--count", type=int, metavar="N", help="cases of each net, at most")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="nets at a time")
    asked = parser.parse_args(words)
    names = asked.only or list(NETS)
    jobs = min(asked.jobs, len(names))
    if shutil.which("acl2"):
        acl2.run_with_books("", Clock())  # certified once, which takes longer than a case may
    one = partial(cast_net, first=asked.first, count=asked.count, seconds=asked.seconds * jobs / len(names))
    with ThreadPoolExecutor(jobs) as pool:
        hauls = list(pool.map(one, names))
    print(*hauls, sep="\n")
    return int(any(haul.faults for haul in hauls))


if __name__ == "__main__":
    sys.exit(main())
