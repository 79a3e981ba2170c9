"""Shares with confidence intervals."""

from __future__ import annotations

from math import sqrt

_Z = 1.959963984540054  # of the normal distribution, for 95 %


def wilson(count: int, total: int) -> tuple[float, float]:
    """Return Wilson's score interval of a share, for a confidence of 95 %.

    >>> [round(bound, 3) for bound in wilson(0, 10)], [round(bound, 3) for bound in wilson(5, 10)]
    ([0.0, 0.278], [0.237, 0.763])
    """
    if not total:
        return 0.0, 1.0
    share, weight = count / total, _Z**2 / total
    centre = share + weight / 2
    spread = _Z * sqrt(share * (1 - share) / total + weight / (4 * total))
    low, high = (centre - spread) / (1 + weight), (centre + spread) / (1 + weight)
    return (0.0 if count == 0 else low), (1.0 if count == total else high)


def percent(share: float) -> str:
    """Write a share for people.

    >>> percent(0.5), percent(0.004), percent(1)
    ('50.0 %', '0.4 %', '100.0 %')
    """
    return f"{100 * share:.1f} %"
