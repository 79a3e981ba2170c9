"""Reads and validates the messages from the page; docs/studio.md documents both directions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nonosat.errors import InputError
from nonosat.studio.drawing import MOST_COLOURS, Change, Drawing, read_change, read_drawing
from nonosat.studio.fields import Fields, parsed

VERSION = 1
"""The version of the messages: it increases when one changes its meaning or is removed."""

MOST_BYTES = 10 << 20
"""The longest message that the server accepts: any drawing fits."""

MOST_HELLO = 10_000
"""The most characters of the first message, which anyone can send."""

_NUMBER = 1 << 40  # the largest number that is accepted


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message. `client` is the page's own name, which stays the same as long as it is open."""

    token: str
    client: str
    puzzle: str


@dataclass(frozen=True, slots=True)
class Open:
    """Show another puzzle: one that is open, or a file of the folder."""

    puzzle: str


@dataclass(frozen=True, slots=True)
class New:
    """Begin a new puzzle with this drawing."""

    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Changed:
    """The change number `seq` of this page, to a drawing of this `shape`.

    `data` is the change as it was received, for the other pages.
    """

    seq: int
    shape: str
    change: Change
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Save:
    """Write the puzzle to a file of the folder; "" is the file that it came from.

    `replacing` is the hash of the existing file that the user agreed to overwrite.
    """

    file: str
    replacing: str


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a question that is not asked automatically, about the current drawing."""

    question: str


@dataclass(frozen=True, slots=True)
class Files:
    """List the files of the folder."""


@dataclass(frozen=True, slots=True)
class Revert:
    """Revert to the file on disk."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Delete a drawing without a file that no page shows."""

    puzzle: str


Message = Hello | Open | New | Changed | Save | Ask | Files | Revert | Discard

QUESTIONS = ("givens",)
"""The questions that a page can request; all others are asked automatically."""

_KEYS = {
    "hello": ("version", "token", "client", "puzzle"),
    "open": ("puzzle",),
    "new": ("drawing",),
    "change": ("seq", "shape", "change"),
    "save": ("file", "replacing"),
    "ask": ("question",),
    "files": (),
    "revert": (),
    "discard": ("puzzle",),
}


class VersionError(InputError):
    """The page uses another version of the messages: it was loaded from another server."""


def read_message(text: str | bytes) -> Message:
    """Read a message. Raises InputError if it is invalid, and VersionError if it has another version."""
    data = parsed(text, "a message")
    kind = Fields(data, "a message", data if isinstance(data, dict) else ()).one_of("type", _KEYS)
    if kind == "hello" and data.get("version") != VERSION:
        raise VersionError(f"this server speaks version {VERSION} of the messages: reload the page")
    fields = Fields(data, f"a message of type {kind}", ("type", *_KEYS[kind]))
    return _READERS[kind](fields)


def _change(fields: Fields) -> Changed:
    seq, shape = fields.number("seq", 1, _NUMBER), fields.text("shape", 2 * MOST_COLOURS)
    data = fields.any("change")
    return Changed(seq, shape, read_change(data), data)


_READERS: dict[str, Callable[[Fields], Message]] = {
    "hello": lambda fields: Hello(
        fields.text("token", 100), fields.text("client", 40), fields.text("puzzle", 300, "")
    ),
    "open": lambda fields: Open(fields.text("puzzle", 300)),
    "new": lambda fields: New(read_drawing(fields.any("drawing"))),
    "change": _change,
    "save": lambda fields: Save(fields.text("file", 300, ""), fields.text("replacing", 64, "")),
    "ask": lambda fields: Ask(fields.one_of("question", QUESTIONS)),
    "files": lambda _fields: Files(),
    "revert": lambda _fields: Revert(),
    "discard": lambda fields: Discard(fields.text("puzzle", 300)),
}
