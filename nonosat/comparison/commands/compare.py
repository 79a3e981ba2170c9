"""`nonosat compare dom-7 --models auto order-glucose`: run every puzzle under every model card, and print a
table; with -o, keep the runs in a journal.

Exit code 1: an answer is refuted.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from dataclasses import replace
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from nonosat import InputError, Limits, StopReason
from nonosat.cli import options
from nonosat.cli.output import Exit, complain, say, say_answer, tell_error, worst
from nonosat.comparison.campaign import Campaign, campaign_of, do_campaign
from nonosat.comparison.cluster import cluster
from nonosat.comparison.isolation import Entry, entries
from nonosat.comparison.journal import Journal, load
from nonosat.comparison.racing import Race, race
from nonosat.comparison.results import Record, disagreements, results, warnings
from nonosat.comparison.statistics import differences
from nonosat.comparison.tables import narrow, plain, summary
from nonosat.toolkit import Pool, load_card, words

if TYPE_CHECKING:
    from pandas import DataFrame


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "puzzles", "files, folders, patterns, names of shipped puzzles", "PUZZLE", nargs="*")
    options.add(parser, "--models", "model cards, by name or path", "CARD", nargs="+", default=[])
    about = "repeat the campaign of this journal (its puzzles, cards and limits), and print what is different"
    options.add(parser, "--rerun", about, "JOURNAL")
    options.target(parser, "-o/--output", "keep the runs in a new file of JSON Lines", "JOURNAL")
    options.flag(parser, "--resume", "continue the journal, if it exists")
    options.telling(parser, "print the table as one JSON object")
    options.number(parser, "--repeat", "do each run N times", options.positive, default=1)
    about = "do each run in N orientations of the puzzle's grid, and report means"
    options.number(parser, "--orient", about, options.whole_number("1 to 8", 1, 8), default=1)
    about = "prove every `unique` and `none`, and keep the certificates in a folder beside the journal"
    options.flag(parser, "--certify", about)
    about = "find the best card in this time, such as 1h: drop the cards that have lost; needs --time-limit"
    options.number(parser, "--budget", about, options.limit_seconds, "SECONDS")
    options.jobs(parser, "runs at a time")
    about = "do the runs on the Dask cluster with this scheduler, such as tcp://host:8786"
    options.add(parser, "--dask", about, "ADDRESS")
    options.limits(parser, "for each run")
    about = "processor time for each run"
    options.number(parser, "--cpu-limit", about, options.limit_seconds, "SECONDS")
    about = "shuffle cells and constraints, and seed the solvers. Repeats use N+1, N+2, ..."
    options.number(parser, "--seed", about, int)


def main(arguments: argparse.Namespace) -> Exit:
    """Do the campaign's runs, and print their results."""
    import pandas  # noqa: F401 - a table needs it at the end: where there is none, this is said before the runs

    if arguments.output:
        return _compare(arguments, arguments.output)
    if arguments.resume:
        raise InputError("--resume: expected -o with a journal")
    with TemporaryDirectory() as folder:
        return _compare(arguments, os.path.join(folder, "runs.jsonl"))


def _compare(arguments: argparse.Namespace, path: str) -> Exit:
    found = list(entries([] if arguments.rerun else arguments.puzzles))
    unread = [one for one in found if isinstance(one, InputError)]
    exits = [tell_error(error, arguments) for error in unread]
    puzzles = [one for one in found if isinstance(one, Entry)]
    if exits and not puzzles:
        return worst(*exits)
    campaign, before = _repeat(arguments) if arguments.rerun else (_campaign(arguments, puzzles), None)
    header, raced = campaign.header(sys.argv), Race([card.name for card in campaign.cards])
    with (
        _workers(arguments) as executor,
        Journal(path, header, arguments.resume, arguments.force) as journal,
    ):
        chosen = race(campaign, executor, arguments.budget, raced) if arguments.budget else None
        do_campaign(campaign, executor, journal, chosen)
    return worst(_report(arguments, path, before, raced if arguments.budget else None), *exits)


def _workers(arguments: argparse.Namespace) -> AbstractContextManager[Executor]:
    """Return --jobs workers on this machine, or the cluster that --dask names."""
    if not arguments.dask:
        return Pool(arguments.jobs)
    if arguments.jobs > 1:
        raise InputError("--jobs does not apply to a cluster, which has its own number of workers")
    return cluster(arguments.dask)


def _campaign(arguments: argparse.Namespace, puzzles: list[Entry]) -> Campaign:
    if not (arguments.puzzles and arguments.models):
        raise InputError("expected puzzles and --models, or --rerun and a journal")
    cards = [load_card(name) for name in arguments.models]
    limits = Limits(arguments.time_limit, arguments.memory_limit, arguments.cpu_limit)
    if arguments.budget and (limits.time is None or arguments.resume):
        raise InputError("--budget needs --time-limit, and begins a new journal")
    repeat, seed, orient = arguments.repeat, arguments.seed, arguments.orient
    return Campaign(puzzles, cards, repeat, seed, limits, orient, arguments.certify)


def _repeat(arguments: argparse.Namespace) -> tuple[Campaign, DataFrame | None]:
    """Return the campaign of the journal that --rerun names, or the part that was chosen, and its results."""
    asked = ("time_limit", "memory_limit", "cpu_limit", "seed")
    numbers = arguments.repeat, arguments.orient
    if numbers != (1, 1) or any(getattr(arguments, name) is not None for name in asked):
        raise InputError("--rerun takes limits and everything else from the journal")
    header, contents = load(arguments.rerun)
    chosen = arguments.puzzles, arguments.models
    campaign = campaign_of(header, arguments.rerun).part(*chosen)
    return replace(campaign, certify=campaign.certify or arguments.certify), results(contents.lines, [header])


def _report(arguments: argparse.Namespace, path: str, before: DataFrame | None, raced: Race | None) -> Exit:
    header, contents = load(path)
    frame, wrong = results(contents.lines, [header]), disagreements(contents.lines)
    failed = _find_failures(contents.records)
    tables = [summary(frame), *(differences(before, frame) if before is not None else [])]
    if arguments.json:
        also = {"race": raced.to_dict()} if raced else {}
        say_answer("compare", {**plain(tables, wrong), "failed": failed, **also})
    else:
        place = arguments.output or ""
        above, below = warnings(wrong, contents.records, {place: header})
        said = [table.text() for table in narrow(tables)]
        if arguments.quiet:
            said = [f"{place or 'compare'}: {words.plural(len(contents.records), 'run')}"]
        parts = "\n".join(above), *said, raced.sentence() if raced else "", "\n".join(below)
        say("\n\n".join(filter(None, parts)))
    for model, why in failed.items():
        complain(f"{model}: {words.plural(len(why), 'run')} failed: {why[0]}")
    return worst(Exit.INTERNAL if failed else Exit.ANSWERED, Exit.NO if wrong else Exit.ANSWERED)


def _find_failures(runs: list[Record]) -> dict[str, list[str]]:
    """Return the last line of each failure, by model; refuted answers are reported on their own."""
    failed: dict[str, list[str]] = {}
    for run in runs:
        if run["stop_reason"] == StopReason.ERROR and not run["fault"]:
            why = run["basis"].strip() or "no message"
            failed.setdefault(run["model"], []).append(why.splitlines()[-1])
    return failed
