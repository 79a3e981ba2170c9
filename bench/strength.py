"""How strong the propagation of each encoding is on single lines, measured against all that follows.

Random lines with some cells known: first as in the line, then with one of them the other way round, so that
often nothing fits. What follows is what all arrangements have in common (`nonosat.propagation`, complete for
a line); what an encoding finds is what unit propagation makes of its clauses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import Cnf
from nonosat.problem import CellValue, Problem, is_single
from nonosat.proofs.check import Known
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.families import random_puzzle

LINES = 2000
LENGTHS = 5, 30
DENSITIES = 0.3, 0.5, 0.7
KNOWN = 0.15, 0.4


@dataclass
class Strength:
    """Cells that follow and were open, and lines on which nothing fits; and how many of them were found.

    `complete` is the number of lines, of those on which something fits, whose cells were all found.
    """

    encoding: str
    fitting: int = 0
    complete: int = 0
    cells: int = 0
    cells_found: int = 0
    conflicts: int = 0
    conflicts_found: int = 0


def strengths(lines: int = LINES, seed: int = 0) -> list[dict[str, Any]]:
    """Measure every encoding that writes clauses, on the same lines."""
    found = {name: Strength(name) for name, entry in ENCODINGS.items() if entry.language == "cnf"}
    for problem, known in random_lines(lines, seed):
        asked = problem.with_givens(known)
        narrowed = narrow(asked)
        for name, one in found.items():
            model = ENCODINGS.load(name).encode(problem)
            assert isinstance(model, Cnf)
            _measure(one, model, known, narrowed.problem.possible, bool(narrowed.contradiction))
    return [asdict(one) for one in found.values()]


def random_lines(count: int, seed: int) -> Iterator[tuple[Problem, list[CellValue]]]:
    """Yield lines of random clues, each with cells that are known."""
    random = Random(seed)
    for number in range(count):
        length = random.randint(*LENGTHS)
        puzzle = random_puzzle(length, 1, random.choice(DENSITIES), seed=random.randrange(1 << 30))
        whole = puzzle.problem()
        line = whole.constraints[:1]  # the row; each column is a line of one cell
        problem = Problem(whole.sizes, line, whole.answer_key)
        share = random.uniform(*KNOWN)
        known = [(c, v) for c, v in enumerate(puzzle.values(puzzle.goal)) if random.random() < share]
        if number % 2 and known:
            cell, value = known.pop(random.randrange(len(known)))
            known.append((cell, 1 - value))
        yield problem, known


def _measure(
    one: Strength, model: Cnf, known: list[CellValue], possible: tuple[int, ...], nothing_fits: bool
) -> None:
    units = Known(model.variables)
    for clause in model.clauses:
        units.add(clause)
    for cell, value in known:
        units.add([model.literals[cell][value]])
    if nothing_fits:
        one.conflicts += 1
        one.conflicts_found += units.follows([])
        return
    given = {cell for cell, _ in known}
    literals = [
        model.literals[cell][mask.bit_length() - 1]
        for cell, mask in enumerate(possible)
        if cell not in given and is_single(mask)
    ]
    hits = len(set(literals).intersection(units.true))
    one.fitting += 1
    one.complete += hits == len(literals)
    one.cells += len(literals)
    one.cells_found += hits
