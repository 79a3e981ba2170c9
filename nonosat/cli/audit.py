"""`nonosat audit`: the defects of a set of puzzles for a benchmark or for training."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TextIO

from nonosat.answer import Verdict, told
from nonosat.cli.common import (
    counted,
    jobs_argument,
    limit_arguments,
    limits_of,
    telling_arguments,
    whole,
)
from nonosat.cli.dask import dask_argument, dask_cluster
from nonosat.cli.output import Exit, complain, put, say, say_json, worst
from nonosat.compare.layouts import text
from nonosat.compare.tables import Table
from nonosat.errors import InputError
from nonosat.learning.audit import BATCH, Audited, Tally, audit, training
from nonosat.learning.examine import Question
from nonosat.learning.names import ANSWER, PUZZLE, UnrecognisedError
from nonosat.learning.records import LAYOUTS
from nonosat.learning.sets import Item, items
from nonosat.words import or_nearest, shown

if TYPE_CHECKING:
    from nonosat.learning.mend import Mender
    from nonosat.learning.page import Worst
    from nonosat.learning.regrade import Regrading

# Rarely used modules are imported where they are used, so that small sets do not wait for them.

_ANSWERS = "answers."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "sets", nargs="+", metavar="SET", help="files or folders of puzzles, - for JSON Lines"
    )
    parser.add_argument(
        "--layout", choices=LAYOUTS, default="auto", help="layout of the sets (default: by suffix)"
    )
    parser.add_argument(
        "--map",
        nargs="+",
        default=[],
        metavar="NAME=PATH",
        help=f"where {', '.join(PUZZLE)} are in a record, such as rows=clues.rows; "
        f"{', '.join(_ANSWERS + name for name in ANSWER)} in an answer",
    )
    parser.add_argument("--answers", metavar="FILE", help="recorded answers, to be graded against the clues")
    parser.add_argument(
        "--train", nargs="+", default=[], metavar="FILE", help="training sets, searched for leaks"
    )
    parser.add_argument(
        "--limit",
        type=whole,
        default=100,
        metavar="N",
        help="count at most N solutions per puzzle (default: 100)",
    )
    parser.add_argument("--class", dest="rated", action="store_true", help="rate each puzzle (slower)")
    telling_arguments(parser, "one JSON object per puzzle, and one for the set")
    parser.add_argument("--html", metavar="PATH", help="write a page with drawings of the worst puzzles")
    parser.add_argument("--fix", metavar="OUT", help="write the set without its defects, as JSON Lines")
    parser.add_argument(
        "--fix-by",
        choices=("givens", "drop"),
        default="givens",
        help="add the fewest givens for one solution, or drop every defective puzzle (default: givens)",
    )
    parser.add_argument("--certificates", metavar="DIR", help="write a certificate of each verdict here")
    parser.add_argument("--journal", metavar="JOURNAL", help="record the findings in a new file")
    parser.add_argument("--resume", action="store_true", help="continue the journal, if it exists")
    jobs_argument(parser, f"batches of {BATCH} puzzles at a time")
    dask_argument(parser, "examine the puzzles")
    limit_arguments(parser, seconds=60)


def main(arguments: argparse.Namespace) -> Exit:
    """Audit all sets as one."""
    if arguments.resume and not arguments.journal:
        raise InputError("--resume needs --journal, the journal to continue")
    of_puzzles, of_answers = _mappings(arguments.map)
    asked = Question(arguments.limit, limits_of(arguments), arguments.rated)
    note = complain if not arguments.quiet else _nothing
    answers = None
    if arguments.answers:
        from nonosat.learning.regrade import regrading

        try:
            answers = regrading(arguments.answers, of_answers, note)
        except UnrecognisedError as error:
            raise InputError(
                f"{error.what}; use --map answers.id=PATH answers.answer=PATH", error.path
            ) from None
    unread: list[InputError] = []

    def each(paths: list[str]) -> Iterator[Item]:
        for path in paths:
            try:
                yield from items(path, arguments.layout, of_puzzles, note)
            except InputError as error:
                unrecognised = isinstance(error, UnrecognisedError)
                hint = "; use --map rows=PATH columns=PATH, or --map solution=PATH" if unrecognised else ""
                complain(f"{error}{hint}")
                unread.append(error)

    index = training(each(arguments.train), asked) if arguments.train else None
    puzzles = each(arguments.sets)
    with ExitStack() as stack:
        report = _Report(arguments, answers, stack)
        executor = _executor(arguments, stack)
        journal = None
        if arguments.journal:
            from nonosat.learning.journal import AuditJournal

            journal = AuditJournal(arguments.journal, arguments.sets, asked, arguments.resume)
            stack.enter_context(journal)
        step = stack.enter_context(counted("puzzles", None))
        for audited in stack.enter_context(closing(audit(puzzles, asked, executor, index, journal))):
            report.tell(audited)
            step()
    return worst(report.end(), Exit.BAD_INPUT if unread else Exit.ANSWERED)


def _mappings(words: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Read the words NAME=PATH of --map, for puzzles and for answers."""
    of_puzzles, of_answers = dict[str, str](), dict[str, str]()
    for word in words:
        name, _, path = word.partition("=")
        own = name.removeprefix(_ANSWERS)
        if not path:
            raise InputError(f"--map {word}: expected NAME=PATH, such as rows=clues.rows")
        is_answers = own != name or (name in ANSWER and name not in PUZZLE)
        known = ANSWER if is_answers else PUZZLE
        if own not in known:
            raise InputError(or_nearest(f"--map: unknown name {shown(own)}", own, known, "the names are"))
        (of_answers if is_answers else of_puzzles)[own] = path
    return of_puzzles, of_answers


