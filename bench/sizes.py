"""Puzzles of any size made by a rule: some that lines alone settle, and n-Dom, which they do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

import numpy as np

from bench.figures import Figure
from bench.setting import Setting, ask, is_decided, progress, warm
from nonosat import Nonogram, Puzzle
from nonosat.processes.measure import forget
from nonosat.propagation.narrow import narrow
from nonosat.puzzles.families import mandelbrot, n_dom

SMALL = range(10, 41, 5)
EACH = 5  # puzzles of a small size
LARGE = {100: 0.06, 512: 2.0}
N_DOMS = {9: 0.1, 13: 1.0, 20: 30.0}
SIDES: Sequence[int] = (10, 20, 50, 100, 200, 500, 1000)
DOMS: Sequence[int] = range(3, 31)


def blobs(side: int, seed: int) -> Nonogram:
    """Return smooth blobs, noise blurred over a share of the side: they look alike at all sizes."""
    field = np.random.default_rng(seed).standard_normal((side, side))
    radius = max(1, side // 12)
    for axis in (0, 1) * 3:  # three boxes are nearly a bell
        sums = np.cumsum(np.concatenate([field, field], axis), axis)
        field = np.take(sums, range(2 * radius, side + 2 * radius), axis, mode="wrap") - np.take(
            sums, range(side), axis
        )
    rows = ("".join(".#"[int(black)] for black in row) for row in field > 0)
    return Nonogram.from_picture(tuple(rows), title=f"Blobs {side}x{side}, seed {seed}")


def line_solvable_blobs(side: int, seed: int) -> tuple[Nonogram, int]:
    """Return the first picture from this seed on that lines alone settle, and the seed after it."""
    while not narrow((puzzle := blobs(side, seed)).problem()).problem.decided:
        seed += 1
    return puzzle, seed + 1


def line_solvable(setting: Setting) -> Iterator[Figure]:
    """Puzzles that lines alone settle: many small ones, and two of each large size."""
    warm()
    seconds = []
    for side in SMALL:
        progress(f"lines: {side}x{side}")
        seed, here = 0, []
        for _ in range(EACH):
            puzzle, seed = line_solvable_blobs(side, seed)
            here.append(_best(puzzle, setting, 3))
        seconds += here
        yield _figure(f"blobs {side}x{side}, median of {EACH}", here)
    yield _figure(f"{len(seconds)} blobs up to {SMALL[-1]}x{SMALL[-1]}, median", seconds, 0.005)
    for side, reach in LARGE.items():
        for what, puzzle in (
            ("blobs", line_solvable_blobs(side, 0)[0]),
            ("Mandelbrot's set", mandelbrot(side)),
        ):
            progress(f"lines: {what} {side}x{side}")
            yield Figure(f"{what} {side}x{side}", _best(puzzle, setting, 3), "s", reach, note="best of 3")


def n_doms(setting: Setting) -> Iterator[Figure]:
    """n-Dom, the survey's family that shows how a search grows."""
    warm()
    for n, reach in N_DOMS.items():
        progress(f"n-dom: {n}")
        yield Figure(f"n = {n}", _best(n_dom(n), setting), "s", reach)


def growth(setting: Setting) -> Iterator[Figure]:
    """Time against size, until a limit is reached."""
    warm()
    yield from _growing("lines, cells a side", SIDES, lambda side: line_solvable_blobs(side, 0)[0], setting)
    yield from _growing("n-Dom, n", DOMS, n_dom, setting)


def _growing(
    work: str, sizes: Sequence[int], puzzle_of: Callable[[int], Puzzle], setting: Setting
) -> Iterator[Figure]:
    for size in sizes:
        progress(f"growth: {work} = {size}")
        seconds = _best(puzzle_of(size), setting)
        yield Figure(f"{work} = {size}", seconds, "s")
        if seconds is None:
            return


def _best(puzzle: Puzzle, setting: Setting, times: int = 1) -> float | None:
    """Return the least time of N answers to a puzzle not seen before; None past a limit."""
    least = float("inf")
    for _ in range(times):
        forget()
        took, answer = ask(puzzle, setting.limit)
        if not is_decided(answer):
            return None
        least = min(least, took)
    return least


def _figure(work: str, seconds: list[float | None], reach: float | None = None) -> Figure:
    """Return a median; None if a limit ended one of the measurements."""
    done = [one for one in seconds if one is not None]
    return Figure(work, median(done) if len(done) == len(seconds) else None, "s", reach)
