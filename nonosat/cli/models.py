"""`nonosat models --json`: model cards, encodings, backends and counters."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from nonosat.backends import BACKENDS, available
from nonosat.cli import options
from nonosat.cli.output import Exit, hanging, say, say_json
from nonosat.counters import COUNTERS
from nonosat.encodings import ENCODINGS
from nonosat.solving.cards import all_cards


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.flag(parser, "--json", "one JSON object per entry, one per line")


def main(arguments: argparse.Namespace) -> Exit:
    """List cards, encodings and backends; say what is missing and how to install it."""
    entries = list(_entries())
    if arguments.json:
        for entry in entries:
            say_json(entry)
        return Exit.ANSWERED
    margin = max(len(entry["name"]) for entry in entries) + 4
    lists = [
        "\n".join([f"{what}s", *(hanging(f"  {one['name']}", [one["description"]], margin) for one in some)])
        for what, some in groupby(entries, key=lambda entry: entry["what"])
    ]
    say("\n\n".join(lists))
    return Exit.ANSWERED


def _entries() -> Iterator[dict[str, Any]]:
    for card in all_cards():
        steps = [{"encoding": step.encoding, "backend": step.backend} for step in card.steps]
        about = f"{card.description} (not installed)" if card.missing else card.description
        yield _entry("card", card.name, about, steps=steps, missing=card.missing)
    for name, encoding in ENCODINGS.items():
        yield _entry("encoding", name, encoding.about)
    for info in available():
        able = info.abilities()
        facts = {"version": info.version, "abilities": able, "reads": info.reads}
        what = info.version if info.package else BACKENDS[info.name].about
        yield _entry("backend", info.name, f"{what}: {', '.join(able)}", **facts)
    for name, backend in BACKENDS.items():
        if not backend.installed:
            yield _entry("backend", name, f"not installed: {backend.install}")
    for name, counter in COUNTERS.items():
        about = counter.about if counter.installed else f"not installed: {counter.install}"
        yield _entry("counter", name, about)


def _entry(what: str, name: str, description: str, **facts: object) -> dict[str, Any]:
    return {"what": what, "name": name, "description": description, **facts}
