"""Model cards: small YAML files, each a solver and how to use it.

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

The default is not a file: `auto` is a recipe of several solvers (see `nonosat.solving.auto`), which a card
may name as its backend.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from nonosat.errors import InputError
from nonosat.fields import Check, FieldError, checked, flag, mapping, number, one_of, placed, read, text
from nonosat.installed import shipped, version_of
from nonosat.processes import ALONE
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles.node import documents
from nonosat.words import or_nearest

if TYPE_CHECKING:
    from nonosat.encodings.model import Info, Option

DEFAULT = "auto"

MINISAT, CADICAL = "pysat:minisat22", "pysat:cadical153"
GLUCOSE, KISSAT, KISSAT_PROGRAM = "pysat:glucose4", "pysat:kissat404", "program:kissat"
"""The solvers of the recipe."""

_MOST = 10**9
_LONG = 10_000  # characters
_TRIALS = 4  # at a time: each has a worker, and most only wait


def _limits(value: Any) -> Limits:
    """Check the limits of a card, in seconds and MiB."""
    checks = {"time": number(1, _MOST), "memory": number(1, _MOST)}
    found = checked(checks, value, optional=checks)
    return Limits(found.get("time"), found["memory"] << 20 if "memory" in found else None)


@dataclass(frozen=True)
class Card:
    """A solver, and how to use it: see the module's text for what each field means.

    >>> import nonosat
    >>> card = nonosat.Card("mine", backend="pysat:glucose4", goal="solution")
    >>> nonosat.solve(nonosat.load("dom-3"), card).model
    'mine'

    Without an encoding, it is the first that the backend reads.
    """

    name: Annotated[str, text(_LONG)]
    encoding: Annotated[str, text(_LONG)] = ""
    backend: Annotated[str, text(_LONG)] = "pysat:cadical195"
    options: Annotated[Mapping[str, bool | int | str], mapping] = field(default_factory=dict)
    phases: Annotated[str, one_of(("none", "beliefs"))] = "none"
    description: Annotated[str, text(_LONG)] = ""
    narrow: Annotated[bool, flag] = True
    probes: Annotated[bool, flag] = False
    switches: Annotated[bool, flag] = True
    goal: Annotated[str, one_of(("uniqueness", "solution"))] = "uniqueness"
    limits: Annotated[Limits, _limits] = NO_LIMITS

    def __post_init__(self) -> None:
        if not self.encoding:
            object.__setattr__(self, "encoding", next(iter(self.readable), ""))

    @property
    def is_recipe(self) -> bool:
        """Whether it is `auto`, and not a single solver."""
        return self.backend == DEFAULT

    @property
    def info(self) -> Info | None:
        """What its backend can do; None if there is no such backend."""
        from nonosat import backends  # the recipe needs none of this until a solver has to search
        from nonosat.encodings.model import Info

        if self.is_recipe:
            return Info(self.backend, "nonosat", ("problem",), phases=True, budget=True)
        return backends.info(self.backend)

    @property
    def backends(self) -> tuple[str, ...]:
        """The solvers that may take part."""
        return (MINISAT, CADICAL, GLUCOSE, KISSAT, KISSAT_PROGRAM) if self.is_recipe else (self.backend,)

    @property
    def missing(self) -> str:
        """Why the card cannot be used: what is not installed or does not answer; empty if it can."""
        if self.is_recipe:
            return ""
        from nonosat import backends

        return backends.missing(self.backend, self.options)

    def with_seed(self, seed: int) -> Card:
        """Return the card with a seed among its options; itself if its backend takes none."""
        takes = self.info is not None and "seed" in self.info.options
        return replace(self, options={**self.options, "seed": seed}) if takes else self

    @property
    def versions(self) -> dict[str, str]:
        """The versions of its solver: of the package, and of the programs that it runs."""
        from nonosat.processes import worker
        from nonosat.processes.programs import version

        if self.info is None:
            return {}
        found = {self.info.package: version_of(self.info.package)} if self.info.package else {}
        for path in self.info.files(self.options):
            with worker.leased() as held:  # it ends whatever the program leaves
                found[Path(path).name] = held.call(NO_LIMITS.bounds(), version, path)
        return found

    @property
    def readable(self) -> list[str]:
        """The encodings that its backend reads."""
        from nonosat.encodings import ENCODINGS

        reads = info.reads if (info := self.info) else ()
        return [name for name, entry in ENCODINGS.items() if entry.language in reads]


AUTO = Card(
    DEFAULT,
    "none",
    DEFAULT,
    phases="beliefs",
    description="The default. Lines and single assumptions; belief propagation for many solutions; "
    "MiniSat for what is easy; CaDiCaL; Kissat for what is hard, as a program (nonosat[hard]) for proofs.",
    probes=True,
)

NO_MODEL = Card("none", "none", "")
"""For questions that need no encoding and no solver."""


def as_card(model: str | Card) -> Card:
    """Return the card of a model, which is a card, or the name or path of one."""
    return model if isinstance(model, Card) else load_card(model)


def load_card(name: str) -> Card:
    """Return `auto` or a card of `models/` by its name, or any card by its path.

        >>> load_card("order-glucose").backend
        'pysat:glucose4'

    Raises InputError if there is no such card, if it has a mistake, or if its solver is not installed or does
    not answer.
    """
    if name == DEFAULT:
        return AUTO
    cards = shipped("models")
    card = _load(cards.get(name, Path(name)))
    if card.missing:
        raise InputError(card.missing, name)
    return card


def _load(path: Path) -> Card:
    name = str(path)
    try:
        return _read(path.read_text(encoding="utf-8"), name)
    except FileNotFoundError:
        names = [DEFAULT, *shipped("models")]
        what = or_nearest("there is no model card of this name", name, names, "the cards are")
        raise InputError(what, name) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8'}", name) from None


def kissat() -> Card:
    """Return Kissat for hard puzzles: as the program of its card, if that answers; else PySAT's, which takes
    no options.
    """
    card = _load(shipped("models")["kissat"])
    if ALONE or card.missing:
        return replace(card, backend=KISSAT, options={})
    # Only frequent restarts find solutions and proofs of hard puzzles in less time, but solutions of others
    # in up to twenty times as much (bench/notes/proving.md).
    command = str(card.options["command"]).replace("kissat", "kissat --unsat", 1)
    return replace(card, options={**card.options, "command": command})


def all_cards() -> list[Card]:
    """Return `auto` and the cards of `models/`, also those that cannot be used here."""
    return [AUTO, *map(_load, shipped("models").values())]


def missing_of_cards() -> dict[str, str]:
    """Return `missing` of each of these cards, by name; their programs are tried at the same time."""
    from nonosat.processes.pool import Pool  # threads: slow to import

    cards = all_cards()
    with Pool(_TRIALS) as pool:
        return dict(zip((card.name for card in cards), pool.map(attrgetter("missing"), cards), strict=True))


@cache  # reading a card takes as long as solving a small puzzle
def _read(written: str, path: str) -> Card:
    found = list(documents(written, path))
    if len(found) != 1:
        raise InputError(f"expected one model card, found {len(found)}", path)
    return found[0].checked(_card)


def _card(data: object) -> Card:
    """Read a card, and check that its parts fit together."""
    card = read(Card, data, "a model card")
    info = placed("backend", _info, card, "backend")
    placed("encoding", _check_encoding, card, "encoding")
    placed("options", lambda options: _check_options(options, info), card.options, "options")
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


def _check_encoding(card: Card) -> None:
    from nonosat.backends import available
    from nonosat.encodings import ENCODINGS

    name, readable = card.encoding, card.readable
    language = ENCODINGS[name].language  # or the error that there is none
    if name not in readable:
        families = (one.name.partition(":")[0] for one in available() if language in one.reads)
        others = ", ".join(dict.fromkeys(families))
        reads = f"it reads {', '.join(readable)}; {name} is for {others}"
        raise InputError(f"{card.backend} cannot read the encoding {name}: {reads}")


def _check_options(options: Mapping[str, bool | int | str], info: Info) -> None:
    checked({key: _check_of(default) for key, default in info.options.items()}, options, "", info.options)
    if fault := info.fault(options):
        raise InputError(fault)


def _check_of(default: Option) -> Check:
    """Return the check of an option, which has the type of its default. Numbers are at least 1, or 0 if the
    default is 0.
    """
    if isinstance(default, bool):
        return flag
    return text(_LONG) if isinstance(default, str) else number(min(default, 1), _MOST)
