"""`nonosat report runs.jsonl --cactus cactus.svg`: tables and plots of the journals that `nonosat compare`
writes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nonosat import InputError
from nonosat.cli import options
from nonosat.cli.output import Exit, complain, format_answer, put
from nonosat.comparison import plots
from nonosat.comparison.commands.compare import plain
from nonosat.comparison.journal import load, skipped
from nonosat.comparison.results import Record, by_name, disagreements, results, warnings
from nonosat.comparison.tables import every, grouped, narrow, pairs, summary, write_csv
from nonosat.toolkit import Table

if TYPE_CHECKING:
    from pandas import DataFrame

_LAYOUTS = {"text": Table.text, "markdown": Table.markdown, "latex": Table.latex}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "journals", "files that nonosat compare wrote", "JOURNAL", nargs="+")
    about = "a table per family or size, or a row per puzzle"
    options.choice(parser, "--by", about, ("family", "size", "puzzle"))
    forms = (*_LAYOUTS, "csv", "html")
    options.choice(parser, "--to", "format of the report; csv has no pairs", forms, default="text")
    options.flag(parser, "--json", "the tables as one JSON object")
    options.output(parser, "a file (default: standard output)", default="-")
    options.target(parser, "--cactus", "plot how many puzzles are solved within each time (.svg or .png)")
    about = "plot two cards against each other (.svg or .png)"
    options.target(parser, "--scatter", about, ("CARD", "CARD", "PATH"), nargs=3)


def main(arguments: argparse.Namespace) -> Exit:
    """Read the journals, and write the report."""
    headers: list[Record] = []
    runs: list[Record] = []
    for path in arguments.journals:
        header, contents = load(path)
        headers.append(header)
        runs += contents.records
        for note in skipped(path, contents):
            complain(note)
    if not runs:
        raise InputError("there are no runs yet to report", str(arguments.journals[-1]))
    puzzles = by_name(headers)
    found = results(runs, headers)
    wrong = disagreements(runs)
    _plot(arguments, found)
    each = arguments.by == "puzzle"
    groups = grouped(found, None if each else arguments.by, puzzles)
    if each and arguments.to != "html":  # a page has both tables
        tables = every(groups)
    else:
        tables = [summary(part, title) for title, part in groups]
    if arguments.to == "csv" and not arguments.json:
        text = write_csv(tables)
    else:
        compared = [pairs(part, title) for title, part in groups]
        tables += [table for table in compared if table.rows]
        if arguments.json:
            text = format_answer("report", plain(tables, wrong))
        elif arguments.to == "html":
            text = plots.page(headers, runs, found, tables, wrong)
        else:
            text = "\n\n".join(map(_LAYOUTS[arguments.to], narrow(tables)))
            mark = "% " if arguments.to == "latex" else ""
            above, below = ("\n".join([mark + line for line in part]) for part in warnings(wrong, runs))
            text = "\n\n".join(filter(None, (above, text, below)))
    put(arguments.output, text + "\n")
    return Exit.ANSWERED


def _plot(arguments: argparse.Namespace, found: DataFrame) -> None:
    first, second, both = arguments.scatter or ("", "", None)
    figures: list[tuple[str | None, Callable[[], Any]]] = [
        (arguments.cactus, lambda: plots.cactus(found)),
        (both, lambda: plots.scatter(found, first, second)),
    ]
    for path, figure in figures:
        if path:
            suffix = options.require_suffix(path, ".svg", ".png")
            put(path, plots.save(figure(), suffix[1:]))
