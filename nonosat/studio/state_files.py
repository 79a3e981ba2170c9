"""The state folder, which only the user can read, and locks in it."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

from nonosat.errors import InputError
from nonosat.processes.files import locked


def state_folder() -> Path:
    """Return the folder of data that outlives a run; create it, readable only by the user, if necessary."""
    base = os.environ.get("XDG_STATE_HOME", "")
    root = Path(base) if os.path.isabs(base) else Path.home() / ".local" / "state"
    folder = root / "nonosat" / "studio"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.chmod(0o700)
    except OSError as error:
        raise InputError(f"cannot be used: {error.strerror}", str(folder)) from None
    return folder


def key_of(text: str) -> str:
    """Return a short file name for a path or another text."""
    return sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:24]


class Lock:
    """A lock file that one process at a time can hold; the system frees it when the process ends."""

    def __init__(self, name: str) -> None:
        """`name` identifies the resource that only one process may use."""
        self._path = state_folder() / f"{key_of(name)}.lock"
        self._descriptor = -1

    def take(self) -> bool:
        """Try to take the lock; return whether that succeeded."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        if not locked(descriptor):
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def free(self) -> None:
        """Release the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
