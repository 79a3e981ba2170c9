"""Writes an audit as one self-contained page: the shares of all defects, and drawings of the worst puzzles.

The page is `audit.html`.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from html import escape
from itertools import chain

from nonosat import Table, __version__, draw, templates
from nonosat.learning.audit import KINDS, Audited

MOST = 60
"""How many puzzles are drawn."""

_LARGEST = 2500  # cells; larger puzzles are not drawn
_EACH = 12  # puzzles per kind of defect


class Worst:
    """Keeps the puzzles with the worst defects, some of every kind."""

    def __init__(self) -> None:
        self._by_kind: dict[str, list[Audited]] = {kind: [] for kind in KINDS}

    def add(self, audited: Audited) -> None:
        """Keep a puzzle if it is among the worst of a kind."""
        for kind in {defect.kind for defect in audited.defects}:
            some = [*self._by_kind[kind], audited]
            self._by_kind[kind] = nlargest(_EACH, some, key=lambda one: one.found.solutions)

    def cases(self) -> list[Audited]:
        """Return the puzzles by kind, without duplicates."""
        found: dict[str, Audited] = {}
        for audited in chain.from_iterable(self._by_kind.values()):
            found.setdefault(audited.item.address, audited)
        return list(found.values())[:MOST]


def page(title: str, tables: Sequence[Table], worst: Worst, changed: Sequence[str] = ()) -> str:
    """Return the page; `changed` lists the answers that had been graded wrongly."""
    parts = {
        "title": escape(title),
        "report-style": templates.template("nonosat.pages", "report.css"),
        "about": escape(f"nonosat {__version__}"),
        "tables": "\n".join(map(Table.html, tables)),
        "cases": "\n".join(map(_case, worst.cases())) or "<p>No defect was found.</p>",
        "changed": "\n".join(f"<li>{escape(line)}</li>" for line in changed[:1000]),
    }
    return templates.filled(__package__, "audit", parts)


def _case(audited: Audited) -> str:
    defects = "".join(f"<li>{escape(defect.what)}</li>" for defect in audited.defects)
    return f"<article><h3>{escape(audited.name)}</h3><ul>{defects}</ul>{_drawing(audited)}</article>"


def _drawing(audited: Audited) -> str:
    """Draw two solutions, or the stored picture, or the clues alone."""
    puzzle, found = audited.item.puzzle, audited.found
    if puzzle is None or len(puzzle.problem().sizes) > _LARGEST:
        return ""
    stored = audited.item.picture or ()
    fits = bool(stored) and "picture" not in {defect.kind for defect in audited.defects}
    if found.other:
        first = stored if fits and stored != found.other else found.solution
        return draw(puzzle, first, found.other).svg()
    return draw(puzzle, stored or found.solution, found.solution if stored and not fits else ()).svg()
