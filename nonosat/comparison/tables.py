"""What the results of a campaign say about its models, as numbers and as tables: a row per model or per
puzzle, and pairwise comparisons.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from nonosat import Verdict
from nonosat.comparison.results import SHORTEST, UNSOLVED, WRONG, Record, models
from nonosat.toolkit import Table, words

if TYPE_CHECKING:
    from pandas import DataFrame, Series

VIRTUAL_BEST = "virtual best"
"""The model of results that take, on each puzzle, the best of all models."""

_NORMAL_95 = 1.96  # standard deviations of a normal distribution on each side of 95%

_VERDICTS = ("unique", "multiple", "none")

COMPARED = ("score", "first", "share", "alone")
"""The columns that compare models with each other; None if there is one model."""

_ALONE = ("model", "solved", *_VERDICTS, *UNSOLVED, "PAR-2", "±", "median", "wall", "CPU", "MiB")

OPTIONAL = (*UNSOLVED, "±")
"""The columns that a text leaves out if they say nothing in any row."""


def par2(found: DataFrame) -> float | None:
    """Return the mean penalised time; None if an unsolved puzzle had no limit."""
    return known(found.penalised.mean(skipna=False))


def confidence(found: DataFrame) -> float | None:
    """Return how far PAR-2 may be off: half of its 95% confidence interval, from how the runs of each puzzle
    differ; None if a puzzle was run once.
    """
    return known(_NORMAL_95 * found.variance.sum(skipna=False) ** 0.5 / max(len(found), 1))


def known(value: Any) -> float | None:
    """Return a number, or None for NaN."""
    return None if math.isnan(value) else float(value)


def times(found: DataFrame) -> DataFrame:
    """Return the seconds of solved puzzles: a row per puzzle, a column per model."""
    solved = found[found.solved].drop_duplicates(["puzzle", "model"], keep="last")
    wide = solved.pivot(index="puzzle", columns="model", values="seconds")
    return wide.astype(float).clip(lower=SHORTEST).reindex(columns=models(found))


def scores(found: DataFrame) -> dict[str, float]:
    """Return each model's points by the rules of the MiniZinc Challenge: on each puzzle, two models share one
    point. A model that has not solved it gets none, else all of it if the other has not, else the other's
    share of their times.
    """
    taken = times(found)
    asked = found.groupby(["puzzle", "model"]).size().unstack().notna().reindex_like(taken)
    points = {}
    for name in taken:
        others = taken.drop(columns=name)
        shares = others.div(others.add(taken[name], axis=0)).fillna(1.0).where(asked[others.columns], 0.0)
        points[str(name)] = float(shares[taken[name].notna()].sum().sum())
    return points


def virtual_best(found: DataFrame) -> DataFrame:
    """Return, for each puzzle, the result of the model that is best on it, under the name VIRTUAL_BEST."""
    return best(found).assign(model=VIRTUAL_BEST, variance=math.nan)


def best(found: DataFrame) -> DataFrame:
    """Return the fastest result of each puzzle, or any if it is not solved."""
    ordered = found.sort_values(["solved", "seconds"], ascending=[False, True], kind="stable")
    return ordered.drop_duplicates("puzzle").sort_index()


def summary(found: DataFrame, group: str = "") -> Table:
    """Return one row per model: how many puzzles it solved, why not the others, and how fast it was.

    If there are several models, they are compared, and the last row is the virtual best.
    """
    names = models(found)
    points, fastest, solved = scores(found), best(found), found[found.solved]
    first = fastest.model[fastest.solved]
    alone = solved.model[~solved.puzzle.duplicated(keep=False)]
    nothing = (None,) * len(COMPARED)
    rows = []
    for name in names:
        ahead = int((first == name).sum())
        compared = points[name], ahead, ahead / len(first) if len(first) else None, int((alone == name).sum())
        rows.append(_row(name, found[found.model == name]) + (compared if len(names) > 1 else nothing))
    if len(names) > 1:
        rows.append(_row(VIRTUAL_BEST, virtual_best(found)) + nothing)
    title = f"{words.plural(found.puzzle.nunique(), 'puzzle')}, times in seconds"
    if (found.outcome == WRONG).any():
        title += "; wrong answers count as unsolved"
    return _table(title, group, _ALONE + COMPARED, rows)


def _row(name: str, mine: DataFrame) -> tuple[Any, ...]:
    """Return what the results of one model say without the others."""
    outcomes = mine.outcome.value_counts()
    return (
        name,
        int(mine.solved.sum()),
        *(int(outcomes.get(one, 0)) for one in (*_VERDICTS, *UNSOLVED)),
        par2(mine),
        confidence(mine),
        known(mine.seconds[mine.solved].median()),
        float(mine.seconds.sum()),
        float(mine.cpu.sum()),
        float(mine.memory.max()) / (1 << 20),
    )


def pairs(found: DataFrame, group: str = "") -> Table:
    """Return how many times faster the first of two models is on the puzzles that both solved.

    The mean is geometric.
    """
    taken = times(found)
    ratios = ((one, two, (taken[two] / taken[one]).dropna()) for one, two in combinations(models(found), 2))
    rows = [(one, two, len(ratio), *spread(ratio)) for one, two, ratio in ratios]
    headings = ("model", "against", "both", "mean", "lower quartile", "upper quartile")
    return _table("how many times faster, on the puzzles that both solved", group, headings, rows)


def spread(ratios: Series[float]) -> tuple[float | None, float | None, float | None]:
    """Return the geometric mean of some ratios, and their quartiles; None if there are none."""
    if ratios.empty:
        return None, None, None
    mean = math.exp(ratios.map(math.log).mean())
    return mean, float(ratios.quantile(0.25)), float(ratios.quantile(0.75))


def differences(before: DataFrame, after: DataFrame) -> list[Table]:
    """Return a table with a row per model, and another one with the puzzles whose outcome is different."""
    both = after.merge(before, on=["puzzle", "model"], suffixes=("", "_before"))
    both["same"] = both.outcome == both.outcome_before
    solved = both[both.solved & both.solved_before]
    ratios = solved.seconds.clip(lower=SHORTEST) / solved.seconds_before.clip(lower=SHORTEST)
    rows = []
    for model in models(after):
        same = both.same[both.model == model]
        counts = len(same), int(same.sum()), int((~same).sum())
        rows.append((model, *counts, *spread(ratios[solved.model == model])))
    columns = ("model", "puzzles", "same", "other", "mean", "lower quartile", "upper quartile")
    title = "this time against the journal: outcomes, and times as multiples of those before"
    changed = both.loc[~both.same, ["puzzle", "model", "outcome_before", "outcome"]]
    headings, changes = ("puzzle", "model", "before", "now"), changed.itertuples(index=False, name=None)
    others = [_table("puzzles whose outcome is different", "", headings, changes)] if len(changed) else []
    return [_table(title, "", columns, rows), *others]


def every(groups: Sequence[tuple[str, DataFrame]]) -> list[Table]:
    """Return a table per group, with a row per puzzle: its seconds under every model.

    All have the same columns.
    """
    names = list(dict.fromkeys(name for _, part in groups for name in models(part)))
    headings = ("puzzle", "verdict", *names)
    tables = []
    for group, part in groups:
        rows = []
        for puzzle, mine in part.groupby("puzzle", sort=False):
            verdicts = ", ".join(mine.outcome[mine.solved].unique()) or Verdict.UNKNOWN.value
            cells = mine.seconds.astype(object).where(mine.solved, mine.outcome)
            own = dict(zip(mine.model, cells, strict=True))
            rows.append((puzzle, verdicts, *map(own.get, names)))
        tables.append(_table("every puzzle, in seconds", group, headings, rows))
    return tables


def narrow(tables: Iterable[Table]) -> Iterator[Table]:
    """Yield tables that fit a page: one that compares models is split after what each is by itself, and
    columns of OPTIONAL that say nothing are left out.
    """
    for table in tables:
        columns = {head: [row[k] for row in table.rows] for k, head in enumerate(table.headings)}
        compared = COMPARED if {*COMPARED} <= {*table.headings} else ()
        alone = [head for head in table.headings if head not in compared]
        yield table.part([head for head in alone if head not in OPTIONAL or any(columns[head])])
        if any(value is not None for head in compared for value in columns[head]):
            rows = tuple(row for row in table.rows if row[0] != VIRTUAL_BEST)
            title = "the models against each other"
            yield _table(title, table.group, table.headings, rows).part([table.headings[0], *COMPARED])


def _table(title: str, group: str, headings: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> Table:
    return Table(f"{group}: {title}" if group else title, headings, tuple(rows), group)


def write_csv(tables: Sequence[Table]) -> str:
    """Write tables with the same headings as one, unrounded; the first column is the group."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("group", *tables[0].headings))
    for table in tables:
        writer.writerows((table.group, *row) for row in table.rows)
    return file.getvalue().removesuffix("\n")


def grouped(found: DataFrame, by: str | None, puzzles: Mapping[str, Record]) -> list[tuple[str, DataFrame]]:
    """Split the results by the family or size of their puzzles (by_name); `by` None gives one group.

    Runs of puzzles that are in no header, as in journals joined by hand, are the last group.
    """
    if by is None:
        return [("", found)]
    key_of = _size if by == "size" else lambda puzzle: (0, puzzle["family"])
    keys = {name: key_of(puzzle) for name, puzzle in puzzles.items()}
    own = [keys.get(puzzle, (math.inf, "others")) for puzzle in found.puzzle]
    return [(key[1], found[[one == key for one in own]]) for key in sorted(set(own))]


def _size(puzzle: Record) -> tuple[float, str]:
    """Return the upper bound of the puzzle's size class (a sort key) and its name; bounds grow fourfold."""
    cells = puzzle["cells"]
    if cells is None:
        return math.inf, "unreadable"
    top = 100
    while top < cells:
        top *= 4
    return top, f"up to {top} cells"
