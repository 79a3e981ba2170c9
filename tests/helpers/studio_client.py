"""A client of the studio's server: requests, genuine and forged."""

import http.client
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from nonosat.studio.page_files import version
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
    return {
        "Authorization": f"Bearer {server.token}",
        "Origin": f"http://{server.host}",
        "X-Version": version(),
    }


def do(server: Server, work: str, body: object = None, /, **options: str) -> tuple[int, bytes]:
    """Ask for work, such as `make/link`; the body is bytes or plain data."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    status, _, said = ask(server, "POST", f"/{work}?{urlencode(options)}", data, **allowed(server))
    return status, said


def problem(server: Server, work: str, body: object = None, /, **options: str) -> str:
    """Return why this is refused."""
    status, said = do(server, work, body, **options)
    assert status in (400, 409), said
    found: str = json.loads(said)["problem"]
    return found


class Question:
    """A question that is asked until it is closed."""

    def __init__(self, server: Server, what: str, body: object = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        headers = {"Host": server.host, **allowed(server)}
        self._connection.request("POST", f"/ask/{what}", json.dumps(body).encode(), headers)
        self._response = self._connection.getresponse()

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """Yield the answers as they come."""
        for line in self._response:
            said = json.loads(line)
            yield said["what"], said["data"]

    def heard(self, name: str) -> Any:
        """Return the next answer of this name."""
        return next(data for what, data in self if what == name)

    def close(self) -> None:
        """Stop listening."""
        self._response.close()
        self._connection.close()
