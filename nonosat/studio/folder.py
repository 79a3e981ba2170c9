"""The folder in which the studio opens and saves files."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path

from nonosat.errors import InputError, InputWarning
from nonosat.formats import FORMATS, Source, detect, format_for, format_of, load_all, photo, write
from nonosat.formats.capabilities import fitted
from nonosat.processes.files import put_file, reading, writing
from nonosat.puzzles import Puzzle
from nonosat.studio.drawing import Drawing, drawing_of
from nonosat.words import is_number, shown

MOST_BYTES = 20 << 20
"""The size of the largest file that can be opened or uploaded."""

MOST_LISTED = 2000
"""The most files that are listed."""

_MOST_ENTRIES = 20_000  # of a folder; more are not looked at
_LONGEST_NAME = 255  # bytes


class ConflictError(InputError):
    """Something that the user does not know would be replaced: `replacing` is the hash of the file, `unsaved`
    that of the autosave.
    """

    def __init__(self, what: str, path: str, replacing: str, unsaved: str = "") -> None:
        super().__init__(what, path)
        self.replacing = replacing
        self.unsaved = unsaved


@dataclass(frozen=True)
class Opened:
    """A drawing as it was opened or last saved, the hash of its file, and notes about it.

    `source` is empty if the drawing can be saved where it came from. Otherwise it says where that was: a file
    with the number of the puzzle in it, a file whose suffix is not that of a format that is written, or an
    instance. A `new` drawing came from nowhere.
    """

    drawing: Drawing
    hash: str = ""
    source: str = ""
    notes: tuple[str, ...] = ()
    new: bool = False


@dataclass(frozen=True)
class Listed:
    """A file of the folder: its name, its size in bytes, and when it was changed, in nanoseconds."""

    name: str
    size: int
    time: int


class Folder:
    """A folder's files by their plain names; nothing outside is reachable, not even through links."""

    def __init__(self, path: Path) -> None:
        """`path` is an existing folder."""
        self.path = path.resolve()

    def files(self) -> list[Listed]:
        """List the files by name: those whose suffix is a format's, and those that may be puzzles as well."""
        try:
            with os.scandir(self.path) as entries:
                found = [file for entry in islice(entries, _MOST_ENTRIES) if (file := self._listed(entry))]
        except OSError as error:
            raise InputError(f"the folder cannot be read: {error.strerror}", self.path.name) from None
        return sorted(found, key=lambda file: file.name)[:MOST_LISTED]

    def _listed(self, entry: os.DirEntry[str]) -> Listed | None:
        """Return a file of the folder, None for what cannot be opened."""
        try:
            if not entry.is_file() or (entry.is_symlink() and Path(entry.path).resolve().parent != self.path):
                return None
            found = entry.stat()
        except (OSError, RuntimeError):  # a broken link, or a cycle of links
            return None
        fine = entry.name.isprintable() and not entry.name.startswith(".") and "\\" not in entry.name
        return Listed(entry.name, found.st_size, found.st_mtime_ns) if fine else None

    def file(self, name: str, reading: bool = False) -> Path:
        """Return the path of a file, with links resolved. Raises InputError if it is not in the folder or,
        unless it is only for `reading`, if its suffix is not that of a format that is written.
        """
        plain = name and name == os.path.basename(name) and not name.startswith(".") and name.isprintable()
        if not plain or "\\" in name:
            raise InputError("expected the name of a file in the opened folder", name)
        if len(os.fsencode(name)) > _LONGEST_NAME:
            raise InputError(f"expected a name of at most {_LONGEST_NAME} bytes", shown(name))
        if not reading:
            format_for(name)
        try:
            found = (self.path / name).resolve()
        except (OSError, RuntimeError):  # a cycle of links
            raise InputError("there is no such file", name) from None
        if found.parent != self.path or (not reading and format_of(found) is None):
            raise InputError("leads out of the opened folder", name)
        if found.exists() and not found.is_file():
            raise InputError("is not a file", name)
        return found

    def open(self, name: str) -> Opened:
        """Read a file, or with `name#7` the seventh puzzle in it."""
        file, number = self._found(name)
        base = file.name
        data = _content(file)
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always", InputWarning)
            found = load_all(f"{file}#{number}" if number else file)
        if len(found) > 1:
            raise InputError(f"file contains {len(found)} puzzles; choose one, e.g. {base}#1", base)
        form = format_of(file)
        own = not number and form is not None and FORMATS[form].writes
        source = "" if own else source_of(file, int(number) if number else None)
        return Opened(_drawn(found[0], name), sha(data), source, tuple(str(n.message) for n in notes))

    def address(self, name: str) -> str:
        """Return the address of a file, or of a puzzle in it."""
        file, number = self._found(name)
        return f"{file}#{number}" if number else str(file)

    def photo(self, name: str) -> bytes:
        """Return a picture's file. Raises InputError for files of other formats."""
        file = self.file(name, reading=True)
        if format_of(file) not in photo.READS or not file.exists():
            raise InputError("expected a picture", name)
        return _content(file)

    def _found(self, name: str) -> tuple[Path, str]:
        """Return a file and the number of the puzzle in it, "" for the only one."""
        base, mark, number = name.rpartition("#")
        if not (mark and is_number(number) and self.file(base, reading=True).exists()):
            base, number = name, ""
        file = self.file(base, reading=True)
        if not file.exists():
            raise InputError("there is no such file", base)
        return file, number

    def digest(self, name: str) -> str:
        """Return the hash of a file, "" if there is none."""
        file = self.file(name)
        return sha(_content(file)) if file.exists() else ""

    def save(self, name: str, drawing: Drawing, known: str) -> tuple[str, list[str]]:
        """Write a drawing to a file; return its hash, and what the format cannot hold.

        `known` is the hash of the file that the user knows, "" for none. Raises ConflictError if the file is
        another one, and InputError if the drawing could not be read back.
        """
        file, form = self.file(name), format_of(name)
        assert form is not None
        content, lost = written(drawing, form)
        try:
            uploaded(name, content)
        except InputError as error:
            raise InputError(f"could not be read back: {error.what}", name) from None
        found = self.digest(name)
        if found and found != known:
            raise ConflictError("changed on the disk meanwhile" if known else "already exists", name, found)
        with writing(name):
            put_file(file, content)
        return sha(content), lost


