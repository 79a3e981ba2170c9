"""The registry class for everything that is chosen by name: kinds, formats, encodings, backends, commands...

A registry belongs to a room (a package) and names modules within it, so that nothing is imported
before it is used, and no entry can point outside the room.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Generic, TypeVar, cast

from nonosat.errors import InputError
from nonosat.words import or_nearest, shown


@dataclass(frozen=True, slots=True)
class Entry:
    """Describes an entry without importing it; rooms add fields in a subclass.

    `module` is the module's name within the room, or `module:name` for something in it. `package` is
    what has to be installed besides nonosat, as Python imports it, `programs` are found by `program_path`,
    and `install` says how to install them.
    """

    module: str
    about: str = ""
    package: str = ""
    install: str = ""
    programs: tuple[str, ...] = ()

    @property
    def installed(self) -> bool:
        """Whether its requirements are installed; imports nothing."""
        if self.programs:
            return all(map(program_path, self.programs))
        return not self.package or find_spec(self.package) is not None


def program_path(name: str) -> str | None:
    """Return the path of an executable program; None if it is not installed.

    It may be on the PATH, beside this Python, or in a wheel of passagemath.
    """
    import shutil  # slow to import, and rarely used

    folders = [os.environ.get("PATH", os.defpath), os.path.dirname(sys.executable)]
    if wheels := find_spec("sage_wheels"):  # where passagemath's wheels have their programs
        folders += [os.path.join(place, "bin") for place in wheels.submodule_search_locations or ()]
    return shutil.which(name, path=os.pathsep.join(folders))


E = TypeVar("E", bound=Entry)
T = TypeVar("T")


class Registry(Mapping[str, E], Generic[E, T]):
    """Entries by name, in order. `load` imports an entry's object, which satisfies the Protocol T."""

    def __init__(self, noun: str, room: str, entries: Mapping[str, E]) -> None:
        self._noun = noun
        self._room = room
        self._entries = dict(entries)

    def __getitem__(self, name: str) -> E:
        if name not in self._entries:
            what = f"there is no {self._noun} {shown(name)}"
            raise UnknownNameError(or_nearest(what, name, self, f"the {self._noun}s are"))
        return self._entries[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def names(self) -> str:
        """Return all names in one text."""
        return ", ".join(self._entries)

    def load(self, name: str) -> T:
        """Return the object of a name. Raises InputError if there is none, or if it is not installed."""
        if missing := self.missing(name):
            raise InputError(missing)
        return self.module(name)

    def missing(self, name: str) -> str:
        """Say that a name's requirements are not installed, and how to install them; empty if they are."""
        entry = self[name]
        return "" if entry.installed else f"the {self._noun} {name} is not installed: {entry.install}"

    def module(self, name: str) -> T:
        """Return the object of a name, even if what it needs when it is used is not installed."""
        module, _, attribute = self[name].module.partition(":")
        found = import_module(f"{self._room}.{module}")
        return cast(T, getattr(found, attribute) if attribute else found)


class UnknownNameError(InputError, KeyError):
    """No entry has this name. Also a KeyError, which mappings are expected to raise."""

    def __str__(self) -> str:
        return InputError.__str__(self)
