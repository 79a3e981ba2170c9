"""Hard puzzles in all eight orientations: the time of one orientation is luck, the mean is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from statistics import mean

from bench.figures import Figure
from bench.setting import Setting, asked, decided, name, progress, warm
from nonosat.problem import Clue
from nonosat.puzzles.nonogram import Nonogram

REACH = {
    "knotty": 0.14,
    "faase": 5.0,
    "meow": 7.0,
    "webpbn-22336": 2.0,
    "webpbn-12548": 0.5,
    "webpbn-18297": 1.0,
}
"""The seconds that the eight ways of these puzzles may take on the mean."""


def eight_ways(puzzle: Nonogram) -> Iterator[Nonogram]:
    """Yield a puzzle as it is, upside down, mirrored and both; then the same transposed."""
    for rows, columns in ((puzzle.rows, puzzle.columns), (puzzle.columns, puzzle.rows)):
        for down in (False, True):
            for right in (False, True):
                yield replace(
                    puzzle,
                    rows=_turned(rows, down, right),
                    columns=_turned(columns, right, down),
                    givens=(),
                    goal=(),
                )


def _turned(clues: tuple[Clue, ...], order: bool, each: bool) -> tuple[Clue, ...]:
    """Return clues in the opposite order, or each read backwards."""
    turned = [clue[::-1] if each else clue for clue in clues]
    return tuple(turned[::-1] if order else turned)


def orientations(setting: Setting) -> Iterator[Figure]:
    """The survey's hardest puzzles, each in all eight orientations."""
    warm()
    for puzzle in setting.puzzles("survey"):
        if name(puzzle) not in REACH or not isinstance(puzzle, Nonogram):
            continue
        seconds, late = [], 0
        for number, turned in enumerate(eight_ways(puzzle), start=1):
            progress(f"orientations: {name(puzzle)} ({number} of 8)")
            took, answer = asked(turned, setting.limit)
            seconds.append(took)
            late += not decided(answer)
        note = f"longest {max(seconds):.3g} s, shortest {min(seconds):.3g} s"
        yield Figure(
            f"{name(puzzle)}: mean", None if late else mean(seconds), "s", REACH[name(puzzle)], note=note
        )
