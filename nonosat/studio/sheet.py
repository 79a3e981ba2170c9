"""The sheet of drawings: the folder's files, as cards that a worker completes while a page shows them.

It looks at all files first, and then judges their puzzles. What it found is kept until a file changes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nonosat import InputError, InternalError, LimitReached, formats
from nonosat.studio import cards
from nonosat.studio.cards import JUDGE_SECONDS, LOOK_SECONDS, Card, card
from nonosat.studio.folder import MOST_BYTES, Folder, Listed
from nonosat.studio.workers import Workers

_MOST_GUESSED = 1 << 20  # bytes of a file whose suffix is not that of a format, but which may be a puzzle


class Sheet:
    """The cards of a folder's files."""

    def __init__(self, folder: Folder, workers: Workers) -> None:
        self._folder = folder
        self._workers = workers
        self._known: dict[Listed, list[Card]] = {}

    async def tell(self, tell: Callable[[str, Any], object]) -> None:
        """Tell the files with the cards that are known, and then each file of which more is known."""
        tell("files", self.files())
        await self.complete(lambda file: tell("looked", file))

    def files(self) -> list[dict[str, Any]]:
        """Return the files with the cards that are known.

        Files whose suffix is not that of a format are listed once they are known to be puzzles.
        """
        listed = self._folder.files()
        self._known = {file: self._known[file] for file in listed if file in self._known}
        return [self._plain(file) for file in listed if self._known.get(file) or self._named(file)]

    async def complete(self, tell: Callable[[dict[str, Any]], object]) -> None:
        """Look at the files, and judge their puzzles; call `tell` with each file whose cards have changed."""
        listed = self._folder.files()
        for file in listed:
            if file not in self._known and (self._named(file) or file.size <= _MOST_GUESSED):
                await self._look(file)
                if self._known[file]:
                    tell(self._plain(file))
        for file in listed:
            found = self._known.get(file, [])
            for at, made in enumerate(found):
                if made["verdict"] in ("", "unknown"):  # a busy machine may have been the reason
                    found[at] = await self._judged(file, made)
                    tell(self._plain(file))

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
        return formats.format_of(file.name) is not None

    def _plain(self, file: Listed) -> dict[str, Any]:
        size = f"{-(-file.size // 1000)} kB" if file.size < 1_000_000 else f"{file.size / 1e6:.1f} MB"
        found = self._known.get(file) or [card(file.name)]
        return {"name": file.name, "size": size, "time": file.time // 1_000_000, "cards": found}
