"""`nonosat report runs.jsonl --cactus cactus.svg`: tables and plots of the journals that `nonosat compare`
writes.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from nonosat import InputError
from nonosat.cli import options
from nonosat.cli.output import Exit, put, say_answer
from nonosat.comparison import plots
from nonosat.comparison.foreign import load_csv
from nonosat.comparison.journal import load
from nonosat.comparison.results import Record, disagreements, results, warnings
from nonosat.comparison.statistics import list_pairs, pairs, sentence
from nonosat.comparison.tables import every, narrow, plain, summary
from nonosat.toolkit import Table

if TYPE_CHECKING:
    from pandas import DataFrame

_LAYOUTS = {"text": Table.text, "markdown": Table.markdown, "latex": Table.latex}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "journals", "from nonosat compare; CSV by BenchExec or mETRICS", "JOURNAL", nargs="+")
    options.choice(parser, "--by", "a row per model or per puzzle", ("model", "puzzle"), default="model")
    forms = (*_LAYOUTS, "csv")
    options.choice(parser, "--to", "format of the report; csv has no pairs", forms, default="text")
    options.flag(parser, "--json", "the tables as one JSON object")
    options.target(parser, "-o/--output", "a file (default: standard output)", default="-")
    options.target(parser, "--cactus", "plot how many puzzles are solved within each time (.svg or .png)")
    about = "plot two cards against each other (.svg or .png)"
    options.target(parser, "--scatter", about, ("CARD", "CARD", "PATH"), nargs=3)


def main(arguments: argparse.Namespace) -> Exit:
    """Read the journals, and write the report."""
    journals: dict[str, Record] = {}
    lines: list[Record] = []
    for path in arguments.journals:
        is_csv = Path(path).suffix.lower() in (".csv", ".tsv")
        journals[path], contents = load_csv(path) if is_csv else load(path)
        lines += contents.lines
    if not lines:
        raise InputError("there are no runs yet to report", str(arguments.journals[-1]))
    frame = results(lines, list(journals.values()))
    wrong = disagreements(lines)
    _plot(arguments, frame)
    tables = [every(frame) if arguments.by == "puzzle" else summary(frame)]
    layout = "json" if arguments.json else arguments.to
    said = [sentence(*pair) for pair in list_pairs(frame)] if layout == "text" else []
    compared = [] if said or frame.model.nunique() < 2 else [pairs(frame)]
    if layout == "csv":
        text = _write_csv(tables[0])
    elif layout == "json":
        say_answer("report", plain([*tables, *compared], wrong), place=arguments.output)
        return Exit.ANSWERED
    else:
        mark = "% " if layout == "latex" else ""
        laid_out = map(_LAYOUTS[layout], narrow([*tables, *compared]))
        above, below = (
            "\n".join([mark + line for line in part]) for part in warnings(wrong, lines, journals)
        )
        text = "\n\n".join(filter(None, (above, *laid_out, "\n".join(said), below)))
    put(arguments.output, text + "\n")
    return Exit.ANSWERED


def _write_csv(table: Table) -> str:
    """Write a table, unrounded."""
    import pandas

    frame = pandas.DataFrame(table.rows, columns=list(table.headings), dtype=object)
    text: str = frame.to_csv(index=False)
    return text.rstrip()


def _plot(arguments: argparse.Namespace, frame: DataFrame) -> None:
    *pair, both = arguments.scatter or (None,)
    for path, draw in ((arguments.cactus, plots.cactus), (both, plots.scatter)):
        if path:
            suffix = options.require_suffix(path, ".svg", ".png")
            put(path, plots.save(draw(frame, *(pair if path is both else ())), suffix[1:]))
