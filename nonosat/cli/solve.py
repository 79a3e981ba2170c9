"""`nonosat solve gchq`: the solution with its clues, and the verdict in one sentence."""

from __future__ import annotations

import argparse
import textwrap
from dataclasses import replace
from typing import Any

from nonosat.cli import inputs, options
from nonosat.cli.loop import each_puzzle, each_report
from nonosat.cli.output import Exit, say, show, worst
from nonosat.errors import StopReason
from nonosat.installed import __version__
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.cards import Card
from nonosat.solving.questions.unique import solve


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    options.jobs(parser, "puzzles at a time, or models if there is one puzzle")
    about = "write a certificate, like nonosat prove (one puzzle only)"
    options.path(parser, "--prove", about, "DIR|ZIP")
    about = "print `c`, `s`, `v` lines and exit with 10, 20 or 0, as in SAT competitions (one puzzle only)"
    options.flag(parser, "--competition", about)


def main(arguments: argparse.Namespace) -> Exit:
    """Solve every puzzle."""
    model, limits = options.card(arguments), options.limits_of(arguments)
    if arguments.competition:
        return _compete(inputs.load(arguments), model, limits)

    def tell(answer: Answer, more: dict[str, Any] | None = None) -> Exit:
        return show(arguments, answer, more=more)

    if not arguments.prove:
        return each_report(arguments, solve, tell)
    from nonosat.cli.prove import certificate_data, tell as tell_certificate
    from nonosat.proofs.prove import prove

    inputs.load(arguments)
    path = arguments.prove

    def ask(puzzle: Puzzle) -> Exit:
        answer, certificate = prove(puzzle, path, model, limits)
        result = tell(answer, {"certificate": certificate_data(certificate, path)})
        return worst(result, tell_certificate(answer, certificate, path, arguments.json))

    return each_puzzle(arguments, ask)


def _compete(puzzle: Puzzle, card: Card, limits: Limits) -> Exit:
    """Search for one solution; print `c`, `s` and `v` lines as in the SAT competitions, for scripts."""
    from nonosat.backends.exports.clauses import assignment

    found = solve(puzzle, replace(card, goal="solution"), limits)
    say(f"c nonosat {__version__}: {puzzle.source}")
    say("c the variables are those of nonosat export --to cnf")
    if found.solution is not None:
        say("s SATISFIABLE")
        for line in textwrap.wrap(" ".join(map(str, [*assignment(puzzle, found.solution), 0])), 76):
            say(f"v {line}")
        return Exit.SATISFIABLE
    if found.verdict is Verdict.NONE:
        say("s UNSATISFIABLE")
        return Exit.UNSATISFIABLE
    say(f"c {found.stop_reason}")
    say("s UNKNOWN")
    return Exit.INTERRUPTED if found.stop_reason is StopReason.INTERRUPTED else Exit.ANSWERED
