"""Clauses that are compared with a certificate's while they are written again.

The comparison ends at the first clause that differs, so a forger cannot make us write more clauses than the
file has.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO

from nonosat.encodings import dimacs
from nonosat.encodings.dimacs import Clauses
from nonosat.processes.limits import Clock
from nonosat.words import shortened

_LINE = 1 << 24  # bytes: more than any clause takes
_COMMENTS = 1000  # the most comment lines besides one for each cell


class Different(Exception):  # noqa: N818 - it is an outcome, not an error
    """The file differs; the message says what was expected and what was found."""


class Compared(Clauses):
    """The clauses that were compared so far, at four bytes per literal.

    `keep` compares and stores the next clause, and raises Different if the file has another one there.
    """

    def __init__(self, file: BinaryIO, header: str, cells: int, clock: Clock) -> None:
        self.source = "the puzzle"  # of the next clauses, for errors
        self._file = file
        self._comments = cells + _COMMENTS
        self._clock = clock
        self._literals = array("i")
        self._ends = array("q", [0])
        self._expect(header, "certificate.json says")

    def keep(self, clause: list[int]) -> None:
        """Compare the next clause, and store it."""
        if len(self) % 256 == 0:
            self._clock.check()
        self._expect(dimacs.clause_line(clause), f"{self.source} gives")
        self._literals.extend(clause)
        self._ends.append(len(self._literals))

    def end(self) -> None:
        """Raise Different if the file has more clauses."""
        if (found := self._next()) is not None:
            raise Different(f"expected nothing more, found {_short(found)}")

    def _expect(self, line: str, what: str) -> None:
        found = self._next()
        if found != line:
            raise Different(f"expected {_short(line)}, which {what}, found {_short(found)}")

    def _next(self) -> str | None:
        """Return the next line that is not a comment."""
        while line := self._file.readline(_LINE):
            if not line.endswith(b"\n"):
                raise Different("a line without an end")
            if not line.startswith(b"c"):
                return line[:-1].decode("latin-1")
            self._comments -= 1
            if self._comments < 0:
                raise Different("more comments than cells")
        return None

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[list[int]]:
        for begin, end in pairwise(self._ends):
            yield self._literals[begin:end].tolist()


def _short(line: str | None) -> str:
    return "nothing" if line is None else f"`{shortened(line)}`"
