"""`nonosat draw gchq --solution -o gchq.svg`: puzzles and solutions as files and on the terminal; books;
playable pages.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nonosat import InputError, Picture, Puzzle, solve
from nonosat.cli import options
from nonosat.cli.convert import link_of
from nonosat.cli.loop import each_report
from nonosat.cli.output import Exit, colours, complain, draw_text, exit_code, put, say, width
from nonosat.pages.drawing import Book, Drawing, draw, draw_book
from nonosat.pages.play import explain_for_page, write_player
from nonosat.pictures.paper import PAPERS
from nonosat.puzzles.cells import differing_cells
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.pictures import picture_of
from nonosat.toolkit import CellPuzzle, draw_qr

FORMS = ("svg", "png", "pdf", "html", "txt")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser, "a puzzle; with --book, many", json="")
    options.time_limit(parser)
    options.target(parser, "-o/--output", "a file, or - for stdout, with --to (default: the terminal)", "OUT")
    options.choice(parser, "--to", "the format of OUT (default: by its suffix)", FORMS)
    shown = parser.add_mutually_exclusive_group()
    about = "draw the solution; if there are several, two, with the differences marked"
    options.flag(shown, "--solution", about)
    options.add(shown, "--picture", "draw the picture of a file, which may be the puzzle's own", "FILE")
    options.flag(shown, "--play", "write an HTML page to solve it on, with hints")
    options.flag(shown, "--qr", "draw the QR code of a link to the puzzle (svg, png); needs --links")
    options.links(parser)
    options.flag(parser, "--bare", "only the picture, without clues and lines, with a margin of four cells")
    options.flag(parser, "--book", "many puzzles, the solutions at the end (pdf, html)")
    options.choice(parser, "--paper", "paper size for pdf and html", PAPERS, default="a4")


def main(arguments: argparse.Namespace) -> Exit:
    """Draw the puzzles."""
    form = _form(arguments)
    if arguments.book:
        return _book(arguments, form or "pdf")
    puzzle = options.puzzle_of(arguments)
    if arguments.qr:
        code = draw_qr(link_of(puzzle, "link", arguments.links)[0].strip(), form or "")
        put(arguments.output or "-", code)
    elif arguments.play:  # with the hints that are found with little effort or within --time-limit
        hints = explain_for_page(puzzle, limits=options.limits_of(arguments)).require_uninterrupted()
        put(arguments.output or "-", write_player(puzzle, hints))
    if arguments.qr or arguments.play:
        return Exit.ANSWERED
    result, drawing = Exit.ANSWERED, draw(puzzle, legend=True)
    bare: bool = arguments.bare
    if arguments.solution:
        answer = solve(puzzle, limits=options.limits_of(arguments))
        result = exit_code(answer)
        if form is None and answer.solution:
            say(draw_text(arguments, answer))
        elif answer.verdict is not Verdict.UNIQUE:
            complain(answer.sentence() if bare else _remark(answer))
        if not answer.solution:  # nothing to draw
            return Exit.BAD_INPUT if answer.verdict is Verdict.NONE else result
        drawing = draw(puzzle, answer.solution, bare=True) if bare else draw(answer, legend=True)
    elif arguments.picture:
        drawing = draw(puzzle, _read_picture(arguments, puzzle), bare=bare, legend=True)
    if form is not None:
        put(arguments.output or "-", _write(drawing, form, arguments.paper))
    elif not arguments.solution:
        say(drawing.text(width(), colours()))
    return result


def _write(drawing: Drawing | Book, form: str, paper: str) -> str | bytes:
    """Return a drawing's file."""
    if isinstance(drawing, Book) or form in ("pdf", "html"):
        return drawing.pdf(paper) if form == "pdf" else drawing.html(paper)
    return drawing.png() if form == "png" else (drawing.svg() if form == "svg" else drawing.text()) + "\n"


def _form(arguments: argparse.Namespace) -> str | None:
    """Return the format to write, or None for the terminal. Raises InputError if options conflict."""
    place: str | None = arguments.output
    form: str | None = arguments.to or (Path(place).suffix.lower()[1:] if place and place != "-" else None)
    if form not in FORMS and place:
        what = f"expected a suffix of a drawing, or --to: {', '.join(FORMS)}"
        raise InputError(what, "" if place == "-" else place)
    book, bare, qr, links = arguments.book, arguments.bare, arguments.qr, arguments.links
    play, picture = arguments.play, arguments.picture
    path, on_terminal = "-o with a path that ends in", place in (None, "-") and sys.stdout.isatty()
    for wrong, why in (
        (book and (picture or play), "--book cannot be combined with --picture or --play"),
        (book and form not in ("pdf", "html"), f"--book: expected {path} .pdf or .html, or --to"),
        (bare and not (picture or arguments.solution), "--bare: expected --solution or --picture"),
        (bare and book, "--bare cannot be combined with --book"),
        (bare and form in (None, "txt"), f"--bare: expected {path} .svg, .png, .pdf or .html, or --to"),
        (qr and not (links and form in ("svg", "png")), f"--qr: expected --links, and {path} .svg or .png"),
        (links and not qr, "--links: expected --qr"),
        (play and form != "html", f"--play: expected {path} .html"),
        (form in ("png", "pdf") and on_terminal, f"refusing to write {form} to a terminal; use -o"),
    ):
        if wrong:
            raise InputError(why)
    return form


def _read_picture(arguments: argparse.Namespace, puzzle: Puzzle) -> Picture:
    """Return the picture for --picture."""
    picture = picture_of(arguments.picture, puzzle, limits=options.limits_of(arguments))
    if fault := puzzle.fault(picture):
        if not isinstance(puzzle, CellPuzzle) or puzzle.size_fault(picture):
            raise InputError(f"not a picture for {puzzle.source}: {fault}", arguments.picture)
        complain(f"{arguments.picture}: not a solution of {puzzle.source}: {fault}")
    return picture


def _remark(answer: Answer) -> str:
    """Say what the drawing does not show, such as that there is no solution, or more than one."""
    if answer.solution and answer.other and answer.puzzle.row_lengths:
        count = differing_cells(answer.solution, answer.other)
        return f"{answer.name}: more than one solution; two differ in the {count} marked cells"
    return answer.sentence().removesuffix(".")


def _book(arguments: argparse.Namespace, form: str) -> Exit:
    """Write all puzzles into one file; report those that cannot be read or solved, and continue."""
    answers: list[Answer] = []

    def add_answer(answer: Answer) -> Exit:
        answers.append(answer)
        if answer.verdict is not Verdict.UNIQUE:
            complain(_remark(answer))
        return exit_code(answer)

    result = each_report(arguments, solve, add_answer)
    if not answers or result is Exit.INTERRUPTED:
        return result
    put(arguments.output or "-", _write(draw_book(answers), form, arguments.paper))
    return result
