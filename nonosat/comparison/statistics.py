"""Two models on the same puzzles: how often and how much one is faster, and how sure that is.

Intervals are from 2,000 bootstrap samples of the puzzles, and p is that of Wilcoxon's signed-rank test of the
differences in penalised time; both are scipy's (the extra `plot`), and missing without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from nonosat.comparison.results import SHORTEST, models
from nonosat.toolkit import Table

if TYPE_CHECKING:
    from pandas import DataFrame, Series

Interval = tuple[float | None, float | None, float | None]
"""A mean, and the ends of its 95% confidence interval; None where that is unknown."""

_SAMPLES, _SURE = 2_000, 0.95


class Compared(NamedTuple):
    """One model against another: on how many puzzles it is the faster, and of how many; how many both solved;
    how many times faster it is on these, in the geometric mean; p; and by how much its PAR-2 is less.
    """

    faster: int
    puzzles: int
    both: int
    ratio: Interval
    p: float | None
    gain: Interval

    def row(self) -> tuple[float | None, ...]:
        """Return it as cells of a table, under HEADINGS, after the models."""
        return (self.faster, self.puzzles, self.both, *self.ratio, *self.gain, self.p)


_ENDS = ("95% from", "to")
HEADINGS = ("model", "against", "faster", "of", "both", "times", *_ENDS, "PAR-2 less by", *_ENDS, "p")


def against(one: DataFrame, two: DataFrame) -> Compared:
    """Compare the results of two models on the puzzles that both were asked."""
    import numpy

    both = one.merge(two, on="puzzle", suffixes=("_one", "_two"))
    first, second = (both[f"seconds_{k}"].clip(lower=SHORTEST) for k in ("one", "two"))
    solved = both.solved_one & both.solved_two
    faster = both.solved_one & (~both.solved_two | (first < second))
    logs = _interval(numpy.log(second / first)[solved])
    ratio = [None if log is None else float(numpy.exp(log)) for log in logs]
    gain = both.penalised_two - both.penalised_one
    known = not gain.isna().any()  # an unsolved puzzle has no penalised time if it had no limit
    return Compared(
        int(faster.sum()),
        len(both),
        int(solved.sum()),
        (ratio[0], ratio[1], ratio[2]),
        _p(gain) if known else None,
        _interval(gain) if known else (None, None, None),
    )


def _interval(values: Series[float]) -> Interval:
    if values.empty:
        return None, None, None
    mean = float(values.mean())
    if len(values) < 2 or find_spec("scipy") is None:
        return mean, None, None
    import numpy
    from scipy import stats

    asked = {"n_resamples": _SAMPLES, "batch": 100, "confidence_level": _SURE, "method": "percentile"}
    drawn = numpy.random.default_rng(1)
    low, high = stats.bootstrap((values.to_numpy(float),), numpy.mean, rng=drawn, **asked).confidence_interval
    return mean, float(low), float(high)


def _p(gain: Series[float]) -> float | None:
    if not (gain != 0).any() or find_spec("scipy") is None:
        return None
    from scipy import stats

    return float(stats.wilcoxon(gain.to_numpy(float)).pvalue)


def list_pairs(frame: DataFrame) -> Iterator[tuple[str, str, Compared]]:
    """Yield each pair of models, that which is faster more often first."""
    for one, two in combinations(models(frame), 2):
        mine, other = frame[frame.model == one], frame[frame.model == two]
        ahead, behind = against(mine, other), against(other, mine)
        yield (one, two, ahead) if ahead.faster >= behind.faster else (two, one, behind)


def pairs(frame: DataFrame) -> Table:
    """Return a row for each pair of models."""
    rows = tuple((one, two, *compared.row()) for one, two, compared in list_pairs(frame))
    return Table("the models against each other", HEADINGS, rows)


def sentence(one: str, two: str, result: Compared) -> str:
    """Say how two models compare."""
    said = f"{one} is faster than {two} on {result.faster} of {result.puzzles}"
    if result.ratio[0] is not None:
        by = f"by {result.ratio[0]:.2f} in the geometric mean of {result.both} that both solved"
        said += f", {by}{_ends(result.ratio)}"
    gain, low, high = result.gain
    if gain is not None:
        ends = (gain, low, high) if gain >= 0 or low is None or high is None else (-gain, -high, -low)
        said += f"; its PAR-2 is {'less' if gain >= 0 else 'more'} by {abs(gain):.3g} s{_ends(ends)}"
    return said + (f"; p = {result.p:.2g}." if result.p is not None else ".")


def _ends(interval: Interval) -> str:
    _, low, high = interval
    return "" if low is None else f" (95%: {low:.3g} to {high:.3g})"


def differences(before: DataFrame, after: DataFrame) -> list[Table]:
    """Return a table with a row per model, and another one with the puzzles whose outcome is different."""
    both = after.merge(before, on=["puzzle", "model"], suffixes=("", "_before"))
    changed = both[both.outcome != both.outcome_before][["puzzle", "model", "outcome_before", "outcome"]]
    compared = [
        (one, against(after[after.model == one], before[before.model == one])) for one in models(after)
    ]
    rows = tuple((model, "before", *result.row()) for model, result in compared)
    tables = [Table("this time against the journal", HEADINGS, rows)]
    if len(changed):
        headings = ("puzzle", "model", "before", "now")
        cells = tuple(changed.itertuples(index=False, name=None))
        tables.append(Table("puzzles whose outcome is different", headings, cells))
    return tables
