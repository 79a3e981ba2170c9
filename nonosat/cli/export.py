"""`nonosat export`: a puzzle's model for other tools."""

from __future__ import annotations

import argparse
import sys

from nonosat.cli.output import Exit, write_file
from nonosat.exports import EXPORTS, export
from nonosat.formats import load


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "forms:\n" + "\n".join(f"  {name:8} {text}" for name, (_, text) in EXPORTS.items())
    parser.add_argument("file", metavar="FILE", help="a puzzle; see nonosat --help")
    parser.add_argument(
        "--format", choices=EXPORTS, default="cnf", help="the form of the model (default: cnf)"
    )
    parser.add_argument("--from", dest="source", metavar="FORMAT", help="the format of FILE")
    parser.add_argument("-o", "--output", metavar="OUT", help="a file (default: standard output)")


def run(arguments: argparse.Namespace) -> Exit:
    """Write the model."""
    text = export(load(arguments.file, arguments.source), arguments.format)
    if arguments.output:
        write_file(arguments.output, text)
    else:
        sys.stdout.write(text)
        sys.stdout.flush()
    return Exit.ANSWERED
