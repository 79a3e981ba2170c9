"""`nonosat solve`: the picture with its clues, and the verdict in one sentence."""

from __future__ import annotations

import argparse
from typing import Any

from nonosat import __version__
from nonosat.answer import Answer, Verdict
from nonosat.cli import qr
from nonosat.cli.asking import card, each_puzzle, file_arguments, model_arguments, one_puzzle
from nonosat.cli.certificates import certificate_data, tell
from nonosat.cli.competition import compete
from nonosat.cli.output import Exit, colours, say, say_json, width, worst
from nonosat.pictures.terminal import answer_text, sentence
from nonosat.proofs.prove import prove
from nonosat.puzzles import Puzzle
from nonosat.questions.unique import solve


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    parser.add_argument("--quiet", action="store_true", help="the verdict only, no picture")
    parser.add_argument(
        "--prove", metavar="DIR|ZIP", help="of one puzzle: write a certificate, as nonosat prove does"
    )
    parser.add_argument(
        "--competition",
        action="store_true",
        help="of one puzzle: lines `c`, `s`, `v` as SAT competitions have them, exit code 10, 20 or 0",
    )
    qr.qr_argument(parser)


def run(arguments: argparse.Namespace) -> Exit:
    """Answer for every puzzle."""
    model = card(arguments)
    qr.check(arguments)
    if arguments.competition:
        return compete(one_puzzle(arguments), model, arguments.time_limit, arguments.memory_limit)
    if arguments.prove:
        one_puzzle(arguments)

    def ask(puzzle: Puzzle) -> Exit:
        limits = arguments.time_limit, arguments.memory_limit
        certificate = None
        if arguments.prove:
            answer, certificate = prove(puzzle, arguments.prove, model, *limits)
        else:
            answer = solve(puzzle, model, *limits)
        codes = qr.codes(arguments, puzzle, (answer.solution, answer.other))
        if arguments.json:
            more: dict[str, Any] = {"qr": codes} if arguments.qr else {}
            if arguments.prove:
                more["certificate"] = certificate_data(certificate, arguments.prove)
            say_json(answer_data(answer) | more)
        elif arguments.quiet:
            say(sentence(answer))
        else:
            say(answer_text(answer, width(), colours()))
        if codes and not arguments.json:
            say(qr.codes_text(puzzle, codes))
        result = worst(exit_code(answer), qr.codes_exit(codes))
        if arguments.prove:
            result = worst(result, tell(answer, certificate, arguments.prove, arguments.json))
        return result

    return each_puzzle(arguments, ask)


def exit_code(answer: Answer) -> Exit:
    """Return the exit code that an answer means."""
    if answer.reason == "interrupted":
        return Exit.INTERRUPTED
    unfinished = answer.verdict is Verdict.UNKNOWN and answer.reason != "done"
    return Exit.UNDECIDED if unfinished else Exit.ANSWERED


def answer_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as plain data."""
    from nonosat.backends import info

    found = [info(name) for name in answer.backend.split(", ") if name]
    return {
        "puzzle": answer.puzzle.source,
        "kind": answer.puzzle.kind,
        "verdict": answer.verdict.value,
        "reason": answer.reason,
        "because": answer.because,
        "solutions": [list(picture) for picture in (answer.solution, answer.other) if picture],
        "model": answer.model,
        "backend": answer.backend,
        "backend_version": ", ".join(one.version for one in found if one),
        "variables": answer.variables,
        "clauses": answer.clauses,
        "conflicts": answer.conflicts,
        "seconds": answer.seconds,
        "version": __version__,
    }
