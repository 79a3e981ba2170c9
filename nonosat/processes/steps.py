"""A stage of many steps alike, and how long the others will take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from nonosat.processes.progress import Stage


@contextmanager
def count_steps(
    what: str, total: int | None, now: Callable[[], object] = lambda: ""
) -> Iterator[Callable[[], None]]:
    """Enter a stage of `total` steps (None: unknown), and yield a function that counts one.

    `now` returns the name of the current one.
    """
    done, last = 0, 0.0  # steps, and the time of the last one in seconds

    def step() -> None:
        nonlocal done, last
        done, last = done + 1, entered.seconds

    def count() -> str:
        if total is None or total == 1:
            return f"{done} {what}" if done > 1 else ""
        text = f"{done} of {total} {what}"
        if not 0 < done < total:
            return text
        return f"{text}, about {max(0.0, last * total / done - entered.seconds):.0f} s left"

    with Stage("", lambda: ": ".join(filter(None, (count(), str(now()))))) as entered:
        yield step
