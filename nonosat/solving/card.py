"""What a model card says: a solver and how to use it.

The default, `auto`, combines several solvers (see `nonosat.solving.auto`); a card may name it as
its backend.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING

from nonosat.installed import version_of
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.records import dataclass, field, replace

if TYPE_CHECKING:
    from nonosat.encodings.model import Info

DEFAULT = "auto"

MINISAT, CADICAL = "pysat:minisat22", "pysat:cadical153"
GLUCOSE, KISSAT, KISSAT_PROGRAM = "pysat:glucose4", "pysat:kissat404", "program:kissat"
"""The solvers of the recipe."""


@dataclass(frozen=True)
class Card:
    """A solver, and how to use it: see `card_files` for what each field means.

    >>> import nonosat
    >>> card = nonosat.Card("mine", backend="pysat:glucose4", goal="solution")
    >>> nonosat.solve(nonosat.load("dom-3"), card).model
    'mine'

    Without an encoding, it is the first that the backend reads.
    """

    name: str
    encoding: str = ""
    backend: str = "pysat:cadical195"
    options: Mapping[str, bool | int | str] = field(default_factory=dict)
    phases: str = "none"
    description: str = ""
    narrow: bool = True
    probes: bool = False
    switches: bool = True
    goal: str = "uniqueness"
    limits: Limits = NO_LIMITS

    def __post_init__(self) -> None:
        if not self.encoding:
            object.__setattr__(self, "encoding", next(iter(self.readable), ""))

    @property
    def is_recipe(self) -> bool:
        """Whether it is `auto`, and not a single solver."""
        return self.backend == DEFAULT

    @property
    def info(self) -> Info | None:
        """The abilities of its backend; None if there is no such backend."""
        from nonosat import backends  # the recipe needs none of this until a solver has to search
        from nonosat.encodings.model import Info

        if self.is_recipe:
            return Info(self.backend, "nonosat", ("problem",), phases=True, budget=True)
        return backends.info(self.backend)

    @property
    def backends(self) -> tuple[str, ...]:
        """The solvers that may take part."""
        return (MINISAT, CADICAL, GLUCOSE, KISSAT, KISSAT_PROGRAM) if self.is_recipe else (self.backend,)

    @property
    def missing(self) -> str:
        """Why the card cannot be used: what is not installed or does not answer; empty if it can."""
        if self.is_recipe:
            return ""
        from nonosat import backends

        return backends.missing(self.backend, self.options)

    def with_seed(self, seed: int) -> Card:
        """Return the card with a seed among its options; itself if its backend takes none."""
        takes = self.info is not None and "seed" in self.info.options
        return replace(self, options={**self.options, "seed": seed}) if takes else self

    @property
    def versions(self) -> dict[str, str]:
        """The versions of its solver: of the package, and of the programs that it runs."""
        from nonosat.processes import worker
        from nonosat.processes.programs import version

        if self.info is None:
            return {}
        numbers = {self.info.package: version_of(self.info.package)} if self.info.package else {}
        for path in self.info.files(self.options):
            # A worker ends whatever the program leaves.
            numbers[os.path.basename(path)] = worker.ask(NO_LIMITS.bounds(), version, path)
        return numbers

    @property
    def readable(self) -> list[str]:
        """The encodings that its backend reads."""
        from nonosat.encodings import ENCODINGS

        reads = info.reads if (info := self.info) else ()
        return [name for name, entry in ENCODINGS.items() if entry.language in reads]


AUTO = Card(
    DEFAULT,
    "none",
    DEFAULT,
    phases="beliefs",
    description="The default. Lines and single assumptions; belief propagation for many solutions; "
    "MiniSat for what is easy; CaDiCaL; Kissat for what is hard, as a program (nonosat[hard]) for proofs.",
    probes=True,
)

NO_MODEL = Card("none", "none", "")
"""For questions that need no encoding and no solver."""
