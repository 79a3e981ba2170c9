"""`nonosat export gchq --to cnf -o gchq.cnf`: a puzzle's model for other tools."""

from __future__ import annotations

import argparse

from nonosat.backends.exports import EXPORTS, export
from nonosat.cli import inputs, options
from nonosat.cli.output import Exit, put


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    forms = {name: entry.about for name, entry in EXPORTS.items()}
    parser.epilog = "forms:\n" + "\n".join(f"  {name:9} {about}" for name, about in forms.items())
    options.puzzle(parser, json="")
    options.choice(parser, "--to", "the form of the model", forms, default="cnf", metavar="FORM")
    options.output(parser, "a file (default: standard output)", default="-")


def main(arguments: argparse.Namespace) -> Exit:
    """Write the model."""
    put(arguments.output, export(inputs.load(arguments), arguments.to))
    return Exit.ANSWERED
