"""A set of 200 puzzles with defects that are known, because they were planted; and a training set.

Whether a puzzle has one solution is decided by brute force.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

from nonosat.problem import Block, Clue
from nonosat.puzzles.picture import Picture
from nonosat.puzzles.symmetry import MOVES
from tests.helpers import brute

SIDE = 8
NUMBER = 200
TRAINING = 40

_NAMES = dict(zip(("mirrored", "turned", "transposed"), (MOVES[1], MOVES[5], MOVES[3]), strict=True))
_SWAP = str.maketrans(".#", "#.")

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


def moved(picture: Picture, name: str) -> Picture:
    """Return a picture mirrored, turned, transposed or recoloured."""
    if name == "recoloured":
        return tuple(row.translate(_SWAP) for row in picture)
    return tuple("".join(row) for row in _NAMES[name](picture))


def count(picture: Picture) -> int:
    """Count the solutions of a picture's clues, two at most."""
    return len(list(islice(brute.solutions(brute.nonogram(_values(picture))), 2)))


def _forms(picture: Picture) -> set[Picture]:
    turned = [picture, *(tuple("".join(row) for row in move(picture)) for move in MOVES)]
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


def _impossible(made: Record, rng: random.Random) -> Record | None:
    """Swap two clues of columns, so that the sums agree; None if there is still a solution."""
    columns = list(made["columns"])
    one, other = rng.sample(range(SIDE), 2)
    columns[one], columns[other] = columns[other], columns[one]
    changed = {**made, "columns": columns}
    puzzle = brute.nonogram([[0] * SIDE] * SIDE)
    clues = [[tuple(Block(1, n, n) for n in line) for line in changed[side]] for side in ("rows", "columns")]
    asked = type(puzzle)(rows=tuple(clues[0]), columns=tuple(clues[1]))
    return None if any(True for _ in brute.solutions(asked)) else changed


@cache
def planted(seed: int = 1) -> Planted:
    """Make the set: a third of the puzzles have one defect each, of all kinds."""
    found, rng = Planted(), random.Random(seed)
    drawn = pictures(seed)
    unique = (picture for picture, number in drawn if number == 1)
    kept: list[Picture] = []
    makers = _makers(found, drawn, unique, rng, kept)
    train = list(islice(unique, TRAINING))
    found.train = [json.dumps(record(f"train-{k}", picture)) for k, picture in enumerate(train)]
    kinds = [kind for kind in makers for _ in range(5)]
    places = dict(
        zip(sorted(rng.sample(range(20, NUMBER), len(kinds))), rng.sample(kinds, len(kinds)), strict=True)
    )
    for number in range(NUMBER):
        kind = places.get(number)
        if kind is None:
            picture = next(unique)
            kept.append(picture)
            found.lines.append(json.dumps(record(f"p{number}", picture)))
        elif kind.startswith("train"):
            picture = train.pop()
            how = kind.partition(" ")[2]
            train_picture = moved(picture, how) if how else picture
            _plant(found, number, "train", how, record(f"p{number}", train_picture))
        else:
            defect, how, made = makers[kind](number)
            _plant(found, number, defect, how, made)
    return found


def _plant(found: Planted, number: int, defect: str, how: str, made: Record | str) -> None:
    found.lines.append(made if isinstance(made, str) else json.dumps(made))
    found.defects[number + 1] = defect
    found.how[number + 1] = how


def _makers(
    found: Planted,
    drawn: Iterator[tuple[Picture, int]],
    unique: Iterator[Picture],
    rng: random.Random,
    kept: list[Picture],
) -> dict[str, Any]:
    def fresh(number: int) -> Record:
        return record(f"p{number}", next(unique))

    def changed(defect: str, change: Any) -> Any:
        def make(number: int) -> tuple[str, str, Record]:
            made = fresh(number)
            change(made)
            return defect, "", made

        return make

    def sums(made: Record) -> None:
        row = next(row for row in made["rows"] if row and sum(row) + len(row) - 1 < SIDE)
        row[0] += 1

    def wrong(made: Record) -> None:
        rows = made["solution"]
        one, other = next((a, b) for a in range(SIDE) for b in range(a) if rows[a] != rows[b])
        rows[one], rows[other] = rows[other], rows[one]

    def twin(how: str) -> Any:
        def make(number: int) -> tuple[str, str, Record]:
            # A negative may have several solutions, so one without them is searched for.
            picture = next(
                picture
                for picture in rng.sample(kept, len(kept))
                if picture not in used and (how != "recoloured" or count(moved(picture, how)) == 1)
            )
            used.add(picture)
            return "duplicate", how, record(f"p{number}", moved(picture, how) if how else picture)

        return make

    def impossible(number: int) -> tuple[str, str, Record]:
        while True:
            if (made := _impossible(fresh(number), rng)) is not None:
                return "none", "", made

    def several(number: int) -> tuple[str, str, Record]:
        return "multiple", "", record(f"p{number}", next(picture for picture, n in drawn if n == 2))

    used: set[Picture] = set()
    return {
        "sums": changed("sums", sums),
        "impossible": impossible,
        "several": several,
        "wrong picture": changed("picture", wrong),
        "another size": changed("size", lambda made: made["solution"].pop()),
        "too long": changed("line", lambda made: made["rows"].__setitem__(2, [SIDE + 1])),
        "not a number": changed("clue", lambda made: made["columns"].__setitem__(1, ["two"])),
        "no picture": changed("no-picture", lambda made: made.__setitem__("solution", None)),
        "broken": lambda number: ("broken", "", json.dumps(fresh(number))[:-9]),
        "the same": twin(""),
        "mirrored": twin("mirrored"),
        "turned": twin("turned"),
        "transposed": twin("transposed"),
        "recoloured": twin("recoloured"),
        "train": None,
        "train mirrored": None,
    }
