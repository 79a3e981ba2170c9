"""Where a certificate's files are: a folder or a zip, read without trusting it.

Nothing is ever unpacked. A file's name must be one that certificates have, so no path can lead
anywhere; what does not look like a certificate at all is an InputError.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Protocol, cast

from nonosat.errors import InputError

MANIFEST = "certificate.json"

_NAMES = re.compile(
    r"certificate\.json|puzzle\.yaml|cells\.json|(unique|none|all)\.cnf|proof\.drat\.xz"
    r"|solution-[1-9][0-9]{0,8}\.txt"
)
_MOST_COMPRESSED = 200
"""A zip that claims to unpack to more times its size is a bomb: clauses and pictures give 5 to 30."""

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
def opened(path: str) -> Iterator[Archive]:
    """Open a folder or a zip; whatever goes wrong inside it is an InputError with the path."""
    archive: Archive | None = None
    try:
        archive = _Folder(path) if Path(path).is_dir() else _Zip(path)
        yield archive
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path) from None
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError) as error:
        raise InputError(f"a broken zip: {error}", path) from None
    except RuntimeError as error:
        if "password" not in str(error):  # zipfile has no class of its own for this
            raise
        raise InputError("a zip with a password", path) from None
    finally:
        if archive is not None:
            archive.close()


class _Folder:
    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self.sizes: dict[str, int] = {}
        for entry in sorted(self._path.iterdir()):
            _check_name(entry.name, path)
            found = entry.lstat()
            if not stat.S_ISREG(found.st_mode):
                raise InputError(f"{entry.name} is not a plain file", path)
            self.sizes[entry.name] = found.st_size

    def open(self, name: str) -> BinaryIO:
        descriptor = os.open(self._path / name, os.O_RDONLY | os.O_NOFOLLOW)
        return os.fdopen(descriptor, "rb")

    def close(self) -> None:
        pass


class _Zip:
    def __init__(self, path: str) -> None:
        if not zipfile.is_zipfile(path):
            Path(path).open("rb").close()  # a file that is not there says so itself
            raise InputError("neither a folder nor a zip", path)
        self._zip = zipfile.ZipFile(path)
        self.sizes: dict[str, int] = {}
        stored = Path(path).stat().st_size
        for info in self._zip.infolist():
            if info.is_dir():
                continue
            _check_name(info.filename, path)
            if info.filename in self.sizes:
                raise InputError(f"{info.filename} stands in the zip twice", path)
            self.sizes[info.filename] = info.file_size
        if sum(info.compress_size for info in self._zip.infolist()) > stored:
            raise InputError("the zip's entries overlap", path)
        if sum(self.sizes.values()) > _MOST_COMPRESSED * stored:
            raise InputError(f"the zip claims to hold {sum(self.sizes.values())} bytes in {stored}", path)

    def open(self, name: str) -> BinaryIO:
        return cast(BinaryIO, self._zip.open(name))

    def close(self) -> None:
        self._zip.close()


def _check_name(name: str, path: str) -> None:
    if not _NAMES.fullmatch(name):
        inside = _NAMES.fullmatch(name.rpartition("/")[2])
        hint = ": zip the files, not their folder" if inside else ""
        raise InputError(f"{name[:60]!r} is not a file of a certificate{hint}", path)


def check_new(path: str) -> None:
    """Say at once that a certificate could not be written here, before any work is done for it."""
    target = Path(path)
    if target.exists() or target.is_symlink():
        raise InputError("exists already: expected a new folder or .zip", path)
    if not target.parent.is_dir():
        raise InputError(f"cannot be written: there is no folder {target.parent}", path)


@contextmanager
def new_folder(path: str) -> Iterator[Path]:
    """Give a folder to write a certificate into; it becomes `path`, or a zip, if all goes well.

    What exists is never written over, and nothing half-made is left.
    """
    check_new(path)
    target = Path(path)
    part = target.parent / f".{target.name}.{os.getpid()}.part"
    try:
        part.mkdir()
        yield part
        if target.suffix.lower() == ".zip":
            packed = part / "zip"
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
                for file in sorted(set(part.iterdir()) - {packed}):
                    archive.write(file, file.name)
            packed.rename(target)
        else:
            part.rename(target)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", path) from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
