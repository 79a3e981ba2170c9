"""An open puzzle: its drawing, its changes, and its autosave."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from nonosat.errors import InputError
from nonosat.studio.analysis import Analysis
from nonosat.studio.autosave import Autosave, Kept
from nonosat.studio.drawing import Drawing
from nonosat.studio.folder import Opened, plain_name
from nonosat.studio.messages import Changed
from nonosat.studio.state_files import Lock, state_folder

KEEP_AFTER = 0.5
"""The delay in seconds until a change is kept, together with further changes."""


class Shows(Protocol):
    """A page that shows a puzzle."""

    @property
    def client(self) -> str:
        """The page's own name."""
        ...

    @property
    def send(self) -> Callable[[dict[str, Any]], None]:
        """Sends the page a message."""
        ...


@dataclass(eq=False)
class OpenPuzzle:
    """`name` is that of its file in the folder, or `untitled-1` and so on if it has none. `source` is as in
    `Opened`, `disk` the hash of the file or source, `saved` the drawing as it was opened or last saved.
    `applied` has the number of each page's last change. `restored` is the time at which a restored, unsaved
    drawing was kept, else 0. `aside` says which autosave was kept aside and why, "" if none. `kept` is the
    revision in the autosave.
    """

    name: str
    drawing: Drawing
    autosave: Autosave
    lock: Lock
    file: str = ""
    source: str = ""
    disk: str = ""
    saved: Drawing | None = None
    revision: int = 0
    applied: dict[str, int] = field(default_factory=dict)
    restored: float = 0.0
    aside: str = ""
    notes: tuple[str, ...] = ()
    pages: set[Shows] = field(default_factory=set)
    analysis: Analysis | None = None
    kept: int = 0
    _keeping: asyncio.Task[None] | None = None
    _writing: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def unsaved(self) -> bool:
        """Whether the drawing differs from the one that was opened or last saved."""
        return self.drawing != self.saved

    @property
    def revertible(self) -> bool:
        """Whether there is a file or source to go back to."""
        return bool(self.disk) and self.saved is not None

    def state(self, client: str) -> dict[str, Any]:
        """Return the message that has the whole state, for a page."""
        return {
            "type": "puzzle",
            "name": self.name,
            "file": self.file,
            "source": plain_name(self.source),
            "revertible": self.revertible,
            "revision": self.revision,
            "applied": self.applied.get(client, 0),
            "unsaved": self.unsaved,
            "restored": self.restored,
            "aside": self.aside,
            "notes": list(self.notes),
            "drawing": self.drawing.plain(),
        }

    def send_all(self, message: dict[str, Any]) -> None:
        """Send a message to all pages that show the puzzle."""
        for page in self.pages:
            page.send(message)

    def told(self, revision: int, what: str, data: dict[str, Any]) -> None:
        """Send the pages a result about a revision."""
        self.send_all({"type": "told", "revision": revision, "what": what, "data": data})

    def change(self, page: Shows, message: Changed) -> None:
        """Apply a page's change, and tell the other pages. Raises InputError if it does not fit."""
        if message.seq > self.applied.get(page.client, 0):
            self.applied.pop(page.client, None)  # so that the page that drew last comes last
            self.applied[page.client] = message.seq
            if message.shape != self.drawing.shape:
                raise InputError("the grid was changed meanwhile")
            self._become(message.change.applied(self.drawing))
            for other in self.pages - {page}:
                other.send({"type": "changed", **self._now(), "change": message.data})
        page.send({"type": "applied", **self._now(), "seq": message.seq})
        self.look()  # after the messages: the pages must know the revision before answers about it arrive

    def take(self, opened: Opened) -> None:
        """Replace the drawing by the file's."""
        self.disk, self.saved, self.restored = opened.hash, opened.drawing, 0.0
        self.notes = opened.notes
        self._become(opened.drawing)
        for page in self.pages:
            page.send(self.state(page.client))
        self.look()

    def restore(self) -> None:
        """Replace the drawing by the last kept one, if there is one.

        One that cannot be read is kept aside. Raises InputError if that fails, too.
        """
        try:
            kept = self.autosave.read()
        except InputError as error:
            self.set_aside(self.autosave, f"cannot be read ({error.what})")
            return
        if kept is not None:
            self.drawing, self.applied = kept.drawing, dict(kept.applied)
            self.revision = self.kept = kept.revision
            self.restored = kept.time if self.unsaved else 0.0
            if not self.file and not self.source:  # opened by its name, not by its source
                self.source, self.disk = kept.source, kept.base
            if kept.base != self.disk:
                self.notes += ("the file has changed since this drawing was begun",)

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
            self.analysis.look_at(self.revision, self.drawing.puzzle(), self.drawing.cell_costs)
        except InputError as error:
            self.analysis.look_at(self.revision, None)
            self.told(self.revision, "wrong", {"why": error.what})

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
                    self.autosave.write(self._snapshot())
        self.lock.free()

    async def forget_kept(self, drawing: Drawing, disk: str) -> None:
        """Note that the file now has this drawing, and remove the autosave."""
        self.saved, self.disk, self.restored = drawing, disk, 0.0
        revision, applied = self.revision, dict(self.applied)
        async with self._writing:  # an autosave may be in progress
            with contextlib.suppress(OSError):
                self.autosave.remove()
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
                snapshot = self._snapshot()
                try:
                    await asyncio.to_thread(self.autosave.write, snapshot)
                except (OSError, InputError) as error:
                    why = error.what if isinstance(error, InputError) else error.strerror
                    self.send_all({"type": "problem", "what": f"the autosave cannot be written: {why}"})
                    break
            self._confirm(snapshot.revision, snapshot.applied)
        self._keeping = None

    def _snapshot(self) -> Kept:
        return Kept(self.drawing, self.revision, self.disk, dict(self.applied), source=self.source)

    def _now(self) -> dict[str, Any]:
        return {"revision": self.revision, "unsaved": self.unsaved}

    def _confirm(self, revision: int, applied: Mapping[str, int]) -> None:
        self.kept = max(self.kept, revision)
        for page in self.pages:
            page.send({"type": "kept", "seq": applied.get(page.client, 0)})
