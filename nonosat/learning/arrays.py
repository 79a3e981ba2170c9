"""Reads sets in NumPy arrays, a part at a time: `.npz`, an archive of arrays, and `.npy`, one array.

Nothing is ever unpickled: an array of Python objects is refused. The header of an array is a literal, which
numpy's own reader parses; plain numbers follow.
"""

from __future__ import annotations

import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from math import prod
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

from nonosat.errors import InputError
from nonosat.words import shown

_AT_A_TIME = 1 << 20  # bytes
_DAMAGED = (
    *(ValueError, EOFError, SyntaxError, TypeError, KeyError, OSError, NotImplementedError, RuntimeError),
    *(zipfile.BadZipFile, zlib.error),
)


@dataclass(frozen=True)
class _Array:
    """An open array: its name, its shape, and the file with its numbers."""

    name: str
    shape: tuple[int, ...]
    dtype: Any
    file: IO[bytes]
    path: str

    def rows(self) -> Iterator[Any]:
        """Yield the array's values for each puzzle, as nested lists."""
        inner = self.shape[1:]
        size = prod(inner) * self.dtype.itemsize
        at_once = max(1, _AT_A_TIME // max(1, size))
        for start in range(0, self.shape[0], at_once):
            number = min(at_once, self.shape[0] - start)
            data = _read(self.file, number * size, self.path)
            part = np.frombuffer(data, self.dtype).reshape(number, *inner)
            yield from part.tolist()


def array_records(path: str, others: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield a map of the arrays' values for each puzzle.

    `others` gives, by name, the arrays in other files that belong to them: `file.npz`, or `file.npz:array`.
    """
    with ExitStack() as stack:
        arrays = dict(_open(path, stack))
        for name, address in others.items():
            file, _, wanted = address.rpartition(":") if ":" in address else (address, "", "")
            found = dict(_open(file, stack))
            if wanted and wanted not in found:
                raise InputError(f"has no array {shown(wanted)}: it has {', '.join(found)}", file)
            arrays[name] = found[wanted] if wanted else next(iter(found.values()))
        lengths = {array.shape[0] for array in arrays.values()}
        if len(lengths) > 1:
            each = ", ".join(f"{name} {array.shape[0]}" for name, array in arrays.items())
            raise InputError(f"the arrays differ in length: {each}", path)
        for values in zip(*(array.rows() for array in arrays.values()), strict=True):
            yield dict(zip(arrays, values, strict=True))


def _open(path: str, stack: ExitStack) -> Iterator[tuple[str, _Array]]:
    try:
        file = stack.enter_context(open(path, "rb"))  # noqa: SIM115 - the stack closes it
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None
    if file.read(2) != b"PK":
        file.seek(0)
        yield "array", _array("array", file, path)
        return
    with _damage("not an archive of arrays", path):
        archive = stack.enter_context(zipfile.ZipFile(file))
        members = [info for info in archive.infolist() if info.filename.endswith(".npy")]
        if not members:
            raise InputError("holds no arrays", path)
        often = Counter(info.filename for info in members).most_common(1)
        if often[0][1] > 1:
            raise InputError(f"the array {shown(often[0][0].removesuffix('.npy'))} stands twice", path)
        for info in members:
            name = info.filename.removesuffix(".npy")
            yield name, _array(name, stack.enter_context(archive.open(info)), path)


@contextmanager
def _damage(what: str, path: str) -> Iterator[None]:
    """Turn the errors that damaged files cause into one line."""
    try:
        yield
    except InputError:
        raise
    except _DAMAGED as error:
        raise InputError(f"{what}: {str(error).partition(chr(10))[0][:120]}", path) from None


def _array(name: str, file: IO[bytes], path: str) -> _Array:
    with _damage(f"the array {shown(name)} cannot be read", path):
        version = npy.read_magic(file)
        read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
        shape, fortran, dtype = read(file)
    if dtype.hasobject:
        raise InputError(f"the array {shown(name)} holds pickled objects, which are not read", path)
    if not shape or dtype.kind not in "biufUS" or (fortran and len(shape) > 1):
        what = "is stored column by column" if fortran else f"of {dtype} is not one of numbers per puzzle"
        raise InputError(f"the array {shown(name)} {what}", path)
    if any(not 0 <= side <= 1 << 40 for side in shape) or prod(shape[1:]) * dtype.itemsize > 1 << 26:
        raise InputError(f"the array {shown(name)} is too large for puzzles: {shape}", path)
    return _Array(name, shape, dtype, file, path)


def _read(file: IO[bytes], size: int, path: str) -> bytes:
    parts = bytearray()
    with _damage("the file is damaged", path):
        while len(parts) < size:
            part = file.read(size - len(parts))
            if not part:
                raise InputError("the file ends within an array", path)
            parts += part
    return bytes(parts)
