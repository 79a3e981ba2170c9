"""A client of the studio's server: requests and messages, genuine and forged."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from nonosat.studio.messages import VERSION
from tests.helpers.studio import Server

EMPTY: dict[str, Any] = {
    "width": 2,
    "height": 1,
    "palette": [
        {"char": ".", "name": "white", "rgb": "#ffffff"},
        {"char": "#", "name": "black", "rgb": "#000000"},
    ],
    "picture": "..",
}

LARGE = {**EMPTY, "width": 500, "height": 500, "picture": "." * 250_000}


def ask(
    server: Server, method: str, path: str, body: bytes = b"", /, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    sent = {"Host": server.host, **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection.request(method, path, body, {name: value for name, value in sent.items() if value})
    response = connection.getresponse()
    found = response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
    connection.close()
    return found


def allowed(server: Server) -> dict[str, str]:
    return {"Authorization": f"Bearer {server.token}", "Origin": f"http://{server.host}"}


def talk(server: Server, origin: str | None = "", host: str = "") -> ClientConnection:
    """Connect as the page does, or with another origin or host."""
    sock = socket.create_connection(("127.0.0.1", server.port))
    return connect(
        f"ws://{host or server.host}/talk",
        sock=sock,
        origin=origin if origin is None else Origin(origin or f"http://{server.host}"),
        compression=None,
        max_size=None,
    )


def hello(server: Server, **changed: Any) -> str:
    said = {"type": "hello", "version": VERSION, "token": server.token, "client": "test", "puzzle": ""}
    return json.dumps({**said, **changed})


@contextmanager
def welcomed(server: Server, puzzle: str = "") -> Iterator[ClientConnection]:
    """Connect as the page does, and wait for the puzzle."""
    with talk(server) as page:
        page.send(hello(server, puzzle=puzzle))
        heard(page, "puzzle")
        yield page


def say(page: ClientConnection, kind: str, **fields: Any) -> None:
    """Send a message of this type."""
    page.send(json.dumps({"type": kind, **fields}))


def change(
    page: ClientConnection, seq: int, kind: str, shape: str = "nonogram 2x1 .# picture", **fields: Any
) -> None:
    """Send a change of this kind."""
    say(page, "change", seq=seq, shape=shape, change={"kind": kind, **fields})


def closed(page: ClientConnection, wait: float = 20) -> int:
    """Return the code with which the server closes a connection."""
    end = time.monotonic() + wait
    try:
        while True:
            page.recv(timeout=end - time.monotonic())
    except ConnectionClosed as error:
        assert error.rcvd is not None
        return error.rcvd.code


def heard(page: ClientConnection, kind: str) -> dict[str, Any]:
    """Return the next message of this type."""
    while (said := json.loads(page.recv(timeout=30)))["type"] != kind:
        pass
    found: dict[str, Any] = said
    return found
