"""What a page asks for, over HTTP (`server`) or in the browser alone (`browser`), in three verbs.

`ask` is a question whose answers come one by one, until it is closed; `make` makes something of a drawing,
and `file` reads and writes the files of the folder. The page has the drawing: nothing here remembers one.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, NamedTuple

from nonosat import InputError, LimitReached, Verdict
from nonosat.studio import cards, products, queries
from nonosat.studio.drawing import MAX_SIDE, Drawing, drawing_of, read_drawing
from nonosat.studio.folder import (
    ConflictError,
    Folder,
    Listed,
    Opened,
    open_file,
    plain_name,
    prepare,
    read_upload,
)
from nonosat.studio.grid_changes import GridChange, Turned
from nonosat.studio.palette_changes import PaletteChange
from nonosat.studio.products import MOST_PUZZLES, PRODUCTS, Conversion
from nonosat.studio.queries import Result
from nonosat.studio.workers import AFTER_SECONDS, MAKING_SECONDS, VERDICT_SECONDS, Workers, aside
from nonosat.toolkit import KINDS, InternalError, fields

REST = 0.25
"""The pause in seconds after which more than the facts is looked for: the drawing has not changed since."""

Options = Mapping[str, str]
Tell = Callable[[str, Any], object]
"""Receives an answer: its name, and its data."""

Question = Callable[[Tell], Coroutine[Any, Any, object]]
"""Answers a question; whoever cancels it closes the question."""


class Made(NamedTuple):
    """Something made: its bytes, their media type, and what its format cannot hold."""

    content: bytes
    kind: str = "application/octet-stream"
    lost: Sequence[str] = ()


@dataclass(frozen=True)
class Book:
    """Which puzzles of the folder are in a book, by the names on their cards."""

    names: Annotated[tuple[str, ...], fields.items(MOST_PUZZLES, fields.text(300))]


class Studio:
    """The verbs of a folder. `first` opens what the studio was started with; links lead to `site`."""

    def __init__(self, folder: Folder, first: Callable[[], Opened], workers: Workers, site: str = "") -> None:
        self.folder = folder
        self.workers = workers
        self._first = first
        self._site = site
        self._cards: dict[Listed, list[cards.Card]] = {}
        self._works: dict[str, Callable[[Options, bytes], Awaitable[Made]]] = {
            "make/file": self._file,
            "make/grid": self._grid,
            "make/palette": self._palette,
            "make/selection": self._selection,
            "make/drawing": self._drawing,
            "make/new": self._new,
            "make/board": self._board,
            "make/picture": self._picture,
            "make/link": self._link,
            "make/book": self._book,
            "file/read": self._read,
            "file/photo": self._photo,
            "file/write": self._write,
        }

    def question(self, what: str, body: bytes) -> Question:
        """Return what answers a question. Raises InputError if it is none."""
        questions = {"drawing": self._answer, "heat": self._heat}
        if what not in (*questions, "folder"):
            raise InputError(f"there is no question {what}")
        answer = self._list if what == "folder" else partial(questions[what], _drawing_in(body))

        async def answer_or_stop(tell: Tell) -> None:
            try:
                await answer(tell)
            except REFUSED as error:
                tell("stopped", {"question": what, "why": str(error)})

        return answer_or_stop

    async def perform(self, work: str, options: Options, body: bytes) -> Made:
        """Return what `make/...` or `file/...` asks for. Raises InputError if that cannot be done."""
        if work not in self._works:
            raise InputError(f"there is no {work}")
        return await self._works[work](options, body)

    async def _answer(self, drawing: Drawing, tell: Tell) -> object:
        """Tell what follows from lines and assumptions, and after a rest the verdict and what it leads to."""
        if drawing.lacks:
            return tell("lacking", {"why": drawing.lacks})
        known = Verdict.UNKNOWN.value

        def hear(result: Result) -> None:
            nonlocal known
            name, data = result
            known = data["verdict"] if name == "assumptions" else known
            tell(name, data)

        try:
            await self.workers.quickly(hear, drawing)
        except InputError as error:
            return tell("wrong", {"why": error.what})
        await asyncio.sleep(REST)
        tell("asking", {"question": "verdict"})
        call = drawing, VERDICT_SECONDS, known, drawing.cell_costs, drawing.kept_cells, AFTER_SECONDS
        await self.workers.answer(lambda result: tell(*result), queries.verdict, *call)
        return tell("done", {"question": "drawing"})

    async def _heat(self, drawing: Drawing, tell: Tell) -> None:
        call = queries.heat, drawing, VERDICT_SECONDS
        await self.workers.answer(lambda result: tell(*result), *call)

    async def _list(self, tell: Tell) -> None:
        """Tell the files of the folder, and then what is in each, which is kept until the file changes."""
        listed = self.folder.files()
        tell("files", [file.plain() for file in listed])
        self._cards = {file: self._cards[file] for file in listed if file in self._cards}
        for file in listed:
            if file not in self._cards:
                self._cards[file] = await self._look(file)
            tell("looked", {"name": file.name, "cards": self._cards[file]})

    async def _look(self, file: Listed) -> list[cards.Card]:
        try:
            path = str(self.folder.readable(file.name))
            listed: list[cards.Card] = await self.workers.work(cards.look, path, file.name)
        except REFUSED as error:
            return [cards.card(file.name, wrong=str(error))]
        return listed

    async def _file(self, options: Options, body: bytes) -> Made:
        """Make a file of a drawing, in some form."""
        form, drawing = options.get("form", ""), _drawing_in(body)
        if form in PRODUCTS:
            call = products.make_product, form, drawing, MAKING_SECONDS, options.get("only", "")
            return Made(await self.workers.make(*call))
        content, lost = await self.workers.work(products.download, drawing, form)
        return Made(content, lost=lost)

    async def _grid(self, _options: Options, body: bytes) -> Made:
        """Turn, mirror, shift, crop or resize a drawing."""
        wanted = fields.read(GridChange, _json(body), "a request")
        return _plain({"drawing": (await self.workers.work(products.apply_change, wanted)).plain()})

    async def _palette(self, _options: Options, body: bytes) -> Made:
        """Add, split or remove a colour of a drawing."""
        wanted = fields.read(PaletteChange, _json(body), "a request")
        return _plain({"drawing": (await self.workers.work(products.apply_change, wanted)).plain()})

    async def _selection(self, _options: Options, body: bytes) -> Made:
        """Turn or mirror some cells of a drawing."""
        wanted = fields.read(Turned, _json(body), "a request")
        drawing, cells = await self.workers.work(products.apply_change, wanted)
        return _plain({"drawing": drawing.plain(), "cells": cells})

    async def _drawing(self, options: Options, body: bytes) -> Made:
        """Make a drawing of a puzzle's file."""
        drawing = await self.workers.work(read_upload, options.get("name", ""), body)
        return _plain({"drawing": drawing.plain()})

    async def _new(self, options: Options, _body: bytes) -> Made:
        """Make a drawing of a declared kind: a small example, or one that gives nothing yet."""
        size = [fields.check_at("a size", fields.parse, options.get(key, "")) for key in ("width", "height")]
        sides = fields.items(2, fields.number(1, MAX_SIDE))(size)
        kind: Any = KINDS.load(options.get("kind", ""))
        if not kind.is_declared:
            raise InputError("expected a kind that is a page of YAML")
        # In the worker that is asked for its board next: another one would have to start first.
        puzzle = await self.workers.convert(products.example_of, kind.kind, *sides)
        return _plain({"drawing": drawing_of(puzzle or kind.empty(*sides)).plain()})

    async def _board(self, _options: Options, body: bytes) -> Made:
        """Return the board of a drawing whose kind is declared: where its clues are, and its lines."""
        return _plain(await self.workers.convert(products.board_of, _drawing_in(body)))

    async def _picture(self, options: Options, body: bytes) -> Made:
        """Make a drawing of a picture's file."""
        given = fields.check_at("a conversion", fields.parse, options.get("conversion", ""))
        wanted = fields.read(Conversion, given, "a conversion")
        name = options.get("name", "picture")
        return _plain(await self.workers.convert(products.from_picture, name, body, wanted))

    async def _link(self, options: Options, body: bytes) -> Made:
        """Return the link that holds a drawing's puzzle, with its QR code: to this site, or a user's."""
        site = self._site or options.get("site", "")
        return _plain(await self.workers.work(products.share, _drawing_in(body), site))

    async def _book(self, _options: Options, body: bytes) -> Made:
        """Make a book of puzzles of the folder."""
        addresses = [self.folder.address(name) for name in fields.read(Book, _json(body), "a request").names]
        return Made(await self.workers.make(products.book, addresses, MAKING_SECONDS), "application/pdf")

    async def _read(self, options: Options, _body: bytes) -> Made:
        """Open a file, or what the studio was started with."""
        name = options.get("name", "")
        opened = await (self.workers.work(open_file, self.folder, name) if name else aside(self._first))
        return _plain(opened.plain())

    async def _photo(self, options: Options, _body: bytes) -> Made:
        """Return a picture of the folder, from which the page makes a drawing."""
        return Made(self.folder.photo(options.get("name", "")))

    async def _write(self, options: Options, body: bytes) -> Made:
        """Write a drawing to a file, if that has not changed since the given version."""
        name = options.get("name", "")
        content, lost = await self.workers.work(prepare, name, _drawing_in(body))
        written = self.folder.put(name, content, lost, options.get("version", ""))
        return _plain(written._asdict())


def refusal(error: Exception) -> dict[str, str]:
    """Return an error as a page shows it, without paths."""
    if not isinstance(error, InputError):
        return {"problem": str(error)}
    said = {"problem": str(InputError(error.what, plain_name(error.path), error.line))}
    return said | ({"version": error.version} if isinstance(error, ConflictError) else {})


REFUSED = InputError, LimitReached, InternalError
"""The errors that reach the page."""


def line(name: str, data: Any) -> str:
    """Return an answer as a line of JSON."""
    return json.dumps({"what": name, "data": data}, ensure_ascii=False) + "\n"


def _plain(data: object) -> Made:
    return Made(json.dumps(data, ensure_ascii=False).encode(), "application/json")


def _json(body: bytes) -> Any:
    return fields.check_at("a request", fields.parse, body)


def _drawing_in(body: bytes) -> Drawing:
    return read_drawing(_json(body))
