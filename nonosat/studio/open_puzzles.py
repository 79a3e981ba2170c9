"""The puzzles that are open, and the pages that show them.

The server's order of changes is authoritative. A page numbers its changes; a puzzle records the last number
of each page, so that a change that is sent again after a disconnection is not applied twice. A change is
confirmed when it is in the autosave.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import Any

from nonosat.errors import InputError
from nonosat.studio import recent
from nonosat.studio.autosave import MOST_UNTITLED, UNTITLED, Autosave, Kept, kept_without_file
from nonosat.studio.drawing import Drawing
from nonosat.studio.folder import ConflictError, Folder, Opened
from nonosat.studio.messages import Save
from nonosat.studio.open_puzzle import OpenPuzzle, Page, Place
from nonosat.studio.sheet import Sheet, unsaved_file
from nonosat.studio.state_files import Lock
from nonosat.studio.workers import Workers

MOST_OPEN = 16
"""The most puzzles that can be open at a time."""

_EMPTY = 10  # cells per side of a new drawing


class OpenPuzzles:
    """All open puzzles."""

    def __init__(self, folder: Folder, workers: Workers) -> None:
        self._folder = folder
        self._workers = workers
        self.sheet = Sheet(folder, workers)
        self._open: OrderedDict[str, OpenPuzzle] = OrderedDict()  # the most recently shown one comes last

    def open(self, name: str) -> OpenPuzzle:
        """Open a puzzle by its name: a file of the folder or a drawing without a file; "" is the latest."""
        if not name and self._open:
            name = next(reversed(self._open))
        return self._open.get(name) or self._opened(name)

    def show(self, page: Page, name: str) -> None:
        """Show a page the puzzle of this name; open it if necessary."""
        puzzle = self.open(name)
        self._open.move_to_end(puzzle.name)
        self._note(puzzle)
        puzzle.show(page, self._workers)

    def begin(self, page: Page, drawing: Drawing) -> None:
        """Show a page a new puzzle."""
        puzzle = self.add(Opened(drawing, new=True))
        puzzle.keep_soon()
        self.show(page, puzzle.name)

    def revert(self, page: Page) -> None:
        """Revert a page's puzzle to its file, or to its source as it was opened."""
        puzzle = page.shown
        if not puzzle.revertible:
            raise InputError("not saved in a file yet")
        puzzle.take(self._folder.open(puzzle.place.file) if puzzle.place.file else puzzle.origin)

    async def save(self, page: Page, message: Save) -> None:
        """Write a page's puzzle to a file of the folder; ask before something that the user does not know is
        replaced.
        """
        puzzle = page.shown
        name = message.file or puzzle.place.file
        if not name:
            raise InputError("expected the name of a file")
        name = self._folder.file(name).name  # for a link, the name of its target
        place = puzzle.place if name == puzzle.place.file else self._place(name)
        try:
            drawing, (digest, lost) = puzzle.drawing, self._written(puzzle, place, message)
        except InputError as error:
            if place is not puzzle.place:
                place.lock.free()
            if not isinstance(error, ConflictError):
                raise
            unsaved = error.unsaved or message.unsaved
            said = {"file": name, "what": error.what, "replacing": error.replacing, "unsaved": unsaved}
            page.send({"type": "conflict", **said})
            return
        del self._open[puzzle.name]
        self._open[name] = puzzle
        await puzzle.saved(place, drawing, digest)
        self._note(puzzle)
        aside = puzzle.aside if message.unsaved else ""
        puzzle.send_all({"type": "saved", "name": name, "file": name, "lost": lost, "aside": aside})

    def _written(self, puzzle: OpenPuzzle, place: Place, message: Save) -> tuple[str, list[str]]:
        """Write a puzzle's file at a place; return its hash, and what its format cannot hold."""
        if place is puzzle.place:
            return self._folder.save(place.name, puzzle.drawing, message.replacing or puzzle.origin.hash)
        unsaved = place.autosave.digest()
        if unsaved != message.unsaved:
            what = "has unsaved work of another drawing"
            raise ConflictError(what, place.name, self._folder.digest(place.name), unsaved)
        written = self._folder.save(place.name, puzzle.drawing, message.replacing)
        if unsaved:
            puzzle.set_aside(place.autosave, "of another drawing was replaced")
        return written

    def _note(self, puzzle: OpenPuzzle) -> None:
        """Note the file that a puzzle is in, or came from, as recent."""
        source = puzzle.place.file or puzzle.origin.source.partition("#")[0]
        if source and (file := self._folder.path / source).exists():
            recent.note(file)

    def add(self, found: Opened) -> OpenPuzzle:
        """Open a drawing that has no file: as last kept, if one from the same source was kept."""
        source = found.source
        for puzzle in self._open.values():
            if source and puzzle.origin.source == source:
                return puzzle
        kept_ones = _kept_drawings().items() if source else ()
        sources = {name: kept.source if kept else None for name, kept in kept_ones}
        for name, kept_source in sources.items():
            if kept_source == source and (kept := self._untitled(name, found)):
                return kept
        for number in range(1, MOST_UNTITLED + 1):
            name = f"untitled-{number}"
            if not Autosave(None, name).path.exists() and (new := self._untitled(name, found)):
                if unread := [name for name, kept_source in sources.items() if kept_source is None]:
                    new.aside = f"kept without a file, but not readable: {', '.join(unread)}"
                return new
        raise InputError(f"{MOST_UNTITLED} drawings are kept without a file: save or discard some")

    def discard(self, name: str) -> None:
        """Delete a drawing that has no file, unless a page shows it."""
        puzzle = self._open.get(name) or self._kept(name)
        if puzzle.place.file or puzzle.pages:
            raise InputError("cannot be discarded: it is open, or a file", name)
        puzzle.place.autosave.remove()
        self._forget(puzzle)

    def files(self) -> dict[str, Any]:
        """Return the message that lists the folder's puzzles, and the drawings kept without a file."""
        unsaved = [unsaved_file(name, kept) for name, kept in _kept_drawings().items()]
        return {"type": "files", "files": self.sheet.files(), "unsaved": unsaved}

    async def close(self) -> None:
        """Write all autosaves, and end all workers."""
        for puzzle in self._open.values():
            await puzzle.close()

    def _opened(self, name: str) -> OpenPuzzle:
        """Open a file of the folder, as last kept, or a drawing without a file; "" is the latest of these."""
        if not name:
            return self._newest()
        if UNTITLED.fullmatch(name):
            return self._kept(name)
        if "#" in name or self._folder.file(name, reading=True).exists():
            found = self._folder.open(name)
        else:
            self._folder.file(name)  # it must be possible to save it
            found = Opened(_empty(), notes=("there is no such file yet: saving creates it",))
        if found.source:
            return self.add(found)
        file = self._folder.file(name)
        if file.name in self._open:  # a link to a file that is open
            return self._open[file.name]
        return self._added(self._place(file.name), found)

    def _newest(self) -> OpenPuzzle:
        """Open the most recently kept drawing without a file, or an empty drawing."""
        for name in kept_without_file():
            if puzzle := self._untitled(name, Opened(_empty(), new=True)):
                return puzzle
        return self.add(Opened(_empty(), new=True))

    def _kept(self, name: str) -> OpenPuzzle:
        """Open the kept drawing without a file that has this name."""
        puzzle = self._untitled(name, Opened(_empty(), new=True)) if name in kept_without_file() else None
        if puzzle is None:
            raise InputError("there is no such drawing, or another studio has it open", name)
        return puzzle

    def _untitled(self, name: str, found: Opened) -> OpenPuzzle | None:
        """Open the drawing of this name, as last kept, if it was; None if it is already open somewhere."""
        autosave = Autosave(None, name)
        lock = Lock(str(autosave.path))
        if name in self._open or not lock.take():
            return None
        return self._added(Place(name, "", autosave, lock), found)

    def _place(self, name: str) -> Place:
        """Return the place of a puzzle's file. Raises InputError if it is already open."""
        file = self._folder.file(name)
        lock = Lock(str(file))
        if (other := self._open.get(name)) and other.idle:
            self._forget(other)
        elif other:
            raise InputError("is already open", name)
        if not lock.take():
            raise InputError("is open in another studio", name)
        return Place(name, name, Autosave(file), lock)

    def _added(self, place: Place, found: Opened) -> OpenPuzzle:
        """Open a puzzle as last kept; close an unused one if there are too many. If all are used, or the
        autosave can be neither read nor kept aside, free the lock and raise InputError.
        """
        puzzle = OpenPuzzle(place, found.drawing, found)
        try:
            puzzle.restore()
            while len(self._open) >= MOST_OPEN:
                unused = next((other for other in self._open.values() if other.idle), None)
                if unused is None:
                    raise InputError(f"{MOST_OPEN} puzzles are open: close a page first")
                self._forget(unused)
        except InputError:
            place.lock.free()
            raise
        self._open[puzzle.name] = puzzle
        return puzzle

    def _forget(self, puzzle: OpenPuzzle) -> None:
        """Close a puzzle that is not used."""
        del self._open[puzzle.name]
        puzzle.place.lock.free()


def _empty() -> Drawing:
    return Drawing(_EMPTY, _EMPTY, picture="." * _EMPTY * _EMPTY)


def _kept_drawings() -> dict[str, Kept | None]:
    """Return the kept drawings without a file by name, the newest first; None for what cannot be read."""
    found: dict[str, Kept | None] = {}
    for name in kept_without_file():
        found[name] = None
        with suppress(InputError):
            found[name] = Autosave(None, name).read()
    return found
