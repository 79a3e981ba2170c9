"""`nonosat prove`: the verdict on a puzzle, and a certificate of it."""

from __future__ import annotations

import argparse

from nonosat.cli.certificate_text import certificate_data, tell
from nonosat.cli.common import card, limits_of, model_arguments, one_file_arguments, positive
from nonosat.cli.output import Exit, say, say_json
from nonosat.formats import load
from nonosat.proofs.prove import prove


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    one_file_arguments(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="DIR|ZIP", help="a new folder, or a new file .zip"
    )
    model_arguments(parser)
    parser.add_argument(
        "--all",
        type=positive,
        default=1,
        metavar="N",
        help="where there are several solutions, but at most N: prove that these are all",
    )


def main(arguments: argparse.Namespace) -> Exit:
    """Find the verdict and write its certificate."""
    puzzle = load(arguments.file, arguments.format)
    answer, certificate = prove(
        puzzle, arguments.output, card(arguments), limits_of(arguments), arguments.all
    )
    if arguments.json:
        more = {"question": "prove", "certificate": certificate_data(certificate, arguments.output)}
        say_json(answer.data() | more)
    elif certificate is None:
        say(answer.sentence())
    return tell(answer, certificate, arguments.output, arguments.json)
