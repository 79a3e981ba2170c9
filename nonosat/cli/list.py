"""`nonosat list formats`: the puzzles that ship with nonosat, the formats, or the models and solvers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from nonosat import shipped
from nonosat.backends import BACKENDS, available, missing
from nonosat.cli import options
from nonosat.cli.output import Exit, hanging, say, say_answer
from nonosat.encodings import ENCODINGS
from nonosat.formats.capabilities import FEATURES
from nonosat.registry import Entry
from nonosat.solving.card_files import all_cards, missing_of_cards
from nonosat.solving.counters import COUNTERS
from nonosat.toolkit import KINDS, formats
from nonosat.words import bracketed

Data = dict[str, Any]


def _formats() -> Iterator[Data]:
    for name, entry in formats.FORMATS.items():
        told: Data = {"name": name, "suffixes": entry.suffixes, "description": entry.about}
        told |= {"kinds": list(entry.kinds), "origin": entry.origin, "reads": True, "writes": entry.writes}
        yield told | {"supports": [feature for feature in FEATURES if feature in entry.supports]}


def _formats_text(found: list[Data]) -> str:
    margin, lines = max(map(len, formats.FORMATS)) + 2, []
    for one in found:
        about = one["description"] + bracketed(", ".join(one["suffixes"])) + bracketed(one["origin"])
        all_of_it = len(one["supports"]) == len(FEATURES)
        besides = "everything" if all_of_it else ", ".join(one["supports"]) or "clues alone"
        how = f"supports {besides}" if one["writes"] else "read, never written"
        lines.append(hanging(one["name"], (about, how), margin))
    kinds = (hanging(f"  {name}", [one.about + bracketed(one.origin)], margin) for name, one in KINDS.items())
    return "\n".join([*lines, "", "kinds of puzzles", *kinds])


def _instances() -> Iterator[Data]:
    for name, path in shipped("instances").items():
        puzzles = list(formats.each(str(path)))
        titles = [puzzle.title for puzzle in puzzles]
        yield {"name": name, "path": str(path), "kind": puzzles[0].kind, "puzzles": titles}


def _instances_text(found: list[Data]) -> str:
    margin, lines = max((len(one["name"]) for one in found), default=0), []
    for one in found:
        first, *others = one["puzzles"]
        more = f" and {len(others)} more" if others else ""
        lines.append(f"{one['name']:{margin}}  {one['kind']}  {first}{more}")
    return "\n".join(lines)


def _models() -> Iterator[Data]:
    """Yield cards, encodings and backends; say what cannot be used, why, and how to install it."""
    whys = missing_of_cards()
    for card in all_cards():
        why = whys[card.name]
        about = {"encoding": card.encoding, "backend": card.backend, "missing": why}
        yield _model("card", card.name, card.description + bracketed(why), **about)
    for name, encoding in ENCODINGS.items():
        yield _added("encoding", name, encoding.about, encoding)
    for info in available():
        able, backend = info.abilities(), BACKENDS[info.name.partition(":")[0]]
        facts = {"installed": info.version, "abilities": able, "reads": info.reads}
        what = info.version if info.package else backend.about
        yield _added("backend", info.name, f"{what}: {', '.join(able)}", backend, **facts)
    for name, backend in BACKENDS.items():
        if why := missing(name, {}):
            yield _added("backend", name, why, backend)
    for name, counter in COUNTERS.items():
        yield _added("counter", name, COUNTERS.missing(name) or counter.about, counter)


def _added(what: str, name: str, description: str, entry: Entry, **facts: object) -> Data:
    """Return an entry of a registry, with the package that has added it, if one has."""
    return _model(what, name, description + bracketed(entry.origin), origin=entry.origin, **facts)


def _model(what: str, name: str, description: str, **facts: object) -> Data:
    return {"what": what, "name": name, "description": description, **facts}


def _models_text(found: list[Data]) -> str:
    margin = max(len(one["name"]) for one in found) + 4
    lists = [
        "\n".join([f"{what}s", *(hanging(f"  {one['name']}", [one["description"]], margin) for one in some)])
        for what, some in groupby(found, key=lambda one: one["what"])
    ]
    return "\n\n".join(lists)


_LISTS: Mapping[str, tuple[Callable[[], Iterable[Data]], Callable[[list[Data]], str]]] = {
    "puzzles": (_instances, _instances_text),
    "formats": (_formats, _formats_text),
    "models": (_models, _models_text),
}
"""What is listed: the entries that --json prints, one by one, and a function that puts them in words."""


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    options.choice(parser, "what", "what to list", _LISTS, nargs="?", default="puzzles")
    options.flag(parser, "--json", "one JSON object per entry, one per line")


def main(arguments: Namespace) -> Exit:
    """Print the list."""
    entries, text = _LISTS[arguments.what]
    if not arguments.json:
        say(text(list(entries())))
    else:
        for entry in entries():
            say_answer("list", entry)
    return Exit.ANSWERED
