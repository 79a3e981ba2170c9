"""`nonosat formats`: how puzzles can be read and written."""

from __future__ import annotations

import argparse
import textwrap

from nonosat.cli.output import Exit, say, say_json
from nonosat.formats import FORMATS, format_named, writable
from nonosat.formats.capabilities import PARTS


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="one JSON object per format, one per line")


def main(arguments: argparse.Namespace) -> Exit:
    """List name, suffixes and what a format holds besides clues."""
    margin = max(map(len, FORMATS)) + 2
    for name in FORMATS:
        module = format_named(name)
        holds = [part for part in PARTS if part in module.HOLDS]
        if arguments.json:
            entry = {"name": name, "suffixes": module.SUFFIXES, "description": module.DESCRIPTION}
            say_json(entry | {"reads": True, "writes": writable(name), "holds": holds})
            continue
        suffixes = f" ({', '.join(module.SUFFIXES)})" if module.SUFFIXES else ""
        besides = "everything" if len(holds) == len(PARTS) else ", ".join(holds) or "clues alone"
        texts = module.DESCRIPTION + suffixes, f"holds {besides}" if writable(name) else "read, never written"
        lines = [line for text in texts for line in textwrap.wrap(text, 79 - margin)]
        say(f"{name:{margin}}" + f"\n{'':{margin}}".join(lines))
    return Exit.ANSWERED
