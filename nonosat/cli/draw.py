"""`nonosat draw`: puzzles and solutions for eyes and paper; books of them; a page to play."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from nonosat.answer import Answer, Verdict
from nonosat.cli.common import card, each_answer, each_puzzle, jobs_argument, model_arguments, one_puzzle
from nonosat.cli.files import picture_of
from nonosat.cli.output import Exit, colours, complain, put, say, width, worst
from nonosat.cli.solve import exit_code
from nonosat.errors import InputError
from nonosat.pictures import paper
from nonosat.pictures.sheet import Sheet, name_of, sheet
from nonosat.pictures.terminal import answer_text, differing, draw, sentence
from nonosat.puzzles import Puzzle
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.questions.unique import solve

Pairs = Sequence[tuple[Picture, Picture]]
"""What is drawn: each picture with the one from which its differing cells are marked."""

EMPTY: Pairs = (((), ()),)

_SMALL = 2.0
"""Millimetres of a cell below which print is hard to read."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a puzzle; with --book, many")
    parser.add_argument("--format", help="the files' format, where suffix and content do not tell")
    parser.add_argument(
        "-o", "--output", metavar="OUT", help="a file, or - for stdout (with --to); else the terminal"
    )
    parser.add_argument("--to", choices=_WRITERS, help="what OUT is to be, where its suffix does not tell")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--solution", action="store_true", help="with its solution; with two, marked, if there are more"
    )
    shown.add_argument("--goal", action="store_true", help="with the picture that its file has")
    shown.add_argument("--picture", metavar="FILE", help="with the picture that another file has")
    shown.add_argument("--play", action="store_true", help="a page of HTML to solve it on")
    parser.add_argument(
        "--book", action="store_true", help="a puzzle a page, the solutions at the end (pdf, html)"
    )
    parser.add_argument(
        "--paper", choices=paper.PAPERS, default="a4", help="the size of a page (pdf, html; default: a4)"
    )
    model_arguments(parser)
    jobs_argument(parser, "puzzles of a book that are solved at a time")


def run(arguments: argparse.Namespace) -> Exit:
    """Draw what is asked for."""
    kind = _kind(arguments)
    if arguments.book:
        return _book(arguments, kind)
    puzzle = one_puzzle(arguments)
    if arguments.play:
        _write(arguments, _played(puzzle, kind))
        return Exit.ANSWERED
    pairs, result = EMPTY, Exit.ANSWERED
    if arguments.solution:
        answer = solve(puzzle, card(arguments), arguments.time_limit, arguments.memory_limit)
        pairs, result = _solved(answer), exit_code(answer)
        if kind is None:
            say(answer_text(answer, width(), colours()))
        elif len(pairs) != 1 or answer.verdict is not Verdict.UNIQUE:
            complain(_remark(answer))
        if not pairs:
            return worst(result, Exit.NO)
    elif arguments.goal or arguments.picture:
        pairs = [(_shown(arguments, puzzle), ())]
    if kind is not None:
        _write(arguments, _WRITERS[kind](puzzle, pairs, arguments.paper))
    elif not arguments.solution:
        say("\n\n".join(draw(puzzle, *pair, width(), colours()) for pair in pairs))
    return result


def _kind(arguments: argparse.Namespace) -> str | None:
    """Return what is to be written, or None for the terminal; refuse what cannot be meant."""
    place: str | None = arguments.output
    kind: str | None = arguments.to or (Path(place).suffix.lower()[1:] if place and place != "-" else None)
    if kind not in _WRITERS and place:
        what = f"expected a suffix of a drawing, or --to: {', '.join(_WRITERS)}"
        raise InputError(what, "" if place == "-" else place)
    if arguments.book and (arguments.picture or arguments.play):
        raise InputError("--book: its puzzles have their own pictures, and are not played")
    if arguments.book and kind not in ("pdf", "html"):
        raise InputError("--book: expected -o with a path that ends in .pdf or .html")
    if arguments.play and kind != "html":
        raise InputError("--play: expected -o with a path that ends in .html")
    if kind in ("png", "pdf") and place in (None, "-") and sys.stdout.isatty():
        raise InputError(f"a {kind} is nothing for a terminal: expected -o")
    if place and os.path.exists(place):
        for path in filter(None, (*arguments.files, arguments.picture)):
            if os.path.exists(path) and os.path.samefile(path, place):
                raise InputError("its drawing would overwrite it", path)
    return kind


def _write(arguments: argparse.Namespace, data: str | bytes) -> None:
    put(arguments.output or "-", data)


def _played(puzzle: Puzzle, kind: str | None) -> str:
    from nonosat.pages.play import play

    if not isinstance(puzzle, Nonogram):
        raise InputError(f"is of kind {puzzle.kind}: nonograms are played", puzzle.source)
    return play(puzzle)


