"""`nonosat solve gchq`: the solution with its clues, and the verdict in one sentence.

Exit code 1: --qr: no QR code can be read.
"""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict, replace
from typing import Any

from nonosat.cli import inputs, options, qr
from nonosat.cli.loop import each_puzzle, each_report, workers
from nonosat.cli.output import Exit, say, show, worst
from nonosat.errors import InputError, StopReason
from nonosat.installed import __version__
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.cards import Card
from nonosat.solving.questions.unique import solve

DEEPEST = 20  # a million cubes


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    options.jobs(parser, "puzzles at a time; models, if there is one puzzle; cubes, with --cubes")
    depth = options.whole_number(f"a whole number from 1 to {DEEPEST}", 1, DEEPEST)
    about = (
        "split each puzzle on N decisions into at most 2^N subproblems ('cubes'), and solve --jobs of"
        " them at a time (cube and conquer)"
    )
    options.number(parser, "--cubes", about, depth)
    options.dask(parser, "solve the cubes")
    about = "write a certificate, like nonosat prove (one puzzle only)"
    options.path(parser, "--prove", about, "DIR|ZIP")
    about = "print `c`, `s`, `v` lines and exit with 10, 20 or 0, as in SAT competitions (one puzzle only)"
    options.flag(parser, "--competition", about)
    qr.qr_argument(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Solve every puzzle."""
    model, limits = options.card(arguments), options.limits_of(arguments)
    qr.validate(arguments)
    if arguments.dask is not None and not arguments.cubes:
        raise InputError("--dask needs --cubes: a puzzle that is not split is solved on this machine")
    for other in ("prove", "competition"):
        if arguments.cubes and getattr(arguments, other):
            raise InputError(f"--cubes cannot be combined with --{other}")
    if arguments.competition:
        return _compete(inputs.load(arguments), model, limits)

    def tell(answer: Answer, more: dict[str, Any] | None = None) -> Exit:
        codes = qr.codes(arguments, answer.puzzle, answer.solutions)
        result = show(arguments, answer, more=(more or {}) | qr.data(arguments, codes))
        return worst(result, qr.tell(arguments, answer.puzzle, codes))

    if arguments.cubes:
        return _each_in_cubes(arguments, tell)
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


def _each_in_cubes(arguments: argparse.Namespace, tell: Callable[[Answer, dict[str, Any]], Exit]) -> Exit:
    """Solve the puzzles one after another; tell each answer with the counts of its cubes."""
    from nonosat.solving.questions.cube_and_conquer import cube_and_conquer

    depth, jobs = arguments.cubes, arguments.jobs
    model, limits = options.card(arguments), options.limits_of(arguments)
    with nullcontext() if arguments.dask is None else workers(arguments) as cluster:

        def ask(puzzle: Puzzle) -> Exit:
            answer, tally = cube_and_conquer(puzzle, depth, model, limits, jobs=jobs, executor=cluster)
            return tell(answer, {"cubes": {"depth": depth, **asdict(tally)}})

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
