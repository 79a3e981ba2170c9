"""Files that only the user can read: the state folder, locks, and atomic writes."""

from __future__ import annotations

import fcntl
import os
import tempfile
from hashlib import sha256
from pathlib import Path

from nonosat.errors import InputError


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


def put_file(path: Path, content: bytes, private: bool = False) -> None:
    """Write a file under a temporary name, then move it into place, so that it is never partial. A private
    file is readable only by the user; any other keeps the mode of the file that it replaces.
    """
    descriptor, name = tempfile.mkstemp(".part", ".nonosat-", path.parent)  # with mode 0600
    part = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if not private:
            part.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


class Lock:
    """A lock file that one process at a time can hold; the system frees it when the process ends."""

    def __init__(self, name: str) -> None:
        """`name` identifies the resource that only one process may use."""
        self._path = state_folder() / f"{key_of(name)}.lock"
        self._descriptor = -1

    def take(self) -> bool:
        """Try to take the lock; return whether that succeeded."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def free(self) -> None:
        """Release the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
