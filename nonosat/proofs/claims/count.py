"""The claim that there are exactly N solutions, without a list of them.

The cells that vary are in groups that vary independently of each other. The ways to fill a group are counted
by a table, or the pictures show them all. The proof is that no cell has a value that it has in no picture,
and that no group of the second kind is filled in a way that no picture shows.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from io import BufferedReader
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from nonosat.encodings.drat import Unpacked
from nonosat.errors import InternalError
from nonosat.problem import CellValue, Problem, Values
from nonosat.processes.limits import Clock
from nonosat.proofs import table
from nonosat.proofs.claims import Asked, Found, NotVerified, Refutation, Shown, Stated, unless_stopped
from nonosat.proofs.claims.certain import covering, unseen, values_seen
from nonosat.proofs.claims.content import CLAIM, expect, read
from nonosat.proofs.table import Factor
from nonosat.words import plural, shortened

if TYPE_CHECKING:
    from nonosat.automata.components import Component
    from nonosat.solving.questions.count import Count
    from nonosat.solving.run import Run

TABLE = "table.txt.xz"

MOST_ROWS = 4_000_000
"""The most rows of the table of a group; larger groups are listed."""

LISTED = 10_000
"""The most ways to fill a group that are listed."""

MOST_DIGITS = 4000
"""The most digits of a number of solutions, since Python's limit is 4300."""


Fillings = list[list[CellValue]]
"""The ways to fill a group that is listed."""

_NUMBER = re.compile(f"[1-9][0-9]{{0,{MOST_DIGITS - 1}}}")


class Group(NamedTuple):
    """Cells that vary, in the order of the table, or listed by the pictures, and the ways to fill them."""

    cells: tuple[int, ...]
    ways: int
    counted: bool

    def data(self) -> dict[str, object]:
        """Return it as plain data; the number as text, since it may be long."""
        return {"cells": self.cells, "ways": str(self.ways), "counted": self.counted}


def find(asked: Asked) -> Found[Count]:
    """Count the solutions, then count the ways to fill each group again, by its table."""
    from nonosat.solving.questions.count import CountSearch

    with asked.run() as run:
        search = CountSearch(run)
        report = search.answer()
        if not report.exact:
            return Found(report)
        if len(str(report.solutions)) > MOST_DIGITS:
            return Found(report, reason=f"the number of solutions has more than {MOST_DIGITS} digits")
        backends = asked.card.backends
        if not report.solutions:
            return Found(report, "none", asked.puzzle, (), backends)

        def collect() -> Found[Count]:
            if search.backbone.solvable is None:
                search.backbone.find()
            known = [solution.values for solution in search.backbone.seen]
            if report.solutions == 1:
                return Found(report, "unique", asked.puzzle, [run.checked(known[0]).picture], backends)
            return _collected(asked, report, run, known)

        return unless_stopped(run, report, collect)


def _collected(asked: Asked, report: Count, run: Run, known: Sequence[Values]) -> Found[Count]:
    """Count the ways to fill each group by its table; list those of the others."""
    from nonosat.automata.components import components
    from nonosat.solving.counters.frontier import order_of

    shown = covering(run, known)
    parts = components(run.problem, run.clock)
    orders = [order_of(part) for part in parts]
    with run.timed("table", "counting by a table"):
        seen = values_seen(run.problem, shown)
        counts, text, length = run.in_worker(_tables, run.problem, seen, orders, MOST_ROWS, run.clock.left)
    groups: list[Group] = []
    listed: list[Fillings] = []
    for part, order, ways in zip(parts, orders, counts, strict=True):
        if order is not None and ways is not None:
            groups.append(Group(tuple(order), ways, True))
            continue
        fillings = _listed(run, part, known[0])
        if len(fillings) > LISTED:
            size = plural(len(part.cells), "cell")
            why = f"{size} vary together in more than {LISTED} ways, and their table is too large"
            return Found(report, reason=why)
        groups.append(Group(part.cells, len(fillings), False))
        listed.append(fillings)
    if prod(group.ways for group in groups) != report.solutions:
        raise InternalError(f"{run.puzzle.source}: counted {report.solutions}, but another number by tables")
    shown += _joined(known[0], listed)
    pictures = list(dict.fromkeys(run.checked(values).picture for values in shown))
    content = {"groups": [group.data() for group in groups], "table": length}
    files = {CLAIM: json.dumps(content, separators=(",", ":")).encode(), TABLE: text}
    return Found(report, "count", asked.puzzle, pictures, asked.card.backends, files)