def _content(file: Path) -> bytes:
    with reading(file.name):
        if file.stat().st_size > MOST_BYTES:
            raise InputError(f"is larger than {MOST_BYTES >> 20} MB", file.name)
        return file.read_bytes()


def written(drawing: Drawing, form: str) -> tuple[bytes, list[str]]:
    """Return a drawing as a file of a format, and what the format cannot hold."""
    puzzle: Puzzle = drawing.puzzle()
    puzzle, lost = fitted(puzzle, FORMATS[form].supports)
    content = write([puzzle], form)
    return (content.encode() if isinstance(content, str) else content), lost


def uploaded(name: str, data: bytes) -> Drawing:
    """Read a puzzle from bytes that a page sent; `name` is its file name."""
    source = Source(os.path.basename(name) or "upload", data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        found = list(FORMATS.load(detect(source)).read(source))
    if len(found) != 1:
        raise InputError(f"file contains {len(found)} puzzles: expected one", source.path)
    return _drawn(found[0], source.path)


def plain_name(path: str) -> str:
    """Return a file's name without its folder."""
    return path.rpartition("/")[2]


def source_of(file: Path, number: int | None = None) -> str:
    """Return `Opened.source` for a file, or for the puzzle of this number in it."""
    path = "".join(c if c.isprintable() else f"\\{ord(c):x}" for c in str(file.resolve()))
    return path if number is None else f"{path}#{number}"


def sha(data: bytes) -> str:
    """Return the hash that identifies a file's content."""
    return sha256(data).hexdigest()


def _drawn(puzzle: Puzzle, name: str) -> Drawing:
    """Return the puzzle as a drawing; errors have only the file's name, not its path."""
    try:
        return drawing_of(puzzle)
    except InputError as error:
        raise InputError(error.what, name) from None
