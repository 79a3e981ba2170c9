"""The studio's page and the page to play, driven at random in a browser, against models of what was drawn.

    python -m tests.driven                       # a minute
    python -m tests.driven --seconds 600 --seed 7

A case follows from its seed alone. One that fails is made shorter: actions are left out while it still fails.
"""

from __future__ import annotations

import argparse
import atexit
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.helpers import programs
from tests.helpers.browser import Browser
from tests.helpers.driven_page import DrivenPage
from tests.helpers.driven_player import DrivenPlayer
from tests.helpers.driven_studio import DrivenStudio
from tests.helpers.studio import Server, serving

LENGTH = 60  # actions of a case
PATIENCE = 120.0  # seconds in which a case is made shorter

Action = tuple[str, int]
"""What is done, and a seed for how: each action makes sense wherever it comes, so any may be left out."""


@dataclass(frozen=True)
class Driver:
    """What cases need: a browser, a studio, and a folder for pages."""

    browser: Browser
    server: Server
    folder: Path

    def page(self, seed: int) -> DrivenPage:
        """Open the page of a case: one in three is the page to play."""
        if seed % 3 == 2:
            return DrivenPlayer(self.browser, self.folder / "play.html", Random(seed))
        return DrivenStudio(self.browser, self.server, Random(seed))

    def fault(self, seed: int, actions: Sequence[Action]) -> tuple[str, list[str]]:
        """Do the actions; return what went wrong, if anything, and what was done until then, in words."""
        done: list[str] = []
        try:
            page = self.page(seed)
            for kind, how in actions:
                done.append(kind)
                done[-1] = page.do(kind, Random(how))
                page.check()
            done.append("back to the start, on to the end, reload")
            page.end()
        except AssertionError as error:
            return str(error) or repr(error), done
        finally:
            self.browser.call("Emulation.clearDeviceMetricsOverride")
        return "", done

    def shortened(self, seed: int, actions: list[Action]) -> list[Action]:
        """Leave out actions while the case still fails: halves, quarters, ... and single ones."""
        end, size = time.monotonic() + PATIENCE, len(actions)
        while size > 0 and time.monotonic() < end:
            at = 0
            while at < len(actions) and time.monotonic() < end:
                fewer = actions[:at] + actions[at + size :]
                fault, done = self.fault(seed, fewer)
                if fault:
                    actions = fewer[: len(done)]  # what comes after the fault is not needed
                else:
                    at += size
            size //= 2
        return actions

    def case(self, seed: int, length: int = LENGTH) -> str:
        """Drive a page; return what went wrong, with the actions that lead there, or nothing."""
        rng = Random(seed)
        kinds = (DrivenPlayer if seed % 3 == 2 else DrivenStudio).KINDS
        actions = [(rng.choice(kinds), rng.randrange(10**9)) for _ in range(length)]
        fault, done = self.fault(seed, actions)
        if not fault:
            return ""
        actions = self.shortened(seed, actions[: len(done)])
        shorter, words = self.fault(seed, actions)
        if shorter:
            fault, done = shorter, words
        return "\n".join(
            [f"seed {seed}: {fault}", *(f"  {number}. {words}" for number, words in enumerate(done, 1))]
        )


@cache
def driver() -> Driver:
    """Start what cases need; it ends with this process."""
    stack = ExitStack()
    atexit.register(stack.close)
    folder = Path(stack.enter_context(TemporaryDirectory()))
    browser = stack.enter_context(Browser(folder / "profile"))
    return Driver(browser, stack.enter_context(serving(folder)), folder)


def faults(number: int) -> list[str]:
    """Return what is wrong in a case; without a browser, say why and end the process."""
    if why := programs.missing("browser"):
        print(f"No page can be driven: {why}", file=sys.stderr)
        sys.exit(0)
    return list(filter(None, [driver().case(number)]))


def hunt(seconds: float, seed: int) -> Iterator[str]:
    """Yield what is wrong in the cases from `seed` on, for so long."""
    end = time.monotonic() + seconds
    for number in count(seed):
        if time.monotonic() >= end:
            print(f"{number - seed} cases of {LENGTH} actions", file=sys.stderr)
            return
        yield from faults(number)


def main() -> int:
    """Drive until the time is up; return 1 if a case failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.driven", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0, help="of the first case")
    asked = parser.parse_args()
    failed = False
    for fault in hunt(asked.seconds, asked.seed):
        print(fault, flush=True)
        failed = True
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
