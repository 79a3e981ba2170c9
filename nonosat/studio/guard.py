"""Which requests the server answers, and the headers of responses: only the user's own browser may connect.

The token keeps other users and programs of the machine out. Host keeps out a site whose name was
rebound to this address (DNS rebinding), Origin every other site's page.
"""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Collection, Container
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from nonosat.studio.page_files import Document

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
"""The hosts under which a browser of this machine reaches the server."""

_HEADERS = {
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


class Guard:
    """Refuses unauthorised requests before the server looks at them."""

    def __init__(
        self, app: ASGIApp, token: str, port: int, host: str, lost: Document, shown: Container[str]
    ) -> None:
        """`host` is the address the server listens at; `lost` is shown to a browser without the token.

        `shown` has the addresses that need no token, because they cannot be guessed.
        """
        self._app = app
        self._token = token
        self._hosts = _hosts(host, port)
        self._any_address = f":{port}" if host in ("0.0.0.0", "::") else ""
        self._lost = lost
        self._shown = shown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on authorised requests; the token of a WebSocket is in its first message."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        own = self._own_host(host)
        same_origin = headers.get("origin") == f"http://{host}"
        if scope["type"] == "websocket":
            if own and same_origin:
                await self._app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": 1008})  # the handshake is answered with 403
            return
        if not own:
            await self._refuse(PlainTextResponse("Not this host.\n", 403), scope, receive, send)
        elif not self._has_token(scope, headers):
            lost = HTMLResponse(self._lost.html, 403, {"content-security-policy": self._lost.policy})
            await self._refuse(lost, scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD") and not same_origin:
            await self._refuse(PlainTextResponse("Not this origin.\n", 403), scope, receive, send)
        else:
            await self._app(scope, receive, _protecting(send))

    def allows(self, token: str) -> bool:
        """Whether it is the token, compared in constant time."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self._token.encode())

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request has the token: in the page's address, or in a header of all others."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme == "Bearer":
            return self.allows(given)
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return False
        if scope["path"] in self._shown:
            return headers.get("sec-fetch-dest", "iframe") == "iframe"
        if scope["path"] != "/":
            return False
        query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=4)
        return self.allows(query.get("token", [""])[0])

    def _own_host(self, host: str) -> bool:
        if host in self._hosts:
            return True
        name, colon, port = host.rpartition(":")
        if not self._any_address or f"{colon}{port}" != self._any_address:
            return False
        try:  # a name could be anyone's
            return bool(ipaddress.ip_address(name.strip("[]")))
        except ValueError:
            return False

    async def _refuse(self, response: Response, scope: Scope, receive: Receive, send: Send) -> None:
        await response(scope, receive, _protecting(send))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _hosts(host: str, port: int) -> Collection[str]:
    """Return the allowed Hosts of a request."""
    names = {*LOOPBACK, f"[{host}]" if ":" in host else host} - {"0.0.0.0", "[::]"}
    return {f"{name}:{port}" for name in names} | (names if port == 80 else set())


def _protecting(send: Send) -> Send:
    """Return `send` with the headers that every response has."""

    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers.setdefault("content-security-policy", _NOTHING)
        await send(message)

    return protected
