"""`nonosat compare`: every puzzle under every model card, into a journal; then a table."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from nonosat.cli.common import byte_size, jobs_argument, limit_seconds, positive
from nonosat.cli.dask import dask_argument, dask_cluster
from nonosat.cli.output import Exit, Progress, complain, say
from nonosat.compare.campaign import Campaign
from nonosat.compare.disagreements import disagreements
from nonosat.compare.isolation import Record
from nonosat.compare.jobs import RunLimits, entries
from nonosat.compare.journal import Journal, records
from nonosat.compare.layouts import text
from nonosat.compare.tables import results, summary
from nonosat.processes.pool import Pool
from nonosat.solving.cards import load_card


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "puzzles", nargs="+", metavar="PUZZLE", help="files, folders, patterns, names of shipped puzzles"
    )
    parser.add_argument("--format", help="the files' format, where suffix and content do not tell")
    parser.add_argument(
        "--models", nargs="+", required=True, metavar="CARD", help="model cards, by name or path"
    )
    parser.add_argument("-o", "--output", required=True, metavar="JOURNAL", help="a new file of JSON Lines")
    parser.add_argument("--resume", action="store_true", help="go on with the journal, if there is one")
    parser.add_argument("--repeat", type=positive, default=1, metavar="N", help="do each run N times")
    jobs_argument(parser, "runs at a time")
    dask_argument(parser, "do the runs")
    parser.add_argument(
        "--time-limit", type=limit_seconds, metavar="SECONDS", help="for each run; also 500ms, 2m, 1h"
    )
    parser.add_argument(
        "--cpu-limit", type=limit_seconds, metavar="SECONDS", help="of processor time for each run"
    )
    parser.add_argument(
        "--memory-limit",
        type=byte_size,
        metavar="SIZE",
        help="for each run, such as 500M or 4G (default: three quarters of the machine's)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="for solvers that take one; for others the problem is shuffled. Repeats count on from it",
    )


def run(arguments: argparse.Namespace) -> Exit:
    """Do the campaign's runs, and say what they come to."""
    cards = [load_card(name) for name in arguments.models]
    limits = RunLimits(arguments.time_limit, arguments.cpu_limit, arguments.memory_limit)
    found = list(entries(arguments.puzzles, arguments.format))
    campaign = Campaign(found, cards, arguments.repeat, arguments.seed, limits)
    header = campaign.header(sys.argv)
    with (
        _executor(arguments) as executor,
        Journal(arguments.output, header, arguments.resume) as journal,
    ):
        for entry in found:
            if entry.error:
                complain(entry.error)
        _do(campaign, journal, executor)
    runs = list(records(arguments.output))[1:]
    wrong = disagreements(runs)
    if wrong:
        say("DISAGREEMENT\n" + "\n".join(wrong) + "\n")
    say(text([summary(results(runs, [header]))]))
    errors = _errors(runs)
    if errors:
        complain("\n".join(errors))
    return Exit.NO if wrong else Exit.ANSWERED


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[Executor]:
    """Begin what does the runs: threads of this process, or a Dask cluster."""
    if arguments.dask is None:
        with Pool(arguments.jobs) as pool:
            yield pool
        return
    with dask_cluster(arguments) as cluster:
        yield cluster


def _do(campaign: Campaign, journal: Journal, executor: Executor) -> None:
    progress = Progress(len(campaign.jobs) - len(journal.done), alone=True)
    for record in campaign.runs(executor, journal.done):
        journal.append(record)
        progress.step()
    progress.clear()


def _errors(runs: list[Record]) -> list[str]:
    """Say once a model how many of its runs failed, with the last words of the first."""
    failed: dict[str, list[str]] = {}
    for record in runs:
        if record["reason"] == "error" and record["hash"] and not record["fault"]:
            failed.setdefault(record["model"], []).append(record["because"].strip().splitlines()[-1])
    return [
        f"{model}: {len(words)} run{'s' * (len(words) != 1)} failed: {words[0]}"
        for model, words in failed.items()
    ]
