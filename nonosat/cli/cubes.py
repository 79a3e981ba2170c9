"""`nonosat solve --cubes`: one hard puzzle on many workers, on this machine or a cluster."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict
from typing import Any

from nonosat.answer import Answer
from nonosat.cli import options
from nonosat.cli.dask import dask_argument, dask_cluster
from nonosat.cli.loop import each_puzzle
from nonosat.cli.output import Exit
from nonosat.errors import InputError
from nonosat.puzzles import Puzzle

DEEPEST = 20  # a million cubes


def cubes_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --cubes and --dask."""
    parser.add_argument(
        "--cubes",
        type=options.whole_number(f"a whole number from 1 to {DEEPEST}", 1, DEEPEST),
        metavar="N",
        help="split each puzzle on N decisions into at most 2^N subproblems ('cubes'), and solve --jobs of"
        " them at a time (cube and conquer)",
    )
    dask_argument(parser, "solve the cubes")


def validate(arguments: argparse.Namespace) -> None:
    """Raise InputError if options contradict each other."""
    if arguments.dask is not None and not arguments.cubes:
        raise InputError("--dask needs --cubes: a puzzle that is not split is solved on this machine")
    for other in ("prove", "competition"):
        if arguments.cubes and getattr(arguments, other):
            raise InputError(f"--cubes cannot be combined with --{other}")


def each_in_cubes(arguments: argparse.Namespace, tell: Callable[[Answer, dict[str, Any]], Exit]) -> Exit:
    """Solve the puzzles one after another; tell each answer with the counts of its cubes."""
    from nonosat.questions.cube_and_conquer import cube_and_conquer

    depth, jobs = arguments.cubes, arguments.jobs
    model, limits = options.card(arguments), options.limits_of(arguments)
    with nullcontext() if arguments.dask is None else dask_cluster(arguments) as cluster:

        def ask(puzzle: Puzzle) -> Exit:
            answer, tally = cube_and_conquer(puzzle, depth, model, limits, jobs=jobs, executor=cluster)
            return tell(answer, {"cubes": {"depth": depth, **asdict(tally)}})

        return each_puzzle(arguments, ask)
