"""The registry class for everything that is chosen by name: kinds, formats, encodings, backends, commands...

A registry belongs to a room (a package) and names modules within it, so that nothing is imported
before it is used, and no entry can point outside the room.
"""

from __future__ import annotations

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
    what has to be installed besides nonosat, as Python imports it, `programs` must be on the PATH, and
    `install` says how to install them.
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
            import shutil  # slow to import, and rarely used

            return all(shutil.which(program) for program in self.programs)
        return not self.package or find_spec(self.package) is not None


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
        entry = self[name]
        if not entry.installed:
            raise InputError(f"the {self._noun} {name} is not installed: {entry.install}")
        module, _, attribute = entry.module.partition(":")
        found = import_module(f"{self._room}.{module}")
        return cast(T, getattr(found, attribute) if attribute else found)


class UnknownNameError(InputError, KeyError):
    """No entry has this name. Also a KeyError, which mappings are expected to raise."""

    def __str__(self) -> str:
        return InputError.__str__(self)
