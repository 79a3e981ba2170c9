"""Handles the page's HTTP requests: files, pictures, pages to show."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from nonosat.errors import InputError, InternalError, LimitReached, StopReason
from nonosat.fields import items, one_of, parsed, placed, read, text
from nonosat.studio import messages, products
from nonosat.studio.drawing import Drawing, read_drawing
from nonosat.studio.folder import MOST_BYTES, Folder, plain_name, uploaded
from nonosat.studio.grid_changes import GridChange
from nonosat.studio.palette_changes import PaletteChange
from nonosat.studio.products import (
    DOWNLOADS,
    MOST_PUZZLES,
    PAGES,
    PRODUCTS,
    Conversion,
    book,
    download,
    shared,
)
from nonosat.studio.selections import Turned
from nonosat.studio.shown import PATH, POLICY, Shown
from nonosat.studio.workers import MAKING_SECONDS, Workers, aside

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True)
class Download:
    """A request for a drawing in some form."""

    form: Annotated[str, one_of((*DOWNLOADS, *PRODUCTS))]
    drawing: Annotated[Drawing, read_drawing]


@dataclass(frozen=True)
class Show:
    """A request for a page to show."""

    page: Annotated[str, one_of(PAGES)]
    drawing: Annotated[Drawing, read_drawing]


@dataclass(frozen=True)
class Share:
    """A request for a link."""

    drawing: Annotated[Drawing, read_drawing]


@dataclass(frozen=True)
class Book:
    """A request for a book of puzzles of the folder, by the names on their cards."""

    names: Annotated[tuple[str, ...], items(MOST_PUZZLES, text(300))]


class Exchange:
    """The routes and their handlers."""

    def __init__(self, workers: Workers, folder: Folder, site: str) -> None:
        self._workers = workers
        self._folder = folder
        self._site = site
        self.shown = Shown()
        self.routes = [
            Route("/grid", _answered(self._grid), methods=["POST"]),
            Route("/palette", _answered(self._palette), methods=["POST"]),
            Route("/selection", _answered(self._selection), methods=["POST"]),
            Route("/open", _answered(self._open), methods=["POST"]),
            Route("/photo", _answered(self._photo), methods=["POST"]),
            Route("/picture", _answered(self._picture), methods=["POST"]),
            Route("/download", _answered(self._download), methods=["POST"]),
            Route("/share", _answered(self._share), methods=["POST"]),
            Route("/book", _answered(self._book), methods=["POST"]),
            Route("/show", _answered(self._show), methods=["POST"]),
            Route(PATH + "{key}", self._page),
        ]

    async def _grid(self, request: Request) -> Response:
        """Turn, mirror, shift, crop or resize a drawing."""
        wanted = read(GridChange, await _json(request), "a request")
        return JSONResponse({"drawing": (await aside(wanted.applied)).plain()})

    async def _palette(self, request: Request) -> Response:
        """Add, split or remove a colour of a drawing."""
        wanted = read(PaletteChange, await _json(request), "a request")
        return JSONResponse({"drawing": wanted.applied().plain()})

    async def _selection(self, request: Request) -> Response:
        """Turn or mirror some cells of a drawing."""
        wanted = read(Turned, await _json(request), "a request")
        drawing, cells = await aside(wanted.applied)
        return JSONResponse({"drawing": drawing.plain(), "cells": cells})

    async def _open(self, request: Request) -> Response:
        """Make a drawing of a puzzle's file that the page uploads; the file itself is never sent back."""
        data = await _body(request, MOST_BYTES)
        drawing = await aside(uploaded, request.query_params.get("name", ""), data)
        return JSONResponse({"drawing": drawing.plain()})

    async def _photo(self, request: Request) -> Response:
        """Return a picture of the folder, from which the page makes a drawing."""
        name = request.query_params.get("name", "")
        return Response(self._folder.photo(name), media_type="application/octet-stream")

    async def _picture(self, request: Request) -> Response:
        """Make a drawing from a picture that the page uploads."""
        query = request.query_params
        wanted = read(Conversion, placed("a conversion", parsed, query.get("conversion", "")), "a conversion")
        data = await _body(request, MOST_BYTES)
        work = self._workers.convert(products.from_picture, query.get("name", "picture"), data, wanted)
        return JSONResponse(await work)

    async def _download(self, request: Request) -> Response:
        """Return a drawing as a file of some form."""
        wanted = read(Download, await _json(request), "a request")
        lost: list[str] = []
        if wanted.form in PRODUCTS:
            content = await self._made(request, wanted.form, wanted.drawing)
        else:
            content, lost = await aside(download, wanted.drawing, wanted.form)
        headers = {"content-disposition": "attachment", "x-lost": ", ".join(lost)}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def _show(self, request: Request) -> Response:
        """Make a page, and return the address at which a frame fetches it."""
        wanted = read(Show, await _json(request), "a request")
        page = await self._made(request, wanted.page, wanted.drawing)
        return JSONResponse({"address": self.shown.put(page)})

    async def _share(self, request: Request) -> Response:
        """Return the link that holds a drawing's puzzle, with its QR code."""
        wanted = read(Share, await _json(request), "a request")
        return JSONResponse(await aside(shared, wanted.drawing, self._site))

    async def _book(self, request: Request) -> Response:
        """Return a book of puzzles of the folder."""
        names = read(Book, await _json(request), "a request").names
        addresses = [self._folder.address(name) for name in names]
        content = await _while_waited_for(request, self._workers.make(book, addresses, MAKING_SECONDS))
        return Response(content, media_type="application/pdf")

    async def _page(self, request: Request) -> Response:
        page = self.shown.take(request.url.path)
        if page is None:
            return PlainTextResponse("No such page.\n", 404)
        return Response(page, media_type="text/html", headers={"content-security-policy": POLICY})

    async def _made(self, request: Request, form: str, drawing: Drawing) -> bytes:
        """Make a product; cancel this if the page stops waiting."""
        work = self._workers.make(PRODUCTS[form].make, drawing.puzzle(), MAKING_SECONDS)
        found: bytes = await _while_waited_for(request, work)
        return found


def _answered(handler: Handler) -> Handler:
    """Return the handler; what cannot be done is answered with the error's message, without paths."""

    async def answer(request: Request) -> Response:
        try:
            return await handler(request)
        except InputError as error:
            said = str(InputError(error.what, plain_name(error.path), error.line))
        except (LimitReached, InternalError) as error:
            said = str(error)
        return JSONResponse({"problem": said}, 400)

    return answer


async def _json(request: Request) -> Any:
    return placed("a request", parsed, await _body(request, messages.MOST_BYTES))


async def _body(request: Request, most: int) -> bytes:
    """Return the body of a request. Raises InputError if it is too long, without reading all of it."""
    found = bytearray()
    async for chunk in request.stream():
        found += chunk
        if len(found) > most:
            raise InputError(f"more than {most >> 20} MB: too large")
    return bytes(found)


async def _while_waited_for(request: Request, work: Coroutine[Any, Any, Any]) -> Any:
    """Return the result of the work; cancel it if the page disconnects."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    task, leaving = asyncio.create_task(work), asyncio.create_task(gone())
    try:
        await asyncio.wait((task, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise LimitReached(StopReason.INTERRUPTED)
        return task.result()
    finally:
        task.cancel()
        leaving.cancel()