def _joined(first: Values, listed: Sequence[Fillings]) -> Iterator[Values]:
    """Yield solutions that show all ways to fill the listed groups: each shows one of every group."""
    for number in range(max(map(len, listed), default=0)):
        values = list(first)
        for fillings in listed:
            for cell, value in fillings[min(number, len(fillings) - 1)]:
                values[cell] = value
        yield values


def _listed(run: Run, part: Component, first: Values) -> Fillings:
    """Return the ways to fill a component, one more than LISTED at most."""
    mine = set(part.cells)
    fixed = [(cell, value) for cell, value in enumerate(first) if cell not in mine]
    found = islice(run.iter_solutions(first, part.cells, fixed), LISTED + 1)
    return [[(cell, solution.values[cell]) for cell in part.cells] for solution in found]


def _tables(
    problem: Problem,
    seen: Sequence[set[int]],
    orders: Sequence[Sequence[int] | None],
    most: int,
    seconds: float | None,
) -> tuple[list[int | None], bytes, int]:
    """Count the ways to fill each group; None for one without an order, or whose table has more than `most`
    rows. Return also the tables as one text, compressed, and its length.
    """
    clock = Clock(seconds)
    packed = lzma.LZMACompressor(preset=1)
    pieces, length = list[bytes](), 0
    counts: list[int | None] = []
    for order, mine in zip(
        orders, _factors_of(problem, seen, [order or () for order in orders], clock), strict=True
    ):
        found = table.rows(order or (), mine, seen, clock)
        text, number, ways = bytearray(), 0, 1
        try:
            for nodes, ways in islice(found, most + 1 if order else 0):
                text += table.text_of(nodes, ways).encode()
                number += 1
        except table.WrongOrder:  # an automaton reads its cells in an order of its own
            number = most + 1
        if order is None or number > most:
            counts.append(None)
            continue
        counts.append(ways)
        length += len(text)
        pieces.append(packed.compress(text))
    return counts, b"".join([*pieces, packed.flush()]), length


def _factors_of(
    problem: Problem, seen: Sequence[Collection[int]], groups: Sequence[Sequence[int]], clock: Clock
) -> list[list[Factor]]:
    """Return the factors of each group. A factor belongs to a group if all of its cells do."""
    group_of = {cell: number for number, cells in enumerate(groups) for cell in cells}
    found: list[list[Factor]] = [[] for _ in groups]
    for constraint in problem.constraints:
        for factor in table.factors(constraint, seen, clock):
            numbers = {group_of.get(cell) for cell in factor.cells}
            number = numbers.pop()
            if numbers:
                raise NotVerified(f"{CLAIM} has groups that do not vary independently")
            if number is not None:
                found[number].append(factor)
    return found


def show(stated: Stated) -> Shown:
    """See Claim: the clauses that the claim adds say that a cell has a value that it has in no picture, or
    that a group is filled in a way that no picture shows.
    """
    problem, solutions = stated.problem, stated.solutions
    content = read(stated, "groups", "table")
    seen = values_seen(problem, solutions)
    groups = _groups(content["groups"])
    varying = [cell for cell, values in enumerate(seen) if len(values) > 1]
    same = sorted(cell for group in groups for cell in group.cells) == varying
    expect(same, "has other groups than the cells that vary")
    expect(type(content["table"]) is int, "has no length of the table")
    _check_ways(stated, seen, groups, content["table"])
    listed = [group.cells for group in groups if not group.counted]
    number = prod(group.ways for group in groups)
    several = plural(len(groups), "group")
    return Shown(
        f"exactly {plural(number, 'solution')}",
        _refutation(problem, solutions, seen, listed),
        {"count": f"{several} of cells that vary independently; the table of ways to fill them, row by row"},
        [f"the counting by tables ({table.__name__}), and its reading ({__name__})"],
    )


