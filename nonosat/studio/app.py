"""The server: the page, its WebSocket, and the routes of `exchange`."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from nonosat.errors import InputError
from nonosat.studio import messages
from nonosat.studio.exchange import Exchange
from nonosat.studio.folder import Folder, plain_name
from nonosat.studio.guard import Guard
from nonosat.studio.messages import Hello, VersionError, read_message
from nonosat.studio.open_puzzle import Page
from nonosat.studio.open_puzzles import OpenPuzzles
from nonosat.studio.page_files import lost_page, studio_page
from nonosat.studio.workers import Workers

MOST_PAGES = 4
"""The most pages that can be connected at a time."""

HELLO_SECONDS = 5.0
"""Seconds in which a connecting page must send its token."""

_MOST_STRANGERS = 8  # connections that have not sent the token yet; a page sends it at once
_WAITING = 1000  # unread messages to a page before it is disconnected

# Codes that tell the page why a connection is closed (4000 to 4999 are free for applications).
FORBIDDEN, TOO_MANY, NOT_UNDERSTOOD, OTHER_VERSION = 4403, 4429, 4400, 4426
TRY_AGAIN = 1013  # the standard's


class Studio:
    """The server's state and its handlers."""

    def __init__(self, folder: Folder, memory: int, token: str, port: int, host: str, site: str = "") -> None:
        self.workers = Workers(memory)
        self.puzzles = OpenPuzzles(folder, self.workers)
        exchange = Exchange(self.workers, folder, site)
        routes = [
            Route("/", self._page),
            WebSocketRoute("/talk", self._talk),
            *exchange.routes,
        ]
        app = Starlette(routes=routes, lifespan=self._lifespan)
        self._guard = Guard(app, token, port, host, lost_page(), exchange.shown)
        self.app = self._guard
        self._connected = 0
        self._strangers: list[asyncio.Task[str]] = []  # the one that has waited longest comes first

    @contextlib.asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        warming = asyncio.create_task(self.workers.warm_up())
        try:
            yield
        finally:
            warming.cancel()
            await self.puzzles.close()
            self.workers.close()

    async def _page(self, _request: Request) -> Response:
        found = studio_page()
        return HTMLResponse(found.html, headers={"content-security-policy": found.policy})

    async def _talk(self, socket: WebSocket) -> None:
        await socket.accept()
        code = await self._welcome(socket)
        if code:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(code)

    async def _welcome(self, socket: WebSocket) -> int:
        """Talk to a page that sends the token; return why the connection ends, 0 if the page closed it."""
        try:
            said = await self._first(socket)
            hello = read_message(said) if len(said) <= messages.MOST_HELLO else None
            if not isinstance(hello, Hello) or not self._guard.allows(hello.token):
                return FORBIDDEN
        except VersionError:
            return OTHER_VERSION
        except (InputError, TimeoutError, KeyError):  # KeyError: a binary message has no text
            return FORBIDDEN
        except asyncio.QueueFull:
            return TRY_AGAIN
        except WebSocketDisconnect:
            return 0
        if self._connected >= MOST_PAGES:
            return TOO_MANY
        self._connected += 1
        try:
            return await self._converse(socket, hello)
        finally:
            self._connected -= 1

    async def _first(self, socket: WebSocket) -> str:
        """Return the first message of a connection. Raises TimeoutError if it is late, and QueueFull if newer
        connections need the place.
        """
        said = asyncio.create_task(socket.receive_text())
        self._strangers.append(said)
        if len(self._strangers) > _MOST_STRANGERS:
            self._strangers[0].cancel()
        try:
            await asyncio.wait((said,), timeout=HELLO_SECONDS)
        finally:
            self._strangers.remove(said)
            late = not said.done()
            said.cancel()
        if late:
            raise TimeoutError
        if said.cancelled():
            raise asyncio.QueueFull
        return said.result()

    async def _converse(self, socket: WebSocket, hello: Hello) -> int:
        """Handle a page's messages until the connection ends; return why it ends, 0 if the page closed it."""
        waiting: asyncio.Queue[dict[str, Any]] = asyncio.Queue(_WAITING)
        gone = asyncio.Event()

        def send(message: dict[str, Any]) -> None:
            try:
                waiting.put_nowait(message)
            except asyncio.QueueFull:
                gone.set()

        page = Page(hello.client, send)
        sending = asyncio.create_task(_send(socket, waiting))
        try:
            await self._do(page, messages.Open(hello.puzzle))
            while not gone.is_set():
                try:
                    message = read_message(await socket.receive_text())
                except (InputError, KeyError):
                    return NOT_UNDERSTOOD
                await self._do(page, message)
        except WebSocketDisconnect:
            return 0
        finally:
            sending.cancel()
            page.leave()
        return TOO_MANY

    async def _do(self, page: Page, message: messages.Message) -> None:
        """Handle one message; report the user's mistakes to the page."""
        try:
            match message:
                case messages.Changed():
                    page.shown.change(page, message)
                case messages.Open(puzzle):
                    self.puzzles.show(page, puzzle)
                case messages.New(drawing):
                    self.puzzles.begin(page, drawing)
                case messages.Save():
                    await self.puzzles.save(page, message)
                case messages.Revert():
                    self.puzzles.revert(page)
                case messages.Files():
                    page.send(self.puzzles.files())
                    page.look(self.puzzles.sheet.complete(page.send))
                case messages.CloseFiles():
                    page.look(None)
                case messages.Discard(name):
                    self.puzzles.discard(name)
                    page.send(self.puzzles.files())
                case messages.Ask():
                    if page.puzzle and page.puzzle.analysis:
                        page.puzzle.analysis.ask_for_givens()
                case messages.Stop():
                    if page.puzzle and page.puzzle.analysis:
                        page.puzzle.analysis.stop()
                case Hello():
                    raise InputError("hello was already sent")
        except InputError as error:
            page.send({"type": "problem", "what": str(InputError(error.what, plain_name(error.path)))})


async def _send(socket: WebSocket, waiting: asyncio.Queue[dict[str, Any]]) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.send_text(json.dumps(await waiting.get(), ensure_ascii=False))
