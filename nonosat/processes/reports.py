"""How far the work of a worker process has come, told to its parent."""

from __future__ import annotations

from collections.abc import Callable

_receivers: list[Callable[[str], object]] = []


def report_to(receiver: Callable[[str], object]) -> None:
    """Send what this process reports to a receiver; a worker's is its parent."""
    _receivers.append(receiver)


def report(fact: str) -> None:
    """Report how far the work has come, if there are observers."""
    for receiver in _receivers:
        receiver(fact)
