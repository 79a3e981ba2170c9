"""Pages to show in a frame, each at an address that works once.

A frame sends no token, so the address is the secret. The policy isolates the page from the studio: the page
has its own origin, and cannot reach any server.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict

PATH = "/shown/"

SECONDS = 60.0
"""Seconds within which a page must be fetched."""

_MOST = 4

POLICY = (
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The policy of `pages/templates.py`, with a sandbox; only the studio may show the page in a frame."""


class Shown:
    """The pages that are waiting to be fetched."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, tuple[float, bytes]] = OrderedDict()

    def put(self, page: bytes) -> str:
        """Store a page; return its address."""
        address = PATH + secrets.token_urlsafe(16)
        self._waiting[address] = time.monotonic() + SECONDS, page
        while len(self._waiting) > _MOST:
            self._waiting.popitem(last=False)
        return address

    def __contains__(self, address: object) -> bool:
        until, _page = self._waiting.get(str(address), (0.0, b""))
        return time.monotonic() < until

    def take(self, address: str) -> bytes | None:
        """Return a page, and forget it; None if there is none."""
        return self._waiting.pop(address, (0.0, None))[1]
