"""Model cards: small YAML files, each a way to put a puzzle to a solver.

    name: order-cadical                # how it is called
    description: one line
    encoding: order                    # how the Problem becomes a model
    backend: pysat:cadical195          # who solves it
    options: {}                        # what the backend lets a card set
    hints: beliefs                     # first guesses for the solver (or: none)
    conflicts: 1000                    # give up after so many (only before another step)
    lines: true                        # narrow by lines first
    switches: true                     # look for a second solution near the first one
    goal: uniqueness                   # or: solution, stop at the first one
    limits: {time: 60, memory: 4096}   # seconds and MiB

Instead of one encoding and backend, `steps:` may list several, tried one after the other: each but
the last gives up after its `conflicts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from nonosat import backends, places
from nonosat.document import Node, documents
from nonosat.encodings import ENCODINGS
from nonosat.errors import InputError

Option = bool | int

DEFAULT = "auto"

_STEP_KEYS = ("encoding", "backend", "options", "hints", "conflicts")
_HINTS = ("none", "beliefs")
_KEYS = ("name", "description", *_STEP_KEYS, "steps", "lines", "switches", "goal", "limits")


@dataclass(frozen=True)
class Step:
    """One encoding put to one backend; after `conflicts` the next step takes over."""

    encoding: str
    backend: str
    options: Mapping[str, Option] = field(default_factory=dict)
    hints: str = "none"
    conflicts: int | None = None


@dataclass(frozen=True)
class Card:
    """A recipe: see the module's text for what each key means."""

    name: str
    steps: tuple[Step, ...]
    description: str = ""
    lines: bool = True
    switches: bool = True
    goal: str = "uniqueness"
    time_limit: float | None = None
    memory_limit: int | None = None  # bytes

    @property
    def backend(self) -> str:
        """The backends' names, in the order of the steps."""
        return ", ".join(dict.fromkeys(step.backend for step in self.steps))


def load_card(name: str) -> Card:
    """Return the card of a name in `models/`, or of a path."""
    cards = places.shipped("models")
    path = cards.get(name) or Path(name)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        known = ", ".join(cards)
        raise InputError(f"no model card of this name; the cards are {known}", name) from None
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or 'not UTF-8'}", name) from None
    return _read(text, str(path))


def all_cards() -> list[Card]:
    """Return the cards of `models/`."""
    return [load_card(name) for name in places.shipped("models")]


@cache  # reading a card takes as long as solving a small puzzle
def _read(text: str, path: str) -> Card:
    found = list(documents(text, path))
    if len(found) != 1:
        raise InputError(f"expected one model card, found {len(found)}", path)
    return _card(found[0])


def _card(document: Node) -> Card:
    keys = document.known_keys("a model card", _KEYS)
    if "name" not in keys:
        raise document.wrong("a model card needs a name")
    if "steps" in keys:
        for key in _STEP_KEYS:
            if key in keys:
                raise keys[key].wrong(f"{key} and steps exclude each other: write it in the steps")
        steps = tuple(_step(node) for node in keys["steps"].items("steps"))
        if not steps:
            raise keys["steps"].wrong("steps: expected at least one")
        for node, step in zip(keys["steps"].items("steps"), steps[:-1], strict=False):
            if step.conflicts is None and _complete(step):
                raise node.wrong("a step before the last needs conflicts, or the next is never reached")
    else:
        steps = (
            _step(Node({k: v for k, v in keys.items() if k in _STEP_KEYS}, document.path, document.line)),
        )
    if not _complete(steps[-1]):
        raise document.wrong(f"{steps[-1].backend} proves nothing: it needs a step after it that does")
    limits = keys["limits"].known_keys("limits", ("time", "memory")) if "limits" in keys else {}
    goal = keys["goal"].text("goal") if "goal" in keys else "uniqueness"
    if goal not in ("uniqueness", "solution"):
        raise keys["goal"].wrong(f"goal: expected uniqueness or solution, found {goal!r}")
    return Card(
        name=keys["name"].text("name"),
        steps=steps,
        description=keys["description"].text("description") if "description" in keys else "",
        lines=_truth(keys["lines"], "lines") if "lines" in keys else True,
        switches=_truth(keys["switches"], "switches") if "switches" in keys else True,
        goal=goal,
        time_limit=limits["time"].number("time", 1, 10**9) if "time" in limits else None,
        memory_limit=limits["memory"].number("memory", 1, 10**9) << 20 if "memory" in limits else None,
    )


def _complete(step: Step) -> bool:
    info = backends.info(step.backend)
    return info is None or info.complete


def _step(node: Node) -> Step:
    keys = node.known_keys("a step", _STEP_KEYS)
    backend = keys["backend"].text("backend") if "backend" in keys else "pysat:cadical195"
    info = _backend(keys.get("backend", node), backend)
    readable = (name for name, (_, language) in ENCODINGS.items() if language in info.reads)
    encoding = keys["encoding"].text("encoding") if "encoding" in keys else next(readable)
    if encoding not in ENCODINGS:
        raise keys["encoding"].wrong(f"no encoding {encoding!r}; the encodings are {', '.join(ENCODINGS)}")
    if ENCODINGS[encoding][1] not in info.reads:
        raise node.wrong(f"{backend} cannot read what the encoding {encoding} writes")
    options: dict[str, Option] = {}
    if "options" in keys:
        for key, value in keys["options"].known_keys(f"options of {backend}", info.options).items():
            options[key] = _option(value, key, info.options[key])
    conflicts = keys["conflicts"].number("conflicts", 1, 10**9) if "conflicts" in keys else None
    if conflicts is not None and not info.budget:
        raise keys["conflicts"].wrong(f"{backend} cannot stop after a number of conflicts")
    hints = keys["hints"].text("hints") if "hints" in keys else "none"
    if hints not in _HINTS:
        raise keys["hints"].wrong(f"hints: expected one of {', '.join(_HINTS)}, found {hints!r}")
    if hints != "none" and not info.phases:
        raise keys["hints"].wrong(f"{backend} takes no hints")
    return Step(encoding, backend, options, hints, conflicts)


def _backend(node: Node, name: str) -> backends.Info:
    head = name.split(":")[0]
    if head not in backends.FAMILIES:
        raise node.wrong(f"no backend {name!r}; the families are {', '.join(backends.FAMILIES)}")
    if not backends.installed(head):
        raise node.wrong(f"the backend {name} is not installed: {backends.family(head).INSTALL}")
    info = backends.info(name)
    if info is None:
        here = ", ".join(found.name for found in backends.every() if found.solve)
        raise node.wrong(f"no backend {name!r}; here are {here}")
    if not info.solve:
        raise node.wrong(f"the backend {name} does not solve: it can {' and '.join(info.abilities())}")
    return info


def _truth(node: Node, what: str) -> bool:
    text = node.text(what)
    if text not in ("true", "false"):
        raise node.wrong(f"{what}: expected true or false, found {text!r}")
    return text == "true"


def _option(node: Node, what: str, default: Option) -> Option:
    """Read an option, of the type of its default; numbers are from 1, or from 0 where the default is."""
    if isinstance(default, bool):
        return _truth(node, what)
    return node.number(what, min(default, 1), 10**9)
