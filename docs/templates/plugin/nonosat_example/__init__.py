"""One of everything that a package can add to nonosat: the entries, which `pyproject.toml` names.

They describe what there is, and name its modules in full; these are imported when they are used. If a
solver is a separate package, the entry names it and how to install it:
`Entry(module, about, "package", "pip install package")`.
"""

from nonosat.encodings import EncodingEntry
from nonosat.formats import FormatEntry
from nonosat.puzzles import KindEntry
from nonosat.registry import Entry
from nonosat.solving.counters import CounterEntry

BACKEND = Entry("nonosat_example.backend", "a small solver in plain Python")
ENCODING = EncodingEntry("nonosat_example.encoding", "CNF: a block is at a place")
FORMAT = FormatEntry(
    "nonosat_example.format", "all clues on one line, split by slashes", suffixes=(".slashes",)
)
COUNTER = CounterEntry("nonosat_example.counter", "tries all ways to fill a small component")
KIND = KindEntry("nonosat_example.kind:STARS", "a star in every row, column and region")
