"""Faults of the machine, which are no bugs."""

from __future__ import annotations

import errno

_MACHINE = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EROFS,
    errno.EIO,
    errno.EMFILE,
    errno.ENFILE,
    errno.EAGAIN,
    errno.ENOMEM,
)


def is_the_machines(error: OSError) -> bool:
    """Whether the machine caused an error, for example by a full disk."""
    return error.errno in _MACHINE
