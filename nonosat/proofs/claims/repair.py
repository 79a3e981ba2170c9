"""The claim that these changes make a picture the only one with its clues, and that fewer changes do not.

There may be none: then the picture already is. That says nothing about other clues, such as blotted ones.

`before` is the first picture. For each smaller set of changes, another picture has the same clues as the
changed one: `others` has the cells in which it differs from that, with their values.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from nonosat.problem import CellValue, Values
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
    whole_numbers,
)
from nonosat.proofs.claims.verdicts import excluding
from nonosat.puzzles import CellPuzzle
from nonosat.solving.questions.cells import positions_text
from nonosat.words import plural

if TYPE_CHECKING:
    from nonosat.making.obstacles import Switches
    from nonosat.making.repair import Repair

MOST_CHANGES = 2


def find(asked: Asked) -> Found[Repair]:
    """Find the fewest changes, and the pictures that show that fewer are not enough."""
    from nonosat.making.obstacles import Switches
    from nonosat.making.repair import repair

    report = repair(asked.puzzle, MOST_CHANGES, model=asked.card, limits=asked.left)
    if not report.done:
        return Found(report)
    puzzle, backends = report.puzzle, asked.card.backends
    first = report.before
    if first is None:
        return Found(report, "none", puzzle, (), backends)
    if report.after is None or report.repaired is None:
        return Found(report, reason=f"no picture with up to {plural(MOST_CHANGES, 'change')} is unique")
    before, after = (bytes(puzzle.values(picture)) for picture in (first, report.after))
    colours = len(puzzle.palette)
    with asked.run() as run:

        def collect() -> Found[Repair]:
            others = other_pictures(Switches(run, puzzle), before, colours, len(report.cells))
            content = {"changes": [(cell, after[cell]) for cell in report.indices], "others": others}
            files = {CLAIM: json.dumps(content, separators=(",", ":")).encode()}
            return Found(report, "repair", puzzle, [first], backends, files)

        return unless_stopped(run, report, collect)


def other_pictures(switches: Switches, before: bytes, colours: int, number: int) -> list[list[CellValue]]:
    """Return for each smaller set of changes the cells in which another picture with the same clues differs
    from the changed one, with their values.
    """
    others = []
    for changes in smaller_sets(before, colours, number):
        changed = _change(before, changes)
        switch = (switches.holding(changed, some=True) or switches.of(changed))[0]
        differing = sorted(cell for cell in switch.cells if switch.picture[cell] != changed[cell])
        others.append([(cell, switch.picture[cell]) for cell in differing])
    return others


def smaller_sets(before: Values, colours: int, number: int) -> Iterator[tuple[CellValue, ...]]:
    """Yield all sets of fewer changes than `number`, smaller ones first, then by their cells and values."""
    every = [(cell, value) for cell, now in enumerate(before) for value in range(colours) if value != now]
    for few in range(number):
        for changes in combinations(every, few):
            if len({cell for cell, _ in changes}) == few:
                yield changes


def show(stated: Stated) -> Shown:
    """See Claim: the proof is that the changed picture is the only one with its clues."""
    puzzle = stated.puzzle
    if not isinstance(puzzle, CellPuzzle):
        raise NotVerified("the puzzle is of a kind whose cells are not filled in")
    content, colours = read_claim(stated, "changes", "others"), len(puzzle.palette)
    before, others = bytes(stated.solutions[0]), content["others"]
    changes = _changes(content["changes"], before, colours)
    expect(len(changes) <= MOST_CHANGES, f"has {len(changes)} changes")
    expect(isinstance(others, list), "lists no other pictures")
    number = 0
    for number, fewer in enumerate(smaller_sets(before, colours, len(changes)), start=1):
        stated.clock.check()
        expect(number <= len(others), f"has no other picture for the changes {fewer}")
        changed = _change(before, fewer)
        switch = _changes(others[number - 1], changed, colours)
        expect(switch, "has a picture twice where another one is expected")
        asked, other = (puzzle.picture(values) for values in (changed, _change(changed, switch)))
        fault = puzzle.asking_for(asked).fault(other)
        expect(fault is None, f"has a picture with other clues for the changes {fewer}: {fault}")
    expect(number == len(others), "has more other pictures than sets of changes")
    after = _change(before, changes)
    repaired = puzzle.asking_for(puzzle.picture(after))
    says, checked = "the first picture is the only one with its clues", {}
    if changes:
        where = positions_text(puzzle, [cell for cell, _ in changes])
        make = "1 change makes" if len(changes) == 1 else f"{len(changes)} changes make"
        says = f"{make} the first picture the only one with its clues, and no fewer do ({where})"
        sets = f"{plural(number, 'smaller set')} of changes"
        checked["changes"] = f"{sets}, each of which leaves another picture with the same clues"
    return Shown(
        says,
        excluding(repaired.problem(), [after]),
        checked,
        [
            f"the reading of clues from pictures ({type(puzzle).__module__})",
            f"the check of changes ({__name__})",
        ],
    )


def _changes(content: object, values: bytes, colours: int) -> list[CellValue]:
    """Read changes of a picture, in the order of their cells, each to another value."""
    good = isinstance(content, list) and all(isinstance(one, list) and len(one) == 2 for one in content)
    pairs = content if good and isinstance(content, list) else []
    expect(good, "has no list of changes")
    cells = whole_numbers([cell for cell, _ in pairs], len(values))
    for cell, value in pairs:
        good = type(value) is int and 0 <= value < colours and value != values[cell]
        expect(good, f"does not change cell {cell}")
    return [(cell, value) for cell, (_, value) in zip(cells, pairs, strict=True)]


def _change(values: bytes, changes: Iterable[CellValue]) -> bytes:
    """Return a picture's values after some changes."""
    changed = bytearray(values)
    for cell, value in changes:
        changed[cell] = value
    return bytes(changed)
