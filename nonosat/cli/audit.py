"""`nonosat audit test.jsonl --train train.jsonl --html audit.html`: the defects of a set of puzzles for a
benchmark or for training.

Exit code 1: a puzzle has a defect.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict
from typing import Any, TextIO

from nonosat import InputError, Verdict, files
from nonosat.cli import options
from nonosat.cli.loop import workers
from nonosat.cli.output import Exit, complain, make_folder, put, say, say_json, worst
from nonosat.cli.progress import counted
from nonosat.learning.audit import BATCH, Audited, Mender, Tally, Worst, audit, page, training
from nonosat.learning.examine import Question
from nonosat.learning.records import LAYOUTS
from nonosat.learning.regrade import Regrading, regrading
from nonosat.learning.sets import Item, items, size_of
from nonosat.learning.values import ANSWER, PUZZLE, UnrecognisedError
from nonosat.processes.files import require_new
from nonosat.solving.answer import told
from nonosat.words import or_nearest, shown

_ANSWERS = "answers."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "sets", "files or folders of puzzles, - for JSON Lines", "SET", nargs="+")
    options.skip_unreadable(parser)
    options.choice(parser, "--layout", "layout of the sets (default: by suffix)", LAYOUTS, default="auto")
    in_record = f"where {', '.join(PUZZLE)} are in a record, such as rows=clues.rows"
    in_answer = f"{', '.join(_ANSWERS + name for name in ANSWER)} in an answer"
    options.add(parser, "--map", f"{in_record}; {in_answer}", "NAME=PATH", nargs="+", default=[])
    options.path(parser, "--answers", "recorded answers, to be graded against the clues", "FILE")
    options.add(parser, "--train", "training sets, searched for leaks", "FILE", nargs="+", default=[])
    options.number(parser, "--limit", "count at most N solutions per puzzle", options.whole, default=100)
    options.flag(parser, "--class", "rate each puzzle (slower)", dest="rated")
    options.telling(parser, "one JSON object per puzzle, and one for the set")
    options.written(parser, "--html", "write a page with drawings of the worst puzzles", ".html")
    options.written(parser, "--fix", "write the set without its defects, as JSON Lines", ".jsonl")
    about = "add the fewest givens for one solution, or drop every defective puzzle"
    options.choice(parser, "--fix-by", about, ("givens", "drop"), default="givens")
    options.target(parser, "--certificates", "write a certificate of each verdict here", "DIR")
    options.jobs(parser, f"batches of {BATCH} puzzles at a time")
    options.dask(parser, "examine the puzzles")
    options.limits(parser, seconds=60)


def main(arguments: argparse.Namespace) -> Exit:
    """Audit all sets as one."""
    limits = options.limits_of(arguments)
    asked = Question(arguments.limit, limits, arguments.rated)
    of_puzzles, of_answers = _mappings(arguments.map)
    note = (lambda _: None) if arguments.quiet else complain
    answers = None
    if arguments.answers:
        try:
            answers = regrading(arguments.answers, of_answers, note)
        except UnrecognisedError as error:
            what = f"{error.what}; use --map answers.id=PATH answers.answer=PATH"
            raise InputError(what, error.path) from None
    tally, cases, codes = Tally(), Worst(), {Exit.ANSWERED}

    def each(paths: list[str]) -> Iterator[Item]:
        for path in paths:
            try:
                for item in items(path, arguments.layout, of_puzzles, note):
                    if item.unread and arguments.skip_unreadable:
                        complain(item.unread)
                        continue
                    if item.unread:
                        codes.add(Exit.BAD_INPUT)
                    yield item
            except InputError as error:
                unrecognised = isinstance(error, UnrecognisedError)
                hint = "; use --map rows=PATH columns=PATH, or --map solution=PATH" if unrecognised else ""
                complain(f"{error}{hint}")
                codes.add(Exit.BAD_INPUT)

    train = training(each(arguments.train), asked) if arguments.train else None
    with ExitStack() as stack:
        enter = stack.enter_context
        mender = Mender(enter(_new(arguments.fix)), arguments.fix_by, limits) if arguments.fix else None
        several = arguments.jobs > 1 or arguments.dask is not None
        executor = enter(workers(arguments)) if several else None
        found = audit(each(arguments.sets), asked, executor, train)
        step = enter(counted("puzzles", size_of(arguments.sets, arguments.layout), note))
        for audited in enter(closing(found)):
            tally.add(audited)
            cases.add(audited)
            if answers is not None and audited.item.id:
                answers.grade(audited.item.id, audited.item.puzzle)
            codes.add(_tell(arguments, audited, mender.take(audited) if mender else ""))
            step()
    codes.add(_end(arguments, tally, cases, answers))
    if mender and not arguments.quiet:
        complain(f"{arguments.fix}: {mender.summary()}")
    return worst(*codes)


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


def _new(path: str) -> TextIO:
    with files.writing(path):
        return open(path, "w", encoding="utf-8")


def _tell(arguments: argparse.Namespace, audited: Audited, done: str) -> Exit:
    """Report a puzzle: one line per defect, or one JSON object; `done` is what was done about them."""
    if arguments.json:
        say_json(_data(audited, done))
    else:
        for defect in audited.defects:
            say(f"{audited.name}: {defect.what}")
        if done:
            complain(f"{audited.name}: {done}")
    code = Exit.NO if audited.defects else Exit.ANSWERED
    if audited.found.verdict is Verdict.UNKNOWN:
        code = Exit.UNDECIDED
        complain(f"{audited.name}: undecided: {audited.found.stop_reason}")
    if arguments.certificates and audited.item.puzzle is not None:
        from nonosat.proofs.prove import prove  # slow to import, and rarely used

        name = re.sub(r"[^\w.-]+", "_", audited.item.address)
        path = make_folder(arguments.certificates) / f"{name}.zip"
        require_new(path, arguments.force)
        limits = options.limits_of(arguments)
        answer, certificate = prove(audited.item.puzzle, path, limits=limits, force=arguments.force)
        answer.uninterrupted()
        if certificate is None:
            complain(f"{audited.name}: no certificate within the limits")
    return code


def _end(arguments: argparse.Namespace, tally: Tally, cases: Worst, answers: Regrading | None) -> Exit:
    """Report the set."""
    tables, changed, code = [tally.table()], list[str](), Exit.ANSWERED
    if answers is not None:
        tables.append(answers.table())
        changed = answers.changed
        for line in answers.unknown():
            code = Exit.NO
            complain(line)
    if arguments.html:
        put(arguments.html, page(", ".join(arguments.sets), tables, cases, changed) + "\n")
    if arguments.json:
        found = {
            "sets": arguments.sets,
            "puzzles": tally.puzzles,
            "defective": tally.defective,
            "verdicts": dict(tally.verdicts),
            "defects": dict(tally.defects),
            "tables": list(map(asdict, tables)),
            "regraded": changed,
        }
        say_json(told("audit", found))
    else:
        for line in changed:
            say(line)
        if tally.puzzles and not arguments.quiet:
            say(("\n" if tally.defective or changed else "") + "\n\n".join(table.text() for table in tables))
    return code


def _data(audited: Audited, done: str) -> dict[str, Any]:
    """Return the findings about a puzzle as plain data."""
    found, item = audited.found, audited.item
    return {
        "puzzle": item.address,
        "id": item.id,
        "verdict": found.verdict.value if found.verdict else None,
        "solutions": found.solutions,
        "exact": found.exact,
        "class": audited.level or None,
        "solution": found.solution or None,
        "other": found.other or None,
        "certain": found.certain or None,
        "defects": [asdict(defect) for defect in audited.defects],
        "mended": done or None,
    }
