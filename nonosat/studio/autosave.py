"""Data that outlives the server: unsaved drawings, and the token."""

from __future__ import annotations

import json
import os
import secrets
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from nonosat.errors import InputError
from nonosat.processes.files import put_file
from nonosat.studio.drawing import Drawing, read_drawing
from nonosat.studio.fields import Fields, parsed
from nonosat.studio.state_files import key_of, state_folder

MOST_UNTITLED = 99
"""The most drawings without a file that are kept."""

_VERSION = 1
_LARGEST = 20 << 20  # bytes; any drawing takes less than half of it
_DAY = 24 * 3600.0
_CLIENTS = 100
_LONGEST = 1 << 15  # characters of a source; a path has at most 4096 bytes


@dataclass(frozen=True)
class Kept:
    """A kept drawing. `base` is the hash of the file that it came from ("" if none), `applied` maps each page
    to the number of its last change in the drawing, `time` is when it was kept. `source` is as in `Opened`.
    """

    drawing: Drawing
    revision: int
    base: str = ""
    applied: Mapping[str, int] = field(default_factory=dict)
    time: float = 0.0
    source: str = ""


class Autosave:
    """The autosave file of one drawing: next to the puzzle's file if possible, else in the state folder."""

    def __init__(self, file: Path | None, number: int = 1) -> None:
        """`file` is the puzzle's; if it is None, `number` identifies the drawing."""
        if file is None:
            self.path = state_folder() / f"untitled-{number}.json"
        elif os.access(file.parent, os.W_OK):
            self.path = file.with_name(f".{file.name}.studio.json")
        else:
            self.path = state_folder() / f"{key_of(str(file))}.json"

    def read(self) -> Kept | None:
        """Return the kept drawing; None if there is none. Raises InputError if it cannot be read."""
        try:
            with self.path.open("rb") as file:
                return _read(file.read(_LARGEST + 1))
        except FileNotFoundError:
            return None
        except OSError as error:
            raise InputError(f"an autosave: {error.strerror}") from None

    def write(self, kept: Kept) -> None:
        """Keep a drawing.

        Raises OSError if the file cannot be written, and InputError if it could not be read back: then an
        earlier one stays.
        """
        recent = dict(list(kept.applied.items())[-_CLIENTS:])
        kept = replace(kept, applied=recent, time=float(int(time.time())))
        content = _written(kept)
        if _read(content) != kept:
            raise InputError("an autosave: it would be read back as another drawing")
        put_file(self.path, content, private=True)

    def set_aside(self) -> Path:
        """Give the file another name, so that it stays when another drawing is kept; return its new path.

        Raises OSError if that fails.
        """
        names = (self.path.with_name(f"{self.path.name}.aside-{number}") for number in count(1))
        path = next(path for path in names if not path.exists())
        return self.path.rename(path)

    def remove(self) -> None:
        """Delete the file: the drawing is saved or discarded."""
        self.path.unlink(missing_ok=True)


def _written(kept: Kept) -> bytes:
    data = {
        "studio": _VERSION,
        "time": int(kept.time),
        "revision": kept.revision,
        "base": kept.base,
        "source": kept.source,
        "applied": dict(kept.applied),
        "drawing": kept.drawing.plain(),
    }
    return json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")


def _read(content: bytes) -> Kept:
    """Read what `_written` wrote. Raises InputError if it is anything else."""
    if len(content) > _LARGEST:
        raise InputError(f"an autosave: more than {_LARGEST >> 20} MB")
    data = parsed(content, "an autosave")
    keys = ("studio", "drawing", "revision", "base", "source", "applied", "time")
    fields = Fields(data, "an autosave", keys)
    if fields.number("studio", 0, 1 << 30) != _VERSION:
        raise InputError("an autosave: of another version of the studio")
    applied = fields.any("applied")
    clients = Fields(applied, "an autosave's pages", applied if isinstance(applied, dict) else ())
    return Kept(
        read_drawing(fields.any("drawing")),
        fields.number("revision", 0, 1 << 50),
        fields.text("base", 64),
        {client: clients.number(client, 0, 1 << 50) for client in applied},
        float(fields.number("time", 0, 1 << 50)),
        fields.text("source", _LONGEST, ""),
    )


def kept_without_file() -> list[int]:
    """Return the numbers of the kept drawings without a file, the newest first."""
    found = []
    for path in state_folder().glob("untitled-*.json"):
        number = path.stem.removeprefix("untitled-")
        if number.isascii() and number.isdigit() and 0 < int(number[:4]) <= MOST_UNTITLED:
            found.append((path.stat().st_mtime, int(number)))
    return [number for _, number in sorted(found, reverse=True)]


def token_of_run(started: str, fresh: bool) -> str:
    """Return a token of 128 random bits. If the studio was started in the same way within the last day, it is
    the token of that run, so that a page that is still open reconnects by itself; `fresh` makes a new one.
    Tokens are kept in the state folder and not next to a puzzle, whose folder may be shared with others.
    """
    new = secrets.token_urlsafe(16)
    if fresh:
        return new
    path = state_folder() / f"{key_of(started)}.token"
    try:
        found = path.stat(follow_symlinks=False)
        mine = found.st_uid == os.getuid() and found.st_mode & 0o777 == 0o600
        token = path.read_text(encoding="ascii") if mine and time.time() - found.st_mtime < _DAY else ""
    except (OSError, ValueError):
        token = ""
    token = token if len(token) == len(new) else new
    put_file(path, token.encode(), private=True)
    return token
