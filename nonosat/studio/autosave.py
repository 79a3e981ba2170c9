"""Data that outlives the server: unsaved drawings, and the token."""

from __future__ import annotations

import json
import os
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Annotated

from nonosat.errors import InputError
from nonosat.fields import mapping, number, parsed, placed, read, text
from nonosat.processes.files import put_file
from nonosat.studio.drawing import Drawing, read_drawing
from nonosat.studio.state_files import key_of, state_folder

MOST_UNTITLED = 99
"""The most drawings without a file that are kept."""

UNTITLED = re.compile(r"untitled-[1-9]\d?")
"""The names of drawings without a file."""

_VERSION = 2  # version 1 had the clues of rows and columns apart
_LARGEST = 20 << 20  # bytes; any drawing takes less than half of it
_DAY = 24 * 3600.0
_CLIENTS = 100
_LONGEST_NAME = 220  # bytes of a file's name: with what an autosave adds to it, it can be that of a file

_number = number(0, 1 << 50)


def _read_applied(data: object) -> dict[str, int]:
    return {client: _number(seq) for client, seq in mapping(data, "the pages").items()}


@dataclass(frozen=True)
class Kept:
    """A kept drawing. `base` is the hash of the file that it came from ("" if none), `applied` maps each page
    to the number of its last change in the drawing, `time` is when it was kept. `source` is as in `Opened`.
    """

    drawing: Annotated[Drawing, read_drawing]
    revision: Annotated[int, _number]
    base: Annotated[str, text(64)] = ""
    applied: Annotated[Mapping[str, int], _read_applied] = field(default_factory=dict)
    time: Annotated[int, _number] = 0
    source: Annotated[str, text(1 << 15)] = ""  # a path has at most 4096 bytes


class Autosave:
    """The autosave file of one drawing: next to the puzzle's file if possible, else in the state folder."""

    def __init__(self, file: Path | None, name: str = "untitled-1") -> None:
        """`file` is the puzzle's; if it is None, `name` identifies the drawing."""
        if file is None:
            self.path = state_folder() / f"{name}.json"
        elif os.access(file.parent, os.W_OK) and len(os.fsencode(file.name)) <= _LONGEST_NAME:
            self.path = file.with_name(f".{file.name}.studio.json")
        else:
            self.path = state_folder() / f"{key_of(str(file))}.json"

    def read(self) -> Kept | None:
        """Return the kept drawing; None if there is none. Raises InputError if it cannot be read."""
        content = self._content()
        return None if content is None else _read(content)

    def digest(self) -> str:
        """Return a hash of the file, "" if there is none. Raises InputError if it cannot be read."""
        content = self._content()
        return "" if content is None else sha256(content).hexdigest()

    def _content(self) -> bytes | None:
        try:
            with self.path.open("rb") as file:
                return file.read(_LARGEST + 1)
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
        kept = replace(kept, applied=recent, time=int(time.time()))
        data = {"studio": _VERSION, **asdict(kept), "drawing": kept.drawing.plain()}
        content = json.dumps(data, ensure_ascii=False).encode("utf-8", "surrogatepass")
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


def _read(content: bytes) -> Kept:
    """Read an autosave. Raises InputError if it is anything else."""
    if len(content) > _LARGEST:
        raise InputError(f"an autosave: more than {_LARGEST >> 20} MB")
    data = mapping(placed("an autosave", parsed, content), "an autosave")
    version = data.pop("studio", None)
    if version not in (1, _VERSION):
        raise InputError("an autosave: of another version of the studio")
    if version == 1 and isinstance(drawing := data.get("drawing"), dict):
        lists = [drawing.pop(axis, []) for axis in ("rows", "columns")]
        drawing["clues"] = [clue for clues in lists if isinstance(clues, list) for clue in clues]
    return read(Kept, data, "an autosave")


def kept_without_file() -> list[str]:
    """Return the names of the kept drawings without a file, the newest first."""
    found = [path for path in state_folder().glob("untitled-*.json") if UNTITLED.fullmatch(path.stem)]
    return [path.stem for path in sorted(found, key=lambda path: path.stat().st_mtime, reverse=True)]


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
