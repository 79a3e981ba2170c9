"""`nonosat export gchq --to cnf -o gchq.cnf`: a puzzle's model for other tools."""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.output import Exit, put
from nonosat.exports import EXPORTS, export
from nonosat.formats import load


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "forms:\n" + "\n".join(f"  {name:8} {entry.about}" for name, entry in EXPORTS.items())
    options.puzzle(parser, json="")
    options.choice(parser, "--to", "the form of the model", EXPORTS, default="cnf", metavar="FORM")
    options.output(parser, "a file (default: standard output)", default="-")


def main(arguments: argparse.Namespace) -> Exit:
    """Write the model."""
    put(arguments.output, export(load(arguments.file, arguments.format), arguments.to))
    return Exit.ANSWERED
