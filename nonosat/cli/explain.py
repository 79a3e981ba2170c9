"""`nonosat explain teapot -o teapot.json`: the solution in steps that a person can follow; or, with --passes,
line by line as far as that goes.

Exit code 1: no solution agrees with the clues and the state.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

from nonosat import InputError, Verdict, draw, solve
from nonosat.cli import options
from nonosat.cli.output import Exit, draw_text, exit_code, say, show, write_file
from nonosat.cli.questions import EXPLAIN
from nonosat.reasons.trace import ORDERS, Trace, trace


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    EXPLAIN.arguments(parser)
    about = "instead solve line by line, in passes, with the number of patterns that each leaves"
    options.flag(parser, "--passes", about)
    passes = parser.add_argument_group("with --passes")
    about = "update rows and columns simultaneously, or columns after rows"
    options.choice(passes, "--order", f"{about} (default: {ORDERS[0]})", ORDERS)
    options.choice(passes, "--frames", "the frames of --gif (default: pass)", ("pass", "line"))
    about = "with -o and a path that ends in .svg or .png: the state after pass N (default: the last)"
    options.number(passes, "--pass", about, int)


def main(arguments: argparse.Namespace) -> Exit:
    """Explain the solution, or show the passes."""
    others = ("state", "cell") if arguments.passes else ("order", "frames", "pass")
    if wrong := next((name for name in others if getattr(arguments, name) is not None), ""):
        how = " cannot be combined with" if arguments.passes else ": expected"
        raise InputError(f"--{wrong}{how} --passes")
    return _passes(arguments) if arguments.passes else EXPLAIN.main(arguments)


def _passes(arguments: argparse.Namespace) -> Exit:
    """Show the passes of solving line by line; the model solves the rest."""
    model, limits = options.card(arguments), options.limits_of(arguments)
    puzzle, clock = options.puzzle_of(arguments), limits.clock()
    traced = trace(puzzle, arguments.order or ORDERS[0], limits)
    _write_pictures(arguments, traced)
    if not arguments.json:
        show(arguments, traced)
    answer = solve(puzzle, model, limits.deduct(clock)) if traced.done else None
    if arguments.json:
        show(arguments, traced, more={"answer": answer and answer.to_dict()})
    elif answer:
        say(answer.sentence() if arguments.quiet else "\n" + draw_text(arguments, answer))
    nothing = answer is not None and answer.verdict is Verdict.NONE
    return Exit.NO if nothing or traced.contradiction else exit_code(answer or traced)


def _write_pictures(arguments: argparse.Namespace, traced: Trace) -> None:
    """Write the requested files: the passes, or the state after the last or after --pass."""
    puzzle, states, number = traced.puzzle, traced.states, getattr(arguments, "pass")
    options.require_suffix(arguments.gif or "", ".gif")
    if number is not None and not 0 <= number < len(states):
        raise InputError(f"--pass: expected 0 to {len(states) - 1}, found {number}", puzzle.source)
    if path := arguments.output:
        picture = traced.picture if number is None else states[number]
        state = draw(puzzle, picture, before=states[number - 1] if number else ())
        forms: dict[str, Callable[[], str | bytes]] = {
            ".html": draw(traced).html,
            ".svg": state.svg,
            ".png": state.png,
        }
        write_file(path, forms[options.require_suffix(path, *forms)]())
    if arguments.gif:
        write_file(arguments.gif, draw(traced).gif(arguments.frames == "line"))
