"""`nonosat solve gchq`: the solution with its clues, and the verdict in one sentence.

Exit code 1: --qr: no QR code can be read.
"""

from __future__ import annotations

import argparse
from typing import Any

from nonosat.answer import Answer
from nonosat.cli import cubes, options, qr
from nonosat.cli.loop import each_answer, each_puzzle, one_puzzle
from nonosat.cli.output import Exit, say, show, worst
from nonosat.puzzles import Puzzle


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.files(parser)
    options.model(parser)
    options.jobs(parser, "puzzles at a time; models, if there is one puzzle; cubes, with --cubes")
    cubes.cubes_arguments(parser)
    about = "write a certificate, like nonosat prove (one puzzle only)"
    options.path(parser, "--prove", about, "DIR|ZIP")
    options.flag(
        parser,
        "--competition",
        "print `c`, `s`, `v` lines and exit with 10, 20 or 0, as in SAT competitions (one puzzle only)",
    )
    qr.qr_argument(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Solve every puzzle."""
    model, limits = options.card(arguments), options.limits_of(arguments)
    qr.validate(arguments)
    cubes.validate(arguments)
    if arguments.competition:
        from nonosat.cli.competition import compete

        return compete(one_puzzle(arguments), model, limits)

    def tell(answer: Answer, more: dict[str, Any] | None = None) -> Exit:
        codes = qr.codes(arguments, answer.puzzle, answer.solutions)
        result = show(arguments, answer, more=(more or {}) | ({"qr": codes} if arguments.qr else {}))
        if codes and not arguments.json:
            say(qr.codes_text(answer.puzzle, codes))
        return worst(result, qr.codes_exit(codes))

    if arguments.cubes:
        return cubes.each_in_cubes(arguments, tell)
    if not arguments.prove:
        return each_answer(arguments, tell)
    from nonosat.cli.prove import certificate_data, tell as tell_certificate
    from nonosat.proofs.prove import prove

    one_puzzle(arguments)
    path = arguments.prove

    def ask(puzzle: Puzzle) -> Exit:
        answer, certificate = prove(puzzle, path, model, limits)
        result = tell(answer, {"certificate": certificate_data(certificate, path)})
        return worst(result, tell_certificate(answer, certificate, path, arguments.json))

    return each_puzzle(arguments, ask)
