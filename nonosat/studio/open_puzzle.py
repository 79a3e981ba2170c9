"""An open puzzle: its drawing, its changes, and its autosave."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from nonosat.errors import InputError
from nonosat.studio.analysis import Analysis, Revision
from nonosat.studio.autosave import Autosave, Kept
from nonosat.studio.drawing import Drawing, plain_change
from nonosat.studio.folder import Opened, plain_name
from nonosat.studio.messages import Changed
from nonosat.studio.state_files import Lock, state_folder
from nonosat.studio.workers import Workers, aside

KEEP_AFTER = 0.5
"""The delay in seconds until a change is kept, together with further changes."""


@dataclass(eq=False)
class Page:
    """A connected page; `send` sends it a message."""

    client: str
    send: Callable[[dict[str, Any]], None]
    puzzle: OpenPuzzle | None = None
    _looking: asyncio.Task[None] | None = None

    @property
    def shown(self) -> OpenPuzzle:
        """The puzzle that the page shows. Raises InputError if there is none."""
        if self.puzzle is None:
            raise InputError("no puzzle is open")
        return self.puzzle

    def look(self, work: Coroutine[Any, Any, None] | None) -> None:
        """Complete the sheet of drawings for this page, as long as it shows the sheet; with None, stop."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = asyncio.create_task(work) if work else None

    def leave(self) -> None:
        """Stop showing the puzzle, and the questions if no other page shows it."""
        self.look(None)
        puzzle, self.puzzle = self.puzzle, None
        if puzzle is not None:
            puzzle.pages.discard(self)
            if not puzzle.pages:
                puzzle.rest()


@dataclass(frozen=True)
class Place:
    """Where a drawing is kept. `name` is that of its `file` in the folder, or `untitled-1` and so on if there
    is none. The lock is held as long as the puzzle is open.
    """

    name: str
    file: str
    autosave: Autosave
    lock: Lock


