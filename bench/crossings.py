"""Every pair of features on tiny puzzles, again and again with other ones, for as long as you like.

    python -m bench.crossings                   # a minute
    python -m bench.crossings --seconds 3600 --seed 7
    python -m bench.crossings rate explain      # only these commands

In each round every two features meet, on the puzzles of `tests/crossings/odd.yaml` and on as many random
ones. A fault is printed as the shortest command that shows it, once per command and sort of fault.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from itertools import count
from random import Random

from tests.crossings.subjects import drawn, odd
from tests.crossings.trials import Bench, Case, all_cases, told


def round_of(number: int, names: list[str]) -> list[Case]:
    """Return the cases of a round, in random order."""
    rng = Random(f"crossings {number}")
    subjects = (*odd(), *(drawn(rng) for _ in odd()))
    found = all_cases(subjects, rng, names)
    rng.shuffle(found)
    return found


def main() -> int:
    """Try cases until the time is over; return 1 if any has a fault."""
    parser = argparse.ArgumentParser(prog="python -m bench.crossings", description=__doc__.partition("\n")[0])
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help="default: all of them")
    parser.add_argument("--seconds", type=float, default=60, help="how long (default: 60)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first round (default: 0)")
    asked = parser.parse_args()
    begin, tried, sorts, bench = time.monotonic(), 0, set[str](), Bench()
    for number in count(asked.seed):
        for case in round_of(number, asked.commands):
            if time.monotonic() - begin > asked.seconds:
                left = [f"left behind: {name}" for name in bench.close()]
                sorts.update(left)
                print(*left, sep="\n", end="\n" * bool(left))
                print(f"{tried} cases, {len(sorts)} sorts of faults, {time.monotonic() - begin:.0f} s")
                return int(bool(sorts))
            tried += 1
            for wrong in bench.faults(case):
                sort = f"{case.command.name} {re.sub(r'[^a-z ]+', '', wrong)[:40]}"
                if sort not in sorts:
                    sorts.add(sort)
                    print(told(*bench.shortest(case, wrong)), end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
