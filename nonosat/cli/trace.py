"""`nonosat trace gchq --html trace.html`: solve line by line, pass by pass; the model solves the rest."""

from __future__ import annotations

import argparse

from nonosat import InputError, Puzzle, draw, solve
from nonosat.cli import options
from nonosat.cli.loop import each_puzzle
from nonosat.cli.output import Exit, drawn_text, exit_code, say, show, write_file
from nonosat.reasons.trace import ORDERS, Trace, trace


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.puzzles(parser)
    about = "update rows and columns simultaneously, or columns after rows"
    options.choice(parser, "--order", about, ORDERS, default=ORDERS[0])
    options.written(parser, "--gif", "write an animation of the passes (extra: pictures)", ".gif")
    options.choice(parser, "--frames", "the frames of --gif", ("pass", "line"), default="pass")
    options.written(parser, "--html", "write a page with a slider through the passes", ".html")
    options.written(parser, "--png", "write the last state (extra: pictures)", ".png")
    options.written(parser, "--svg", "write the last state", ".svg")
    about = "with --png and --svg: the state after pass N, with its new cells marked"
    options.number(parser, "--pass", about, int, dest="number")


def main(arguments: argparse.Namespace) -> Exit:
    """Trace every puzzle, then solve it."""
    model, limits = options.card(arguments), options.limits_of(arguments)
    drawn = False

    def ask(puzzle: Puzzle) -> Exit:
        nonlocal drawn
        clock = limits.clock()
        found = trace(puzzle, arguments.order, limits)
        if arguments.gif or arguments.html or arguments.png or arguments.svg:
            if drawn:
                raise InputError("its pictures would overwrite those of another puzzle", puzzle.source)
            drawn = True
        _write_pictures(arguments, found)
        if not arguments.json:
            show(arguments, found)
        answer = solve(puzzle, model, limits.left(clock)) if found.done else None
        if arguments.json:
            show(arguments, found, more={"answer": answer and answer.data()})
        elif answer:
            say(answer.sentence() if arguments.quiet else "\n" + drawn_text(arguments, answer))
        return exit_code(answer or found)

    return each_puzzle(arguments, ask)


def _write_pictures(arguments: argparse.Namespace, found: Trace) -> None:
    """Write the requested files: the last state, or that after --pass."""
    puzzle, states, number = found.puzzle, found.states, arguments.number
    if number is not None and not 0 <= number < len(states):
        raise InputError(f"--pass: expected 0 to {len(states) - 1}, found {number}", puzzle.source)
    picture = found.picture if number is None else states[number]
    before = states[number - 1] if number else ()
    state = draw(puzzle, picture, before=before)
    if arguments.svg:
        write_file(arguments.svg, state.svg())
    if arguments.png:
        write_file(arguments.png, state.png())
    if arguments.html:
        write_file(arguments.html, draw(found).html())
    if arguments.gif:
        write_file(arguments.gif, draw(found).gif(arguments.frames == "line"))
