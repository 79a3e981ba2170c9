"""The output of `nonosat generate`: the puzzles, their gallery and their certificates."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

from nonosat.cli.output import make_folder, put, say, write_file
from nonosat.errors import InputError
from nonosat.formats import FORMATS, format_for, load_all, write
from nonosat.making.candidate import Made, record
from nonosat.making.order import Order
from nonosat.making.shelf import Shelf, line
from nonosat.puzzles.nonogram import Nonogram

LINES = "jsonl"
"""The format in which a set is written puzzle by puzzle."""


class Output:
    """Receives the puzzles one after another; `first` is the number of the first candidate to make."""

    def __init__(self, arguments: argparse.Namespace, order: Order) -> None:
        self.path: str = arguments.output
        self.folder = self.path != "-" and (self.path.endswith("/") or Path(self.path).is_dir())
        self.form = self._form(arguments.to)
        self.prove: str | None = arguments.prove
        self.gallery: str | None = arguments.gallery
        self.made: list[Made] = []
        self.shelf: Shelf | None = None
        if self.folder or (self.form == LINES and self.path != "-"):
            self.shelf = Shelf(self.path, order, self.form if self.folder else "", arguments.resume)
        elif arguments.resume:
            raise InputError("--resume continues a .jsonl file or a folder")
        elif arguments.explain and self.form != LINES:
            raise InputError("--explain is for .jsonl files and folders")
        self.first = self.shelf.first if self.shelf else 0

    def _form(self, to: str | None) -> str:
        """Return the format of the file, or of a folder's files."""
        form = format_for(self.path, to or ("yaml" if self.folder else LINES if self.path == "-" else None))
        if self.folder and not FORMATS[form].suffixes:
            raise InputError(f"the format {form} has no suffix for a folder's files")
        return form

    def fingerprints(self) -> Iterator[str]:
        """Yield the fingerprints of the existing puzzles."""
        return self.shelf.fingerprints() if self.shelf else iter(())

    def add(self, made: Made) -> None:
        """Write or keep a puzzle, with its certificate."""
        if self.prove:
            from nonosat.proofs.prove import prove  # slow to import, and rarely used

            prove(made.puzzle, make_folder(self.prove) / f"{made.name}.zip")
        if self.shelf:
            self.shelf.add(made)
        elif self.form == LINES:
            say(line(record(made)).rstrip("\n"))
        if not self.shelf and (self.gallery or self.form != LINES):
            self.made.append(made)

    def finish(self) -> None:
        """Write the outputs that need all puzzles."""
        if self.made and self.form != LINES:
            put(self.path, write([made.puzzle for made in self.made], self.form))
        if self.gallery:
            self._draw(self.gallery)

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
