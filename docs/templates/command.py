"""`nonosat allowed switch --row 3 --column 3`: which values a cell can have.

Copy to nonosat/cli/allowed.py and add to COMMANDS in nonosat/cli/__init__.py, in the group "more":

                "allowed": "which values a cell can have",

The help shows the example with which this docstring begins. A command that can return 1 says what
that means at the end of the docstring, as the others do.

`tests/system/test_manners.py` checks every command: its help, its JSON, its limits. Describe its JSON in
`docs/schemas/allowed.json`, and show the command on a page.
"""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.loop import each_report
from nonosat.cli.output import Exit, show
from nonosat.solving.questions.allowed import allowed


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments; shared ones are in `nonosat.cli.options`."""
    options.puzzles(parser)
    options.model(parser)
    options.jobs(parser)
    options.number(parser, "--row", "the cell's row", options.positive, default=1)
    options.number(parser, "--column", "its column", options.positive, default=1)


def main(arguments: argparse.Namespace) -> Exit:
    """Answer for every puzzle; `each_report` handles files, JSON, limits and --jobs."""
    return each_report(
        arguments,
        allowed,
        lambda report: show(arguments, report),
        lambda puzzle: {"row": arguments.row, "column": arguments.column},
    )
