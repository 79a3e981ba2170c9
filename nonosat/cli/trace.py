"""`nonosat trace`: a puzzle line by line, pass by pass, and what the passes leave to the model."""

from __future__ import annotations

import argparse
from typing import Any

from nonosat.answer import DONE, Answer, answer_data
from nonosat.cli import qr
from nonosat.cli.common import card, each_puzzle, file_arguments, model_arguments
from nonosat.cli.output import Exit, colours, say, say_json, width, worst, write_file
from nonosat.cli.solve import exit_code
from nonosat.errors import InputError
from nonosat.pictures.terminal import answer_text, draw, sentence
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
        help="in a pass all lines see the same state, or the columns what the rows found",
    )
    parser.add_argument("--quiet", action="store_true", help="the counts and the verdict, no picture")
    parser.add_argument("--gif", metavar="PATH", help="write an animation of the way (extra: pictures)")
    parser.add_argument(
        "--frames", choices=("pass", "line"), default="pass", help="a frame of --gif (default: pass)"
    )
    parser.add_argument("--html", metavar="PATH", help="write a page with a slider through the passes")
    parser.add_argument("--png", metavar="PATH", help="write the last state (extra: pictures)")
    parser.add_argument("--svg", metavar="PATH", help="write the last state")
    parser.add_argument(
        "--pass",
        dest="number",
        type=int,
        metavar="N",
        help="of --png, --svg and --qr: the state as pass N ends; what is new in it is marked",
    )
    qr.qr_argument(parser)


def run(arguments: argparse.Namespace) -> Exit:
    """Trace every puzzle, then solve it."""
    model = card(arguments)
    qr.check(arguments)
    drawn = False

    def ask(puzzle: Puzzle) -> Exit:
        nonlocal drawn
        clock = Clock(arguments.time_limit)
        found = trace(puzzle, arguments.order, arguments.time_limit)
        if any(getattr(arguments, name) for name in _PICTURES):
            if drawn:
                raise InputError("its pictures would overwrite those of another puzzle", puzzle.source)
            drawn = True
        _write_pictures(arguments, found)
        codes = qr.codes(arguments, puzzle, [_state(arguments, found)[0]])
        if not arguments.json:
            say(_trace_text(found, not arguments.quiet))
            if codes:
                say(qr.codes_text(puzzle, codes))
        answer = solve(puzzle, model, clock.left, arguments.memory_limit) if found.reason == DONE else None
        if arguments.json:
            say_json(_data(found, answer) | ({"qr": codes} if arguments.qr else {}))
        elif answer:
            say(sentence(answer) if arguments.quiet else "\n" + answer_text(answer, width(), colours()))
        return worst(exit_code(answer) if answer else Exit.UNDECIDED, qr.codes_exit(codes))

    return each_puzzle(arguments, ask)


def _state(arguments: argparse.Namespace, found: Trace) -> tuple[Picture, Picture]:
    """Return the state that --pass names, with the one before it; the last one unmarked without."""
    number: int | None = arguments.number
    if number is None:
        return found.picture, ()
    pictures = [found.begin, *(one.picture for one in found.passes)]
    if not 0 <= number < len(pictures):
        raise InputError(f"--pass: expected 0 to {len(pictures) - 1}, found {number}", found.puzzle.source)
    return pictures[number], pictures[number - 1] if number else ()


def _write_pictures(arguments: argparse.Namespace, found: Trace) -> None:
    """Write the files that are asked for."""
    puzzle, (picture, before) = found.puzzle, _state(arguments, found)
    if arguments.svg:
        from nonosat.pictures.svg import svg

        write_file(arguments.svg, svg(puzzle, picture, before=before))
    if arguments.png:
        from nonosat.pictures.raster import png

        write_file(arguments.png, png(puzzle, (picture, before)))
    if arguments.gif:
        from nonosat.pictures.frames import frames
        from nonosat.pictures.raster import gif

        write_file(arguments.gif, gif(puzzle, frames(found, arguments.frames == "line")))
    if arguments.html:
        from nonosat.pages.trace import page

        write_file(arguments.html, page(found))


def _trace_text(found: Trace, picture: bool) -> str:
    """Return the passes as a table, the state in which they leave the cells, and a sentence."""
    source = found.puzzle.source
    of = f"{found.given} of {found.cells} cells given" if found.given else f"{found.cells} cells"
    parts = [f"{source}: {of}; {found.clues_alone} patterns by the clues alone"]
    if found.passes:
        heading = "patterns as it begins"
        margin = max(len(heading), *(len(str(one.patterns)) for one in found.passes))
        table = [f"pass  {heading:>{margin}}  cells known as it ends"]
        table += [f"{one.number:4}  {one.patterns:{margin}}  {one.known:22}" for one in found.passes]
        parts.append("\n".join(table))
    if picture and found.unknown:
        parts.append(draw(found.puzzle, found.picture, (), width(), colours()))
    parts.append(f"{source}: {found.summary}.")
    return "\n\n".join(parts)


def _data(found: Trace, answer: Answer | None) -> dict[str, Any]:
    """Return a trace, and the answer that came after it, as plain data."""
    return {
        "puzzle": found.puzzle.source,
        "kind": found.puzzle.kind,
        "order": found.order,
        "cells": found.cells,
        "given": found.given,
        "patterns_by_clues_alone": found.clues_alone,
        "passes": [
            {"pass": one.number, "patterns": one.patterns, "known": one.known, "picture": one.picture}
            for one in found.passes
        ],
        "patterns_left": found.patterns_left,
        "unknown": found.unknown,
        "contradiction": found.contradiction,
        "reason": found.reason,
        "summary": found.summary,
        "answer": answer_data(answer) if answer else None,
    }
