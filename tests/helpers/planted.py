"""A set of 200 puzzles with defects that are known, because they were planted; and a training set.

Whether a puzzle has one solution is decided by brute force.
"""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, islice
from typing import Any

from nonosat import Nonogram, Picture
from nonosat.problem import Block, Clue
from nonosat.puzzles.symmetry import MOVES
from tests.helpers import brute

SIDE = 8
NUMBER = 200
TRAINING = 40

_MOVES = dict(zip(("mirrored", "turned", "transposed"), (MOVES[2], MOVES[6], MOVES[4]), strict=True))
_SIDES = "rows", "columns"
_SWAP = str.maketrans(".#", "#.")
_HOW = {"duplicate": ("", *_MOVES, "recoloured"), "train": ("", "mirrored")}

Record = dict[str, Any]


@dataclass
class Planted:
    """The lines of a set, the defect of each by number, and the training set's lines."""

    lines: list[str] = field(default_factory=list)
    defects: dict[int, str] = field(default_factory=dict)
    how: dict[int, str] = field(default_factory=dict)
    train: list[str] = field(default_factory=list)


def record(name: str, picture: Picture) -> Record:
    """Return the record of a picture."""
    return {
        "id": name,
        "rows": [numbers(brute.clue_of(row)) for row in _values(picture)],
        "columns": [numbers(brute.clue_of(column)) for column in zip(*_values(picture), strict=True)],
        "solution": list(picture),
    }


def numbers(clue: Clue) -> list[int]:
    return [block.low for block in clue]


def _values(picture: Picture) -> list[list[int]]:
    return [[int(char == "#") for char in row] for row in picture]


def moved(picture: Picture, how: str) -> Picture:
    """Return a picture mirrored, turned, transposed or recoloured, or as it is."""
    rows = _MOVES[how](picture) if how in _MOVES else picture
    return tuple("".join(row).translate(_SWAP if how == "recoloured" else {}) for row in rows)


def count(picture: Picture) -> int:
    """Count the solutions of a picture's clues, two at most."""
    return len(list(islice(brute.solutions(brute.nonogram(_values(picture))), 2)))


def _forms(picture: Picture) -> set[Picture]:
    turned = [tuple("".join(row) for row in move(picture)) for move in MOVES]
    return {*turned, *(moved(one, "recoloured") for one in turned)}


def pictures(seed: int) -> Iterator[tuple[Picture, int]]:
    """Yield random pictures with their numbers of solutions: none symmetric, no two equivalent."""
    rng, seen = random.Random(seed), set[Picture]()
    while True:
        density = rng.choice((0.5, 0.6, 0.7))
        picture = tuple(
            "".join("#" if rng.random() < density else "." for _ in range(SIDE)) for _ in range(SIDE)
        )
        if len(forms := _forms(picture)) == 16 and not forms & seen:
            seen |= forms
            yield picture, count(picture)


def _sums(made: Record) -> None:
    row = next(row for row in made["rows"] if row and sum(row) + len(row) - 1 < SIDE)
    row[0] += 1


def _wrong(made: Record) -> None:
    rows = made["solution"]
    one, other = next((a, b) for a in range(SIDE) for b in range(a) if rows[a] != rows[b])
    rows[one], rows[other] = rows[other], rows[one]


def _impossible(made: Record) -> None:
    """Swap two clues of columns, so that the sums agree, but there is no solution."""
    columns = made["columns"]
    for one, other in combinations(range(SIDE), 2):
        columns[one], columns[other] = columns[other], columns[one]
        rows, across = ([tuple(Block(1, n, n) for n in line) for line in made[side]] for side in _SIDES)
        if not any(True for _ in brute.solutions(Nonogram(tuple(rows), tuple(across)))):
            return
        columns[one], columns[other] = columns[other], columns[one]


_CHANGES: dict[str, Callable[[Record], object]] = {
    "sums": _sums,
    "none": _impossible,
    "picture": _wrong,
    "size": lambda made: made["solution"].pop(),
    "line": lambda made: made["rows"].__setitem__(2, [SIDE + 1]),
    "clue": lambda made: made["columns"].__setitem__(1, ["two"]),
    "no-picture": lambda made: made.update(solution=None),
    "broken": lambda made: None,  # its line is cut
    "multiple": lambda made: None,  # its picture is another
}
"""What makes a sound record a faulty one."""


@cache
def planted(seed: int = 1) -> Planted:
    """Make the set: a third of the puzzles have one defect each, of all kinds."""
    found, rng = Planted(), random.Random(seed)
    drawn = pictures(seed)
    unique = (picture for picture, number in drawn if number == 1)
    train, kept = list(islice(unique, TRAINING)), list[Picture]()
    found.train = [json.dumps(record(f"train-{k}", picture)) for k, picture in enumerate(train)]
    kinds = [(kind, how) for kind in (*_CHANGES, *_HOW) for how in _HOW.get(kind, ("",)) for _ in range(5)]
    places = sorted(rng.sample(range(20, NUMBER), len(kinds)))
    planned = dict(zip(places, rng.sample(kinds, len(kinds)), strict=True))
    for number in range(NUMBER):
        kind, how = planned.get(number, ("", ""))
        if kind == "train":
            picture = train.pop()
        elif kind == "duplicate":  # a negative may have several solutions: one without is taken
            picture = next(one for one in kept if how != "recoloured" or count(moved(one, how)) == 1)
            kept.remove(picture)
        else:
            picture = next(one for one, many in drawn if many == 2) if kind == "multiple" else next(unique)
        made = record(f"p{number}", moved(picture, how))
        if kind in _CHANGES:
            _CHANGES[kind](made)
        kept += [] if kind else [picture]
        found.lines.append(json.dumps(made)[: -9 if kind == "broken" else None])
        if kind:
            found.defects[number + 1], found.how[number + 1] = kind, how
    return found
