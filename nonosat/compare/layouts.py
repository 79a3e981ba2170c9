"""Tables as text, Markdown, CSV and plain data."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import compress
from typing import Any

from nonosat.answer import told
from nonosat.compare.tables import UNSOLVED, Table


def text(tables: Sequence[Table]) -> str:
    """Lay tables out in columns, with more space before a column of words.

    What became of unsolved puzzles has columns only where it is not 0.
    """
    return "\n\n".join(f"{table.title}\n{_columns(table)}" for table in map(_shortened, tables))


def markdown(tables: Sequence[Table]) -> str:
    """Lay tables out as Markdown tables, with the columns of `text`."""
    return "\n\n".join(f"### {_escaped(table.title)}\n\n{_pipes(table)}" for table in map(_shortened, tables))


def warned(disagreements: Sequence[str]) -> list[str]:
    """Return the lines that stand above everything else where answers are wrong."""
    return ["WRONG ANSWERS, which count as unsolved", *disagreements] if disagreements else []


def csv_text(tables: Sequence[Table]) -> str:
    """Write tables with the same headings as one, unrounded; the first column is the group."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("group", *tables[0].headings))
    for table in tables:
        writer.writerows((table.group, *row) for row in table.rows)
    return file.getvalue().removesuffix("\n")


def plain(
    question: str, tables: Sequence[Table], disagreements: Sequence[str], **more: Any
) -> dict[str, Any]:
    """Return tables and disagreements as plain data: what `--json` prints."""
    found = {"tables": [asdict(table) for table in tables], "disagreements": list(disagreements), **more}
    return told(question, found)


def shown(value: str | int | float | None) -> str:
    """Write a value for people: at most three decimals, a dash for a missing one."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.{0 if value >= 100 else 1 if value >= 10 else 2 if value >= 1 else 3}f}"
    return str(value)


def _shortened(table: Table) -> Table:
    """Return a table without the columns of UNSOLVED that are 0 in every row."""
    columns = zip(*table.rows, strict=True)
    kept = [head not in UNSOLVED or any(column) for head, column in zip(table.headings, columns, strict=True)]
    rows = tuple(tuple(compress(row, kept)) for row in table.rows)
    return replace(table, headings=tuple(compress(table.headings, kept)), rows=rows)


def _columns(table: Table) -> str:
    rows = [table.headings, *([shown(value) for value in row] for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    words = _words(table)
    return "\n".join(
        " ".join(
            " " * bool(k) + f"{value:{width}}" if k in words else f"{value:>{width}}"
            for k, (value, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _pipes(table: Table) -> str:
    words = _words(table)
    rule = ["---" if k in words else "--:" for k in range(len(table.headings))]
    rows = [table.headings, rule, *([_escaped(shown(value)) for value in row] for row in table.rows)]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def _words(table: Table) -> set[int]:
    """Return the left-aligned columns: those of words, without any number."""
    kinds = [{type(value) for value in column} - {type(None)} for column in zip(*table.rows, strict=True)]
    return {k for k, kind in enumerate(kinds) if kind == {str}}


def _escaped(value: str) -> str:
    return value.replace("|", "\\|").replace("<", "&lt;")
