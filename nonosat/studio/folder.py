"""The folder in which the studio opens and saves files."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from nonosat import InputError, InputWarning, Puzzle, load_all
from nonosat.studio.cards import PHOTOS
from nonosat.studio.drawing import Drawing, drawing_of
from nonosat.toolkit import Source, files, fit_format, format_for, formats, words, write

MOST_BYTES = 20 << 20
"""The size of the largest file that can be opened or uploaded."""

MOST_LISTED = 2000
"""The most files that are listed."""

_MOST_ENTRIES = 20_000  # of a folder; more are not looked at
_LONGEST_NAME = 255  # bytes
_EMPTY = 10  # cells per side of an empty drawing


class ConflictError(InputError):
    """A file that the user does not know would be replaced: `version` is what is in it."""

    def __init__(self, what: str, path: str, version: str) -> None:
        super().__init__(what, path)
        self.version = version


@dataclass(frozen=True)
class Opened:
    """A drawing as it was opened. `key` is that of the place that it came from: its `file` in the folder or,
    if it cannot be saved there, its `source`: a file with the number of the puzzle in it, a file of a format
    that is not written, or an instance. `version` is the hash of the file. Without a key, it came from
    nowhere, and is worth keeping if it was `made` of something.
    """

    drawing: Drawing
    key: str = ""
    file: str = ""
    source: str = ""
    version: str = ""
    notes: tuple[str, ...] = ()
    made: bool = False

    def plain(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {**vars(self), "drawing": self.drawing.plain()}


class Written(NamedTuple):
    """A file that was written: its key, name and version, and what its format cannot hold."""

    key: str
    file: str
    version: str
    lost: list[str]


def empty() -> Opened:
    """Return a drawing with nothing on it."""
    return Opened(Drawing(_EMPTY, _EMPTY, picture="." * _EMPTY * _EMPTY))


@dataclass(frozen=True)
class Listed:
    """A file of the folder: its name, its size in bytes, and when it was changed, in nanoseconds."""

    name: str
    size: int
    time: int

    def plain(self) -> dict[str, Any]:
        """Return it as plain data: its size in words, its time in milliseconds."""
        size = f"{-(-self.size // 1000)} kB" if self.size < 1_000_000 else f"{self.size / 1e6:.1f} MB"
        return {"name": self.name, "size": size, "time": self.time // 1_000_000}


class Folder:
    """A folder's files by their plain names; nothing outside is reachable, not even through links."""

    def __init__(self, path: Path) -> None:
        """`path` is an existing folder."""
        self.path = path.resolve()
        self.key = key_of(str(self.path))

    def files(self) -> list[Listed]:
        """List the files by name: those whose suffix is a format's, or .txt."""
        try:
            with os.scandir(self.path) as entries:
                listed = [file for entry in islice(entries, _MOST_ENTRIES) if (file := self._list(entry))]
        except OSError as error:
            raise InputError(f"the folder cannot be read: {error.strerror}", self.path.name) from None
        return sorted(listed, key=lambda file: file.name)[:MOST_LISTED]

    def _list(self, entry: os.DirEntry[str]) -> Listed | None:
        """Return a file of the folder, None for what cannot be opened."""
        try:
            if not entry.is_file() or (entry.is_symlink() and Path(entry.path).resolve().parent != self.path):
                return None
            status = entry.stat()
        except (OSError, RuntimeError):  # a broken link, or a cycle of links
            return None
        fine = entry.name.isprintable() and not entry.name.startswith(".") and "\\" not in entry.name
        fine = fine and (entry.name.endswith(".txt") or formats.format_of(entry.name) is not None)
        return Listed(entry.name, status.st_size, status.st_mtime_ns) if fine else None

    def file(self, name: str, reading: bool = False) -> Path:
        """Return the path of a file, with links resolved. Raises InputError if it is not in the folder or,
        unless it is only for `reading`, if its suffix is not that of a format that is written.
        """
        plain = name and name == os.path.basename(name) and not name.startswith(".") and name.isprintable()
        if not plain or "\\" in name:
            raise InputError("expected the name of a file in the opened folder", name)
        if len(os.fsencode(name)) > _LONGEST_NAME:
            raise InputError(f"expected a name of at most {_LONGEST_NAME} bytes", words.quote(name))
        if not reading:
            format_for(name)
        try:
            path = (self.path / name).resolve()
        except (OSError, RuntimeError):  # a cycle of links
            raise InputError("there is no such file", name) from None
        if path.parent != self.path or (not reading and formats.format_of(path) is None):
            raise InputError("leads out of the opened folder", name)
        if path.exists() and not path.is_file():
            raise InputError("is not a file", name)
        return path

    def readable(self, name: str) -> Path:
        """Return the path of a file to read. Raises InputError if it is too large, too."""
        path = self.file(name, reading=True)
        _require_small(path)
        return path

    def open(self, name: str) -> Opened:
        """Read a file, or with `name#7` the seventh puzzle in it; a new one is empty."""
        if "#" not in name and not self.file(name, reading=True).exists():
            path = self.file(name)  # it must be possible to save it
            new = "there is no such file yet: saving creates it"
            return replace(empty(), key=key_of(str(path)), file=path.name, notes=(new,))
        file, number = self._locate(name)
        base = file.name
        data = _content(file)
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always", InputWarning)
            puzzles = load_all(f"{file}#{number}" if number else file)
        if len(puzzles) > 1:
            raise InputError(f"file contains {len(puzzles)} puzzles; choose one, e.g. {base}#1", base)
        form = formats.format_of(file)
        said = tuple(str(note.message) for note in notes)
        drawing, version = _draw(puzzles[0], name), sha(data)
        if not number and form is not None and formats.FORMATS[form].writes:
            return Opened(drawing, key_of(str(file)), base, "", version, said)
        return from_source(drawing, source_of(file, int(number) if number else None), version, said)

    def address(self, name: str) -> str:
        """Return the address of a file, or of a puzzle in it."""
        file, number = self._locate(name)
        return f"{file}#{number}" if number else str(file)

    def photo(self, name: str) -> bytes:
        """Return a picture's file. Raises InputError for files of other formats."""
        file = self.file(name, reading=True)
        if formats.format_of(file) not in PHOTOS or not file.exists():
            raise InputError("expected a picture", name)
        return _content(file)

    def _locate(self, name: str) -> tuple[Path, str]:
        """Return a file and the number of the puzzle in it, "" for the only one."""
        base, mark, number = name.rpartition("#")
        if not (mark and words.is_number(number) and self.file(base, reading=True).exists()):
            base, number = name, ""
        file = self.file(base, reading=True)
        if not file.exists():
            raise InputError("there is no such file", base)
        return file, number

    def save(self, name: str, drawing: Drawing, known: str) -> Written:
        """Write a drawing to a file.

        `known` is the version that the user knows, "" for none. Raises ConflictError if the file is another
        one, and InputError if the drawing could not be read back.
        """
        self.file(name)
        return self.put(name, *prepare(name, drawing), known)

    def put(self, name: str, content: bytes, lost: list[str], known: str) -> Written:
        """Write what `prepare` returns, as `save` does."""
        file = self.file(name)
        version = sha(_content(file)) if file.exists() else ""
        if version and version != known:
            raise ConflictError("changed on the disk meanwhile" if known else "already exists", name, version)
        with files.writing(name):
            files.put_file(file, content)
        return Written(key_of(str(file)), file.name, sha(content), lost)


