"""`nonosat models --json`: model cards, encodings, backends and counters."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from nonosat.backends import BACKENDS, available, missing
from nonosat.cli import options
from nonosat.cli.output import Exit, hanging, say, say_json
from nonosat.encodings import ENCODINGS
from nonosat.registry import Entry
from nonosat.solving.cards import all_cards, missing_of_cards
from nonosat.solving.counters import COUNTERS
from nonosat.words import bracketed


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    options.flag(parser, "--json", "one JSON object per entry, one per line")


def main(arguments: argparse.Namespace) -> Exit:
    """List cards, encodings and backends; say what cannot be used, why, and how to install it."""
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
    whys = missing_of_cards()
    for card in all_cards():
        why = whys[card.name]
        about = {"encoding": card.encoding, "backend": card.backend, "missing": why}
        yield _entry("card", card.name, card.description + bracketed(why), **about)
    for name, encoding in ENCODINGS.items():
        yield _added("encoding", name, encoding.about, encoding)
    for info in available():
        able, backend = info.abilities(), BACKENDS[info.name.partition(":")[0]]
        facts = {"version": info.version, "abilities": able, "reads": info.reads}
        what = info.version if info.package else backend.about
        yield _added("backend", info.name, f"{what}: {', '.join(able)}", backend, **facts)
    for name, backend in BACKENDS.items():
        if why := missing(name, {}):
            yield _added("backend", name, why, backend)
    for name, counter in COUNTERS.items():
        yield _added("counter", name, COUNTERS.missing(name) or counter.about, counter)


def _added(what: str, name: str, description: str, entry: Entry, **facts: object) -> dict[str, Any]:
    """Return an entry of a registry, with the package that has added it, if one has."""
    return _entry(what, name, description + bracketed(entry.origin), origin=entry.origin, **facts)


def _entry(what: str, name: str, description: str, **facts: object) -> dict[str, Any]:
    return {"what": what, "name": name, "description": description, **facts}
