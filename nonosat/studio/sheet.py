"""The sheet of drawings: the folder's files, as cards that a worker completes while a page shows them.

It looks at all files first, and then judges their puzzles. What it found is kept until a file changes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from nonosat.errors import InputError, InternalError, LimitReached
from nonosat.formats import format_of
from nonosat.studio import cards
from nonosat.studio.autosave import Kept
from nonosat.studio.cards import JUDGE_SECONDS, LOOK_SECONDS, Card, card
from nonosat.studio.folder import MOST_BYTES, Folder, Listed, plain_name
from nonosat.studio.recent import recent
from nonosat.studio.workers import Workers

_MOST_DRAWN = 10_000  # cells of an unsaved drawing that is shown
_MOST_GUESSED = 1 << 20  # bytes of a file whose suffix is not that of a format, but which may be a puzzle


def unsaved_file(name: str, kept: Kept | None) -> dict[str, Any]:
    """Return a drawing that is kept without a file, None if it cannot be read, in the form of a file."""
    if kept is None:
        file = {"size": "never saved", "time": 0, "cards": [card(name, wrong="cannot be read")]}
    else:
        puzzle = None
        with suppress(InputError):  # its clues may not be readable yet
            puzzle = kept.drawing.puzzle() if kept.drawing.count <= _MOST_DRAWN else None
        source = f", from {plain_name(kept.source)}" if kept.source else ""
        shown = card(name, puzzle, puzzle.goal if puzzle else ())
        file = {"size": f"never saved{source}", "time": 1000 * kept.time, "cards": [shown]}
    return {"name": name, "recent": False, "unsaved": True, **file}


class Sheet:
    """The cards of a folder's files."""

    def __init__(self, folder: Folder, workers: Workers) -> None:
        self._folder = folder
        self._workers = workers
        self._known: dict[Listed, list[Card]] = {}

    def files(self) -> list[dict[str, Any]]:
        """Return the files with the cards that are known, recent files first.

        Files whose suffix is not that of a format are listed once they are known to be puzzles.
        """
        listed = self._folder.files()
        self._known = {file: self._known[file] for file in listed if file in self._known}
        names = recent(self._folder.path)
        place = {name: at for at, name in enumerate(names)}
        listed.sort(key=lambda file: place.get(file.name, len(names)))
        shown = (file for file in listed if self._known.get(file) or self._named(file))
        return [self._plain(file, file.name in place) for file in shown]

    async def complete(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Look at the files, and judge their puzzles; call `tell` with each file whose cards have changed."""
        listed = self._folder.files()
        for file in listed:
            if file not in self._known and (self._named(file) or file.size <= _MOST_GUESSED):
                await self._look(file)
                if self._known[file]:
                    tell({"type": "looked", "file": self._plain(file)})
        for file in listed:
            found = self._known.get(file, [])
            for at, made in enumerate(found):
                if made["verdict"] in ("", "unknown"):  # a busy machine may have been the reason
                    found[at] = await self._judged(file, made)
                    tell({"type": "looked", "file": self._plain(file)})

    async def _look(self, file: Listed) -> None:
        try:
            if file.size > MOST_BYTES:
                raise InputError(f"is larger than {MOST_BYTES >> 20} MB")
            path = str(self._folder.file(file.name, reading=True))
            found = await self._workers.look(LOOK_SECONDS, cards.look, path, file.name)
        except (LimitReached, InternalError, InputError) as error:
            found = [card(file.name, wrong=str(error))]
        guessed = not self._named(file) and found[0]["verdict"]
        self._known[file] = [] if guessed else found

    async def _judged(self, file: Listed, made: Card) -> Card:
        address = str(self._folder.path / file.name) + made["name"].removeprefix(file.name)
        try:
            found: Card = await self._workers.look(3 * JUDGE_SECONDS, cards.judge, address, made["name"])
        except (LimitReached, InternalError, InputError) as error:
            return {**made, "verdict": "unknown", "judged": f"not decided: {error}"}
        return found

    def _named(self, file: Listed) -> bool:
        return format_of(file.name) is not None

    def _plain(self, file: Listed, is_recent: bool = False) -> dict[str, Any]:
        size = f"{-(-file.size // 1000)} kB" if file.size < 1_000_000 else f"{file.size / 1e6:.1f} MB"
        found = self._known.get(file) or [card(file.name)]
        return {"name": file.name, "size": size, "time": file.time // 1_000_000, "recent": is_recent} | {
            "cards": found
        }