def open_file(folder: Folder, name: str) -> Opened:
    """Open a file of a folder."""
    return folder.open(name)


def prepare(name: str, drawing: Drawing) -> tuple[bytes, list[str]]:
    """Return a drawing as a file of this name, and what its format cannot hold. Raises InputError if it could
    not be read back.
    """
    content, lost = write_drawing(drawing, format_for(name))
    try:
        read_upload(name, content)
    except InputError as error:
        raise InputError(f"could not be read back: {error.what}", name) from None
    return content, lost


def _require_small(file: Path) -> None:
    with files.reading(file.name):
        if file.stat().st_size > MOST_BYTES:
            raise InputError(f"is larger than {MOST_BYTES >> 20} MB", file.name)


def _content(file: Path) -> bytes:
    _require_small(file)
    with files.reading(file.name):
        return file.read_bytes()


def write_drawing(drawing: Drawing, form: str) -> tuple[bytes, list[str]]:
    """Return a drawing as a file of a format, and what the format cannot hold."""
    puzzle: Puzzle = drawing.puzzle()
    puzzle, lost = fit_format(puzzle, form)
    content = write([puzzle], form)
    return (content.encode() if isinstance(content, str) else content), lost


def read_upload(name: str, data: bytes) -> Drawing:
    """Read a puzzle from bytes that a page sent; `name` is its file name."""
    name = os.path.basename(name) or "upload"
    source = Source(f"{os.devnull}/{name}", data)  # nothing is beside it
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        puzzles = load_all(source)
    if len(puzzles) != 1:
        raise InputError(f"file contains {len(puzzles)} puzzles: expected one", name)
    return _draw(puzzles[0], name)


def plain_name(path: str) -> str:
    """Return a file's name without its folder."""
    return path.rpartition("/")[2]


def from_source(drawing: Drawing, source: str, version: str, notes: tuple[str, ...] = ()) -> Opened:
    """Return a drawing that cannot be saved where it came from."""
    return Opened(drawing, key_of(source), "", plain_name(source), version, notes)


def source_of(file: Path, number: int | None = None) -> str:
    """Return the address of a file, or of the puzzle of this number in it, as text."""
    path = "".join(c if c.isprintable() else f"\\{ord(c):x}" for c in str(file.resolve()))
    return path if number is None else f"{path}#{number}"


def key_of(place: str) -> str:
    """Return a short name for a path or another text."""
    return sha(place.encode("utf-8", "surrogateescape"))[:24]


def sha(data: bytes) -> str:
    """Return the hash that identifies a file's content."""
    return sha256(data).hexdigest()


def _draw(puzzle: Puzzle, name: str) -> Drawing:
    """Return the puzzle as a drawing; errors have only the file's name, not its path."""
    try:
        return drawing_of(puzzle)
    except InputError as error:
        raise InputError(error.what, name) from None
