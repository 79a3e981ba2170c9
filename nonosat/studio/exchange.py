"""Handles the page's HTTP requests: files, pictures, pages to show."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from nonosat.errors import InputError, InternalError, LimitReached, StopReason
from nonosat.studio import messages, products
from nonosat.studio.downloads import DOWNLOADS, download
from nonosat.studio.drawing import MAX_SIDE, Drawing, read_drawing
from nonosat.studio.fields import Fields, parsed
from nonosat.studio.folder import MOST_BYTES, plain_name, uploaded
from nonosat.studio.products import PAGES, PRODUCTS, Conversion
from nonosat.studio.shown import PATH, POLICY, Shown
from nonosat.studio.workers import MAKING_SECONDS, Workers

MAX_COLOURS = 16
"""The most colours that a picture is reduced to."""

_CONVERSION = ("side", "colours", "threshold", "dither")


class Exchange:
    """The routes and their handlers."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self.shown = Shown()
        self.routes = [
            Route("/open", self._open, methods=["POST"]),
            Route("/picture", self._picture, methods=["POST"]),
            Route("/download", self._download, methods=["POST"]),
            Route("/show", self._show, methods=["POST"]),
            Route(PATH + "{key}", self._page),
        ]

    async def _open(self, request: Request) -> Response:
        """Make a drawing of a puzzle's file that the page uploads; the file itself is never sent back."""
        try:
            data = await _body(request, MOST_BYTES)
            drawing = await asyncio.to_thread(uploaded, request.query_params.get("name", ""), data)
        except InputError as error:
            return wrong(error)
        return JSONResponse({"drawing": drawing.plain()})

    async def _picture(self, request: Request) -> Response:
        """Make a drawing from a picture that the page uploads."""
        try:
            query = request.query_params
            fields = Fields(parsed(query.get("conversion", ""), "a conversion"), "a conversion", _CONVERSION)
            wanted = Conversion(
                fields.number("side", 0, MAX_SIDE),
                fields.number("colours", 2, MAX_COLOURS),
                fields.number("threshold", 1, 255) if fields.has("threshold") else None,
                fields.flag("dither"),
            )
            data = await _body(request, MOST_BYTES)
            work = self._workers.convert(products.from_picture, query.get("name", "picture"), data, wanted)
            return JSONResponse(await work)
        except (InputError, LimitReached, InternalError) as error:
            return wrong(error)

    async def _download(self, request: Request) -> Response:
        """Return a drawing as a file of some form."""
        try:
            form, drawing = await _wanted(request, "form", (*DOWNLOADS, *PRODUCTS))
            lost: list[str] = []
            if form in PRODUCTS:
                content = await self._made(request, form, drawing)
            else:
                content, lost = await asyncio.to_thread(download, drawing, form)
        except (InputError, LimitReached, InternalError) as error:
            return wrong(error)
        headers = {"content-disposition": "attachment", "x-lost": ", ".join(lost)}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def _show(self, request: Request) -> Response:
        """Make a page, and return the address at which a frame fetches it."""
        try:
            form, drawing = await _wanted(request, "page", PAGES)
            page = await self._made(request, form, drawing)
        except (InputError, LimitReached, InternalError) as error:
            return wrong(error)
        return JSONResponse({"address": self.shown.put(page)})

    async def _page(self, request: Request) -> Response:
        page = self.shown.take(request.url.path)
        return Response(page, media_type="text/html", headers={"content-security-policy": POLICY})

    async def _made(self, request: Request, form: str, drawing: Drawing) -> bytes:
        """Make a product; cancel this if the page stops waiting."""
        work = self._workers.make(PRODUCTS[form].make, drawing.puzzle(), MAKING_SECONDS)
        found: bytes = await _while_waited_for(request, work)
        return found


def wrong(error: Exception) -> Response:
    """Return the response with an error's message, without the folder's path."""
    said = str(error)
    if isinstance(error, InputError):
        said = str(InputError(error.what, plain_name(error.path), error.line))
    return JSONResponse({"problem": said}, 400)


async def _wanted(request: Request, key: str, names: tuple[str, ...]) -> tuple[str, Drawing]:
    """Read the requested form, and the drawing."""
    data = await _body(request, messages.MOST_BYTES)
    fields = Fields(parsed(data, "a request"), "a request", (key, "drawing"))
    return fields.one_of(key, names), read_drawing(fields.any("drawing"))


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
