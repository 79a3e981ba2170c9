"""`nonosat line "3 1 1" --known "???#??.??"`: the arrangements of one line."""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.output import Exit, say, say_answer
from nonosat.puzzles.line import read_line
from nonosat.toolkit import Clock
from nonosat.words import plural


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.add(parser, "clue", 'such as "3 1 1", "3r 1b" in colours, "2 ? 1", 0', "CLUE")
    options.number(parser, "--length", "the number of cells", int)
    options.add(parser, "--known", "the cells known so far, such as ??#.?, where ? is unknown", "CELLS")
    options.flag(parser, "--list", "print the arrangements (there may be billions)")
    options.flag(parser, "--json", "one JSON object, then one per arrangement")


def main(arguments: argparse.Namespace) -> Exit:
    """Count, narrow and list the arrangements."""
    clock, known = Clock(), arguments.known
    line = read_line(arguments.clue, arguments.length, known)
    data = {
        "clue": arguments.clue,
        "length": line.length,
        "known": known,
        "arrangements": line.every,
        "consistent": line.consistent,
        "narrowed": line.narrowed,
    }
    if arguments.json:
        say_answer("line", data, seconds={"total": clock.seconds})
    else:
        say(f"{plural(line.every, 'arrangement')} in {line.length} cells")
        if known is not None:
            say(f"{line.consistent} with the known cells: {known}")
        if data["narrowed"] is not None:
            say(f"common to {'them' if line.consistent > 1 else 'it'}: {data['narrowed']}")
    for text in line.list_arrangements() if arguments.list else ():
        say_answer("line", {"arrangement": text}) if arguments.json else say(text)
    return Exit.ANSWERED
