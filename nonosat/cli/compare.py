"""`nonosat compare dom-7 --models auto order-glucose -o runs.jsonl`: run every puzzle under every model card
into a journal, and print a table.

Exit code 1: an answer is wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from nonosat import InputError, Limits, StopReason, Table, load_card
from nonosat.cli import options
from nonosat.cli.loop import workers
from nonosat.cli.output import Exit, complain, say, say_json, worst
from nonosat.cli.progress import counted
from nonosat.compare.campaign import Campaign, campaign_of
from nonosat.compare.isolation import entries
from nonosat.compare.journal import Journal, is_rating, load, skipped
from nonosat.compare.results import Disagreement, Record, disagreements, results, warnings
from nonosat.compare.tables import differences, every, narrow, summary
from nonosat.puzzles.rearranged import ORIENTATIONS
from nonosat.solving.answer import told
from nonosat.words import plural

if TYPE_CHECKING:
    from pandas import DataFrame


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "puzzles", "files, folders, patterns, names of shipped puzzles", "PUZZLE", nargs="*")
    options.skip_unreadable(parser)
    options.form(parser)
    options.add(parser, "--models", "model cards, by name or path", "CARD", nargs="+", default=[])
    about = "repeat the campaign of this journal (its puzzles, cards and limits), and print what is different"
    options.path(parser, "--rerun", about, "JOURNAL")
    options.output(parser, "a new file of JSON Lines", "JOURNAL", required=True)
    options.flag(parser, "--resume", "continue the journal, if it exists")
    options.telling(parser, "print the table as one JSON object")
    options.number(parser, "--repeat", "do each run N times", options.positive, default=1)
    about = "do each run in N orientations of the puzzle's grid, and report means"
    options.number(parser, "--orient", about, options.whole_number("1 to 8", 1, ORIENTATIONS), default=1)
    options.flag(parser, "--rate", "also find each nonogram's class and effort, within the limits")
    options.jobs(parser, "runs at a time")
    options.dask(parser, "do the runs")
    options.limits(parser, "for each run")
    about = "processor time for each run"
    options.number(parser, "--cpu-limit", about, options.limit_seconds, "SECONDS")
    about = "seed; a solver that takes none gets a shuffled problem. Repeats use N+1, N+2, ..."
    options.number(parser, "--seed", about, int)


def main(arguments: argparse.Namespace) -> Exit:
    """Do the campaign's runs, and print their results."""
    import pandas  # noqa: F401 - a table needs it at the end: where there is none, this is said before the runs

    campaign, before = _repeated(arguments) if arguments.rerun else (_campaign(arguments), None)
    found, header = campaign.entries, campaign.header(sys.argv)
    ratings: list[Record] = []
    with (
        workers(arguments) as executor,
        Journal(arguments.output, header, arguments.resume, arguments.force) as journal,
    ):
        for entry in found:
            if entry.error:
                complain(entry.error)
        todo = sum(job.key not in journal.done for job in campaign.jobs)
        with counted("runs and ratings" if arguments.rate else "runs", todo) as step:
            for record in campaign.runs(executor, journal.done):
                journal.append(record)
                if is_rating(record):
                    ratings.append(record)
                step()
    _, contents = load(arguments.output)
    for note in skipped(arguments.output, contents):
        complain(note)
    wrong = any(entry.error for entry in found) and not arguments.skip_unreadable
    unread = Exit.BAD_INPUT if wrong else Exit.ANSWERED
    failed = _failed([*contents.records, *ratings])
    return worst(_report(arguments, contents.records, header, before, failed), unread)


def _campaign(arguments: argparse.Namespace) -> Campaign:
    if not (arguments.puzzles and arguments.models):
        raise InputError("expected puzzles and --models, or --rerun and a journal")
    cards = [load_card(name) for name in arguments.models]
    limits = Limits(arguments.time_limit, arguments.memory_limit, arguments.cpu_limit)
    found = list(entries(arguments.puzzles, arguments.format))
    asked = arguments.repeat, arguments.seed, limits, arguments.rate, arguments.orient
    return Campaign(found, cards, *asked)


def _repeated(arguments: argparse.Namespace) -> tuple[Campaign, DataFrame | None]:
    """Return the campaign of the journal that --rerun names, and its results."""
    asked = ("puzzles", "models", "time_limit", "memory_limit", "cpu_limit", "seed", "format")
    numbers = arguments.repeat, arguments.orient
    if numbers != (1, 1) or any(getattr(arguments, name) not in (None, []) for name in asked):
        raise InputError("--rerun takes puzzles, models, limits and everything else from the journal")
    header, contents = load(arguments.rerun)
    return campaign_of(header, arguments.rerun, arguments.rate), results(contents.records, [header])


def _report(
    arguments: argparse.Namespace,
    runs: list[Record],
    header: Record,
    before: DataFrame | None,
    failed: dict[str, list[str]],
) -> Exit:
    wrong, found = disagreements(runs), results(runs, [header])
    tables = [summary(found), *(differences(before, found) if before is not None else [])]
    if arguments.rate and not arguments.quiet:
        tables += every([("", found)])
    if arguments.json:
        say_json(plain("compare", tables, wrong, failed=failed))
    else:
        above, below = warnings(wrong, runs)
        parts = "\n".join(above), *map(Table.text, narrow(tables)), "\n".join(below)
        say("\n\n".join(filter(None, parts)))
    for model, words in failed.items():
        what = "rating" if model == "--rate" else "run"
        complain(f"{model}: {plural(len(words), what)} failed: {words[0]}")
    return worst(Exit.INTERNAL if failed else Exit.ANSWERED, Exit.NO if wrong else Exit.ANSWERED)


def _failed(runs: list[Record]) -> dict[str, list[str]]:
    """Return the last line of each failure on a readable puzzle, by model or under `--rate`.

    Wrong answers are left out: they are reported on their own.
    """
    failed: dict[str, list[str]] = {}
    for run in runs:
        if run["stop_reason"] == StopReason.ERROR and run["hash"] and not run.get("fault"):
            words = run["basis"].strip().splitlines()
            failed.setdefault(run.get("model", "--rate"), []).append(words[-1] if words else "no message")
    return failed


def plain(
    question: str, tables: Sequence[Table], wrong: Sequence[Disagreement], **more: object
) -> dict[str, object]:
    """Return tables and disagreements as plain data: what `--json` prints."""
    data = {"tables": list(map(asdict, tables)), "disagreements": list(map(str, wrong)), **more}
    return told(question, data)
