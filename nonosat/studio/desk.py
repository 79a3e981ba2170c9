"""The puzzles that are open, and the pages that show them.

The server's order of changes is authoritative. A page numbers its changes; a puzzle records the last number
of each page, so that a change that is sent again after a disconnection is not applied twice. A change is
confirmed when it is in the autosave.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nonosat.errors import InputError
from nonosat.studio.analysis import Analysis
from nonosat.studio.autosave import MOST_UNTITLED, Autosave, kept_without_file
from nonosat.studio.drawing import Drawing
from nonosat.studio.folder import ChangedOnDiskError, Folder, Opened
from nonosat.studio.messages import Changed
from nonosat.studio.open_puzzle import OpenPuzzle
from nonosat.studio.state_files import Lock
from nonosat.studio.workers import Workers

MOST_OPEN = 16
"""The most puzzles that can be open at a time."""

_EMPTY = 10  # cells per side of a new drawing


@dataclass(eq=False)
class Page:
    """A connected page; `send` sends it a message."""

    client: str
    send: Callable[[dict[str, Any]], None]
    puzzle: OpenPuzzle | None = None


class Desk:
    """All open puzzles."""

    def __init__(self, folder: Folder, workers: Workers) -> None:
        self.folder = folder
        self._workers = workers
        self._open: OrderedDict[str, OpenPuzzle] = OrderedDict()  # the most recently shown one comes last

    def open(self, name: str) -> OpenPuzzle:
        """Open a puzzle by its name: a file of the folder or a drawing without a file; "" is the latest."""
        if not name and self._open:
            name = next(reversed(self._open))
        return self._open.get(name) or self._opened(name)

    def show(self, page: Page, name: str) -> None:
        """Show a page the puzzle of this name; open it if necessary."""
        puzzle = self.open(name)
        self.leave(page)
        self._open.move_to_end(puzzle.name)
        page.puzzle = puzzle
        puzzle.pages.add(page)
        page.send(puzzle.state(page.client))
        if puzzle.analysis is None:
            puzzle.analysis = Analysis(self._workers, puzzle.told)
        puzzle.look()

    def begin(self, page: Page, drawing: Drawing) -> None:
        """Show a page a new puzzle."""
        puzzle = self.add(Opened(drawing))
        puzzle.keep_soon()
        self.show(page, puzzle.name)

    def leave(self, page: Page) -> None:
        """Detach a page from its puzzle; stop the questions about a puzzle that no page shows."""
        puzzle, page.puzzle = page.puzzle, None
        if puzzle is not None:
            puzzle.pages.discard(page)
            if not puzzle.pages:
                puzzle.rest()

    def change(self, page: Page, message: Changed) -> None:
        """Apply a page's change, and tell the other pages."""
        puzzle = _shown(page)
        try:
            puzzle.change(page, message)
        except InputError as error:
            page.send({"type": "refused", "seq": message.seq, "why": error.what})
            page.send(puzzle.state(page.client))

    def revert(self, page: Page) -> None:
        """Revert a page's puzzle to its file, or to its source as it was opened."""
        puzzle = _shown(page)
        if not puzzle.revertible:
            raise InputError("not saved in a file yet")
        assert puzzle.saved is not None
        puzzle.take(self.folder.open(puzzle.file) if puzzle.file else Opened(puzzle.saved, puzzle.disk))

    async def save(self, page: Page, name: str, replacing: str) -> None:
        """Write a page's puzzle to a file of the folder; "" is the file that it came from."""
        puzzle = _shown(page)
        name = name or puzzle.file
        if not name:
            raise InputError("expected the name of a file")
        name = self.folder.file(name).name  # for a link, the name of its target
        moved = None if name == puzzle.file else self._place(name)
        try:
            drawing = puzzle.drawing
            known = replacing or ("" if moved else puzzle.disk)
            found, lost = self.folder.save(name, drawing, known)
        except ChangedOnDiskError as error:
            _free(moved)
            page.send({"type": "conflict", "file": name, "what": error.what, "replacing": error.found})
            return
        except InputError:
            _free(moved)
            raise
        await puzzle.forget_kept(drawing, found)
        if moved:
            del self._open[puzzle.name]
            puzzle.lock.free()
            puzzle.autosave, puzzle.lock = moved
            puzzle.name = puzzle.file = name
            puzzle.source = ""
            self._open[name] = puzzle
        puzzle.send_all({"type": "saved", "name": puzzle.name, "file": name, "lost": lost})
        if moved and moved[0].path.exists():  # of the file that was replaced
            puzzle.set_aside(moved[0], "is of the file that was replaced")
            puzzle.send_all({"type": "problem", "what": puzzle.aside})

    def add(self, found: Opened) -> OpenPuzzle:
        """Open a drawing that has no file: as last kept, if one from the same source was kept."""
        if found.source:
            for puzzle in self._open.values():
                if puzzle.source == found.source:
                    return puzzle
            for name, source in self.unnamed().items():
                if source == found.source and (kept := self._untitled(_number(name), found)):
                    return kept
        unread = self._unreadable() if found.source else []
        for number in range(1, MOST_UNTITLED + 1):
            if not Autosave(None, number).path.exists() and (new := self._untitled(number, found)):
                if unread:  # one of them may be from this source
                    new.aside = f"kept without a file, but not readable: {', '.join(unread)}"
                return new
        raise InputError(f"{MOST_UNTITLED} drawings are kept without a file: save or discard some")

    def discard(self, name: str) -> None:
        """Delete a drawing that has no file, unless a page shows it."""
        puzzle = self._open.get(name) or self._kept(name)
        if puzzle.file or puzzle.pages:
            raise InputError("cannot be discarded: it is open, or a file", name)
        del self._open[puzzle.name]
        puzzle.autosave.remove()
        puzzle.lock.free()

    def unnamed(self) -> dict[str, str]:
        """Return the sources of the kept drawings without a file by name, the newest first; "" if there is
        none, or the drawing cannot be read.
        """
        return {_name(number): _source(number) or "" for number in kept_without_file()}

    def _unreadable(self) -> list[str]:
        """Return the names of the kept drawings without a file that cannot be read."""
        return [_name(number) for number in kept_without_file() if _source(number) is None]

    async def close(self) -> None:
        """Write all autosaves, and end all workers."""
        for puzzle in self._open.values():
            await puzzle.close()

    def _opened(self, name: str) -> OpenPuzzle:
        """Open a file of the folder, as last kept, or a drawing without a file; "" is the latest of these."""
        if not name:
            return self._newest()
        if name.startswith("untitled-"):
            return self._kept(name)
        if "#" in name or self.folder.file(name).exists():
            found = self.folder.open(name)
        else:
            found = Opened(_empty(), notes=("there is no such file yet: saving creates it",))
        if found.source:
            return self.add(found)
        file = self.folder.file(name)
        if file.name in self._open:  # a link to a file that is open
            return self._open[file.name]
        autosave, lock = self._place(file.name)
        puzzle = OpenPuzzle(file.name, found.drawing, autosave, lock, file.name)
        puzzle.disk, puzzle.saved, puzzle.notes = found.hash, found.drawing, found.notes
        return self._added(puzzle)

    def _newest(self) -> OpenPuzzle:
        """Open the most recently kept drawing without a file, or an empty drawing."""
        for number in kept_without_file():
            if puzzle := self._untitled(number, Opened(_empty())):
                return puzzle
        return self.add(Opened(_empty()))

    def _kept(self, name: str) -> OpenPuzzle:
        """Open the kept drawing without a file that has this name."""
        puzzle = None
        if name in map(_name, kept_without_file()):
            puzzle = self._untitled(_number(name), Opened(_empty()))
        if puzzle is None:
            raise InputError("there is no such drawing, or another studio has it open", name)
        return puzzle

    def _untitled(self, number: int, found: Opened) -> OpenPuzzle | None:
        """Open the drawing of this number, as last kept, if it was; None if it is already open somewhere."""
        name, autosave = _name(number), Autosave(None, number)
        lock = Lock(str(autosave.path))
        if name in self._open or not lock.take():
            return None
        puzzle = OpenPuzzle(name, found.drawing, autosave, lock, source=found.source)
        if found.source:
            puzzle.disk, puzzle.saved, puzzle.notes = found.hash, found.drawing, found.notes
        return self._added(puzzle)

    def _place(self, name: str) -> tuple[Autosave, Lock]:
        """Return the autosave and lock of a puzzle's file. Raises InputError if it is already open."""
        file = self.folder.file(name)
        lock = Lock(str(file))
        if name in self._open:
            raise InputError("is already open", name)
        if not lock.take():
            raise InputError("is open in another studio", name)
        return Autosave(file), lock

    def _added(self, puzzle: OpenPuzzle) -> OpenPuzzle:
        """Add a puzzle to the desk, as last kept; close an unused one if there are too many. If all are used,
        or the autosave can be neither read nor kept aside, free the new one's lock and raise InputError.
        """
        try:
            puzzle.restore()
        except InputError:
            puzzle.lock.free()
            raise
        while len(self._open) >= MOST_OPEN:
            idle = (p for p in self._open.values() if not p.pages and p.kept == p.revision)
            unused = next(idle, None)
            if unused is None:
                puzzle.lock.free()
                raise InputError(f"{MOST_OPEN} puzzles are open: close a page first")
            unused.lock.free()
            del self._open[unused.name]
        self._open[puzzle.name] = puzzle
        return puzzle


def _shown(page: Page) -> OpenPuzzle:
    if page.puzzle is None:
        raise InputError("no puzzle is open")
    return page.puzzle


def _empty() -> Drawing:
    return Drawing(_EMPTY, _EMPTY, picture="." * _EMPTY * _EMPTY)


def _name(number: int) -> str:
    return f"untitled-{number}"


def _number(name: str) -> int:
    return int(name.removeprefix("untitled-"))


def _source(number: int) -> str | None:
    """Return the source of a kept drawing without a file, "" if it has none; None if it cannot be read."""
    try:
        kept = Autosave(None, number).read()
    except InputError:
        return None
    return kept.source if kept else ""


def _free(place: tuple[Autosave, Lock] | None) -> None:
    if place:
        place[1].free()
