"""`nonosat list formats`: the puzzles that ship with nonosat, the formats, or the models and solvers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from nonosat import list_shipped
from nonosat.backends import BACKENDS, available, missing
from nonosat.cli import options
from nonosat.cli.output import Exit, hanging, say, say_answer
from nonosat.encodings import ENCODINGS
from nonosat.formats.capabilities import FEATURES
from nonosat.registry import Entry
from nonosat.solving.card_files import all_cards, missing_of_cards
from nonosat.solving.counters import COUNTERS
from nonosat.toolkit import KINDS, formats
from nonosat.words import bracket

Data = dict[str, Any]


def _puzzles() -> Iterator[Data]:
    for name, path in list_shipped("instances").items():
        puzzles = list(formats.each(str(path)))
        titles = [puzzle.title for puzzle in puzzles]
        yield {"name": name, "path": str(path), "kind": puzzles[0].kind, "puzzles": titles}


def _formats() -> Iterator[Data]:
    for name, entry in formats.FORMATS.items():
        told: Data = {"name": name, "suffixes": entry.suffixes, "description": entry.about}
        told |= {"kinds": list(entry.kinds), "origin": entry.origin, "reads": True, "writes": entry.writes}
        yield told | {"supports": [feature for feature in FEATURES if feature in entry.supports]}


def _models() -> Iterator[Data]:
    """Yield cards, encodings and backends; say what cannot be used, why, and how to install it."""
    whys = missing_of_cards()
    for card in all_cards():
        facts: Data = {"encoding": card.encoding, "backend": card.backend, "missing": whys[card.name]}
        yield _model("card", card.name, card.description, bracket(whys[card.name]), **facts)
    for name, encoding in ENCODINGS.items():
        yield _model("encoding", name, encoding.about, encoding)
    for info in available():
        able, backend = info.abilities(), BACKENDS[info.name.partition(":")[0]]
        facts = {"installed": info.version, "abilities": able, "reads": info.reads}
        what = info.version if info.package else backend.about
        yield _model("backend", info.name, f"{what}: {', '.join(able)}", backend, **facts)
    for name, backend in BACKENDS.items():
        if why := missing(name, {}):
            yield _model("backend", name, why, backend)
    for name, counter in COUNTERS.items():
        yield _model("counter", name, COUNTERS.missing(name) or counter.about, counter)


def _model(what: str, name: str, about: str, more: Entry | str, **facts: object) -> Data:
    """Return an entry; that of a registry has the package that has added it, if one has."""
    if isinstance(more, Entry):
        facts["origin"], more = more.origin, bracket(more.origin)
    return {"what": what, "name": name, "description": about + more, **facts}


def _texts(one: Data) -> list[str]:
    """Return what is printed beside the name of an entry."""
    if "puzzles" in one:
        first, *others = one["puzzles"]
        return [f"{one['kind']}  {first}" + (f" and {len(others)} more" if others else "")]
    if "supports" not in one:
        return [one["description"]]
    besides = ", ".join(one["supports"]) or "clues alone"
    how = f"supports {'everything' if len(one['supports']) == len(FEATURES) else besides}"
    about = one["description"] + bracket(", ".join(one["suffixes"])) + bracket(one["origin"])
    return [about, how if one["writes"] else "read, never written"]


_LISTS: Mapping[str, Callable[[], Iterable[Data]]] = {
    "puzzles": _puzzles,
    "formats": _formats,
    "models": _models,
}
"""What is listed: the entries that --json prints, one by one."""


def arguments(parser: ArgumentParser) -> None:
    """Add the command's arguments."""
    options.choice(parser, "what", "what to list", _LISTS, nargs="?", default="puzzles")
    options.flag(parser, "--json", "one JSON object per entry, one per line")


def main(arguments: Namespace) -> Exit:
    """Print the list."""
    entries = _LISTS[arguments.what]()
    if arguments.json:
        for entry in entries:
            say_answer("list", entry)
        return Exit.ANSWERED
    groups = [(what, [*some]) for what, some in groupby(entries, key=lambda one: one.get("what", ""))]
    if arguments.what == "formats":
        kinds = [
            {"name": name, "description": one.about + bracket(one.origin)} for name, one in KINDS.items()
        ]
        groups.append(("kinds of puzzle", kinds))
    margin = max(len(one["name"]) for _, some in groups for one in some) + 4
    for k, (what, some) in enumerate(groups):
        lines = [hanging(f"{'  ' * bool(what)}{one['name']}", _texts(one), margin) for one in some]
        say("\n" * bool(k) + "\n".join([f"{what}s", *lines] if what else lines))
    return Exit.ANSWERED
