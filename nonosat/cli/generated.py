"""The output of `nonosat generate`: the puzzles, their gallery and their certificates."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from nonosat.cli.output import put, say_json, write_file
from nonosat.errors import InputError
from nonosat.formats import FORMATS, load_all, of_suffix, write
from nonosat.making.candidate import Made, record
from nonosat.making.generate import Making
from nonosat.making.shelf import Shelf
from nonosat.puzzles.nonogram import Nonogram

LINES = "jsonl"
"""The format in which a set is written puzzle by puzzle."""


class Output:
    """Receives the puzzles one after another. The `makings` learn which puzzles there are already."""

    def __init__(self, arguments: argparse.Namespace, makings: Sequence[Making]) -> None:
        self.path: str = arguments.output
        self.folder = self.path != "-" and (self.path.endswith("/") or Path(self.path).is_dir())
        self.form = self._form(arguments.to)
        self.prove: str | None = arguments.prove
        self.gallery: str | None = arguments.gallery
        self.made: list[Made] = []
        self.shelf: Shelf | None = None
        if self.folder or (self.form == LINES and self.path != "-"):
            self.shelf = Shelf(self.path, makings, self.form if self.folder else "", arguments.resume)
        elif arguments.resume:
            raise InputError("--resume continues a .jsonl file or a folder")
        elif arguments.explain and self.form != LINES:
            raise InputError("--explain is for .jsonl files and folders")

    def _form(self, to: str | None) -> str:
        """Return the format of the file, or of a folder's files."""
        form = to or ("yaml" if self.folder else LINES if self.path == "-" else of_suffix(self.path))
        if form is None:
            raise InputError("unknown suffix: expected one such as .jsonl or .yaml, or a folder", self.path)
        if not FORMATS[form].writes:
            raise InputError(f"the format {form} can be read but not written")
        if self.folder and not FORMATS[form].suffixes:
            raise InputError(f"the format {form} has no suffix for a folder's files")
        return form

    def add(self, made: Made) -> None:
        """Write or keep a puzzle, with its certificate."""
        if self.prove:
            self._prove(made, Path(self.prove))
        if self.shelf:
            self.shelf.add(made)
        elif self.form == LINES:
            say_json(record(made))
        if not self.shelf and (self.gallery or self.form != LINES):
            self.made.append(made)

    def finish(self) -> None:
        """Write the outputs that need all puzzles."""
        if self.made and self.form != LINES:
            put(self.path, write([made.puzzle for made in self.made], self.form))
        if self.gallery:
            self._draw(self.gallery)

    def _prove(self, made: Made, folder: Path) -> None:
        from nonosat.proofs.prove import prove

        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"cannot create this folder: {error.strerror}", str(folder)) from None
        prove(made.puzzle, folder / f"{made.name}.zip")

    def _draw(self, path: str) -> None:
        from nonosat.pages.gallery import Entry, gallery

        entries = [
            Entry(made.puzzle, made.name, made.difficulty.level, made.difficulty.effort) for made in self.made
        ]
        if self.shelf and Path(self.shelf.path).stat().st_size:
            with open(self.shelf.path, encoding="utf-8") as file:
                for puzzle, found in zip(
                    load_all(self.shelf.path, LINES), map(json.loads, file), strict=True
                ):
                    assert isinstance(puzzle, Nonogram)
                    entries.append(Entry(puzzle, found["id"], found["class"], found["effort"]))
        write_file(path, gallery(entries, Path(path).stem))

    def close(self) -> None:
        """Close the files."""
        if self.shelf:
            self.shelf.close()
