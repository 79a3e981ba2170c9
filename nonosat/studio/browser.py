"""The studio in a browser: its server runs in a Web Worker, and messages of the page take the place of HTTP
and of the WebSocket.

The application and its guard are the same. Nobody else can send these messages, so there is no token.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from nonosat.studio.app import Studio
from nonosat.studio.folder import Folder

_HOST, _TOKEN = "127.0.0.1", ""
_MEMORY = 2 << 30
_SCOPE = {"asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "root_path": ""}


class Here:
    """A studio for the pages of one browser. `folder` has the files that it opens and saves."""

    def __init__(self, folder: str, tell: Callable[[str], object], site: str) -> None:
        """`tell` sends the page a message of the studio, as JSON; `site` is the address that links have."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        self._studio = Studio(Folder(Path(folder)), _MEMORY, _TOKEN, 80, _HOST, site)
        self._tell = tell
        self._heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._talk: asyncio.Task[None] | None = None

    def connect(self) -> None:
        """Begin a conversation, as a WebSocket does; the one before ends."""
        if self._talk is not None:
            self._heard.put_nowait({"type": "websocket.disconnect", "code": 1001})
        self._heard = asyncio.Queue()
        self._heard.put_nowait({"type": "websocket.connect"})
        scope = {"type": "websocket", **_scope("/talk"), "subprotocols": []}
        self._talk = asyncio.create_task(self._studio.app(scope, self._heard.get, self._say))

    def hear(self, text: str) -> None:
        """Take a message of the page."""
        self._heard.put_nowait({"type": "websocket.receive", "text": text})

    async def _say(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self._tell(message["text"])

    async def request(
        self, method: str, path: str, query: str, body: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        """Return the status, the headers and the body that the server answers with."""
        answer: dict[str, Any] = {}
        content = bytearray()
        asked: asyncio.Queue[dict[str, Any]] = asyncio.Queue()  # after the body, the page waits
        asked.put_nowait({"type": "http.request", "body": bytes(body), "more_body": False})

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.update(message)
            content.extend(message.get("body", b""))

        scope = {"type": "http", "method": method, **_scope(path), "query_string": query.encode()}
        await self._studio.app(scope, asked.get, send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in answer["headers"]}
        return answer["status"], headers, bytes(content)


def _scope(path: str) -> dict[str, Any]:
    headers = {
        "host": _HOST,
        "origin": f"http://{_HOST}",
        "authorization": f"Bearer {_TOKEN}",
    }
    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    return {**_SCOPE, "path": path, "raw_path": path.encode(), "query_string": b"", "headers": encoded}
