"""Model cards: small YAML files, each a way to put a puzzle to a solver.

    name: order-cadical
    description: one line
    encoding: order                    # how the Problem becomes a model
    backend: pysat:cadical195          # which solver
    options: {}                        # what the backend lets a card set
    phases: beliefs                    # what the solver tries first (or: none)
    conflicts: 1000                    # give up after this many (only before another step), or after
                                       # twice as many if a solution is known
    guesses: 4000                      # search for the first solution in turns, over the whole puzzle
                                       # and near guesses made by beliefs: this many conflicts in the
                                       # first turn, then twice as many, ...; narrow by sums of rows
                                       # and columns after the first turn
    fresh: pysat:kissat404             # the solver that takes over if these turns find nothing; if it
                                       # does, it also proves that there is no other solution
    near: 1000                         # search near the first solution for another one; after this many
                                       # conflicts, narrow by sums (the last step) and continue with a
                                       # fresh solver without phases; a step before the last does so if
                                       # another step has found the first solution
    prover: pysat:glucose4             # this fresh solver, but with phases (only in the last step)
    narrow: true                       # narrow by lines first
    probes: false                      # and by single assumptions, before a solver is started
    switches: true                     # look for a second solution near the first one
    goal: uniqueness                   # or: solution, stop at the first one
    limits: {time: 60, memory: 4096}   # seconds and MiB

Instead of one encoding and backend, `steps:` may list several, tried in order: each but the last gives
up after its `conflicts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from operator import attrgetter
from pathlib import Path

from nonosat import backends, beliefs
from nonosat.backends import BACKENDS
from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import Info, Option, Options
from nonosat.errors import InputError
from nonosat.formats.documents.node import Node, documents
from nonosat.installed import shipped
from nonosat.processes import ALONE
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.processes.pool import Pool
from nonosat.words import or_nearest

DEFAULT = "auto"

_STEP_KEYS = ("encoding", "backend", "options", "phases", "conflicts", "guesses", "fresh", "near", "prover")
_MOST = 10**9
_TRIALS = 4  # at a time: each has a worker, and most only wait
_KEYS = ("name", "description", *_STEP_KEYS, "steps", "narrow", "probes", "switches", "goal", "limits")


@dataclass(frozen=True)
class CardStep:
    """One encoding and one backend; after `conflicts` the next step takes over."""

    encoding: str
    backend: str
    options: Options = field(default_factory=dict)
    phases: str = "none"
    conflicts: int | None = None
    guesses: int | None = None
    fresh: str | None = None
    near: int | None = None
    prover: str | None = None


@dataclass(frozen=True)
class Card:
    """A recipe: see the module's text for what each key means.

    >>> import nonosat
    >>> card = nonosat.Card("mine", (CardStep("order", "pysat:glucose4"),), goal="solution")
    >>> nonosat.solve(nonosat.load("dom-3"), card).model
    'mine'
    """

    name: str
    steps: tuple[CardStep, ...]
    description: str = ""
    narrow: bool = True
    probes: bool = False
    switches: bool = True
    goal: str = "uniqueness"
    limits: Limits = NO_LIMITS

    @property
    def backends(self) -> tuple[str, ...]:
        """The backends' names, in the order of the steps."""
        return tuple(dict.fromkeys(step.backend for step in self.steps))

    @property
    def missing(self) -> str:
        """Why the card cannot be used: what is not installed or does not answer; empty if it can."""
        found = [backends.missing(step.backend, step.options) for step in self.steps]
        others = (name for step in self.steps for name in (step.fresh, step.prover) if name)
        found += [backends.missing(name, {}) for name in others]
        return next(filter(None, found), "")


NO_MODEL = Card("none", ())
"""For questions that need no encoding and no solver."""


def as_card(model: str | Card) -> Card:
    """Return the card of a model, which is a card, or the name or path of one."""
    return _as_possible(model) if isinstance(model, Card) else load_card(model)


