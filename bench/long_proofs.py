"""Large puzzles with one solution that take a long proof: `python -m bench.long_proofs FOLDER`.

Pictures of blurred noise have either many solutions or a proof that is out of reach. So a share of the cells
is given, at random, and one more cell for each other solution that is found. The share falls until the proof
no longer ends within the conflicts; the puzzle before that is written. Nothing here depends on how nonosat
itself solves the puzzle, so that versions can be compared on them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path

import numpy as np

from bench.generated import smooth
from nonosat import Card, Nonogram
from nonosat.cli.options import positive
from nonosat.problem import CellValue, Values
from nonosat.processes.files import put_file
from nonosat.toolkit import Run, write

SIDES = 60, 80
WIDTHS = 0.7, 0.95  # of the bell by which noise is blurred, in cells
DENSITIES = 0.36, 0.44
SHARE = 0.05  # of the cells given at first
FALL = 0.85  # of the share, from one proof to the next
MORE = 60  # cells given because of other solutions, at most
CONFLICTS = 200_000
PROVER = Card("prover", "order", "pysat:glucose4")


def long_proofs(conflicts: int = CONFLICTS) -> Iterator[Nonogram]:
    """Yield the puzzles of all seeds, without end."""
    for seed in count():
        rng = np.random.default_rng(seed)
        size = tuple(rng.integers(*SIDES, size=2, endpoint=True))
        puzzle = smooth(rng, (int(size[0]), int(size[1])), WIDTHS, DENSITIES, f"Long proof {seed}")
        cells = [int(cell) for cell in rng.permutation(puzzle.height * puzzle.width)]
        goal = puzzle.values(puzzle.goal)
        with Run(puzzle, PROVER) as run:
            given = {*fewest(run, goal, cells, conflicts)}
        if given:
            left = [1 << value if cell in given else 0b11 for cell, value in enumerate(goal)]
            yield puzzle.with_givens(puzzle.draw_known(left))


def fewest(run: Run, goal: Values, cells: Sequence[int], conflicts: int) -> list[int]:
    """Return the cells to give: the first of these `cells`, and more, so that the goal is the only solution.

    They are as few as leave a proof within the conflicts; none if the first share does not.
    """
    given: list[int] = []
    more: list[int] = []
    share = SHARE
    while True:
        asked = [*cells[: round(share * len(cells))], *more]
        other, ended = _other(run, goal, asked, conflicts)
        if ended or len(more) > MORE:
            return given
        if other is not None:
            more.append(next(cell for cell in cells if other[cell] != goal[cell]))
            continue
        given = asked
        if share * len(cells) < 0.5:  # an easy one: nothing is left to take away
            return given
        share *= FALL


def _other(run: Run, goal: Values, given: Sequence[int], conflicts: int) -> tuple[Values | None, bool]:
    """Return a solution other than the goal, if there is one, and whether the conflicts ended the search."""
    fixed: list[CellValue] = [(cell, goal[cell]) for cell in given]
    differs = [(cell, 1 - goal[cell]) for cell in sorted({*range(len(goal))} - {*given})]
    found, ended = run.find_within(conflicts, fixed, differs)
    return (None if found is None else found.values), ended


def main() -> None:
    """Write the puzzles to a folder, a file for each."""
    parser = argparse.ArgumentParser(prog="python -m bench.long_proofs", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to write the puzzles")
    parser.add_argument("--number", type=positive, default=20, metavar="N", help="of puzzles")
    parser.add_argument(
        "--conflicts", type=positive, default=CONFLICTS, metavar="N", help="of the longest proof"
    )
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    for puzzle in islice(long_proofs(arguments.conflicts), arguments.number):
        name = f"{puzzle.title.lower().replace(' ', '-')}.yaml"
        put_file(arguments.folder / name, str(write(puzzle, "yaml")).encode())
        print(name, flush=True)


if __name__ == "__main__":
    main()