def _nothing(_text: str) -> None:
    pass


def _executor(arguments: argparse.Namespace, stack: ExitStack) -> Executor | None:
    if arguments.dask is not None:
        return stack.enter_context(dask_cluster(arguments))
    if arguments.jobs == 1:
        return None
    from nonosat.processes.pool import Pool

    return stack.enter_context(Pool(arguments.jobs))


@contextmanager
def _new(path: str) -> Iterator[TextIO]:
    try:
        file = open(path, "w", encoding="utf-8")  # noqa: SIM115 - only errors of opening are caught
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", path) from None
    with file:
        yield file


class _Report:
    """Reports each puzzle when it is audited, and the set at the end."""

    def __init__(self, arguments: argparse.Namespace, answers: Regrading | None, stack: ExitStack) -> None:
        self._arguments = arguments
        self._answers = answers
        self._tally = Tally()
        self._worst: Worst | None = None
        self._result = Exit.ANSWERED
        self._mender: Mender | None = None
        if arguments.html:
            from nonosat.learning.page import Worst

            self._worst = Worst()
        if arguments.fix:
            from nonosat.learning.mend import Mender

            file = stack.enter_context(_new(arguments.fix))
            self._mender = Mender(file, arguments.fix_by, limits_of(arguments))
        if arguments.certificates:
            os.makedirs(arguments.certificates, exist_ok=True)

    def tell(self, audited: Audited) -> None:
        """Report a puzzle: one line per defect, or one JSON object."""
        arguments, found = self._arguments, audited.found
        self._tally.add(audited)
        if self._worst is not None:
            self._worst.add(audited)
        if self._answers is not None and audited.item.id:
            self._answers.grade(audited.item.id, audited.item.puzzle)
        done = self._mender.take(audited) if self._mender else ""
        if arguments.json:
            say_json(_data(audited, done))
        for defect in audited.defects:
            self._result = worst(self._result, Exit.NO)
            if not arguments.json:
                say(f"{audited.name}: {defect.what}")
        if done and not arguments.json:
            complain(f"{audited.name}: {done}")
        if found.verdict is Verdict.UNKNOWN:
            self._result = worst(self._result, Exit.UNDECIDED)
            complain(f"{audited.name}: undecided: {found.stop_reason}")
        if arguments.certificates and audited.item.puzzle is not None:
            from nonosat.proofs.prove import prove

            name = re.sub(r"[^\w.-]+", "_", audited.item.address)
            path = os.path.join(arguments.certificates, f"{name}.zip")
            answer, certificate = prove(audited.item.puzzle, path, limits=limits_of(arguments))
            answer.uninterrupted()
            if certificate is None:
                complain(f"{audited.name}: no certificate within the limits")

    def end(self) -> Exit:
        """Report the set."""
        arguments, answers = self._arguments, self._answers
        tables = [self._tally.table()]
        changed: list[str] = []
        if answers is not None:
            tables.append(answers.table())
            changed = answers.changed
            for line in answers.unknown():
                self._result = worst(self._result, Exit.NO)
                complain(line)
        if self._worst is not None:
            from nonosat.learning.page import page

            put(arguments.html, page(", ".join(arguments.sets), tables, self._worst, changed) + "\n")
        if arguments.json:
            say_json(self._data(tables, changed))
        else:
            for line in changed:
                say(line)
            if self._tally.puzzles and not arguments.quiet:
                say(("\n" if self._tally.defective or changed else "") + text(tables))
        if self._mender and not arguments.quiet:
            complain(f"{arguments.fix}: {self._mender.summary()}")
        return self._result

    def _data(self, tables: list[Table], changed: list[str]) -> dict[str, Any]:
        tally = self._tally
        found = {
            "sets": self._arguments.sets,
            "puzzles": tally.puzzles,
            "defective": tally.defective,
            "verdicts": dict(tally.verdicts),
            "defects": dict(tally.defects),
            "tables": [asdict(table) for table in tables],
            "regraded": changed,
        }
        return told("audit", found)


def _data(audited: Audited, done: str) -> dict[str, Any]:
    """Return the findings about a puzzle as plain data."""
    found, item = audited.found, audited.item
    return {
        "puzzle": item.address,
        "id": item.id,
        "verdict": found.verdict.value if found.verdict else None,
        "solutions": found.solutions,
        "exact": found.exact,
        "class": found.level or None,
        "solution": found.solution or None,
        "other": found.other or None,
        "certain": found.certain or None,
        "defects": [asdict(defect) for defect in audited.defects],
        "mended": done or None,
    }