def load_card(name: str) -> Card:
    """Return a card of `models/` by its name, or any card by its path.

        >>> load_card("order-glucose").backends
        ('pysat:glucose4',)

    Raises InputError if there is no such card, if it has a mistake, or if its solver is not installed or does
    not answer.
    """
    cards = shipped("models")
    card = _card_at(cards[name]) if name in cards else _load(Path(name))
    if card.missing:
        raise InputError(card.missing, name)
    return card


@cache  # shipped cards do not change
def _card_at(path: Path) -> Card:
    return _load(path)


def _load(path: Path) -> Card:
    name = str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        what = or_nearest("there is no model card of this name", name, shipped("models"), "the cards are")
        raise InputError(what, name) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8'}", name) from None
    return _read(text, str(path))


def all_cards() -> list[Card]:
    """Return the cards of `models/`, also those that cannot be used here."""
    return [_card_at(path) for path in shipped("models").values()]


def missing_of_cards() -> dict[str, str]:
    """Return `missing` of each card of `models/`, by name; their programs are tried at the same time."""
    cards = all_cards()
    with Pool(_TRIALS) as pool:
        return dict(zip((card.name for card in cards), pool.map(attrgetter("missing"), cards), strict=True))


@cache  # reading a card takes as long as solving a small puzzle
def _read(text: str, path: str) -> Card:
    found = list(documents(text, path))
    if len(found) != 1:
        raise InputError(f"expected one model card, found {len(found)}", path)
    return _as_possible(_card(found[0]))


def _as_possible(card: Card) -> Card:
    """Return the card without what is absent and can be done without: beliefs, and where no process can be
    ended, a `fresh` solver, which does not stop by itself.
    """
    steps = card.steps
    if not beliefs.AVAILABLE:
        steps = tuple(replace(step, phases="none") for step in steps if not backends.guesses(step.backend))
    if ALONE:
        steps = tuple(replace(step, fresh=None) for step in steps)
    return card if steps == card.steps else replace(card, steps=steps)


def _card(document: Node) -> Card:
    keys = document.known_keys("a model card", _KEYS)
    if "name" not in keys:
        raise document.wrong("a model card needs a name")
    return Card(
        name=keys["name"].text("name"),
        steps=_steps(document, keys),
        description=keys["description"].text("description") if "description" in keys else "",
        narrow=_choice(keys, "narrow", "true", "false") == "true",
        probes=_choice(keys, "probes", "false", "true") == "true",
        switches=_choice(keys, "switches", "true", "false") == "true",
        goal=_choice(keys, "goal", "uniqueness", "solution"),
        limits=_limits(keys["limits"]) if "limits" in keys else NO_LIMITS,
    )


def _limits(node: Node) -> Limits:
    keys = node.known_keys("limits", ("time", "memory"))
    memory = _number(keys, "memory")
    return Limits(_number(keys, "time"), None if memory is None else memory << 20)


def _choice(keys: Mapping[str, Node], key: str, *allowed: str) -> str:
    """Return the text of a key, one of those allowed, or the first of these if the key is missing."""
    text = keys[key].text(key) if key in keys else allowed[0]
    if text not in allowed:
        raise keys[key].wrong(f"{key}: expected {' or '.join(allowed)}, found {text!r}")
    return text


def _number(keys: Mapping[str, Node], key: str) -> int | None:
    return keys[key].number(key, 1, _MOST) if key in keys else None


