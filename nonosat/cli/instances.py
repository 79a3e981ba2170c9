"""`nonosat instances`: the puzzles that ship with nonosat."""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.output import Exit, say, say_json
from nonosat.formats import each
from nonosat.installed import shipped


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.flag(parser, "--json", "one JSON object per puzzle, one per line")


def main(arguments: argparse.Namespace) -> Exit:
    """List name, kind, size and title."""
    found = shipped("instances")
    margin = max(map(len, found), default=0)
    for name, path in found.items():
        puzzles = list(each(str(path)))
        if arguments.json:
            say_json({"name": name, "path": str(path), "puzzles": [p.title for p in puzzles]})
        else:
            more = f" and {len(puzzles) - 1} more" if len(puzzles) > 1 else ""
            say(f"{name:{margin}}  {puzzles[0].kind}  {puzzles[0].title}{more}")
    return Exit.ANSWERED
