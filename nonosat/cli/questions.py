"""Commands that ask one question about puzzles, and show the reports: a table of the questions."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import nonosat
from nonosat import InputError, Puzzle, Report
from nonosat.cli import inputs, options
from nonosat.cli.loop import each_report
from nonosat.cli.output import Exit, puzzles_for, say, show, worst, write_file
from nonosat.toolkit import require_cells

Values = Mapping[str, Any]


def _nothing(*_: Any) -> Any:
    return None


@dataclass(frozen=True)
class Question:
    """A command. `ask` is the public name of its function, which is called with a puzzle, its limits, and
    what `values` makes of the options that `add` has added.

    `one` is for a single puzzle, else there may be several, of which `jobs` says what is done at a time.
    `text` is what is printed instead of the report's own text; the last argument says whether it is the
    first. `files` are options that name a file, and what is written to it. With --output, what `written`
    returns is written as puzzles. `code` is the exit code that the report itself calls for. `at_end` is
    called with all reports.
    """

    ask: str
    example: str
    add: Callable[[ArgumentParser], object] = _nothing
    values: Callable[[Namespace, Any], Values | None] = _nothing
    what: str = "puzzles"
    one: bool = False
    model: bool = True
    jobs: str = ""
    text: Callable[[Namespace, Any, bool], str | None] = _nothing
    more: Values = field(default_factory=dict)
    files: Mapping[str, Callable[[Any], str | bytes | None]] = field(default_factory=dict)
    written: Callable[[Namespace, Any], Puzzle | None] | None = None
    code: Callable[[Any], Exit | None] = _nothing
    no: str = ""
    at_end: Callable[[Sequence[Any]], object] = _nothing

    def arguments(self, parser: ArgumentParser) -> None:
        """Add the command's arguments."""
        if self.one:
            options.puzzle(parser)
            (options.model if self.model else options.limits)(parser)
        else:
            options.puzzles(parser, self.what)
        if self.jobs:
            options.jobs(parser, self.jobs)
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
            code = worst(
                show(arguments, report, text=text, more=self.more), self.code(report) or Exit.ANSWERED
            )
            for option, content in self.files.items():
                if (path := getattr(arguments, option)) and (data := content(report)) is not None:
                    write_file(path, data)
            if puzzle is not None:
                puzzles.append(puzzle)
            return code

        with puzzles_for(arguments.output if self.written else None) as puzzles:
            if self.one:
                puzzle, limits = inputs.load(arguments), options.limits_of(arguments)
                asked = {"model": options.card(arguments)} if self.model else {}
                return tell(ask(puzzle, limits=limits, **asked, **values(puzzle)))
            result = each_report(arguments, ask, tell, values)
        if not arguments.json:
            self.at_end(reports)
        return result


def _add_step(parser: ArgumentParser) -> None:
    options.state(parser)
    options.add(parser, "--cell", "only this cell: row and column, counted from 1", "R,C")
    options.path(parser, "--weights", "costs of steps, as YAML: the cheapest comes first", "FILE")


def _step(arguments: Namespace, puzzle: Puzzle) -> dict[str, Any]:
    cells = require_cells(puzzle, f"{arguments.command} works")
    return {
        "state": inputs.state(arguments, cells),
        "cell": inputs.cell(arguments, cells),
        "weights": inputs.weights(arguments),
    }


SOLVE = Question("solve", "nonosat solve gchq", jobs="puzzles at a time")


def _say_sum(counts: Sequence[Any]) -> None:
    if len(counts) > 1:
        least = "" if all(count.exact for count in counts) else "at least "
        say(f"sum of {len(counts)}: {least}{sum(count.solutions for count in counts)}")


COUNT = Question(
    "count",
    "nonosat count permutation-8",
    jobs="puzzles at a time",
    add=lambda parser: options.flag(parser, "--verify", "count in a second way, and compare"),
    values=lambda arguments, puzzle: {"verify": arguments.verify},
    at_end=_say_sum,
)


def _add_rate(parser: ArgumentParser) -> None:
    from nonosat.reasons.rungs import RUNGS

    about = f"only these kinds of step, the easiest first: {RUNGS.names()}"
    options.add(parser, "--rungs", about, "RUNG[,RUNG...]")
    options.flag(parser, "--techniques", "also count the steps by the names that people use")
    options.path(parser, "--weights", "weights of the effort, as YAML", "FILE")
    more = parser.add_mutually_exclusive_group()
    options.flag(more, "--csv", "print a table with one row per puzzle")
    options.flag(more, "--explain", "print all numbers, and what they mean")


def _rating_text(arguments: Namespace, rating: Any, first: bool) -> str:
    if not arguments.csv:
        return str(rating.explained() if arguments.explain or arguments.techniques else rating.sentence())
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
    jobs="puzzles at a time",
    add=_add_rate,
    values=lambda arguments, puzzle: {
        **({} if arguments.rungs is None else {"rungs": arguments.rungs.split(",")}),
        "techniques": arguments.techniques,
        "weights": inputs.weights(arguments),
    },
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
    code=lambda hint: Exit.NO if hint.done and not hint.leads_on else None,
    no="there is no next step: a mark is wrong, or no further cell is certain",
)


def _add_explain(parser: ArgumentParser) -> None:
    _add_step(parser)
    options.output(parser, "write the explanation as JSON, for nonosat verify")
    options.written(parser, "--html", "write a page that shows it step by step", ".html")
    options.written(parser, "--gif", "write an animation, one frame per step (extra: pictures)", ".gif")


def _explained(arguments: Namespace, puzzle: Puzzle) -> dict[str, Any]:
    options.require_suffix(arguments.output or "", ".json")
    return _step(arguments, puzzle)


EXPLAIN = Question(
    "explain",
    "nonosat explain teapot -o teapot.json",
    one=True,
    add=_add_explain,
    values=_explained,
    files={
        "output": lambda explanation: explanation.file(),
        "html": lambda explanation: nonosat.draw(explanation).html(),
        "gif": lambda explanation: nonosat.draw(explanation).gif(),
    },
    code=lambda explanation: Exit.NO if explanation.contradiction else None,
    no="no solution agrees with the clues and the state",
)


def _add_fix(parser: ArgumentParser) -> None:
    from nonosat.making.fix import SORTS
    from nonosat.making.repair import FLIPS, UNIQUE

    options.choice(parser, "--by", "only fixes of this sort (default: all)", SORTS)
    options.output(parser, "write the fixed puzzle")
    options.number(parser, "--choose", "the number of the fix to take", options.positive, default=1)
    which = parser.add_mutually_exclusive_group()
    options.path(which, "--picture", "the solution that givens select, as rows or a picture file", "FILE")
    options.flag(which, "--any", "select whichever solution needs the fewest givens")
    options.repaired_class(parser, UNIQUE)
    about = f"change at most K cells (default: {FLIPS[UNIQUE]}; {FLIPS['lines']} for lines and moderate)"
    options.number(parser, "--flips", about, options.whole, "K")
    options.path(parser, "--mask", "a picture whose filled cells must not change", "PICTURE")


def _fixed(arguments: Namespace, puzzle: Puzzle) -> dict[str, Any]:
    cells = require_cells(puzzle, "fix works")
    return {
        **({} if arguments.by is None else {"by": (arguments.by,)}),
        "solution": inputs.picture(arguments.picture, puzzle) if arguments.picture else None,
        "any_solution": arguments.any,
        "level": arguments.level,
        "most": arguments.flips,
        "keep": inputs.filled_cells(arguments.mask, cells) if arguments.mask else (),
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
    no="nothing gives the puzzle exactly one solution, within --flips",
)
