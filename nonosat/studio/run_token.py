"""The token of a run, which outlives it: a page that is open goes on when the studio is started again."""

from __future__ import annotations

import os
import secrets
import sys
import time
from hashlib import sha256
from pathlib import Path

from nonosat import InputError, files

_DAY = 24 * 3600.0


class Run:
    """A run of the studio. One that is `started` in the same way within a day of the last one has its token,
    unless that one still runs. The system frees the lock when the process ends.
    """

    def __init__(self, started: str) -> None:
        name = sha256(started.encode("utf-8", "surrogateescape")).hexdigest()[:24]
        folder = state_folder()
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0)
        self._lock = os.open(folder / f"{name}.lock", flags, 0o600)
        new = secrets.token_urlsafe(16)  # of 128 random bits
        self.token = new
        if files.locked(self._lock):
            path = folder / f"{name}.token"
            self.token = _kept(path, len(new)) or new
            files.put_file(path, self.token.encode(), private=True)

    def end(self) -> None:
        """Let another run have the token."""
        os.close(self._lock)


def _kept(path: Path, length: int) -> str:
    """Return the token in a file, "" if there is none that only the user knows, and not for long."""
    try:
        found = path.stat(follow_symlinks=False)
        mine = sys.platform == "win32" or (found.st_uid == os.getuid() and found.st_mode & 0o777 == 0o600)
        token = path.read_text(encoding="ascii") if mine and time.time() - found.st_mtime < _DAY else ""
    except (OSError, ValueError):
        return ""
    return token if len(token) == length else ""


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
