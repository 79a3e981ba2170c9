"""Reads sets in NumPy arrays: `.npz`, an archive of arrays, and `.npy`, one array.

Nothing is ever unpickled: an array of Python objects is refused. An archive is read into memory, so its size
is limited; that of a single array is not.
"""

from __future__ import annotations

import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

import numpy as np
from numpy.lib.format import open_memmap, read_array

from nonosat.errors import InputError
from nonosat.processes.files import reading
from nonosat.words import first_line, shown

MOST = 1 << 30  # bytes in the arrays of an archive, against archives that unpack without end
LARGEST = 1 << 26  # bytes per puzzle
_DAMAGED = (
    *(ValueError, EOFError, SyntaxError, TypeError, KeyError, NotImplementedError, RuntimeError),
    *(MemoryError, zipfile.BadZipFile, zlib.error),
)


def array_records(path: str, others: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Yield a map of the arrays' values for each puzzle, as nested lists.

    `others` gives, by name, the arrays in other files that belong to them: `file.npz`, or `file.npz:array`.
    """
    arrays = _arrays(path)
    for name, address in others.items():
        file, _, wanted = address.rpartition(":") if ":" in address else (address, "", "")
        found = _arrays(file)
        if wanted and wanted not in found:
            raise InputError(f"has no array {shown(wanted)}: it has {', '.join(found)}", file)
        arrays[name] = found[wanted] if wanted else next(iter(found.values()))
    if len({len(array) for array in arrays.values()}) > 1:
        each = ", ".join(f"{name} {len(array)}" for name, array in arrays.items())
        raise InputError(f"the arrays differ in length: {each}", path)
    for values in zip(*arrays.values(), strict=True):
        yield {name: value.tolist() for name, value in zip(arrays, values, strict=True)}


def count_of_arrays(path: str) -> int:
    """Return the number of puzzles in a file of arrays."""
    return len(next(iter(_arrays(path).values())))


def _arrays(path: str) -> dict[str, Any]:
    with reading(path):
        try:
            with open(path, "rb") as file:
                packed = file.read(2) == b"PK"
            arrays = _unpacked(path) if packed else {"array": np.asarray(open_memmap(path, mode="r"))}
        except _DAMAGED as error:
            what = f"not arrays of numbers (nothing is unpickled): {first_line(str(error))}"
            raise InputError(what, path) from None
    for name, array in arrays.items():
        if not array.ndim or array.dtype.kind not in "biufUS":
            raise InputError(
                f"the array {shown(name)} of {array.dtype} is not one of numbers per puzzle", path
            )
        if prod(array.shape[1:]) * array.dtype.itemsize > LARGEST:
            raise InputError(f"the array {shown(name)} is too large for puzzles: {array.shape}", path)
    return arrays


def _unpacked(path: str) -> dict[str, Any]:
    with zipfile.ZipFile(path) as archive:
        members = [info for info in archive.infolist() if info.filename.endswith(".npy")]
        often = Counter(info.filename.removesuffix(".npy") for info in members)
        if not often:
            raise InputError("holds no arrays", path)
        if twice := [name for name, number in often.items() if number > 1]:
            raise InputError(f"the array {shown(twice[0])} appears twice", path)
        if sum(info.file_size for info in members) > MOST:
            raise InputError("unpacks to more than 1 GiB: save its arrays as .npy", path)
        arrays = {}
        for name, info in zip(often, members, strict=True):
            with archive.open(info) as file:
                arrays[name] = read_array(file, allow_pickle=False)
        return arrays
