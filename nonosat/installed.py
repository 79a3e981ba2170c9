"""What is installed: the version, machine code, and the folders of model cards and instances.

A hot file is an `x.py` with an `x.pxd` beside it; `hatch_build.py` compiles all of them when nonosat is
installed. The results are the same either way. They are interpreted if they were not compiled, if one has
changed since, or, for a debugger, if the environment variable `NONOSAT_INTERPRETED` is set.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # slow to import
    from pathlib import Path

__version__ = "1.0.0.dev0"


def version_of(package: str) -> str:
    """Return the version of a package; empty if it has none, like a module on the path, or a program."""
    from importlib.metadata import PackageNotFoundError, version  # slow to import, and rarely used

    if package == "nonosat":
        return __version__
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


MANIFEST = "_compiled.json"
"""The file in the package that has the checksums of the hot files as they were compiled."""

SWITCH = "NONOSAT_INTERPRETED"

# What extension modules would import `inspect` for, which takes a while: see `hatch_build.py`.
CO_OPTIMIZED, CO_NEWLOCALS, CO_VARARGS, CO_VARKEYWORDS = 1, 2, 4, 8
CO_GENERATOR, CO_COROUTINE, CO_ASYNC_GENERATOR = 0x20, 0x80, 0x200

drawer: Callable[[Any], str] = str
"""What draws a puzzle for a notebook: the package sets it, since drawings rank above puzzles."""

page_reader: Callable[..., Any] = str
"""Reads the puzzle that is printed on a picture: the package sets it, as solvers rank above formats."""

_HERE = os.path.dirname(os.path.realpath(__file__))
_ABOVE = os.path.dirname(_HERE)
_CHECKOUT = os.path.exists(f"{_ABOVE}/hatch_build.py")
"""Whether this is a checkout, in which sources change; in an installed package, they do not."""

_REMEDY = (
    "run: python hatch_build.py"
    if _CHECKOUT
    else "with a C compiler, run: pip install --force-reinstall --no-cache-dir nonosat"
)


def folder(name: str) -> str:
    """Return the path of the folder `models` or `instances`: the checkout's, or else the package's.

    An editable install may have stale copies of the folders in its wheel.
    """
    if os.path.isfile(f"{_ABOVE}/pyproject.toml") and os.path.isdir(f"{_ABOVE}/{name}"):
        return f"{_ABOVE}/{name}"
    return f"{_HERE}/data/{name}"


@cache
def list_shipped(name: str) -> dict[str, Path]:
    """Return the YAML files of a folder, `instances` or `models`, by their names, sorted.

    >>> list_shipped("instances")["cat"].name
    'cat.yaml'
    """
    from pathlib import Path

    return {path.stem: path for path in sorted(Path(folder(name)).glob("*.yaml"))}


def checksums() -> dict[str, int]:
    """Return the hot files, without their suffix, each with a checksum of its source and its C types."""
    from zlib import crc32  # for checkouts alone

    sums = {}
    for room in sorted(entry.name for entry in os.scandir(_HERE) if entry.is_dir()):
        for name in sorted(os.listdir(f"{_HERE}/{room}")):
            if name.endswith(".pxd"):
                hot = f"nonosat/{room}/{name[:-4]}"
                sums[hot] = crc32(_read(f"{hot}.pxd"), crc32(_read(f"{hot}.py")))
    return sums


def _read(name: str) -> bytes:
    with open(f"{_ABOVE}/{name}", "rb") as file:
        return file.read()


def reason() -> str:
    """Return why the hot files run interpreted, and what to do; an empty text if they run as machine code."""
    if os.environ.get(SWITCH):
        return f"{SWITCH} is set"
    try:
        compiled = json.loads(_read(f"nonosat/{MANIFEST}"))
    except (OSError, ValueError):
        return f"it is not compiled; {_REMEDY}"
    now = checksums() if _CHECKOUT else compiled
    for name in sorted(compiled.keys() | now.keys()):
        if compiled.get(name) != now.get(name):
            return f"{name}.py has changed since it was compiled; {_REMEDY}"
        if not any(os.path.exists(f"{_ABOVE}/{name}{suffix}") for suffix in EXTENSION_SUFFIXES):
            return f"{name} is not compiled for this Python; {_REMEDY}"
    return ""


def tell(say: Callable[[str], None] | None) -> None:
    """Say in one line why the hot files run interpreted, the first time; with None, never.

    It prints nothing if they do not, or if the environment variable asks for it.
    """
    global _told
    if not _told and say:
        say(f"nonosat runs interpreted, many times slower: {interpreted}")
    _told = True


class _FromSource:
    """Finds sources, where the import system would prefer extension modules, even stale ones."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if not name.startswith("nonosat."):
            return None
        source = f"{_ABOVE}/{name.replace('.', '/')}"
        if os.path.exists(f"{source}.pxd"):
            tell(lambda line: warnings.warn(line, RuntimeWarning, stacklevel=4))
        return spec_from_file_location(name, f"{source}.py") if os.path.exists(f"{source}.py") else None


interpreted = reason()
"""Why the hot files run interpreted in this process; empty if they do not."""

_told = not interpreted or bool(os.environ.get(SWITCH))

if interpreted:
    sys.meta_path.insert(0, _FromSource)
