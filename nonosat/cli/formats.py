"""`nonosat formats`: the formats in which puzzles can be read and written."""

from __future__ import annotations

import argparse

from nonosat.cli import options
from nonosat.cli.output import Exit, hanging, say, say_json
from nonosat.formats import FORMATS
from nonosat.formats.capabilities import FEATURES
from nonosat.puzzles import KINDS
from nonosat.words import bracketed


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.flag(parser, "--json", "one JSON object per format, one per line")


def main(arguments: argparse.Namespace) -> Exit:
    """List each format's name, suffixes, and what it supports besides clues."""
    margin = max(map(len, FORMATS)) + 2
    for name, entry in FORMATS.items():
        supports = [feature for feature in FEATURES if feature in entry.supports]
        if arguments.json:
            told = {"name": name, "suffixes": entry.suffixes, "description": entry.about}
            told |= {"kinds": list(entry.kinds), "origin": entry.origin}
            say_json(told | {"reads": True, "writes": entry.writes, "supports": supports})
            continue
        about = entry.about + bracketed(", ".join(entry.suffixes)) + bracketed(entry.origin)
        besides = "everything" if len(supports) == len(FEATURES) else ", ".join(supports) or "clues alone"
        say(hanging(name, (about, f"supports {besides}" if entry.writes else "read, never written"), margin))
    if not arguments.json:
        say("\nkinds of puzzles")
        for name, kind in KINDS.items():
            say(hanging(f"  {name}", [kind.about + bracketed(kind.origin)], margin))
    return Exit.ANSWERED
