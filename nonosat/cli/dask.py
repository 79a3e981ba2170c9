"""Shared by the commands that can use a Dask cluster."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from nonosat.cli import options
from nonosat.errors import InputError

if TYPE_CHECKING:
    from nonosat.processes.dask_cluster import Cluster


def dask_argument(parser: argparse.ArgumentParser, what: str) -> None:
    """Add --dask."""
    about = (
        f"{what} on the Dask cluster with this scheduler, such as tcp://host:8786, or on a local "
        "cluster of --jobs processes"
    )
    options.add(parser, "--dask", about, "ADDRESS", nargs="?", const="", type=_address)


def _address(text: str) -> str:
    # In `--dask FILE`, FILE is a puzzle: do not wait for a scheduler of that name.
    if text and ":" not in text:
        message = f"{text!r} is not an address like tcp://host:8786 (a puzzle? write --dask after it)"
        raise argparse.ArgumentTypeError(message)
    return text


def workers(arguments: argparse.Namespace) -> AbstractContextManager[Executor]:
    """Return --jobs workers on this machine, or the cluster that --dask names."""
    from nonosat.processes.pool import Pool  # threads: slow to import

    return Pool(arguments.jobs) if arguments.dask is None else dask_cluster(arguments)


@contextmanager
def dask_cluster(arguments: argparse.Namespace) -> Iterator[Cluster]:
    """Start a local cluster, or connect to the one that --dask names."""
    from nonosat.processes import dask_cluster  # slow to import, and rarely used

    if arguments.dask and arguments.jobs > 1:
        raise InputError("--jobs is for this machine; a cluster has its own number of workers")
    with dask_cluster.executor(arguments.dask, arguments.jobs) as workers:
        yield workers
