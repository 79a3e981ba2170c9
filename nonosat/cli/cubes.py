"""`nonosat solve --cubes`: one hard puzzle on many workers, on this machine or a cluster."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import asdict
from typing import Any

from nonosat.answer import Answer
from nonosat.cli.common import each_puzzle, limits_of, whole_number
from nonosat.cli.dask import dask_argument, dask_cluster
from nonosat.cli.output import Exit
from nonosat.errors import InputError
from nonosat.puzzles import Puzzle
from nonosat.solving.cards import Card

DEEPEST = 20  # a million cubes


def cubes_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --cubes and --dask."""
    parser.add_argument(
        "--cubes",
        type=whole_number(f"a whole number from 1 to {DEEPEST}", 1, DEEPEST),
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


def each_in_cubes(
    arguments: argparse.Namespace, model: Card, show: Callable[[Answer, dict[str, Any]], Exit]
) -> Exit:
    """Solve the puzzles one after another; show each answer with the counts of its cubes."""
    from nonosat.questions.cube_and_conquer import cube_and_conquer

    depth, jobs, limits = arguments.cubes, arguments.jobs, limits_of(arguments)
    with nullcontext() if arguments.dask is None else dask_cluster(arguments) as cluster:

        def ask(puzzle: Puzzle) -> Exit:
            answer, tally = cube_and_conquer(puzzle, depth, model, limits, jobs=jobs, executor=cluster)
            return show(answer, {"cubes": {"depth": depth, **asdict(tally)}})

        return each_puzzle(arguments, ask)
