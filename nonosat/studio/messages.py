"""The messages from the page; docs/studio.md documents both directions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from nonosat.errors import InputError
from nonosat.fields import number, one_of, parsed, placed, read_kind, text
from nonosat.studio.drawing import MOST_COLOURS, Change, Drawing, read_change, read_drawing

VERSION = 3
"""The version of the messages: it increases when one changes its meaning or is removed."""

MOST_BYTES = 10 << 20
"""The longest message that the server accepts: any drawing fits."""

MOST_HELLO = 10_000
"""The most characters of the first message, which anyone can send."""

QUESTIONS = ("givens",)
"""The questions that a page can request; all others are asked automatically."""

Name = Annotated[str, text(300)]
"""The name of a puzzle or file."""

Hash = Annotated[str, text(64)]


class VersionError(InputError):
    """The page uses another version of the messages: it was loaded from another server."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The first message. `client` is the page's own name, which stays the same as long as it is open."""

    token: Annotated[str, text(100)]
    client: Annotated[str, text(40)]
    puzzle: Name = ""


@dataclass(frozen=True, slots=True)
class Open:
    """Show another puzzle: one that is open, or a file of the folder."""

    puzzle: Name


@dataclass(frozen=True, slots=True)
class New:
    """Begin a new puzzle with this drawing."""

    drawing: Annotated[Drawing, read_drawing]


@dataclass(frozen=True, slots=True)
class Changed:
    """The change number `seq` of this page, to a drawing of this `shape`."""

    seq: Annotated[int, number(1, 1 << 40)]
    shape: Annotated[str, text(2 * MOST_COLOURS)]
    change: Annotated[Change, read_change]


@dataclass(frozen=True, slots=True)
class Save:
    """Write the puzzle to a file of the folder; "" is the file that it came from.

    `replacing` and `unsaved` are the hashes of what the user agreed to replace: the file, and the autosave of
    another drawing with this name.
    """

    file: Name = ""
    replacing: Hash = ""
    unsaved: Hash = ""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask a question that is not asked automatically, about the current drawing."""

    question: Annotated[str, one_of(QUESTIONS)]


@dataclass(frozen=True, slots=True)
class Stop:
    """Stop answering the current questions."""


@dataclass(frozen=True, slots=True)
class Files:
    """List the files of the folder, and look into them until `close-files`."""


@dataclass(frozen=True, slots=True)
class CloseFiles:
    """Stop looking into the files."""


@dataclass(frozen=True, slots=True)
class Revert:
    """Revert to the file on disk."""


@dataclass(frozen=True, slots=True)
class Discard:
    """Delete a drawing without a file that no page shows."""

    puzzle: Name


Message = Hello | Open | New | Changed | Save | Ask | Stop | Files | CloseFiles | Revert | Discard

_KINDS: dict[str, type[Message]] = {
    "hello": Hello,
    "open": Open,
    "new": New,
    "change": Changed,
    "save": Save,
    "ask": Ask,
    "stop": Stop,
    "files": Files,
    "close-files": CloseFiles,
    "revert": Revert,
    "discard": Discard,
}


def read_message(text: str | bytes) -> Message:
    """Read a message. Raises InputError if it is invalid, and VersionError if it has another version."""
    data = placed("a message", parsed, text)
    if isinstance(data, dict) and data.get("type") == "hello" and data.pop("version", None) != VERSION:
        raise VersionError(f"this server speaks version {VERSION} of the messages: reload the page")
    return read_kind(_KINDS, "type", data, "a message")
