"""`nonosat report`: tables and plots of journals that `nonosat compare` has written."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from nonosat.cli.output import Exit, say, write_file
from nonosat.compare import layouts, plots
from nonosat.compare.disagreements import disagreements
from nonosat.compare.isolation import Record
from nonosat.compare.journal import records
from nonosat.compare.page import page
from nonosat.compare.tables import Result, grouped, pairs, results, summary
from nonosat.errors import InputError

_LAYOUTS = {"text": layouts.text, "markdown": layouts.markdown, "csv": layouts.csv_text}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("journals", nargs="+", metavar="JOURNAL", help="files that nonosat compare wrote")
    parser.add_argument("--by", choices=("family", "size"), help="a table for each family or size")
    parser.add_argument(
        "--format", choices=(*_LAYOUTS, "html"), default="text", help="(default: text; csv has no pairs)"
    )
    parser.add_argument("-o", "--output", metavar="PATH", help="write to a file, not to stdout")
    parser.add_argument("--cactus", metavar="PATH", help="plot how many are solved within which time")
    parser.add_argument(
        "--scatter", nargs=3, metavar=("CARD", "CARD", "PATH"), help="plot two cards against each other"
    )
    parser.add_argument("--times", metavar="PATH", help="plot time against size; all to .svg or .png")


def run(arguments: argparse.Namespace) -> Exit:
    """Read the journals and say what they come to."""
    headers: list[Record] = []
    runs: list[Record] = []
    for path in arguments.journals:
        header, *more = records(path)
        headers.append(header)
        runs += more
    puzzles = [puzzle for header in headers for puzzle in header["puzzles"]]
    found = results(runs, headers)
    wrong = disagreements(runs)
    _plot(arguments, found, puzzles)
    groups = grouped(found, arguments.by, puzzles)
    tables = [summary(part, title) for title, part in groups]
    if arguments.format != "csv":
        tables += [pairs(part, title) for title, part in groups]
    if arguments.format == "html":
        text = page(headers, runs, found, tables, wrong)
    else:
        text = _LAYOUTS[arguments.format](tables)
        if wrong and arguments.format != "csv":
            text = "\n".join(["DISAGREEMENT", *wrong, "", text])
    if arguments.output:
        write_file(arguments.output, text + "\n")
    else:
        say(text)
    return Exit.NO if wrong else Exit.ANSWERED


def _plot(arguments: argparse.Namespace, found: Sequence[Result], puzzles: Sequence[Record]) -> None:
    if arguments.cactus:
        kind = _kind(arguments.cactus)
        write_file(arguments.cactus, plots.drawn(plots.cactus(found), kind))
    if arguments.scatter:
        first, second, path = arguments.scatter
        kind = _kind(path)
        write_file(path, plots.drawn(plots.scatter(found, first, second), kind))
    if arguments.times:
        kind = _kind(arguments.times)
        sizes = {puzzle["name"]: puzzle["cells"] for puzzle in puzzles}
        write_file(arguments.times, plots.drawn(plots.times(found, sizes), kind))


def _kind(path: str) -> str:
    kind = Path(path).suffix[1:].lower()
    if kind not in ("svg", "png"):
        raise InputError("expected a path that ends in .svg or .png", path)
    return kind
