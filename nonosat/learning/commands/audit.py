"""`nonosat audit test.jsonl --train train.jsonl`: the defects of a set of puzzles for a
benchmark or for training.

Exit code 1: a puzzle has a defect.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import asdict
from typing import Any

from nonosat import InputError, Verdict
from nonosat.cli import options
from nonosat.cli.output import Exit, complain, make_folder, say, say_answer, tell_error, worst
from nonosat.learning.audit import Audited, Tally, audits, training
from nonosat.learning.examine import Question
from nonosat.learning.sets import Item, items, size_of
from nonosat.learning.values import PATHS, read_paths
from nonosat.toolkit import Pool, count_steps, files

_COUNTED = 100
"""At most so many solutions of a puzzle are counted."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "sets", "files or folders of puzzles, - for JSON Lines", "SET", nargs="+")
    options.flag(parser, "--skip-unreadable", options.SKIP)
    about = f"where a record has its {', '.join(PATHS)}, such as rows=row_clues,solution=answer.grid"
    options.add(parser, "--map", about, "NAME=PATH,...", default="")
    options.add(parser, "--train", "training sets, searched for leaks", "FILE", nargs="+", default=[])
    options.flag(parser, "--class", "rate each puzzle (slower)", dest="rated")
    options.telling(parser, "one JSON object per puzzle, and one for the set")
    options.target(parser, "--certificates", "write a certificate of each verdict here", "DIR")
    options.jobs(parser)
    options.limits(parser, seconds=60)


def main(arguments: argparse.Namespace) -> Exit:
    """Audit all sets as one."""
    limits = options.limits_of(arguments)
    asked = Question(_COUNTED, limits, arguments.rated)
    try:
        paths = read_paths(arguments.map)
    except InputError as error:
        raise InputError(f"--map: {error}") from None
    note = (lambda _: None) if arguments.quiet else complain
    tally, codes = Tally(), {Exit.ANSWERED}
    unread = Exit.ANSWERED if arguments.skip_unreadable else Exit.BAD_INPUT

    def each(names: list[str]) -> Iterator[Item]:
        for name in names:
            try:
                for item in items(name, paths, note):
                    if item.unread:
                        complain(item.unread)  # the puzzle's own object has it
                        codes.add(unread)
                    if not (item.unread and arguments.skip_unreadable):
                        yield item
            except InputError as error:
                codes.add(tell_error(error, arguments) and unread)

    train = training(each(arguments.train), asked) if arguments.train else None
    with ExitStack() as stack:
        enter = stack.enter_context
        executor = enter(Pool(arguments.jobs)) if arguments.jobs > 1 else None
        results = audits(each(arguments.sets), asked, executor, train)
        step = enter(count_steps("puzzles", size_of(arguments.sets)))
        for audited in enter(closing(results)):
            tally.add(audited)
            codes.add(_tell(arguments, audited))
            step()
    if not tally.puzzles and arguments.skip_unreadable:
        raise InputError("no puzzle could be read")
    _end(arguments, tally)
    return worst(*codes)


def _tell(arguments: argparse.Namespace, audited: Audited) -> Exit:
    """Report a puzzle: one line per defect, or one JSON object."""
    if arguments.json:
        say_answer("audit", _data(audited), audited.item.puzzle)
    elif not audited.item.unread:  # of which a line on stderr tells
        for defect in audited.defects:
            say(f"{audited.name}: {defect.what}")
    code = Exit.NO if audited.defects else Exit.ANSWERED
    if audited.examined.verdict is Verdict.UNKNOWN:
        code = Exit.UNDECIDED
        complain(f"{audited.name}: undecided: {audited.examined.stop_reason}")
    if arguments.certificates and audited.item.puzzle is not None:
        from nonosat import prove  # slow to import, and rarely used

        name = re.sub(r"[^\w.-]+", "_", audited.item.address)
        path = f"{make_folder(arguments.certificates)}/{name}.zip"
        files.require_new(path, arguments.force)
        limits = options.limits_of(arguments)
        answer, certificate = prove(audited.item.puzzle, path, limits=limits, force=arguments.force)
        answer.require_uninterrupted()
        if certificate is None:
            complain(f"{audited.name}: no certificate within the limits")
    return code


def _end(arguments: argparse.Namespace, tally: Tally) -> None:
    """Report the set."""
    table = tally.table()
    if arguments.json:
        counts = {
            "sets": arguments.sets,
            "puzzles": tally.puzzles,
            "defective": tally.defective,
            "verdicts": dict(tally.verdicts),
            "defects": dict(tally.defects),
            "tables": [asdict(table)],
        }
        say_answer("audit", counts)
    elif tally.puzzles and not arguments.quiet:
        say("\n" * bool(tally.defective) + table.text())


def _data(audited: Audited) -> dict[str, Any]:
    """Return the findings about a puzzle as plain data."""
    findings, item = audited.examined, audited.item
    return {
        "puzzle": item.address,
        **({"error": item.unread} if item.unread else {}),
        "id": item.id,
        "verdict": findings.verdict.value if findings.verdict else None,
        "count": findings.count,
        "exact": findings.exact,
        "class": audited.level or None,
        "solution": findings.solution or None,
        "other": findings.other or None,
        "certain": findings.certain or None,
        "defects": [asdict(defect) for defect in audited.defects],
    }
