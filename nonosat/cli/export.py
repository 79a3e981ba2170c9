"""`nonosat export`: a puzzle's model for other tools."""

from __future__ import annotations

import argparse

from nonosat.cli.common import format_argument, telling_arguments
from nonosat.cli.output import Exit, put
from nonosat.exports import EXPORTS, export
from nonosat.formats import load


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "forms:\n" + "\n".join(f"  {name:8} {entry.about}" for name, entry in EXPORTS.items())
    parser.add_argument("file", metavar="FILE", help="a puzzle; see nonosat --help")
    format_argument(parser)
    telling_arguments(parser, json="")
    parser.add_argument(
        "--to", choices=EXPORTS, default="cnf", metavar="FORM", help="the form of the model (default: cnf)"
    )
    parser.add_argument(
        "-o", "--output", default="-", metavar="PATH", help="a file (default: standard output)"
    )


def main(arguments: argparse.Namespace) -> Exit:
    """Write the model."""
    put(arguments.output, export(load(arguments.file, arguments.format), arguments.to))
    return Exit.ANSWERED
