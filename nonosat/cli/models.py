"""`nonosat models`: what a puzzle can be solved with."""

from __future__ import annotations

import argparse
import textwrap

from nonosat import backends
from nonosat.backends import BACKENDS
from nonosat.cli.output import Exit, say, say_json
from nonosat.counters import COUNTERS
from nonosat.encodings import ENCODINGS
from nonosat.solving.cards import all_cards


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="one JSON object per entry, one per line")


def main(arguments: argparse.Namespace) -> Exit:
    """List cards, encodings and backends; say what is missing and how to install it."""
    entries = [*_cards(), *_encodings(), *_backends(), *_counters()]
    if arguments.json:
        for entry in entries:
            say_json(entry)
        return Exit.ANSWERED
    heading = ""
    margin = max(len(str(entry["name"])) for entry in entries)
    for entry in entries:
        if entry["what"] != heading:
            say(("\n" if heading else "") + f"{entry['what']}s")
            heading = str(entry["what"])
        about = textwrap.wrap(str(entry["description"]), 75 - margin, break_on_hyphens=False)
        say(f"  {entry['name']:{margin}}  " + f"\n{'':{margin + 4}}".join(about))
    return Exit.ANSWERED


def _cards() -> list[dict[str, object]]:
    return [
        {
            "what": "card",
            "name": card.name,
            "description": card.description,
            "steps": [{"encoding": s.encoding, "backend": s.backend} for s in card.steps],
        }
        for card in all_cards()
    ]


def _encodings() -> list[dict[str, object]]:
    return [
        {"what": "encoding", "name": name, "description": entry.about} for name, entry in ENCODINGS.items()
    ]


def _backends() -> list[dict[str, object]]:
    found: list[dict[str, object]] = [
        {
            "what": "backend",
            "name": info.name,
            "description": f"{info.version}: {', '.join(info.abilities())}",
            "version": info.version,
            "abilities": info.abilities(),
            "reads": info.reads,
        }
        for info in backends.available()
    ]
    for name, entry in BACKENDS.items():
        if not entry.installed:
            found.append({"what": "backend", "name": name, "description": f"not installed: {entry.install}"})
    return found


def _counters() -> list[dict[str, object]]:
    return [
        {
            "what": "counter",
            "name": name,
            "description": entry.about if entry.installed else f"not installed: {entry.install}",
        }
        for name, entry in COUNTERS.items()
    ]