@dataclass(eq=False)
class OpenPuzzle:
    """`applied` has the number of each page's last change. `restored` is when a restored, unsaved drawing was
    kept, else 0. `aside` says which autosave was kept aside and why, "" if none. `kept` is the revision in
    the autosave.
    """

    place: Place
    drawing: Drawing
    origin: Opened
    revision: int = 0
    applied: dict[str, int] = field(default_factory=dict)
    restored: int = 0
    aside: str = ""
    pages: set[Page] = field(default_factory=set)
    analysis: Analysis | None = None
    kept: int = 0
    _keeping: asyncio.Task[None] | None = None
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def name(self) -> str:
        """The puzzle's name."""
        return self.place.name

    @property
    def unsaved(self) -> bool:
        """Whether the drawing differs from the one that was opened or last saved."""
        return self.origin.new or self.drawing != self.origin.drawing

    @property
    def revertible(self) -> bool:
        """Whether there is a file or source to go back to."""
        return bool(self.origin.hash) and not self.origin.new

    @property
    def idle(self) -> bool:
        """Whether nobody sees the puzzle, and all of it is kept."""
        return not self.pages and self.kept == self.revision

    def state(self, client: str) -> dict[str, Any]:
        """Return the message that has the whole state, for a page."""
        return {
            "type": "puzzle",
            "name": self.name,
            "file": self.place.file,
            "source": plain_name(self.origin.source),
            "revertible": self.revertible,
            "revision": self.revision,
            "applied": self.applied.get(client, 0),
            "unsaved": self.unsaved,
            "restored": self.restored,
            "aside": self.aside,
            "notes": list(self.origin.notes),
            "drawing": self.drawing.plain(),
        }

    def send_all(self, message: dict[str, Any]) -> None:
        """Send a message to all pages that show the puzzle."""
        for page in self.pages:
            page.send(message)

    def show(self, page: Page, workers: Workers) -> None:
        """Show a page the puzzle, and ask about it."""
        page.leave()
        page.puzzle = self
        self.pages.add(page)
        page.send(self.state(page.client))
        if self.analysis is None:
            self.analysis = Analysis(workers, self._tell)
        self.look()

    def change(self, page: Page, message: Changed) -> None:
        """Apply a page's change, and tell the other pages."""
        try:
            self._change(page, message)
        except InputError as error:
            page.send({"type": "refused", "seq": message.seq, "why": error.what})
            page.send(self.state(page.client))

    def _change(self, page: Page, message: Changed) -> None:
        if message.seq > self.applied.get(page.client, 0):
            self.applied.pop(page.client, None)  # so that the page that drew last comes last
            self.applied[page.client] = message.seq
            if message.shape != self.drawing.shape:
                raise InputError("the grid was changed meanwhile")
            self._become(message.change.applied(self.drawing))
            for other in self.pages - {page}:
                other.send({"type": "changed", **self._now(), "change": plain_change(message.change)})
        page.send({"type": "applied", **self._now(), "seq": message.seq})
        self.look()  # after the messages: the pages must know the revision before answers about it arrive

    def take(self, opened: Opened) -> None:
        """Replace the drawing by the file's."""
        self.origin, self.restored = opened, 0
        self._become(opened.drawing)
        for page in self.pages:
            page.send(self.state(page.client))
        self.look()

    def restore(self) -> None:
        """Replace the drawing by the last kept one, if there is one.

        One that cannot be read is kept aside. Raises InputError if that fails, too.
        """
        try:
            kept = self.place.autosave.read()
        except InputError as error:
            self.set_aside(self.place.autosave, f"cannot be read ({error.what})")
            return
        if kept is not None:
            self.drawing, self.applied = kept.drawing, dict(kept.applied)
            self.revision = self.kept = kept.revision
            self.restored = kept.time if self.unsaved else 0
            if not self.place.file and not self.origin.source:  # opened by its name, not by its source
                self.origin = replace(self.origin, hash=kept.base, source=kept.source)
            if kept.base != self.origin.hash:
                note = "the file has changed since this drawing was begun"
                self.origin = replace(self.origin, notes=(*self.origin.notes, note))

    def set_aside(self, autosave: Autosave, why: str) -> None:
        """Keep an autosave aside, and note this. Raises InputError if that fails."""
        try:
            path = autosave.set_aside()
        except OSError as error:
            what = f"its autosave {why}, and cannot be kept aside: {error.strerror}"
            raise InputError(f"{what}; move {autosave.path.name} away", self.name) from None
        where = "the state folder" if path.parent == state_folder() else "the puzzle's folder"
        self.aside = f"an earlier autosave {why}; it is kept in {where} as {path.name}"

    def look(self) -> None:
        """Ask about the current drawing."""
        if self.analysis is None:
            return
        try:
            puzzle, costs, keep = self.drawing.puzzle(), self.drawing.cell_costs, self.drawing.kept_cells
            self.analysis.look_at(Revision(self.revision, puzzle, costs, keep))
        except InputError as error:
            self.analysis.look_at(None)
            self._tell(self.revision, "wrong", {"why": error.what})

    def rest(self) -> None:
        """Stop asking about the drawing."""
        if self.analysis is not None:
            self.analysis.close()
            self.analysis = None

    async def close(self) -> None:
        """Stop asking, write the autosave if necessary, and release the puzzle for other processes."""
        self.rest()
        async with self._writing:
            if self._keeping is not None:
                self._keeping.cancel()
            if self.kept != self.revision:
                with contextlib.suppress(OSError, InputError):
                    self.place.autosave.write(self._snapshot())
        self.place.lock.free()

    async def saved(self, place: Place, drawing: Drawing, digest: str) -> None:
        """Note that the file at this place has this drawing; remove the autosave, and move there."""
        self.origin, self.restored = Opened(drawing, digest), 0
        revision, applied = self.revision, dict(self.applied)
        left, self.place = self.place, place
        async with self._writing:  # an autosave may be in progress
            with contextlib.suppress(OSError):
                left.autosave.remove()
        if left is not place:
            left.lock.free()
        self._confirm(revision, applied)

    def keep_soon(self) -> None:
        """Schedule an autosave of the current drawing."""
        self.revision += 1
        if self._keeping is None:
            self._keeping = asyncio.create_task(self._keep())

    def _become(self, drawing: Drawing) -> None:
        self.drawing = drawing
        self.keep_soon()

    async def _keep(self) -> None:
        """Write the autosave and confirm the changes in it, until there are no newer ones."""
        while self.kept != self.revision:
            await asyncio.sleep(KEEP_AFTER)
            async with self._writing:
                if self.kept == self.revision:  # saved meanwhile
                    break
                snapshot = self._snapshot()
                try:
                    await aside(self.place.autosave.write, snapshot)
                except (OSError, InputError) as error:
                    why = error.what if isinstance(error, InputError) else error.strerror
                    self.send_all({"type": "problem", "what": f"the autosave cannot be written: {why}"})
                    break
            self._confirm(snapshot.revision, snapshot.applied)
        self._keeping = None

    def _snapshot(self) -> Kept:
        origin = self.origin
        return Kept(self.drawing, self.revision, origin.hash, dict(self.applied), source=origin.source)

    def _now(self) -> dict[str, Any]:
        return {"revision": self.revision, "unsaved": self.unsaved}

    def _tell(self, revision: int, what: str, data: dict[str, Any]) -> None:
        """Send the pages a result about a revision."""
        self.send_all({"type": "told", "revision": revision, "what": what, "data": data})

    def _confirm(self, revision: int, applied: Mapping[str, int]) -> None:
        self.kept = max(self.kept, revision)
        for page in self.pages:
            page.send({"type": "kept", "seq": applied.get(page.client, 0)})
