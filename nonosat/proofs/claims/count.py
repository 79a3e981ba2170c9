"""The claim that there are exactly N solutions, without a list of them.

The cells that vary are in groups that vary independently of each other. The ways to fill a group are counted
by a table. The proof is that no cell has a value that it has in no picture. Where a table would be too large,
all solutions are listed instead, if they are few: the claim `all`.
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Collection, Iterator, Sequence
from io import BufferedReader
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from nonosat.encodings.drat import Unpacked
from nonosat.errors import InternalError
from nonosat.problem import Problem, Values
from nonosat.processes.clock import Clock
from nonosat.proofs import table
from nonosat.proofs.claims import (
    CLAIM,
    Asked,
    Found,
    NotVerified,
    Shown,
    Stated,
    expect,
    read_claim,
    unless_stopped,
)
from nonosat.proofs.claims.certain import covering, nothing_else, values_seen
from nonosat.proofs.table import Factor
from nonosat.words import plural, shorten

if TYPE_CHECKING:
    from nonosat.solving.questions.count import Count
    from nonosat.solving.run import Run

TABLE = "table.txt.xz"

MOST_ROWS = 4_000_000
"""The most rows of the table of a group."""

LISTED = 10_000
"""The most solutions that are listed instead."""

MOST_DIGITS = 4000
"""The most digits of a number of solutions, since Python's limit is 4300."""

_NUMBER = re.compile(f"[1-9][0-9]{{0,{MOST_DIGITS - 1}}}")


class Group(NamedTuple):
    """Cells that vary, in the order of the table, and the ways to fill them."""

    cells: tuple[int, ...]
    ways: int

    def data(self) -> dict[str, object]:
        """Return it as plain data; the number as text, since it may be long."""
        return {"cells": self.cells, "ways": str(self.ways), "counted": True}


def find(asked: Asked) -> Found[Count]:
    """Count the solutions, then count the ways to fill each group again, by its table."""
    from nonosat.solving.questions.count import CountSearch

    with asked.run() as run:
        search = CountSearch(run)
        report = search.answer()
        if not report.exact:
            return Found(report)
        if len(str(report.count)) > MOST_DIGITS:
            return Found(report, reason=f"the number of solutions has more than {MOST_DIGITS} digits")
        backends = asked.card.backends
        if not report.count:
            return Found(report, "none", asked.puzzle, (), backends)

        def collect() -> Found[Count]:
            if search.backbone.solvable is None:
                search.backbone.find()
            known = [solution.values for solution in search.backbone.seen]
            if report.count == 1:
                return Found(report, "unique", asked.puzzle, [run.check_solution(known[0]).picture], backends)
            return _collect(asked, report, run, known)

        return unless_stopped(run, report, collect)


def _collect(asked: Asked, report: Count, run: Run, known: Sequence[Values]) -> Found[Count]:
    """Count the ways to fill each group by its table, or list all solutions."""
    from nonosat.automata.components import components
    from nonosat.solving.counters.frontier import order_of

    shown = covering(run, known)
    parts = components(run.problem, run.clock)
    orders = [order_of(part) for part in parts]
    with run.time("table", "counting by a table"):
        seen = values_seen(run.problem, shown)
        counts, text, length = run.in_worker(_tables, run.problem, seen, orders, MOST_ROWS, run.clock.left)
    groups = [Group(tuple(order or ()), ways or 0) for order, ways in zip(orders, counts, strict=True)]
    backends = asked.card.backends
    if not all(group.ways for group in groups):
        cells = max(len(part.cells) for part, group in zip(parts, groups, strict=True) if not group.ways)
        if (report.count or 0) > LISTED:
            why = f"{plural(cells, 'cell')} vary together, and their table is too large"
            return Found(report, reason=why)
        every = run.iter_solutions(known[0], run.problem.answer_key)
        return Found(report, "all", asked.puzzle, [one.picture for one in every], backends)
    if prod(group.ways for group in groups) != report.count:
        raise InternalError(f"{run.puzzle.source}: counted {report.count}, but another number by tables")
    pictures = [run.check_solution(values).picture for values in shown]
    content = {"groups": [group.data() for group in groups], "table": length}
    files = {CLAIM: json.dumps(content, separators=(",", ":")).encode(), TABLE: text}
    return Found(report, "count", asked.puzzle, pictures, backends, files)


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
        rows = table.rows(order or (), mine, seen, clock)
        text, number, ways = bytearray(), 0, 1
        try:
            for nodes, ways in islice(rows, most + 1 if order else 0):
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
    factors: list[list[Factor]] = [[] for _ in groups]
    for constraint in problem.constraints:
        for factor in table.factors(constraint, seen, clock):
            numbers = {group_of.get(cell) for cell in factor.cells}
            number = numbers.pop()
            if numbers:
                raise NotVerified(f"{CLAIM} has groups that do not vary independently")
            if number is not None:
                factors[number].append(factor)
    return factors


def show(stated: Stated) -> Shown:
    """See Claim: the clause that the claim adds says that some cell has a value that no picture has."""
    content = read_claim(stated, "groups", "table")
    seen = values_seen(stated.problem, stated.solutions)
    groups = _groups(content["groups"])
    varying = [cell for cell, values in enumerate(seen) if len(values) > 1]
    same = sorted(cell for group in groups for cell in group.cells) == varying
    expect(same, "has other groups than the cells that vary")
    expect(type(content["table"]) is int, "has no length of the table")
    _check_ways(stated, seen, groups, content["table"])
    several = plural(len(groups), "group")
    return Shown(
        f"exactly {plural(prod(group.ways for group in groups), 'solution')}",
        nothing_else(stated.problem, seen),
        {"count": f"{several} of cells that vary independently; the table of ways to fill them, row by row"},
        [f"the counting by tables ({table.__name__}), and its reading ({__name__})"],
    )


def _groups(value: object) -> list[Group]:
    """Read the groups."""
    groups = []
    for one in value if isinstance(value, list) else [None]:
        if not isinstance(one, dict) or one.keys() != {"cells", "ways", "counted"}:
            raise NotVerified(f"{CLAIM} has no groups with cells, ways and counted")
        cells, ways, counted = one["cells"], one["ways"], one["counted"]
        good = isinstance(cells, list) and all(type(cell) is int for cell in cells)
        expect(good, "has something else than numbers of cells")
        expect(isinstance(ways, str) and _NUMBER.fullmatch(ways), "has something else than a number of ways")
        expect(counted is True, "has a group that was not counted")
        groups.append(Group(tuple(cells), int(ways)))
    return groups


def _check_ways(stated: Stated, seen: Sequence[set[int]], groups: Sequence[Group], length: int) -> None:
    """Write the tables again, compared row by row with the file's."""
    cells_of = [group.cells for group in groups]
    every = _factors_of(stated.problem, seen, cells_of, stated.clock)
    with stated.open(TABLE) as file:
        unpacked = Unpacked(file, length)
        text, number = cast(BinaryIO, BufferedReader(unpacked)), 0
        for group, mine in zip(groups, every, strict=True):
            ways = 1
            for nodes, ways in _rows(group, mine, seen, stated.clock):
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
    line = text.readline(len(row) + 1)
    if line != row.encode():
        said = shorten(line.decode("ascii", "backslashreplace").strip())
        raise NotVerified(f"{TABLE}, row {number}: expected `{shorten(row.strip())}`, found `{said}`")
