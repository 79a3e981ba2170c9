"""A family of puzzles of rising difficulty from one grey picture.

The idea is that of Batenburg, Henstra, Kosters and Palenstijn ("Constructing Simple Nonograms of Varying
Difficulty"): many black-and-white pictures look like one grey picture, and some make easier puzzles.
Here each picture has its own threshold; uncertain cells are changed until the steps of the class are enough.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Generator, Sequence
from concurrent.futures import Executor
from contextlib import closing

from nonosat.making.candidate import Made
from nonosat.making.generate import Making
from nonosat.processes.limits import NO_LIMITS, Limits

TRIED = 8
"""How many puzzles are made per puzzle wanted."""


def family(
    making: Making, executor: Executor, at_a_time: int = 1, limits: Limits = NO_LIMITS
) -> Generator[Made, None, None]:
    """Yield the puzzles wanted by rising effort, chosen so that effort rises evenly.

    There are fewer if a limit is reached, or if no more distinct puzzles are found.
    """
    wanted = making.count
    making.count = TRIED * wanted
    with closing(making.puzzles(executor, at_a_time, limits)) as found:
        chosen = evenly(sorted(found, key=lambda made: (made.difficulty.effort, made.number)), wanted)
    making.count, making.made = wanted, len(chosen)
    yield from chosen


def evenly(made: Sequence[Made], wanted: int) -> list[Made]:
    """Return `wanted` puzzles, the easiest and the hardest among them, with efforts as far apart as possible.

    The choice maximises the smallest ratio of successive efforts.
    """
    if len(made) <= wanted:
        return list(made)
    if wanted == 1:
        return [made[len(made) // 2]]
    efforts = [max(one.difficulty.effort, 1.0) for one in made]
    ratios = sorted(b / a for i, a in enumerate(efforts) for b in efforts[i + 1 :])
    enough = bisect_left(ratios, True, key=lambda ratio: len(_steps(efforts, ratio, wanted)) < wanted)
    best = _steps(efforts, ratios[enough - 1] if enough else 1.0, wanted)
    best[-1] = len(made) - 1
    return [made[k] for k in best]


def _steps(efforts: Sequence[float], ratio: float, most: int) -> list[int]:
    """Choose greedily: return indices of efforts that rise by at least a ratio each, at most `most`."""
    chosen = [0]
    for k in range(1, len(efforts)):
        if len(chosen) < most and efforts[k] >= ratio * efforts[chosen[-1]]:
            chosen.append(k)
    return chosen