def _groups(value: object) -> list[Group]:
    """Read the groups."""
    found = []
    for one in value if isinstance(value, list) else [None]:
        if not isinstance(one, dict) or one.keys() != {"cells", "ways", "counted"}:
            raise NotVerified(f"{CLAIM} has no groups with cells, ways and counted")
        cells, ways, counted = one["cells"], one["ways"], one["counted"]
        good = isinstance(cells, list) and all(type(cell) is int for cell in cells)
        expect(good, "has something else than numbers of cells")
        expect(isinstance(ways, str) and _NUMBER.fullmatch(ways), "has something else than a number of ways")
        expect(isinstance(counted, bool), "does not say whether a group was counted")
        found.append(Group(tuple(cells), int(ways), counted))
    return found


def _check_ways(stated: Stated, seen: Sequence[set[int]], groups: Sequence[Group], length: int) -> None:
    """Write the tables again, compared row by row with the file's, and count what the pictures show."""
    cells_of = [group.cells for group in groups]
    every = _factors_of(stated.problem, seen, cells_of, stated.clock)
    with stated.open(TABLE) as file:
        unpacked = Unpacked(file, length)
        text, number = cast(BinaryIO, BufferedReader(unpacked)), 0
        for group, mine in zip(groups, every, strict=True):
            ways = len({tuple([values[cell] for cell in group.cells]) for values in stated.solutions})
            for nodes, ways in _rows(group, mine, seen, stated.clock) if group.counted else ():
                number += 1
                _compare(text, table.text_of(nodes, ways), number)
            expect(ways == group.ways, f"has a group that can be filled in {ways} ways, not in {group.ways}")
        if text.read(1) or unpacked.length != length:
            raise NotVerified(f"{TABLE} has more rows, or another length than {CLAIM} says")


def _rows(
    group: Group, mine: Sequence[Factor], seen: Sequence[set[int]], clock: Clock
) -> Iterator[tuple[tuple[int, ...], int]]:
    try:
        yield from table.rows(group.cells, mine, seen, clock)
    except table.WrongOrder:
        raise NotVerified(f"{CLAIM} has cells in an order that their lines do not have") from None


def _compare(text: BinaryIO, row: str, number: int) -> None:
    """Compare the next row of the file."""
    found = text.readline(len(row) + 1)
    if found != row.encode():
        said = shortened(found.decode("ascii", "backslashreplace").strip())
        raise NotVerified(f"{TABLE}, row {number}: expected `{shortened(row.strip())}`, found `{said}`")


def _refutation(
    problem: Problem, solutions: Sequence[Values], seen: Sequence[set[int]], listed: Sequence[Sequence[int]]
) -> Refutation:
    """Return the refutation. The Problem gets one more cell for each group that is listed, which says that
    this group is filled in a way that no picture shows.
    """
    begin = len(problem.sizes)
    more = replace(problem, sizes=(*problem.sizes, *(2,) * len(listed)), possible=())

    def added(literals: Sequence[Sequence[int]]) -> Iterator[list[int]]:
        others = [literals[begin + number] for number in range(len(listed))]
        yield [
            *(literals[cell][value] for cell, value in unseen(problem, seen)),
            *(other[1] for other in others),
        ]
        for cells, other in zip(listed, others, strict=True):
            for filling in sorted({tuple([values[cell] for cell in cells]) for values in solutions}):
                shown = zip(cells, filling, strict=True)
                yield [other[0], *(-literals[cell][value] for cell, value in shown)]

    adds = "one says that a cell has a value that it has in no picture"
    if listed:
        adds += f", or {plural(len(listed), 'group')} is filled otherwise than in any"
    return Refutation(more, added, adds)
