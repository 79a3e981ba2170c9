"""`nonosat trace`: solve line by line, pass by pass; the model solves the rest."""

from __future__ import annotations

import argparse
from dataclasses import replace

from nonosat.cli import qr
from nonosat.cli.common import (
    card,
    each_puzzle,
    ended,
    exit_code,
    file_arguments,
    limits_of,
    model_arguments,
    show as show_report,
)
from nonosat.cli.output import Exit, colours, say, say_json, width, worst, write_file
from nonosat.errors import InputError
from nonosat.processes.limits import Clock
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.questions.trace import ORDERS, Trace, trace
from nonosat.questions.unique import solve

_PICTURES = ("gif", "html", "png", "svg")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    file_arguments(parser)
    model_arguments(parser)
    parser.add_argument(
        "--order",
        choices=ORDERS,
        default=ORDERS[0],
        help="update rows and columns simultaneously, or columns after rows",
    )
    parser.add_argument("--gif", metavar="PATH", help="write an animation of the passes (extra: pictures)")
    parser.add_argument(
        "--frames", choices=("pass", "line"), default="pass", help="the frames of --gif (default: pass)"
    )
    parser.add_argument("--html", metavar="PATH", help="write a page with a slider through the passes")
    parser.add_argument("--png", metavar="PATH", help="write the last state (extra: pictures)")
    parser.add_argument("--svg", metavar="PATH", help="write the last state")
    parser.add_argument(
        "--pass",
        dest="number",
        type=int,
        metavar="N",
        help="with --png, --svg and --qr: the state after pass N, with its new cells marked",
    )
    qr.qr_argument(parser)


def main(arguments: argparse.Namespace) -> Exit:
    """Trace every puzzle, then solve it."""
    model = card(arguments)
    qr.validate(arguments)
    drawn = False

    def ask(puzzle: Puzzle) -> Exit:
        nonlocal drawn
        limits = limits_of(arguments)
        clock = Clock(limits.time)
        found = trace(puzzle, arguments.order, limits)
        if any(getattr(arguments, name) for name in _PICTURES):
            if drawn:
                raise InputError("its pictures would overwrite those of another puzzle", puzzle.source)
            drawn = True
        _write_pictures(arguments, found)
        codes = qr.codes(arguments, puzzle, [_state(arguments, found)[0]])
        if not arguments.json:
            show_report(arguments, found)
            if codes:
                say(qr.codes_text(puzzle, codes))
        answer = solve(puzzle, model, replace(limits, time=clock.left)) if found.done else None
        if arguments.json:
            more = {"answer": answer.data() if answer else None} | ({"qr": codes} if arguments.qr else {})
            say_json(found.data() | more)
        elif answer:
            say(answer.sentence() if arguments.quiet else "\n" + answer.text(width(), colours()))
        return worst(exit_code(answer) if answer else ended(found.stop_reason), qr.codes_exit(codes))

    return each_puzzle(arguments, ask)


def _state(arguments: argparse.Namespace, found: Trace) -> tuple[Picture, Picture]:
    """Return the state after --pass and the one before it; without --pass, the last state and ()."""
    number: int | None = arguments.number
    if number is None:
        return found.picture, ()
    pictures = [found.begin, *(one.picture for one in found.passes)]
    if not 0 <= number < len(pictures):
        raise InputError(f"--pass: expected 0 to {len(pictures) - 1}, found {number}", found.puzzle.source)
    return pictures[number], pictures[number - 1] if number else ()


def _write_pictures(arguments: argparse.Namespace, found: Trace) -> None:
    """Write the requested files."""
    puzzle, (picture, before) = found.puzzle, _state(arguments, found)
    if arguments.svg:
        from nonosat.pictures.svg import svg

        write_file(arguments.svg, svg(puzzle, picture, before=before))
    if arguments.png:
        from nonosat.pictures.raster import png

        write_file(arguments.png, png(puzzle, picture, before=before))
    if arguments.gif:
        from nonosat.pictures.raster import gif

        write_file(arguments.gif, gif(puzzle, found.frames(arguments.frames == "line")))
    if arguments.html:
        from nonosat.pages.trace import page

        write_file(arguments.html, page(found))
