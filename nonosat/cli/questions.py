"""Commands that ask one question about puzzles, and show the reports: a table of the questions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import nonosat
from nonosat import InputError, Puzzle, Report, Verdict
from nonosat.cli import inputs, options
from nonosat.cli.loop import each_report
from nonosat.cli.output import Exit, puzzles_for, say, show, worst, write_file
from nonosat.records import dataclass
from nonosat.solving.pictures import filled_cells, picture_of
from nonosat.toolkit import position, require_cells

Values = Mapping[str, Any]


def _nothing(*_: Any) -> Any:
    return None


@dataclass(frozen=True)
class Question:
    """A command. `ask` is the public name of its function, which is called with a puzzle, its limits, and
    what `values` makes of the options that `add` has added.

    `one` is for a single puzzle, else there may be several, with `jobs` also several at a time; those with a
    `model` have options for it. `text` is what is printed instead of the report's own text; the last argument
    says whether it is the first. `write` writes the files that options name. With --output, what `written`
    returns is written as puzzles. `code` is the exit code that the report itself calls for. `at_end` is
    called with all reports.
    """

    ask: str
    example: str
    add: Callable[[ArgumentParser], object] = _nothing
    values: Callable[[Namespace, Any], Values | None] = _nothing
    what: str = "puzzles"
    one: bool = False
    model: bool = False
    jobs: bool = False
    text: Callable[[Namespace, Any, bool], str | None] = _nothing
    write: Callable[[Namespace, Any], object] = _nothing
    written: Callable[[Namespace, Any], Puzzle | None] | None = None
    code: Callable[[Any], Exit | None] = _nothing
    no: str = ""
    at_end: Callable[[Sequence[Any]], object] = _nothing

    def arguments(self, parser: ArgumentParser) -> None:
        """Add the command's arguments."""
        if self.one:
            options.puzzle(parser)
        else:
            options.puzzles(parser, self.what)
        (options.model if self.model else options.time_limit)(parser)
        if self.jobs:
            options.jobs(parser)
        self.add(parser)

    def main(self, arguments: Namespace) -> Exit:
        """Ask about every puzzle, and show the reports."""
        ask = getattr(nonosat, self.ask)
        reports: list[Report] = []

        def values(puzzle: Puzzle) -> Values:
            return self.values(arguments, puzzle) or {}

        def tell(report: Report) -> Exit:
            reports.append(report)
            puzzle = self.written(arguments, report) if self.written else None
            text = self.text(arguments, report, len(reports) == 1)
            code = worst(show(arguments, report, text=text), self.code(report) or Exit.ANSWERED)
            self.write(arguments, report)
            if puzzle is not None:
                puzzles.append(puzzle)
            return code

        with puzzles_for(arguments.output if self.written else None) as puzzles:
            if self.one:
                puzzle, limits = inputs.load(arguments), options.limits_of(arguments)
                return tell(ask(puzzle, model=options.card(arguments), limits=limits, **values(puzzle)))
            result = each_report(arguments, ask, tell, values)
        if not arguments.json:
            self.at_end(reports)
        return result


def _add_step(parser: ArgumentParser) -> None:
    options.state(parser)
    options.add(parser, "--cell", "only this cell: row and column, counted from 1", "R,C")


def _step(arguments: Namespace, puzzle: Puzzle) -> dict[str, Any]:
    cells = require_cells(puzzle, f"{arguments.command} works")
    return {"state": inputs.state(arguments, cells), "cell": inputs.cell(arguments, cells)}


SOLVE = Question(
    "solve",
    "nonosat solve gchq",
    model=True,
    jobs=True,
    code=lambda answer: Exit.NO if answer.verdict is Verdict.NONE else None,
    no="a puzzle has no solution",
)


def _say_sum(counts: Sequence[Any]) -> None:
    if len(counts) > 1:
        least = "" if all(count.exact for count in counts) else "at least "
        say(f"sum of {len(counts)}: {least}{sum(count.count for count in counts)}")


COUNT = Question("count", "nonosat count permutation-8", model=True, at_end=_say_sum)


