"""Hard puzzles in all eight orientations: the time of one orientation is luck, the mean is not."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import mean

from bench.figures import Figure
from bench.setting import Setting, ask, is_decided, name, progress, warm
from nonosat.puzzles.rearranged import ORIENTATIONS, rearrange

REACH = {
    "knotty": 0.14,
    "faase": 5.0,
    "meow": 7.0,
    "webpbn-22336": 2.0,
    "webpbn-12548": 0.5,
    "webpbn-18297": 1.0,
}
"""The seconds that the eight ways of these puzzles may take on the mean."""


def orientations(setting: Setting) -> Iterator[Figure]:
    """The survey's hardest puzzles, each in all eight orientations."""
    warm()
    for puzzle in setting.puzzles("survey"):
        if name(puzzle) not in REACH:
            continue
        seconds, late = [], 0
        for orientation in range(ORIENTATIONS):
            progress(f"orientations: {name(puzzle)} ({orientation + 1} of {ORIENTATIONS})")
            took, answer = ask(rearrange(puzzle, orientation), setting.limit)
            seconds.append(took)
            late += not is_decided(answer)
        note = f"longest {max(seconds):.3g} s, shortest {min(seconds):.3g} s"
        yield Figure(
            f"{name(puzzle)}: mean", None if late else mean(seconds), "s", REACH[name(puzzle)], note=note
        )
