"""What the results of a campaign say about its models, as numbers and as tables: a row per model or per
puzzle.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from nonosat import Verdict
from nonosat.comparison.results import CERTIFIED, REFUTED, TRUSTED, UNSOLVED, Disagreement, models
from nonosat.toolkit import Table, words

if TYPE_CHECKING:
    from pandas import DataFrame

_SURE = (CERTIFIED, TRUSTED, REFUTED)
_VERDICTS = ("unique", "multiple", "none")

_WHY_NOT = UNSOLVED[1:]  # a text leaves out those of these columns that are 0 in every row
_ANSWERS = ("solved", *_SURE, *_VERDICTS, *_WHY_NOT)
_TIMES = ("PAR-2", "median", "wall", "CPU", "MiB", "first", "alone")


def virtual_best(frame: DataFrame) -> DataFrame:
    """Return the fastest result of each puzzle, or any if it is not solved, as another model; `by` is
    their own.
    """
    ordered = frame.sort_values(["solved", "seconds"], ascending=[False, True], kind="stable")
    fastest = ordered.drop_duplicates("puzzle").sort_index()
    return fastest.assign(by=fastest.model, model="virtual best")


def summary(frame: DataFrame) -> Table:
    """Return one row per model: how many puzzles it solved, why not the others, and how fast it was.

    If there are several models, the last row is the virtual best.
    """
    names = models(frame)
    best, solved = virtual_best(frame), frame[frame.solved]
    first = best.by[best.solved]
    alone = solved.model[~solved.puzzle.duplicated(keep=False)]
    rows = [
        (*_row(frame[frame.model == name]), int((first == name).sum()), int((alone == name).sum()))
        for name in names
    ]
    if len(names) > 1:
        rows.append((*_row(best), None, None))
    title = f"{words.plural(frame.puzzle.nunique(), 'puzzle')}, times in seconds"
    if (frame.outcome == REFUTED).any():
        title += "; refuted answers count as unsolved"
    return Table(title, ("model", *_ANSWERS, *_TIMES), tuple(rows))


def _row(mine: DataFrame) -> tuple[Any, ...]:
    """Return what the results of one model say without the others."""
    outcomes, trust = mine.outcome.value_counts(), mine.trust[mine.solved].value_counts()
    times = mine.penalised.mean(skipna=False), mine.seconds[mine.solved].median(), mine.seconds.sum()
    return (
        mine.model.iloc[0],
        int(mine.solved.sum()),
        *(int(trust.get(one, 0)) for one in _SURE[:2]),
        *(int(outcomes.get(one, 0)) for one in (REFUTED, *_VERDICTS, *_WHY_NOT)),
        *(None if math.isnan(one) else float(one) for one in times),  # unsolved without a limit; none solved
        float(mine.cpu.sum()),
        float(mine.memory.max()) / (1 << 20),
    )


def every(frame: DataFrame) -> Table:
    """Return a table with a row per puzzle: its seconds under every model."""
    names = models(frame)
    rows = []
    for puzzle, mine in frame.groupby("puzzle", sort=False):
        verdicts = ", ".join(mine.outcome[mine.solved].unique()) or Verdict.UNKNOWN.value
        cells = mine.seconds.astype(object).where(mine.solved, mine.outcome)
        own = dict(zip(mine.model, cells, strict=True))
        rows.append((puzzle, verdicts, *map(own.get, names)))
    return Table("every puzzle, in seconds", ("puzzle", "verdict", *names), tuple(rows))


def narrow(tables: Iterable[Table]) -> Iterator[Table]:
    """Yield tables that fit a page: a summary is split after the answers, and loses columns of zeros."""
    for table in tables:
        columns = {head: [row[k] for row in table.rows] for k, head in enumerate(table.headings)}
        kept = [head for head in table.headings if head not in _WHY_NOT or any(columns[head])]
        times = [head for head in kept if head in _TIMES] if "solved" in kept else []
        yield table.part([head for head in kept if head not in times])
        if times:
            yield replace(table.part([kept[0], *times]), title="times, and where it was the first or alone")


def plain(tables: Iterable[Table], wrong: Iterable[Disagreement]) -> dict[str, Any]:
    """Return tables and refuted answers as plain data."""
    return {"tables": list(map(asdict, tables)), "disagreements": list(map(str, wrong))}
