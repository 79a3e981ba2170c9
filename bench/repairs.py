"""Pictures that are changed until lines suffice, or until they are the only ones with their clues; and cells
given for the same end.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import count, islice
from random import Random

from bench import generated
from bench.figures import Figure
from bench.puzzle_sets import SEVERAL_NAMES
from bench.setting import Setting, Skipped, name, progress, warm
from nonosat import toolkit
from nonosat.making.fields import field, pick
from nonosat.making.mending import find_open
from nonosat.processes.clock import NO_CLOCK
from nonosat.processes.limits import Limits
from nonosat.toolkit import CellPuzzle, Order

EACH = 50
SIDES = range(15, 21)
PATIENCE = 10.0


def smooth(setting: Setting) -> Iterator[Figure]:
    """Smooth pictures that lines do not solve, by seed."""
    warm()
    for level in ("lines", "moderate"):
        by_cells: dict[int, int] = {}
        proven, seconds = 0, []
        for number, puzzle in enumerate(islice(pictures(level), EACH), start=1):
            progress(f"repair to {level}: {number} of {EACH}")
            begin = time.process_time()
            found = toolkit.repair(puzzle, level=level, limits=Limits(setting.limit))
            seconds.append(time.process_time() - begin)
            cells = len(found.cells) if found.after else 1000
            by_cells[cells] = by_cells.get(cells, 0) + 1
            proven += found.proven
        work = f"{EACH} smooth pictures to {level}"
        four = 100 * sum(number for cells, number in by_cells.items() if cells <= 4) / EACH
        yield Figure(f"{work}: by one cell", 100 * by_cells.get(1, 0) / EACH, "%")
        yield Figure(f"{work}: by at most four", four, "%", 90, True)
        yield Figure(f"{work}: proven", 100 * proven / EACH, "%")
        yield Figure(f"{work}: median", sorted(seconds)[EACH // 2], "s")
        yield Figure(f"{work}: longest", max(seconds), "s", 1.5 if level == "lines" else None)


def ambiguous(setting: Setting) -> Iterator[Figure]:
    """Generated pictures with 2 to a million solutions: the fewest givens, and the fewest changes."""
    warm()
    puzzles = list(islice(generated.family("ambiguous"), generated.AMBIGUOUS))
    for work, ask in ("givens", _is_given), ("changes", _is_changed):
        decided, seconds = 0, []
        for number, puzzle in enumerate(puzzles, start=1):
            progress(f"{work}: {number} of {len(puzzles)}")
            begin = time.perf_counter()
            decided += ask(puzzle)
            seconds.append(time.perf_counter() - begin)
        share = 100 * decided / len(puzzles)
        yield Figure(f"fewest {work}: decided in {PATIENCE:g} s", share, "%", 95, True)
        yield Figure(f"fewest {work}: sum", sum(seconds), "s", note=f"longest {max(seconds):.3g} s")


def _is_given(puzzle: CellPuzzle) -> bool:
    return toolkit.givens(puzzle, limits=Limits(PATIENCE)).smallest


def _is_changed(puzzle: CellPuzzle) -> bool:
    """Whether the fewest changes are known, or that there are none with as many as are tried."""
    return toolkit.repair(puzzle, limits=Limits(PATIENCE)).proven


def pictures(level: str) -> Iterator[CellPuzzle]:
    """Yield the puzzles of smooth pictures that the steps of a class leave open, without end."""
    for seed in count():
        random = Random(f"smooth {seed}")
        width, height = pick(random, SIDES), pick(random, SIDES)
        order = Order(width=width, height=height, smooth=True, density=0.5, levels=(level,))
        values = field(order, random)
        if find_open(order, values, NO_CLOCK):
            yield order.puzzle(values)


def unique(setting: Setting) -> Iterator[Figure]:
    """The survey's puzzles with several solutions: the fewest changes that leave one."""
    puzzles = [one for one in setting.puzzles("survey") if name(one) in SEVERAL_NAMES]
    if not puzzles:
        raise Skipped("the folder survey/ holds no puzzle with several solutions")
    warm()
    done = 0
    for number, puzzle in enumerate(puzzles, start=1):
        progress(f"repair to unique: {name(puzzle)} ({number} of {len(puzzles)})")
        begin = time.perf_counter()
        found = toolkit.repair(puzzle, limits=Limits(setting.limit))
        done += found.after is not None or found.proven
        changes = f"{len(found.cells)} changes" if found.after else f"none with {found.tried} or fewer"
        yield Figure(name(puzzle), time.perf_counter() - begin, "s", note=f"{changes}; {found.stop_reason}")
    yield Figure(f"{len(puzzles)} puzzles: settled", done, "")
