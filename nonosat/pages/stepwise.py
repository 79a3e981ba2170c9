"""Pages that go through a puzzle step by step: an explanation, or the passes of a trace.

A page is `stepwise.html`, with the board of `board` and the script `stepwise.js`. A step is a list of frames,
shown one after another. A step without a trace is one frame; a refutation starts with the assumption and ends
with the conclusion. The scripts know only frames, so a new kind of step needs no change in them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from nonosat.pages.board import board_parts, check_kind, check_shown, plain_puzzle
from nonosat.pages.templates import fill_page, script_json
from nonosat.problem import is_single
from nonosat.puzzles.base import CellPuzzle
from nonosat.puzzles.picture import UNKNOWN
from nonosat.reasons.explain import Explanation
from nonosat.reasons.fields import Facts
from nonosat.reasons.sentences import Sentences
from nonosat.reasons.steps import Refutation, Step
from nonosat.reasons.trace import Pass, Trace


def write_page(shown: Explanation | Trace) -> str:
    """Return a page that goes through an explanation step by step, or through a trace pass by pass.

        >>> import nonosat
        >>> print(write_page(nonosat.explain(nonosat.load("cat"))).splitlines()[0])
        <!doctype html>

    Raises InputError if pages do not show the kind of puzzle, or if it has too many cells.
    """
    return _trace_page(shown) if isinstance(shown, Trace) else _explanation_page(shown)


def _explanation_page(explanation: Explanation) -> str:
    """Return the page of an explanation, with the steps inside refutations."""
    puzzle = check_shown(explanation.puzzle, "a page of an explanation")
    states = [puzzle.chars(state) for state, _ in explanation.frames()[: len(explanation.steps) + 1]]
    parts = {
        "about": ", ".join(filter(None, [puzzle.size, puzzle.author and f"by {puzzle.author}"])),
        "summary": explanation.sentence().removeprefix(f"{explanation.name}: "),
        "command": "nonosat explain",
    }
    known = [len(state) - state.count(UNKNOWN) for state in states]
    legend = {"uses": "used by the step", "sets": "set by the step", "assumed": "assumed"}
    legend["follows"] = "follows from it"
    return _page(puzzle, "explained", parts, plain_steps(explanation), known, legend)


def _trace_page(trace: Trace) -> str:
    """Return the page of a trace, whose steps are the passes, with the counts of each."""
    puzzle = check_kind(trace.puzzle, "a page of a trace")
    steps = {
        "start": puzzle.chars(trace.begin),
        "steps": [["", [_frame(one)]] for one in trace.passes],
        "end": {"done": trace.done, "contradiction": trace.contradiction is not None, "open": trace.unknown},
    }
    size = f"{puzzle.width} by {puzzle.height} cells" if puzzle.grid else puzzle.size
    alone = "" if trace.clues_alone is None else f", {trace.clues_alone} patterns by the clues alone"
    seen = " In a pass, the columns see what the rows found." * (trace.order == "alternate")
    patterns = "Patterns: the arrangements of all lines that agree with the cells known as a pass begins."
    parts = {
        "about": f"{size}{alone}.{seen} {patterns}",
        "summary": f"{trace.summary}.",
        "command": "nonosat explain --passes",
    }
    known = [trace.given, *(one.known for one in trace.passes)]
    return _page(puzzle, "line by line", parts, steps, known, {"sets": "newly known"}, "pass")


def _frame(one: Pass) -> list[Any]:
    """Return a pass as a frame of `steps`: the cells that it decides, and its patterns."""
    decided = sorted(fact for step in one.steps for fact in step)
    facts = [part for cell, value in decided for part in (cell, 1 << value)]
    return [PLAIN, 0, [], [], facts, f"{one.patterns} patterns as it begins."]


def _page(
    puzzle: CellPuzzle,
    how: str,
    parts: Mapping[str, str],
    steps: Mapping[str, Any],
    known: Sequence[int],
    legend: Mapping[str, str],
    word: str = "step",
) -> str:
    """Return the page; `how` is a part of its title, and `parts` are texts: `about`, `summary`, and the
    `command` that writes the steps as text.

    `steps` are in the form of `plain_steps`, and `known` counts the known cells from the start on.
    """
    data = {**steps, "known": known, "word": word, "edges": puzzle.cut("")}
    name = puzzle.title or puzzle.source or puzzle.kind.capitalize()
    summary = f"{parts['summary'][0].upper()}{parts['summary'][1:]}"
    texts = {"name": name, "title": f"{name}, {how}", **parts, "summary": summary}
    page = {
        **{name: escape(text) for name, text in texts.items()},
        **board_parts("stepwise"),
        "legend": " ".join(_key(mark, words) for mark, words in legend.items()),
        "puzzle": script_json(plain_puzzle(puzzle)),
        "steps": script_json(data),
    }
    return fill_page(__package__, "stepwise", page)


def _key(mark: str, words: str) -> str:
    return f'<span><canvas class="key" data-mark="{mark}" aria-hidden="true"></canvas>{words}</span>'


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
        levels = [{level: words.hint(step, level) for level in ("where", "cell")}] if hints else []
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
    if depth == 0 and (ways := words.ways(step)):
        for cells, says in ways:
            yield [ASSUMPTION, 1, list(step.names), [], _facts(cells), says]
        yield [CONCLUSION, 0, list(step.names), _facts(step.uses), _facts(step.sets), said[0]]
        return
    if not isinstance(step, Refutation):
        kind = PLAIN if step.sets else CONFLICT
        yield [kind, depth, list(step.names), _facts(step.uses), _facts(step.sets), " ".join(said)]
        return
    yield [ASSUMPTION, depth + 1, [], [], _facts((step.assumes,)), said[0]]
    for inner in step.trace:
        yield from _frames(inner, words, depth + 1)
    yield [CONCLUSION, depth, [], _facts(step.uses), _facts(step.sets), said[-1]]


def _facts(facts: Facts) -> list[int | str]:
    """Return facts as a flat list: cell, mask, cell, mask, ...; a mask too large for scripts is a string."""
    return [part for cell, mask in facts for part in (cell, mask if mask < _EXACT else str(mask))]
