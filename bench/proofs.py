"""Proofs that a solution is the only one: their size, and the processor time to find and to verify them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import nonosat
from bench.figures import Figure
from bench.setting import Setting, Skipped, name, progress
from nonosat import LimitReached, Limits
from nonosat.processes.usage import usage
from nonosat.proofs.checkers import missing
from nonosat.puzzles import Puzzle
from nonosat.puzzles.families import n_dom

DOMS: Sequence[int] = (9, 12, 16, 20, 30, 36)
BY = ("compiled", "theorem")


def proofs(setting: Setting) -> Iterator[Figure]:
    """n-Dom, and the puzzles of the survey that have one solution."""
    puzzles: dict[str, Puzzle] = {f"{n}-Dom": n_dom(n) for n in DOMS}
    with suppress(Skipped):
        puzzles |= {name(puzzle): puzzle for puzzle in setting.puzzles("survey")}
    with TemporaryDirectory() as folder:
        nonosat.prove(
            nonosat.load("switch"), Path(folder, "first.zip")
        )  # what loads modules and compiles books
        checkers = [one for one in BY if not missing(one)]
        for one in checkers:  # what is loaded once, and the books of ACL2
            nonosat.verify(Path(folder, "first.zip"), one)
        for what, puzzle in puzzles.items():
            progress(f"proofs: {what}")
            yield from _of(what, puzzle, Path(folder, f"{what}.zip"), checkers, Limits(setting.limit))


def _of(what: str, puzzle: Puzzle, path: Path, checkers: Sequence[str], limits: Limits) -> Iterator[Figure]:
    begin = usage(os.getpid()).cpu
    _, found = nonosat.prove(puzzle, path, limits=limits)
    if found is None or found.formula is None or found.proof is None:
        return
    note = f"{found.formula.clauses} clauses, {found.proof.steps} steps, {path.stat().st_size / 1e6:.2g} MB"
    yield Figure(f"{what}: prove", usage(os.getpid()).cpu - begin, "s", note=note)
    for checker in checkers:
        begin = usage(os.getpid()).cpu
        verified = False
        with suppress(LimitReached):
            verified = nonosat.verify(path, checker, limits=limits).verified
        seconds = usage(os.getpid()).cpu - begin
        yield Figure(f"{what}: verify by {checker}", seconds if verified else None, "s")
