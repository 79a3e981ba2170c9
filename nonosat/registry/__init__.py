"""The registry class, for everything chosen by name: kinds, formats, encodings, backends, commands...

A registry belongs to a room (a package) and names modules within it, so that nothing is imported
before it is used, and no entry can point outside the room. Other packages add entries by entry points
of the group that a registry names; these are looked for once no own entry has the name.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Generic, TypeVar, cast

from nonosat.errors import InputError
from nonosat.records import dataclass
from nonosat.words import or_nearest, quote


@dataclass(frozen=True)
class Entry:
    """Describes an entry without importing it; rooms add fields in a subclass.

    `module` is the module's name within the room, or `module:name` for something in it. `package` is
    what has to be installed besides nonosat, as Python imports it, `programs` are found by `program_path`,
    and `install` says how to install them. `origin` is the package that added the entry, with its version;
    its modules are named in full.
    """

    module: str
    about: str = ""
    package: str = ""
    install: str = ""
    programs: tuple[str, ...] = ()
    origin: str = ""

    @property
    def installed(self) -> bool:
        """Whether its requirements are installed; imports nothing."""
        if self.programs:
            from nonosat.registry.programs import program_path

            return all(map(program_path, self.programs))
        return not self.package or is_installed(self.package)


_found: set[str] = set()
"""The packages that were found: looking for one takes a tenth of a millisecond."""


def is_installed(package: str) -> bool:
    """Whether Python finds a package; imports nothing. A package that is installed later is found, too.

    One whose entry in `sys.modules` is None is absent, as it is for `import`.
    """
    if package in sys.modules:
        return sys.modules[package] is not None
    if package not in _found and find_spec(package) is not None:
        _found.add(package)
    return package in _found


E = TypeVar("E", bound=Entry)
T = TypeVar("T")


class Registry(Mapping[str, E], Generic[E, T]):
    """Entries by name, in order: nonosat's own, then those of other packages. `load` imports an entry's
    object, which satisfies the Protocol T. With `plugins`, packages add some by entry points of the
    group `nonosat.backends`, and so on.
    """

    def __init__(self, noun: str, room: str, entries: Mapping[str, E], plugins: bool = False) -> None:
        self._noun = noun
        self._room = room
        self._own = dict(entries)
        self._group = f"nonosat.{noun}s" if plugins else ""

    @cached_property
    def _added(self) -> dict[str, E]:
        """The entries of other packages; one that is broken is left out, with a warning."""
        if not self._group:
            return {}
        from nonosat.registry.plugins import find_added  # rarely needed

        return find_added(self._noun, self._group, self._own)

    def __getitem__(self, name: str) -> E:
        if name in self._own:
            return self._own[name]
        if name not in self._added:
            what = f"there is no {self._noun} {quote(name)}"
            raise UnknownNameError(or_nearest(what, str(name), self, f"the {self._noun}s are"))
        return self._added[name]

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from self._added

    def __len__(self) -> int:
        return len(self._own) + len(self._added)

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in self._added

    def names(self) -> str:
        """Return all names in one text."""
        return ", ".join(self)

    def load(self, name: str) -> T:
        """Return the object of a name. Raises InputError if there is none, or if it is not installed."""
        if missing := self.missing(name):
            raise InputError(missing)
        return self.module(name)

    def missing(self, name: str) -> str:
        """Say why a name cannot be used: what is not installed, and how to install it, or that the package
        that added it is broken; empty if it can be used.
        """
        entry = self[name]
        if not entry.installed:
            return f"the {self._noun} {name} is not installed: {entry.install}"
        try:
            if entry.origin:
                self.module(name)
        except InputError as error:
            return error.what
        return ""

    def module(self, name: str) -> T:
        """Return the object of a name, even if what it needs when it is used is not installed."""
        entry = self[name]
        module, _, attribute = entry.module.partition(":")
        if not entry.origin:
            loaded = import_module(f"{self._room}.{module}")
            return cast(T, getattr(loaded, attribute) if attribute else loaded)
        try:
            loaded = import_module(module)
            return cast(T, getattr(loaded, attribute) if attribute else loaded)
        except (Exception, SystemExit) as error:  # a module may exit when it is imported
            from nonosat.registry.plugins import say_broken

            raise InputError(say_broken(self._noun, name, entry.origin, error)) from None


class UnknownNameError(InputError, KeyError):
    """No entry has this name. Also a KeyError, which mappings are expected to raise."""

    def __str__(self) -> str:
        return InputError.__str__(self)
