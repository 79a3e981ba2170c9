"""The verbs over HTTP: the page, the requests of its scripts, and the pages that it shows in a frame.

Such a page is at an address that works once: a frame sends no token, so the address is the secret. The policy
isolates the page from the studio: it has its own origin, and cannot reach any server.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from nonosat import InputError, LimitReached, StopReason
from nonosat.studio.folder import MOST_BYTES
from nonosat.studio.guard import Guard
from nonosat.studio.page_files import lost_page, studio_page, version
from nonosat.studio.verbs import REFUSED, Question, Studio, line, refusal

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


OTHER_VERSION, CONFLICT, UNCLEAR = 426, 409, 400


class Answers(Response):
    """The answers to a question, each a line of JSON; the question is closed when nobody listens any more."""

    media_type = "application/x-ndjson"

    def __init__(self, question: Question) -> None:
        super().__init__()
        self._question = question
        del self.headers["content-length"]

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send them as they come."""
        waiting: asyncio.Queue[str] = asyncio.Queue()

        async def answer() -> None:
            try:
                await self._question(lambda name, data: waiting.put_nowait(line(name, data)))
            finally:
                waiting.put_nowait("")

        async def write() -> None:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while said := await waiting.get():
                await send({"type": "http.response.body", "body": said.encode(), "more_body": True})
            await send({"type": "http.response.body", "body": b""})

        with contextlib.suppress(LimitReached):
            await _while_waited_for(receive, _both(answer(), write()))


class Server:
    """The application of a studio, and what guards it."""

    def __init__(self, studio: Studio, token: str, port: int, host: str) -> None:
        self._studio = studio
        self._shown = Shown()
        routes = [
            Route("/", self._page),
            Route("/ask/{what}", _catch(self._ask), methods=["POST"]),
            Route("/{verb}/{what}", _catch(self._do), methods=["POST"]),
            Route(PATH + "{key}", self._show),
        ]
        app = Starlette(routes=routes, lifespan=self._lifespan)
        self.app = Guard(app, token, port, host, lost_page(), self._shown)

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        workers = self._studio.workers
        warming = asyncio.create_task(workers.warm_up())
        try:
            yield
        finally:
            warming.cancel()
            workers.close()

    async def _page(self, _request: Request) -> Response:
        page = studio_page(self._studio.folder.key)
        return HTMLResponse(page.html, headers={"content-security-policy": page.policy})

    async def _ask(self, request: Request) -> Response:
        return Answers(self._studio.question(request.path_params["what"], await _body(request)))

    async def _do(self, request: Request) -> Response:
        """Do what the other verbs say; the work ends if the page stops waiting."""
        work = "{verb}/{what}".format_map(request.path_params)
        doing = self._studio.perform(work, request.query_params, await _body(request))
        made = await _while_waited_for(request.receive, doing)
        if "show" in request.query_params:
            return JSONResponse({"address": self._shown.put(made.content)})
        headers = {"content-disposition": "attachment", "x-lost": ", ".join(made.lost)}
        return Response(made.content, media_type=made.kind, headers=headers)

    async def _show(self, request: Request) -> Response:
        page = self._shown.take(request.url.path)
        if page is None:
            return PlainTextResponse("No such page.\n", 404)
        return Response(page, media_type="text/html", headers={"content-security-policy": POLICY})


def _catch(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Return the handler; a page of another version, and what cannot be done, are answered with what is
    wrong.
    """

    async def answer(request: Request) -> Response:
        if request.headers.get("x-version") != version():
            return JSONResponse({"problem": "The server has another version: reload the page"}, OTHER_VERSION)
        try:
            return await handler(request)
        except REFUSED as error:
            said = refusal(error)
            return JSONResponse(said, CONFLICT if "version" in said else UNCLEAR)

    return answer


async def _body(request: Request) -> bytes:
    """Return the body of a request. Raises InputError if it is too long, without reading all of it."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > MOST_BYTES:
            raise InputError(f"more than {MOST_BYTES >> 20} MB: too large")
    return bytes(data)


async def _both(*work: Coroutine[Any, Any, None]) -> None:
    await asyncio.gather(*work)


async def _while_waited_for(receive: Receive, work: Coroutine[Any, Any, Any]) -> Any:
    """Return the result of the work; cancel it if the page disconnects, and raise LimitReached."""

    async def wait_until_gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    task, leaving = asyncio.create_task(work), asyncio.create_task(wait_until_gone())
    try:
        await asyncio.wait((task, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise LimitReached(StopReason.INTERRUPTED)
        return task.result()
    finally:
        task.cancel()
        leaving.cancel()
