"""An explanation in the form that the pages' scripts read.

A step is a list of frames, shown one after another. A step without a trace is one frame; a refutation starts
with the assumption and ends with the conclusion. The scripts know only frames, so a new kind of step needs no
change in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat.problem import is_single
from nonosat.reasons.explain import Explanation
from nonosat.reasons.fields import Facts
from nonosat.reasons.hint import LEVELS
from nonosat.reasons.sentences import Sentences
from nonosat.reasons.steps import Case, Cases, Step, units_in

PLAIN, ASSUMPTION, CONFLICT, CONCLUSION = range(4)
"""The kinds of frames."""

_EXACT = 2**53
"""Scripts represent whole numbers below this exactly."""

Frame = list[Any]
"""Kind of frame, number of assumptions in force, lines, facts used, facts set, sentence."""


def plain_steps(explanation: Explanation, hints: bool = False) -> dict[str, Any]:
    """Return an explanation's start, its steps as `[name, frames]`, and the facts about its end.

    With `hints`, a step also has its hints, by level.
    """
    words = explanation.words

    def plain(step: Step) -> list[Any]:
        levels = [{level: words.hint(step, level) for level in LEVELS[:-1]}] if hints else []
        return [step.title, list(_frames(step, words, 0)), *levels]

    return {
        "start": explanation.puzzle.chars(explanation.start),
        "steps": list(map(plain, explanation.steps)),
        "end": {
            "done": explanation.done,
            "contradiction": explanation.contradiction,
            "open": sum(not is_single(mask) for mask in explanation.possible),
        },
    }


def _frames(step: Step, words: Sentences, depth: int) -> Iterator[Frame]:
    """Yield the frames of a step. `depth` counts the assumptions in force."""
    said = words.sentences(step, within=depth > 0)
    if isinstance(step, Cases) and depth == 0:
        for cells, says in words.ways(step):
            yield [ASSUMPTION, 1, [step.line], [], _facts(cells), says]
        yield [CONCLUSION, 0, [step.line], _facts(step.uses), _facts(step.sets), said[0]]
        return
    if not step.branches:
        kind = PLAIN if step.sets else CONFLICT
        units = sorted(units_in(step))
        yield [kind, depth, units, _facts(step.uses), _facts(step.sets), " ".join(said)]
        return
    at = 0
    if step.names:
        yield [PLAIN, depth, list(step.names), [], [], said[0]]
        at = 1
    for case in step.branches:
        yield from _case(case, words, depth, said[at])
        at += 1 + len(words.trace(case.trace))
    yield [CONCLUSION, depth, [], _facts(step.uses), _facts(step.sets), said[-1]]


def _case(case: Case, words: Sentences, depth: int, said: str) -> Iterator[Frame]:
    yield [ASSUMPTION, depth + 1, [], [], _facts((case.assumes,)), said]
    for step in case.trace:
        yield from _frames(step, words, depth + 1)


def _facts(facts: Facts) -> list[int | str]:
    """Return facts as a flat list: cell, mask, cell, mask, ...; a mask too large for scripts is a string."""
    return [part for cell, mask in facts for part in (cell, mask if mask < _EXACT else str(mask))]
