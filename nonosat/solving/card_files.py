"""The files of model cards: small and in YAML.

    name: order-cadical
    description: one line
    encoding: order                    # how the Problem becomes a model
    backend: pysat:cadical195          # which solver
    options: {}                        # what the backend lets a card set
    phases: beliefs                    # what the solver tries first (or: none)
    narrow: true                       # narrow by lines first
    probes: false                      # and by single assumptions, before a solver is started
    switches: true                     # look for a second solution near the first one
    goal: uniqueness                   # or: solution, stop at the first one
    limits: {time: 60, memory: 4096}   # seconds and MiB

The default is not a file: `auto` combines several solvers (see `nonosat.solving.auto`), which a card
may name as its backend.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonosat.errors import InputError
from nonosat.fields import Check, FieldError, check_at, check_map, flag, mapping, number, one_of, text
from nonosat.installed import list_shipped
from nonosat.processes import ALONE
from nonosat.processes.limits import Limits
from nonosat.puzzles.yaml_text import documents
from nonosat.records import replace
from nonosat.solving.card import AUTO, DEFAULT, KISSAT, Card
from nonosat.words import or_nearest

if TYPE_CHECKING:
    from nonosat.encodings.model import Info, Option

_MOST = 10**9
_LONG = 10_000  # characters
_TRIALS = 4  # at a time: each has a worker, and most only wait


def _limits(value: Any) -> Limits:
    """Check the limits of a card, in seconds and MiB."""
    checks = {"time": number(1, _MOST), "memory": number(1, _MOST)}
    limits = check_map(checks, value, optional=checks)
    return Limits(limits.get("time"), limits["memory"] << 20 if "memory" in limits else None)


_CHECKS: dict[str, Check] = {
    "name": text(_LONG),
    "encoding": text(_LONG),
    "backend": text(_LONG),
    "options": mapping,
    "phases": one_of(("none", "beliefs")),
    "description": text(_LONG),
    "narrow": flag,
    "probes": flag,
    "switches": flag,
    "goal": one_of(("uniqueness", "solution")),
    "limits": _limits,
}


def read_card(name: str) -> Card:
    """Return a card of `models/` by its name or, for the encoding `order`, by its solver, or any card by its
    path. Raises InputError if there is none, if it has a mistake, or if its solver is not installed or does
    not answer.
    """
    cards = list_shipped("models")
    card = _load(cards.get(name) or cards.get(f"order-{name}") or Path(name))
    if card.missing:
        raise InputError(card.missing, name)
    return card


def _load(path: Path) -> Card:
    name = str(path)
    try:
        return _read(path.read_text(encoding="utf-8"), name)
    except FileNotFoundError:
        names = [DEFAULT, *list_shipped("models")]
        what = or_nearest("there is no model card of this name", name, names, "the cards are")
        raise InputError(what, name) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8'}", name) from None


def kissat() -> Card:
    """Return Kissat for hard puzzles: as the program of its card, if that answers; else PySAT's, which takes
    no options.
    """
    card = _load(list_shipped("models")["kissat"])
    if ALONE or card.missing:
        return replace(card, backend=KISSAT, options={})
    # Only frequent restarts find solutions and proofs of hard puzzles in less time, but solutions of others
    # in up to twenty times as much (bench/notes/proving.md).
    command = str(card.options["command"]).replace("kissat", "kissat --unsat", 1)
    return replace(card, options={**card.options, "command": command})


def all_cards() -> list[Card]:
    """Return `auto` and the cards of `models/`, also those that cannot be used here."""
    return [AUTO, *map(_load, list_shipped("models").values())]


def missing_of_cards() -> dict[str, str]:
    """Return `missing` of each of these cards, by name; their programs are tried at the same time."""
    from nonosat.processes.pool import Pool  # threads: slow to import

    cards = all_cards()
    with Pool(_TRIALS) as pool:
        return dict(zip((card.name for card in cards), pool.map(attrgetter("missing"), cards), strict=True))


@cache  # reading a card takes as long as solving a small puzzle
def _read(written: str, path: str) -> Card:
    pages = list(documents(written, path))
    if len(pages) != 1:
        raise InputError(f"expected one model card, found {len(pages)}", path)
    return pages[0].check(_card)


def _card(data: object) -> Card:
    """Read a card, and check that its parts fit together."""
    card = Card(**check_map(_CHECKS, data, "a model card", _CHECKS.keys() - {"name"}))
    info = check_at("backend", _info, card, "backend")
    check_at("encoding", lambda encoding: _check_encoding(encoding, info), card.encoding, "encoding")
    check_at("options", lambda options: _check_options(options, info), card.options, "options")
    if card.phases != "none" and not info.phases:
        raise FieldError(f"{card.backend} does not support phases", "phases")
    return card


def _info(card: Card) -> Info:
    family, info = card.backend.partition(":")[0], card.info
    if info is None:
        from nonosat.backends import BACKENDS, available

        if family != DEFAULT:
            BACKENDS[family]  # or its error
        names = [DEFAULT, *(one.name for one in available())]
        what = f"there is no backend {card.backend!r}"
        raise InputError(or_nearest(what, card.backend, names, "those available are"))
    return info


def _check_encoding(name: str, info: Info) -> None:
    from nonosat.backends import available
    from nonosat.encodings import ENCODINGS

    language = ENCODINGS[name].language  # or the error that there is none
    if language not in info.reads:
        readable = [one for one, entry in ENCODINGS.items() if entry.language in info.reads]
        families = (one.name.partition(":")[0] for one in available() if language in one.reads)
        others = ", ".join(dict.fromkeys(families))
        reads = f"it reads {', '.join(readable)}; {name} is for {others}"
        raise InputError(f"{info.name} cannot read the encoding {name}: {reads}")


def _check_options(options: Mapping[str, bool | int | str], info: Info) -> None:
    check_map({key: _check_of(default) for key, default in info.options.items()}, options, "", info.options)
    if fault := info.fault(options):
        raise InputError(fault)


def _check_of(default: Option) -> Check:
    """Return the check of an option, which has the type of its default. Numbers are at least 1, or 0 if the
    default is 0.
    """
    if isinstance(default, bool):
        return flag
    return text(_LONG) if isinstance(default, str) else number(min(default, 1), _MOST)
