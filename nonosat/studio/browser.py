"""The verbs in a browser: Python runs in a Web Worker, and messages of the page take the place of HTTP.

Nobody else can send these messages, so nothing is guarded.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nonosat.studio.folder import Folder, empty
from nonosat.studio.verbs import REFUSED, Studio, line, refusal
from nonosat.studio.workers import Workers

_MEMORY = 2 << 30

Answer = tuple[int, str, dict[str, str], bytes]
"""A status, a media type, headers and a body, as of HTTP."""


class Here:
    """A studio for the page of one Web Worker. `folder` has the files that it opens and saves."""

    def __init__(self, folder: str, site: str) -> None:
        """Links are to the page at `site`."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        self._studio = Studio(Folder(Path(folder)), empty, Workers(_MEMORY), site)
        self._open: dict[int, asyncio.Task[None]] = {}

    def ask(self, number: int, what: str, body: bytes, tell: Callable[[str], object]) -> None:
        """Begin to answer a question of this number; `tell` gets lines of JSON, and "" at the end."""

        async def answer() -> None:
            try:
                await self._studio.question(what, bytes(body))(lambda *answer: tell(line(*answer)))
            except REFUSED as error:
                tell(line("stopped", {"question": what, "why": str(error)}))
            finally:
                self._open.pop(number, None)
                tell("")

        self._open[number] = asyncio.create_task(answer())

    def close(self, number: int) -> None:
        """Stop answering a question."""
        if number in self._open:
            self._open[number].cancel()

    async def do(self, work: str, options: dict[str, str], body: bytes) -> Answer:
        """Return the answer to a request of the other verbs."""
        try:
            made: Any = await self._studio.perform(work, options, bytes(body))
        except REFUSED as error:
            said = refusal(error)
            return 409 if "version" in said else 400, "application/json", {}, json.dumps(said).encode()
        return 200, made.kind, {"x-lost": ", ".join(made.lost)}, made.content