def _steps(document: Node, keys: Mapping[str, Node]) -> tuple[CardStep, ...]:
    if "steps" in keys:
        for key in _STEP_KEYS:
            if key in keys:
                raise keys[key].wrong(f"{key} and steps exclude each other: write it in the steps")
        nodes = keys["steps"].items("steps")
        if not nodes:
            raise keys["steps"].wrong("steps: expected at least one")
    else:
        own = {key: node for key, node in keys.items() if key in _STEP_KEYS}
        nodes = [Node(own, document.path, document.line)]
    steps = tuple(_step(node) for node in nodes)
    for node, step in zip(nodes, steps[:-1], strict=False):
        if step.conflicts is None and not step.options.get("time") and _complete(step):
            raise node.wrong("a step before the last needs conflicts, or the next is never reached")
        if step.guesses is not None:
            raise node.wrong("guesses are for the last step only, because they never give up")
        if step.prover is not None:
            raise node.wrong("prover is for the last step only")
    if not _complete(steps[-1]):
        last = steps[-1].backend
        raise document.wrong(
            f"{last} is incomplete and cannot be the last step; add a complete solver after it"
        )
    return steps


def _complete(step: CardStep) -> bool:
    info = backends.info(step.backend)
    return info is None or info.complete


def _step(node: Node) -> CardStep:
    keys = node.known_keys("a step", _STEP_KEYS)
    backend = keys["backend"].text("backend") if "backend" in keys else "pysat:cadical195"
    info = _backend(keys.get("backend", node), backend)
    encoding = _encoding(keys, info)
    options: dict[str, Option] = {}
    if "options" in keys:
        chosen = keys["options"].known_keys(f"options of {backend}", info.options)
        options = {key: _option(chosen, key, info.options[key]) for key in chosen}
    if fault := info.fault(options):
        raise keys.get("options", node).wrong(fault)
    budgets = {key: _number(keys, key) for key in ("conflicts", "guesses", "near")}
    for key, number in budgets.items():
        if number is not None and not info.budget:
            raise keys[key].wrong(f"{backend} cannot stop after a number of conflicts")
    fresh = keys["fresh"].text("fresh") if "fresh" in keys else None
    if fresh is not None and not ("guesses" in keys and _backend(keys["fresh"], fresh).complete):
        raise keys["fresh"].wrong("fresh needs guesses, and must be a complete solver")
    prover = keys["prover"].text("prover") if "prover" in keys else None
    if prover is not None and not ("near" in keys and _backend(keys["prover"], prover).budget):
        raise keys["prover"].wrong("prover needs near, and must be able to stop after a number of conflicts")
    phases = _choice(keys, "phases", "none", "beliefs")
    if phases != "none" and not info.phases:
        raise keys["phases"].wrong(f"{backend} does not support phases")
    return CardStep(encoding, backend, options, phases, fresh=fresh, prover=prover, **budgets)


def _encoding(keys: Mapping[str, Node], info: Info) -> str:
    """Return the encoding that a step names, or the first that its backend reads."""
    readable = (name for name, entry in ENCODINGS.items() if entry.language in info.reads)
    if "encoding" not in keys:
        return next(readable)
    name = keys["encoding"].text("encoding")
    try:
        language = ENCODINGS[name].language
    except InputError as error:
        raise keys["encoding"].wrong(error.what) from None
    if language not in info.reads:
        fit = ", ".join(readable)
        families = (one.name.partition(":")[0] for one in backends.available() if language in one.reads)
        others = ", ".join(dict.fromkeys(families))
        raise keys["encoding"].wrong(
            f"{info.name} cannot read the encoding {name}: it reads {fit}; {name} is for {others}"
        )
    return name


def _backend(node: Node, name: str) -> Info:
    try:
        BACKENDS[name.partition(":")[0]]
        info = backends.info(name)
    except InputError as error:
        raise node.wrong(error.what) from None
    if info is None:
        names = [one.name for one in backends.available()]
        raise node.wrong(or_nearest(f"there is no backend {name!r}", name, names, "those available are"))
    return info


def _option(keys: Mapping[str, Node], key: str, default: Option) -> Option:
    """Read an option, which has the type of its default. Numbers are at least 1, or 0 if the default is 0."""
    if isinstance(default, bool):
        return _choice(keys, key, "true", "false") == "true"
    if isinstance(default, str):
        return keys[key].text(key)
    return keys[key].number(key, min(default, 1), _MOST)
