"""What the results of a campaign say about its models, as numbers and as tables: a row per model or per
puzzle.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from nonosat import Verdict
from nonosat.comparison.results import CERTIFIED, REFUTED, TRUSTED, UNSOLVED, Disagreement, models
from nonosat.toolkit import Table, words

if TYPE_CHECKING:
    from pandas import DataFrame

VIRTUAL_BEST = "virtual best"
"""The model of results that take, on each puzzle, the best of all models."""

_SURE = (CERTIFIED, TRUSTED, REFUTED)
_VERDICTS = ("unique", "multiple", "none")

_ANSWERS = ("solved", *_SURE, *_VERDICTS, *UNSOLVED[1:])
_TIMES = ("PAR-2", "median", "wall", "CPU", "MiB", "first", "alone")

OPTIONAL = UNSOLVED[1:]
"""The columns that a text leaves out if they say nothing in any row."""


def par2(frame: DataFrame) -> float | None:
    """Return the mean penalised time; None if an unsolved puzzle had no limit."""
    return drop_nan(frame.penalised.mean(skipna=False))


def drop_nan(value: Any) -> float | None:
    """Return a number, or None for NaN."""
    return None if math.isnan(value) else float(value)


def virtual_best(frame: DataFrame) -> DataFrame:
    """Return, for each puzzle, the result of the model that is best on it, under the name VIRTUAL_BEST."""
    return best(frame).assign(model=VIRTUAL_BEST)


def best(frame: DataFrame) -> DataFrame:
    """Return the fastest result of each puzzle, or any if it is not solved."""
    ordered = frame.sort_values(["solved", "seconds"], ascending=[False, True], kind="stable")
    return ordered.drop_duplicates("puzzle").sort_index()


def summary(frame: DataFrame) -> Table:
    """Return one row per model: how many puzzles it solved, why not the others, and how fast it was.

    If there are several models, the last row is the virtual best.
    """
    names = models(frame)
    fastest, solved = best(frame), frame[frame.solved]
    first = fastest.model[fastest.solved]
    alone = solved.model[~solved.puzzle.duplicated(keep=False)]
    rows = [
        (*_row(name, frame[frame.model == name]), int((first == name).sum()), int((alone == name).sum()))
        for name in names
    ]
    if len(names) > 1:
        rows.append((*_row(VIRTUAL_BEST, virtual_best(frame)), None, None))
    title = f"{words.plural(frame.puzzle.nunique(), 'puzzle')}, times in seconds"
    if (frame.outcome == REFUTED).any():
        title += "; refuted answers count as unsolved"
    return Table(title, ("model", *_ANSWERS, *_TIMES), tuple(rows))


def _row(name: str, mine: DataFrame) -> tuple[Any, ...]:
    """Return what the results of one model say without the others."""
    outcomes = mine.outcome.value_counts()
    return (
        name,
        int(mine.solved.sum()),
        *(int((mine.trust[mine.solved] == one).sum()) for one in _SURE[:2]),
        *(int(outcomes.get(one, 0)) for one in (REFUTED, *_VERDICTS, *UNSOLVED[1:])),
        par2(mine),
        drop_nan(mine.seconds[mine.solved].median()),
        float(mine.seconds.sum()),
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
    """Yield tables that fit a page: a summary is split after the answers, and columns of OPTIONAL that say
    nothing are left out.
    """
    for table in tables:
        columns = {head: [row[k] for row in table.rows] for k, head in enumerate(table.headings)}
        kept = [head for head in table.headings if head not in OPTIONAL or any(columns[head])]
        times = [head for head in kept if head in _TIMES] if "solved" in kept else []
        yield table.part([head for head in kept if head not in times])
        if times:
            yield replace(table.part([kept[0], *times]), title="times, and where it was the first or alone")


def plain(tables: Iterable[Table], wrong: Iterable[Disagreement]) -> dict[str, Any]:
    """Return tables and refuted answers as plain data."""
    return {"tables": list(map(asdict, tables)), "disagreements": list(map(str, wrong))}


def write_csv(table: Table) -> str:
    """Write a table, unrounded."""
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerows([table.headings, *table.rows])
    return file.getvalue().removesuffix("\n")
