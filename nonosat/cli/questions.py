"""Commands that ask one question about puzzles, and show the reports: a table of the questions."""

from __future__ import annotations

import csv
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import Any

import nonosat
from nonosat import InputError, Puzzle, Report, Verdict
from nonosat.cli import options
from nonosat.cli.loop import each_report
from nonosat.cli.output import Exit, say, show, worst, write_file
from nonosat.formats.writing import format_for, write
from nonosat.records import dataclass
from nonosat.solving.pictures import picture_of
from nonosat.toolkit import require_cells


@dataclass(frozen=True)
class Question:
    """A command. `ask` is the public name of its function, which is called with a puzzle, its limits, and
    what `values` makes of the options that `add` has added.

    `one` is for a single puzzle, else there may be several, with `jobs` also several at a time; those with a
    `model` have options for it. `show` prints a report and returns the exit code; `no` says what 1 means.
    `at_end` is called with all reports.
    """

    ask: str
    example: str
    add: Callable[[ArgumentParser], object] = lambda parser: None
    values: Callable[[Namespace, Any], Mapping[str, Any]] = lambda arguments, puzzle: {}
    what: str = "puzzles"
    one: bool = False
    model: bool = False
    jobs: bool = False
    show: Callable[[Namespace, Any], Exit] = show
    no: str = ""
    at_end: Callable[[Namespace, Sequence[Any]], object] = lambda arguments, reports: None

    def arguments(self, parser: ArgumentParser) -> None:
        """Add the command's arguments."""
        options.puzzle(parser) if self.one else options.puzzles(parser, self.what)
        (options.model if self.model else options.time_limit)(parser)
        if self.jobs:
            options.jobs(parser)
        self.add(parser)

    def main(self, arguments: Namespace) -> Exit:
        """Ask about every puzzle, and show the reports."""
        ask, reports = getattr(nonosat, self.ask), list[Report]()

        def tell(report: Report) -> Exit:
            reports.append(report)
            return self.show(arguments, report)

        if self.one:
            puzzle, limits = options.puzzle_of(arguments), options.limits_of(arguments)
            values = self.values(arguments, puzzle)
            result = tell(ask(puzzle, model=options.card(arguments), limits=limits, **values))
        else:
            result = each_report(arguments, ask, tell, lambda puzzle: self.values(arguments, puzzle))
        self.at_end(arguments, reports)
        return result


def _no(arguments: Namespace, report: Report, no: object, **more: Any) -> Exit:
    """Print a report, and return the exit code, which is 1 if the answer is no."""
    return worst(show(arguments, report, **more), Exit.NO if no else Exit.ANSWERED)


def _add_step(parser: ArgumentParser) -> None:
    options.state(parser)
    options.add(parser, "--cell", "only this cell: row and column, counted from 1", "R,C")


def _step(arguments: Namespace, puzzle: Puzzle) -> dict[str, Any]:
    cells = require_cells(puzzle, f"{arguments.command} works")
    return {"state": options.state_of(arguments, cells), "cell": options.cell_of(arguments, cells)}


SOLVE = Question(
    "solve",
    "nonosat solve gchq",
    model=True,
    jobs=True,
    show=lambda arguments, answer: _no(arguments, answer, answer.verdict is Verdict.NONE),
    no="a puzzle has no solution",
)


def _say_sum(arguments: Namespace, counts: Sequence[Any]) -> None:
    if len(counts) > 1 and not arguments.json:
        least = "" if all(count.exact for count in counts) else "at least "
        say(f"sum of {len(counts)}: {least}{sum(count.count for count in counts)}")


COUNT = Question("count", "nonosat count permutation-8", model=True, at_end=_say_sum)


def _add_rate(parser: ArgumentParser) -> None:
    more = parser.add_mutually_exclusive_group()
    options.flag(more, "--csv", "print a table with one row per puzzle")
    options.flag(more, "--explain", "print all numbers, what they mean, and the steps by their names")


def _show_rating(arguments: Namespace, rating: Any) -> Exit:
    text = str(rating.explain() if arguments.explain else rating.sentence())
    if arguments.csv:
        row, written = rating.row(), StringIO()
        heading = [] if arguments.csv == "rows" else [[*row]]
        csv.writer(written, lineterminator="\n").writerows([*heading, [*row.values()]])
        text, arguments.csv = written.getvalue().rstrip("\n"), "rows"  # the heading is printed once
    return show(arguments, rating, text=text)


