"""The default against the plain textbook model."""

from __future__ import annotations

from collections.abc import Iterator

from bench.figures import Figure
from bench.setting import Setting, ask, is_decided, name, progress, warm
from nonosat.solving.card import DEFAULT

TEXTBOOK = "cpsat-automaton"
SHORT = 0.05  # seconds; below that, it does not matter which is faster


def textbook(setting: Setting) -> Iterator[Figure]:
    """The survey's puzzles under both cards, puzzle by puzzle, so that a busy machine is busy for both."""
    puzzles = setting.puzzles("survey")
    warm(DEFAULT, TEXTBOOK)
    ours = theirs = 0.0
    both, slower = 0, []
    for number, puzzle in enumerate(puzzles, start=1):
        progress(f"textbook: {name(puzzle)} ({number} of {len(puzzles)})")
        took, answer = ask(puzzle, setting.limit)
        took_there, answer_there = ask(puzzle, setting.limit, TEXTBOOK)
        here, there = is_decided(answer), is_decided(answer_there)
        if here and there:
            both, ours, theirs = both + 1, ours + took, theirs + took_there
        if there and took > SHORT and (not here or took > took_there):
            slower.append(name(puzzle))
        yield Figure(name(puzzle), took_there if there else None, "s", note=f"under {TEXTBOOK}")
    note = f"{both} of {len(puzzles)} puzzles in {setting.limit:g} s each: "
    note += f"{TEXTBOOK} {theirs:.3g} s, {DEFAULT} {ours:.3g} s"
    yield Figure("faster where both finish", theirs / ours if ours else None, "times", 5.0, True, note)
    work = f"slower, of those over {SHORT * 1000:g} ms"
    yield Figure(work, len(slower), "", 0, note=", ".join(slower))
