"""Tables as text, Markdown, CSV and plain data."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from itertools import compress
from typing import Any

from nonosat.compare.disagreements import Disagreement
from nonosat.compare.results import VIRTUAL_BEST
from nonosat.compare.tables import COMPARED, OPTIONAL, Table
from nonosat.solving.answer import told


def text(tables: Sequence[Table]) -> str:
    """Lay tables out in columns, with more space before a column of words, and between headings of several.

    Columns of OPTIONAL that say nothing are left out; those of COMPARED are a table of their own.
    """
    return "\n\n".join(f"{table.title}\n{_columns(table)}" for table in _narrow(tables))


def markdown(tables: Sequence[Table]) -> str:
    """Lay tables out as Markdown tables, with the columns of `text`."""
    return "\n\n".join(f"### {_escaped(table.title)}\n\n{_pipes(table)}" for table in _narrow(tables))


def latex(tables: Sequence[Table]) -> str:
    """Lay tables out for LaTeX, with the package booktabs and the columns of `text`."""
    return "\n\n".join(map(_booktabs, _narrow(tables)))


def csv_text(tables: Sequence[Table]) -> str:
    """Write tables with the same headings as one, unrounded; the first column is the group."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("group", *tables[0].headings))
    for table in tables:
        writer.writerows((table.group, *row) for row in table.rows)
    return file.getvalue().removesuffix("\n")


def plain(
    question: str, tables: Sequence[Table], disagreements: Sequence[Disagreement], **more: Any
) -> dict[str, Any]:
    """Return tables and disagreements as plain data: what `--json` prints."""
    found = {
        "tables": [asdict(table) for table in tables],
        "disagreements": list(map(str, disagreements)),
        **more,
    }
    return told(question, found)


def shown(value: str | int | float | None) -> str:
    """Write a value for people: at most three decimals, a dash for a missing one."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3}f}"
    return str(value)


def _narrow(tables: Sequence[Table]) -> Iterator[Table]:
    """Yield tables that fit a page: one that compares models is split after what each is by itself."""
    for table in tables:
        columns = dict(zip(table.headings, zip(*table.rows, strict=True), strict=True))
        compared = COMPARED if {*COMPARED} <= {*table.headings} else ()
        alone = [head for head in table.headings if head not in compared]
        yield _part(table, [head for head in alone if head not in OPTIONAL or any(columns[head])])
        if any(value is not None for head in compared for value in columns[head]):
            kept = [row[0] != VIRTUAL_BEST for row in table.rows]
            title = ": ".join(filter(None, (table.group, "the models against each other")))
            rows = tuple(compress(table.rows, kept))
            yield _part(replace(table, title=title, rows=rows), [table.headings[0], *COMPARED])


def _part(table: Table, headings: Sequence[str]) -> Table:
    """Return some columns of a table."""
    kept = [head in headings for head in table.headings]
    rows = tuple(tuple(compress(row, kept)) for row in table.rows)
    return replace(table, headings=tuple(compress(table.headings, kept)), rows=rows)


def _columns(table: Table) -> str:
    rows = [table.headings, *([shown(value) for value in row] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    words = _words(table)
    several = [" " in head for head in table.headings]
    gaps = [" " * (k > 0 and (k in words or (several[k - 1] and several[k]))) for k in range(len(widths))]
    return "\n".join(
        " ".join(
            gaps[k] + (f"{value:{width}}" if k in words else f"{value:>{width}}")
            for k, (value, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _pipes(table: Table) -> str:
    words = _words(table)
    rule = ["---" if k in words else "--:" for k in range(len(table.headings))]
    rows = [table.headings, rule, *([_escaped(shown(value)) for value in row] for row in table.rows)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _booktabs(table: Table) -> str:
    words = _words(table)
    columns = "".join("l" if k in words else "r" for k in range(len(table.headings)))
    heads, *rows = [" & ".join(map(_tex, map(shown, row))) + r" \\" for row in (table.headings, *table.rows)]
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{_tex(table.title)}}}",
            rf"\begin{{tabular}}{{{columns}}}",
            *(r"\toprule", heads, r"\midrule", *rows, r"\bottomrule"),
            r"\end{tabular}",
            r"\end{table}",
        ]
    )


def _tex(value: str) -> str:
    """Write a text for LaTeX, with its special characters escaped."""
    return "".join(_TEX.get(char, "\\" * (char in "&%$#_{}") + char) for char in value)


_TEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "±": r"$\pm$"}


def _words(table: Table) -> set[int]:
    """Return the left-aligned columns: those of words, without any number."""
    kinds = [{type(value) for value in column} - {type(None)} for column in zip(*table.rows, strict=True)]
    return {k for k, kind in enumerate(kinds) if kind == {str}}


def _escaped(value: str) -> str:
    return value.replace("|", "\\|").replace("<", "&lt;")