def _shown(arguments: argparse.Namespace, puzzle: Puzzle) -> Picture:
    """Return the picture that --goal or --picture means."""
    if arguments.goal:
        goal: Picture = getattr(puzzle, "goal", ())
        if not goal:
            raise InputError("has no goal; --solution finds its picture", puzzle.source)
        return goal
    picture = picture_of(
        arguments.picture, puzzle, card(arguments), arguments.time_limit, arguments.memory_limit
    )
    if fault := puzzle.fault(picture):
        drawable = isinstance(puzzle, Nonogram) and list(map(len, picture)) == [puzzle.width] * puzzle.height
        if not drawable:
            raise InputError(f"is no picture for {puzzle.source}: {fault}", arguments.picture)
        complain(f"{arguments.picture}: is no solution of {puzzle.source}: {fault}")
    return picture


def _solved(answer: Answer) -> Pairs:
    """Return the solutions that are known."""
    if answer.solution is None:
        return ()
    if answer.other is None:
        return ((answer.solution, ()),)
    return (answer.solution, answer.other), (answer.other, answer.solution)


def _remark(answer: Answer) -> str:
    """Say what a drawing does not: that there is none, or more than one solution."""
    if answer.solution and answer.other and isinstance(answer.puzzle, Nonogram):
        count = differing(answer.solution, answer.other)
        return f"{answer.puzzle.source}: more than one solution; two differ in the {count} marked cells"
    return sentence(answer).removesuffix(".")


def _sheets(puzzle: Puzzle, pairs: Pairs) -> list[Sheet]:
    return [sheet(puzzle, *pair, legend=True) for pair in pairs]


def _svg(puzzle: Puzzle, pairs: Pairs, size: str) -> str:
    from nonosat.pictures.svg import beside

    return beside(_sheets(puzzle, pairs)) + "\n"


def _png(puzzle: Puzzle, pairs: Pairs, size: str) -> bytes:
    from nonosat.pictures.raster import sheets_png, still

    return sheets_png([still(puzzle, *pair, legend=True) for pair in pairs], puzzle.source)


def _text(puzzle: Puzzle, pairs: Pairs, size: str) -> str:
    return "\n\n".join(draw(puzzle, *pair) for pair in pairs) + "\n"


def _pdf(puzzle: Puzzle, pairs: Pairs, size: str) -> bytes:
    from nonosat.pictures.pdf import pdf

    return pdf(_page(puzzle, pairs, size), size, name_of(puzzle))


def _html(puzzle: Puzzle, pairs: Pairs, size: str) -> str:
    from nonosat.pictures.html import paper_html

    return paper_html(_page(puzzle, pairs, size), size, name_of(puzzle))


def _page(puzzle: Puzzle, pairs: Pairs, size: str) -> list[paper.Page]:
    pages = paper.single(puzzle, _sheets(puzzle, pairs), size)
    _complain_of_small(puzzle, pages[0], size)
    return pages


_WRITERS: dict[str, Callable[[Puzzle, Pairs, str], str | bytes]] = {
    "svg": _svg,
    "png": _png,
    "pdf": _pdf,
    "html": _html,
    "txt": _text,
}
"""Suffix -> what writes the drawing of a puzzle, on paper of a size."""


def _book(arguments: argparse.Namespace, kind: str | None) -> Exit:
    """Write all puzzles into one file; what cannot be read or solved is said and the rest goes on."""
    entries: list[paper.Entry] = []

    def add_goal(puzzle: Puzzle) -> Exit:
        goal: Picture = getattr(puzzle, "goal", ())
        entries.append(paper.Entry(puzzle, goal, note="" if goal else "its file has no goal"))
        return Exit.ANSWERED

    def add_answer(answer: Answer) -> Exit:
        solution, other = answer.solution or (), answer.other or ()
        note = {
            Verdict.UNIQUE: "",
            Verdict.MULTIPLE: "one of several",
            Verdict.NONE: "no solution",
            Verdict.UNKNOWN: f"whether it is the only one is not known: {answer.reason}"
            if solution
            else f"not solved: {answer.reason}",
        }[answer.verdict]
        entries.append(paper.Entry(answer.puzzle, solution, other, note))
        if note:
            complain(_remark(answer))
        return worst(exit_code(answer), Exit.ANSWERED if solution else Exit.NO)

    if arguments.goal:
        result = each_puzzle(arguments, add_goal)
    else:
        result = each_answer(arguments, card(arguments), add_answer)
    if not entries or result is Exit.INTERRUPTED:
        return result
    pages = paper.book(entries, arguments.paper)
    for entry, page in zip(entries, pages, strict=False):
        _complain_of_small(entry.puzzle, page, arguments.paper)
    title = entries[0].puzzle.title if len(entries) == 1 else f"{len(entries)} puzzles"
    if kind == "pdf":
        from nonosat.pictures.pdf import pdf

        _write(arguments, pdf(pages, arguments.paper, title))
    else:
        from nonosat.pictures.html import paper_html

        _write(arguments, paper_html(pages, arguments.paper, title))
    return result


def _complain_of_small(puzzle: Puzzle, page: paper.Page, size: str) -> None:
    side = paper.smallest(page, size)
    if side < _SMALL:
        larger = "; --paper a3 has larger ones" if size != "a3" else ""
        complain(f"{puzzle.source}: on this paper its cells are {side:.1f} mm{larger}")