RATE = Question(
    "rate",
    "nonosat rate puzzles/ --csv -j 2",
    jobs=True,
    add=_add_rate,
    values=lambda arguments, puzzle: {"techniques": arguments.explain},
    show=_show_rating,
)


def _add_hint(parser: ArgumentParser) -> None:
    from nonosat.reasons.hint import LEVELS

    _add_step(parser)
    options.choice(parser, "--level", "how much to give away", LEVELS, default=LEVELS[-1])


HINT = Question(
    "hint",
    "nonosat hint teapot --level where",
    one=True,
    add=_add_hint,
    values=lambda arguments, puzzle: {**_step(arguments, puzzle), "level": arguments.level},
    show=lambda arguments, hint: _no(arguments, hint, not hint.fits),
    no="no solution agrees with the clues and the state",
)


def _add_explain(parser: ArgumentParser) -> None:
    _add_step(parser)
    about = "a .json file for nonosat verify, or an .html page that shows it step by step"
    options.target(parser, "-o/--output", f"write the explanation: {about}")
    options.target(parser, "--gif", "write an animation, one frame per step (extra: pictures)")


def _explain(arguments: Namespace, puzzle: Puzzle) -> dict[str, Any]:
    options.require_suffix(arguments.gif or "", ".gif")
    if arguments.output:
        options.require_suffix(arguments.output, ".json", ".html")
    return _step(arguments, puzzle)


def _show_explanation(arguments: Namespace, explanation: Any) -> Exit:
    code = _no(arguments, explanation, explanation.contradiction)
    if path := arguments.output:
        data = explanation.file() if path.endswith(".json") else nonosat.draw(explanation).html()
        if data is not None:
            write_file(path, data)
    if arguments.gif:
        write_file(arguments.gif, nonosat.draw(explanation).gif())
    return code


EXPLAIN = Question(
    "explain",
    "nonosat explain teapot -o teapot.json",
    one=True,
    model=True,
    add=_add_explain,
    values=_explain,
    show=_show_explanation,
    no="no solution agrees with the clues and the state",
)


def _add_fix(parser: ArgumentParser) -> None:
    from nonosat.making.fix import SORTS
    from nonosat.making.repair import UNIQUE

    options.choice(parser, "--by", "only fixes of this sort (default: all)", SORTS)
    options.target(parser, "-o/--output", "write the fixed puzzle")
    options.number(parser, "--choose", "the number of the fix to take", options.positive, default=1)
    options.add(parser, "--picture", "the solution that givens select, as rows or a picture file", "FILE")
    options.add_repaired_class(parser, UNIQUE)


def _fix_options(arguments: Namespace, puzzle: Puzzle) -> dict[str, Any]:
    require_cells(puzzle, "fix works")
    if arguments.output:
        format_for(arguments.output)  # raises InputError before the work
    return {
        **({} if arguments.by is None else {"by": (arguments.by,)}),
        "solution": picture_of(arguments.picture, puzzle) if arguments.picture else None,
        "level": arguments.level,
    }


def _show_fixes(arguments: Namespace, fixes: Any) -> Exit:
    if fixes.fixes and arguments.choose > len(fixes.fixes):
        raise InputError(f"--choose {arguments.choose}: there are {len(fixes.fixes)} fixes", fixes.name)
    fixed = fixes.fine or any(fix.unique for fix in fixes.fixes)
    return _no(arguments, fixes, fixes.done and not fixed)


def _write_fixed(arguments: Namespace, reports: Sequence[Any]) -> None:
    """Write the puzzles that were fixed, if there are any."""
    n: int = arguments.choose
    fixed = [fixes.fixes[n - 1].puzzle for fixes in reports if len(fixes.fixes) >= n]
    if arguments.output and fixed:
        write_file(arguments.output, write(fixed, format_for(arguments.output)))


FIX = Question(
    "fix",
    "nonosat fix gchq-no-givens -o unique.yaml",
    what="puzzles, or pictures",
    add=_add_fix,
    values=_fix_options,
    show=_show_fixes,
    at_end=_write_fixed,
    no="no fix leaves exactly one solution",
)
