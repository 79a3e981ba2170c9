"""`nonosat models`: what a puzzle can be put to."""

from __future__ import annotations

import argparse

from nonosat import backends
from nonosat.cli.output import Exit, say, say_json
from nonosat.encodings import ENCODINGS, encoding
from nonosat.solving.cards import all_cards


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("--json", action="store_true", help="one JSON object an entry and line")


def run(arguments: argparse.Namespace) -> Exit:
    """List cards, encodings and backends; say what is missing and how to install it."""
    entries = [*_cards(), *_encodings(), *_backends()]
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
        say(f"  {entry['name']:{margin}}  {entry['description']}")
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
        {"what": "encoding", "name": name, "description": encoding(name).DESCRIPTION} for name in ENCODINGS
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
        for info in backends.every()
    ]
    for head in backends.FAMILIES:
        if not backends.installed(head):
            how = backends.family(head).INSTALL
            found.append({"what": "backend", "name": head, "description": f"not installed: {how}"})
    return found
