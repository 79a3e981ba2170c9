"""`nonosat solve`: the solution with its clues, and the verdict in one sentence."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from nonosat.answer import Answer
from nonosat.cli import common, cubes, qr
from nonosat.cli.output import Exit, say, say_json, worst

if TYPE_CHECKING:
    from nonosat.proofs.manifest import Certificate


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    common.file_arguments(parser)
    common.model_arguments(parser)
    common.jobs_argument(parser, "puzzles at a time; models, if there is one puzzle; cubes, with --cubes")
    cubes.cubes_arguments(parser)
    parser.add_argument(
        "--prove", metavar="DIR|ZIP", help="write a certificate, like nonosat prove (one puzzle only)"
    )
    parser.add_argument(
        "--competition",
        action="store_true",
        help="print `c`, `s`, `v` lines and exit with 10, 20 or 0, as in SAT competitions (one puzzle only)",
    )
    qr.qr_argument(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Solve every puzzle."""
    model = common.card(arguments)
    qr.validate(arguments)
    cubes.validate(arguments)
    if arguments.competition:
        from nonosat.cli.competition import compete

        return compete(common.one_puzzle(arguments), model, common.limits_of(arguments))

    def show(
        answer: Answer, certificate: Certificate | None = None, counts: dict[str, Any] | None = None
    ) -> Exit:
        codes = qr.codes(arguments, answer.puzzle, (answer.solution, answer.other))
        if arguments.json:
            more = (counts or {}) | ({"qr": codes} if arguments.qr else {})
            if arguments.prove:
                from nonosat.cli.prove import certificate_data

                more["certificate"] = certificate_data(certificate, arguments.prove)
            say_json(answer.data() | more)
        else:
            common.show(arguments, answer)
        if codes and not arguments.json:
            say(qr.codes_text(answer.puzzle, codes))
        result = worst(common.exit_code(answer), qr.codes_exit(codes))
        if arguments.prove:
            from nonosat.cli.prove import tell

            result = worst(result, tell(answer, certificate, arguments.prove, arguments.json))
        return result

    if arguments.prove:
        from nonosat.proofs.prove import prove

        common.one_puzzle(arguments)
        limits = common.limits_of(arguments)
        return common.each_puzzle(
            arguments, lambda puzzle: show(*prove(puzzle, arguments.prove, model, limits))
        )
    if arguments.cubes:
        return cubes.each_in_cubes(arguments, model, lambda answer, counts: show(answer, counts=counts))
    return common.each_answer(arguments, model, show)