def _add_rate(parser: ArgumentParser) -> None:
    more = parser.add_mutually_exclusive_group()
    options.flag(more, "--csv", "print a table with one row per puzzle")
    options.flag(more, "--explain", "print all numbers, what they mean, and the steps by their names")


def _rating_text(arguments: Namespace, rating: Any, first: bool) -> str:
    if not arguments.csv:
        return str(rating.explained() if arguments.explain else rating.sentence())
    import csv
    from io import StringIO

    text = StringIO()
    table = csv.DictWriter(text, rating.row(), lineterminator="\n")
    if first:
        table.writeheader()
    table.writerow(rating.row())
    return text.getvalue().rstrip("\n")


RATE = Question(
    "rate",
    "nonosat rate puzzles/ --csv -j 2",
    jobs=True,
    add=_add_rate,
    values=lambda arguments, puzzle: {"techniques": arguments.explain},
    text=_rating_text,
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
    code=lambda hint: None if hint.fits else Exit.NO,
    no="no solution agrees with the clues and the state",
)


def _add_explain(parser: ArgumentParser) -> None:
    _add_step(parser)
    about = "a .json file for nonosat verify, or an .html page that shows it step by step"
    options.output(parser, f"write the explanation: {about}")
    options.target(parser, "--gif", "write an animation, one frame per step (extra: pictures)")


def _explained(arguments: Namespace, puzzle: Puzzle) -> dict[str, Any]:
    options.require_suffix(arguments.gif or "", ".gif")
    if arguments.output:
        options.require_suffix(arguments.output, ".json", ".html")
    return _step(arguments, puzzle)


def _write_explanation(arguments: Namespace, explanation: Any) -> None:
    if path := arguments.output:
        data = explanation.file() if path.endswith(".json") else nonosat.draw(explanation).html()
        if data is not None:
            write_file(path, data)
    if arguments.gif:
        write_file(arguments.gif, nonosat.draw(explanation).gif())


EXPLAIN = Question(
    "explain",
    "nonosat explain teapot -o teapot.json",
    one=True,
    model=True,
    add=_add_explain,
    values=_explained,
    write=_write_explanation,
    code=lambda explanation: Exit.NO if explanation.contradiction else None,
    no="no solution agrees with the clues and the state",
)


def _add_fix(parser: ArgumentParser) -> None:
    from nonosat.making.fix import SORTS
    from nonosat.making.repair import UNIQUE

    options.choice(parser, "--by", "only fixes of this sort (default: all)", SORTS)
    options.output(parser, "write the fixed puzzle")
    options.number(parser, "--choose", "the number of the fix to take", options.positive, default=1)
    options.path(parser, "--picture", "the solution that givens select, as rows or a picture file", "FILE")
    options.repaired_class(parser, UNIQUE)
    options.path(parser, "--mask", "a picture whose filled cells must not change", "PICTURE")


def _fixed(arguments: Namespace, puzzle: Puzzle) -> dict[str, Any]:
    cells = require_cells(puzzle, "fix works")
    keep = filled_cells(arguments.mask, cells) if arguments.mask else ()
    return {
        **({} if arguments.by is None else {"by": (arguments.by,)}),
        "solution": picture_of(arguments.picture, puzzle) if arguments.picture else None,
        "level": arguments.level,
        "keep": [position(cells, cell) for cell in keep],
    }


def _chosen(arguments: Namespace, fixes: Any) -> Puzzle | None:
    """Return the puzzle that is written; None if nothing is to be fixed, or nothing was found."""
    number: int = arguments.choose
    if fixes.fixes and number > len(fixes.fixes):
        raise InputError(f"--choose {number}: there are {len(fixes.fixes)} fixes", fixes.name)
    return fixes.fixes[number - 1].puzzle if fixes.fixes else None


FIX = Question(
    "fix",
    "nonosat fix gchq-no-givens -o unique.yaml",
    what="puzzles, or pictures",
    add=_add_fix,
    values=_fixed,
    written=_chosen,
    code=lambda fixes: Exit.NO if fixes.done and not (fixes.fine or fixes.fixes) else None,
    no="nothing gives the puzzle exactly one solution",
)
