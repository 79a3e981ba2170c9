"""`nonosat solve --cubes`: one hard puzzle on many workers, of this machine or of a cluster."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from nonosat.answer import Answer
from nonosat.cli.common import each_puzzle, limits_of
from nonosat.cli.dask import dask_argument, dask_cluster
from nonosat.cli.output import Exit
from nonosat.errors import InputError
from nonosat.puzzles import Puzzle
from nonosat.solving.cards import Card

if TYPE_CHECKING:
    from concurrent.futures import Executor

DEEPEST = 20  # a million cubes


def cubes_arguments(parser: argparse.ArgumentParser) -> None:
    """Add --cubes and --dask."""
    parser.add_argument(
        "--cubes",
        type=depth,
        metavar="N",
        help="split each puzzle on N decisions into at most 2^N subproblems (cube and conquer), and search"
        " --jobs of them at a time",
    )
    dask_argument(parser, "search the cubes")


def validate(arguments: argparse.Namespace) -> None:
    """Refuse what does not go together."""
    if arguments.dask is not None and not arguments.cubes:
        raise InputError("--dask needs --cubes: a puzzle that is not split is solved on this machine")
    for other in ("prove", "competition"):
        if arguments.cubes and getattr(arguments, other):
            raise InputError(f"--cubes and --{other} exclude each other")


def each_in_cubes(
    arguments: argparse.Namespace, model: Card, show: Callable[[Answer, dict[str, Any]], Exit]
) -> Exit:
    """Solve every puzzle, one after the other, and show its answer with what the JSON says of its cubes."""
    from nonosat.questions.cube_and_conquer import cube_and_conquer

    def all_on(executor: Executor | None) -> Exit:
        def ask(puzzle: Puzzle) -> Exit:
            answer, tally = cube_and_conquer(
                puzzle,
                arguments.cubes,
                model,
                limits_of(arguments),
                jobs=arguments.jobs,
                executor=executor,
            )
            return show(answer, {"cubes": {"depth": arguments.cubes, **asdict(tally)}})

        return each_puzzle(arguments, ask)

    if arguments.dask is None:
        return all_on(None)
    with dask_cluster(arguments) as cluster:
        return all_on(cluster)


def depth(text: str) -> int:
    """Read the depth of a tree of cubes."""
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= DEEPEST):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number from 1 to {DEEPEST}")
    return int(text)
