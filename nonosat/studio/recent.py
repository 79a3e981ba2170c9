"""The files that were opened or saved last, kept over a restart in the state folder."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from nonosat.errors import InputError
from nonosat.fields import items, parsed, text
from nonosat.processes.files import put_file
from nonosat.studio.state_files import state_folder

_MOST = 50
_paths = items(_MOST, text(1 << 15))


def recent(folder: Path) -> list[str]:
    """Return the names of the recent files in a folder, the last one first."""
    return [path.name for path in map(Path, _read()) if path.parent == folder]


def note(file: Path) -> None:
    """Note that a file was opened or saved."""
    paths = [str(file), *(path for path in _read() if path != str(file))][:_MOST]
    with contextlib.suppress(OSError, UnicodeEncodeError):  # the list is a convenience
        put_file(_file(), json.dumps(paths).encode(), private=True)


def _read() -> list[str]:
    """Return the list; an empty one if there is none, or if it cannot be read."""
    try:
        return list(_paths(parsed(_file().read_bytes())))
    except (OSError, InputError):
        return []


def _file() -> Path:
    return state_folder() / "recent.json"
