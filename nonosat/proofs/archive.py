"""The folder or zip that holds a certificate's files, read without trusting it.

Nothing is ever unpacked. Only the file names of certificates are allowed, so no path can lead elsewhere.
Anything that does not look like a certificate raises InputError.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, BinaryIO, Protocol, cast

from nonosat.errors import InputError, reading, writing
from nonosat.processes.files import BINARY
from nonosat.proofs.claims import CLAIMS
from nonosat.words import first_line

MANIFEST = "certificate.json"

_FIXED = {"certificate.json", "puzzle.yaml", "cells.json", "proof.drat.xz"}
_OWN = {file for claim, entry in CLAIMS.items() for file in (f"{claim}.cnf", *entry.files)}
_NAMES = re.compile("|".join([r"solution-[1-9][0-9]{0,8}\.txt", *map(re.escape, sorted(_FIXED | _OWN))]))
_MOST_COMPRESSED = 30
"""A zip that claims to unpack to more times its size is a bomb: clauses take 3 to 5, pictures 7 to 20."""

SMALL = 1 << 22  # bytes that every zip may unpack to: a picture of one colour compresses to almost nothing

_PIECE = 1 << 20


class Archive(Protocol):
    """A certificate's files by their names."""

    sizes: dict[str, int]

    def open(self, name: str) -> BinaryIO:
        """Open one of the files."""
        ...

    def close(self) -> None:
        """Close them all."""
        ...


@contextmanager
def open_archive(path: str) -> Iterator[Archive]:
    """Open a folder or a zip. Raises InputError for all errors in reading it."""
    with _refusing():
        archive: Archive = Folder(path) if Path(path).is_dir() else _Zip(path)
    try:
        yield archive
    finally:
        archive.close()


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn any error in reading a folder or a zip into an InputError."""
    try:
        with reading():
            yield
    except InputError:
        raise
    except Exception as error:  # zipfile and its decompressors fail in many ways on damaged bytes
        if "password" in str(error):
            raise InputError("a zip with a password") from None
        what = str(error) or type(error).__name__  # may contain file names of any length
        raise InputError(first_line(f"a broken zip: {what}")) from None


class _File(io.RawIOBase):
    """A file of a zip; its faults raise InputError."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        with _refusing():
            data = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._file.close()
        super().close()


class Folder:
    """The files of a folder."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self.sizes: dict[str, int] = {}
        for entry in sorted(self._path.iterdir()):
            _check_name(entry.name)
            status = entry.lstat()
            if not stat.S_ISREG(status.st_mode):
                raise InputError(f"{entry.name} is not a plain file")
            self.sizes[entry.name] = status.st_size

    def open(self, name: str) -> BinaryIO:
        """See Archive."""
        with _refusing():
            descriptor = os.open(self._path / name, os.O_RDONLY | BINARY | getattr(os, "O_NOFOLLOW", 0))
        return os.fdopen(descriptor, "rb")

    def close(self) -> None:
        """See Archive."""


class _Zip:
    def __init__(self, path: str) -> None:
        if not zipfile.is_zipfile(path):
            Path(path).open("rb").close()  # a missing file has its own message
            raise InputError("neither a certificate (a folder or a zip) nor an explanation")
        self._zip = zipfile.ZipFile(path)
        self.sizes: dict[str, int] = {}
        stored = Path(path).stat().st_size
        for info in self._zip.infolist():
            if info.filename.endswith("/"):
                continue
            _check_name(info.filename)
            if info.filename in self.sizes:
                raise InputError(f"{info.filename} appears twice in the zip")
            self.sizes[info.filename] = info.file_size
        if sum(info.compress_size for info in self._zip.infolist()) > stored:
            raise InputError("the zip's entries overlap")
        if _is_bomb(size := sum(self.sizes.values()), stored):
            raise InputError(f"the zip claims to hold {size} bytes in {stored}")

    def open(self, name: str) -> BinaryIO:
        with _refusing():
            return cast(BinaryIO, io.BufferedReader(_File(self._zip.open(name)), _PIECE))

    def close(self) -> None:
        self._zip.close()


def _is_bomb(size: int, stored: int) -> bool:
    """Whether a zip of `stored` bytes that unpacks to `size` is refused."""
    return size > _MOST_COMPRESSED * stored + SMALL


def _check_name(name: str) -> None:
    if not _NAMES.fullmatch(name):
        inside = _NAMES.fullmatch(name.rpartition("/")[2])
        hint = ": zip the files, not their folder" if inside else ""
        raise InputError(f"{name[:60]!r} is not a file of a certificate{hint}")


def check_new(path: str, force: bool = False) -> None:
    """Raise InputError if a certificate cannot be written here. Called before any work is done."""
    target = Path(path)
    if (target.exists() or target.is_symlink()) and not (force and target.is_file()):
        raise InputError("already exists: expected a new folder or .zip", path)
    if not target.parent.is_dir():
        raise InputError(f"cannot be written: there is no folder {target.parent}", path)


@contextmanager
def new_folder(path: str, force: bool = False) -> Iterator[Path]:
    """Yield a folder to write a certificate into; on success it becomes `path`, or a zip. Nothing is
    overwritten, unless `force` replaces a file, and nothing partial is left.
    """
    check_new(path, force)
    target = Path(path)
    part = target.parent / f".nonosat-{os.getpid()}.part"
    try:
        with writing(path):
            part.mkdir()
            yield part
            (_pack(part) if target.suffix.lower() == ".zip" else part).rename(target)
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _pack(folder: Path) -> Path:
    """Zip a folder's files, without compression if they compress so well that `_is_bomb` would refuse."""
    files, packed = sorted(folder.iterdir()), folder / "zip"
    size = sum(file.stat().st_size for file in files)
    for method in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        with zipfile.ZipFile(packed, "w", method) as archive:
            for file in files:
                archive.write(file, file.name)
        if not _is_bomb(size, packed.stat().st_size):
            break
    return packed
