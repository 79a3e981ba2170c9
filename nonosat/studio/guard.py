"""Decides which requests the server answers, and sets the headers of responses: only the user's own browser
may connect.

The token keeps out other users and programs of the machine. The Host header keeps out sites whose name was
rebound to this address (DNS rebinding), and the Origin header keeps out the pages of all other sites.
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
"""The hosts by which a browser on this machine reaches the server."""

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
        """`host` is the address that the server listens on; `lost` is shown to a browser without the token.

        `shown` has the addresses that need no token, because they cannot be guessed.
        """
        self._app = app
        self._token = token
        self._hosts = _hosts(host, port)
        self._any_address = f":{port}" if host in ("0.0.0.0", "::") else ""
        self._lost = lost
        self._shown = shown

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on authorised requests."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        own = self._own_host(host)
        same_origin = headers.get("origin") == f"http://{host}"
        if not own:
            await self._refuse(PlainTextResponse("Not this host.\n", 403), scope, receive, send)
        elif not self._has_token(scope, headers):
            lost = HTMLResponse(self._lost.html, 403, {"content-security-policy": self._lost.policy})
            await self._refuse(lost, scope, receive, send)
        elif scope["method"] not in ("GET", "HEAD") and not same_origin:
            await self._refuse(PlainTextResponse("Not this origin.\n", 403), scope, receive, send)
        else:
            await self._app(scope, receive, _protecting(send))

    def _allows(self, token: str) -> bool:
        """Whether this is the right token, compared in constant time."""
        return hmac.compare_digest(token.encode("utf-8", "replace"), self._token.encode())

    def _has_token(self, scope: Scope, headers: Headers) -> bool:
        """Whether a request has the token: in the address of the page, in a header of other requests."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme == "Bearer":
            return self._allows(given)
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return False
        if scope["path"] in self._shown:
            return headers.get("sec-fetch-dest", "iframe") == "iframe"
        if scope["path"] != "/":
            return False
        try:
            query = parse_qs(scope["query_string"].decode("latin-1"), max_num_fields=4)
        except ValueError:  # too many fields
            return False
        return self._allows(query.get("token", [""])[0])

    def _own_host(self, host: str) -> bool:
        if host in self._hosts:
            return True
        name, colon, port = host.rpartition(":")
        if not self._any_address or f"{colon}{port}" != self._any_address:
            return False
        try:  # only addresses: a name could belong to any site
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
    """Return the values of the Host header that are allowed."""
    names = {*LOOPBACK, f"[{host}]" if ":" in host else host} - {"0.0.0.0", "[::]"}
    return {f"{name}:{port}" for name in names} | (names if port == 80 else set())


def _protecting(send: Send) -> Send:
    """Return a `send` that adds the headers of every response."""

    async def send_protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            headers.setdefault("content-security-policy", _NOTHING)
        await send(message)

    return send_protected
