"""The file format of explanations: JSON with everything needed to check one. See docs/explanations.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from nonosat._version import __version__
from nonosat.formats import documents
from nonosat.puzzles.nonogram import Nonogram
from nonosat.puzzles.picture import Picture
from nonosat.reasons.grid import Line
from nonosat.reasons.sentences import Words
from nonosat.reasons.steps import Case, Conflict, Fact, LineSet, LineStep, Refutation, Step, Sum, TwoWay

WHAT = "nonosat explanation"
SCHEMA = 1


class Writer:
    """Writes steps about one puzzle as plain data; with `words`, also as sentences."""

    def __init__(self, puzzle: Nonogram, lines: Sequence[Line], words: Words | None = None) -> None:
        self._lines = lines
        self._width = puzzle.width
        self._chars = [colour.char for colour in puzzle.palette]
        self._words = words

    def step(self, step: Step) -> dict[str, Any]:
        """Write a step."""
        found: dict[str, Any] = {"kind": step.kind, "rung": step.rung}
        if isinstance(step, LineStep | Conflict):
            found["line"] = self._lines[step.line].label
        if isinstance(step, LineStep):
            found["technique"] = step.technique
        if isinstance(step, LineStep | Conflict):
            found["minimal"] = step.minimal
        if isinstance(step, Sum):
            found["rows"] = [self._lines[row].label for row in step.rows]
            found["columns"] = [self._lines[column].label for column in step.columns]
            found["colour"] = self._chars[step.colour]
            found["least"] = step.least
        if isinstance(step, LineSet):
            found["lines"] = [self._lines[line].label for line in step.lines]
            found["minimal"] = "smallest" if step.smallest else "deletion"
            found["by"] = "solver" if step.trace is None else "trace"
        if isinstance(step, Refutation | LineSet):
            found["assumes"] = self.fact(step.assumes)
            if step.trace is not None:
                found["trace"] = [self.step(one) for one in step.trace]
        if isinstance(step, TwoWay):
            found["cases"] = [self._case(case) for case in step.cases]
        found["uses"] = [self.fact(fact) for fact in step.uses]
        if not isinstance(step, Conflict):
            found["sets"] = [self.fact(fact) for fact in step.sets]
        if self._words is not None:
            found["says"] = self._words.sentence(step)
        return found

    def fact(self, fact: Fact) -> list[int | str]:
        """Write a fact: row and column, counted from 1, and the characters that the cell may have."""
        cell, mask = fact
        row, column = divmod(cell, self._width)
        chars = "".join(char for value, char in enumerate(self._chars) if mask >> value & 1)
        return [row + 1, column + 1, chars]

    def _case(self, case: Case) -> dict[str, Any]:
        return {"assumes": self.fact(case.assumes), "trace": [self.step(one) for one in case.trace]}


def plain(
    puzzle: Nonogram,
    lines: Sequence[Line],
    start: Picture,
    steps: Sequence[Step],
    end: Picture,
    solutions: Sequence[Picture] = (),
    words: Words | None = None,
) -> dict[str, Any]:
    """Write an explanation as plain data.

    `solutions` prove that the cells open at the end do not follow from the clues.
    """
    write = Writer(puzzle, lines, words).step
    return {
        "what": WHAT,
        "schema": SCHEMA,
        "version": __version__,
        "puzzle": documents.plain(puzzle),
        "start": list(start),
        "steps": [write(step) for step in steps],
        "end": list(end),
        "solutions": [list(picture) for picture in solutions],
    }


def text(document: dict[str, Any]) -> str:
    """Return the text of a document's file, with one step per line."""
    head = {key: value for key, value in document.items() if key not in ("steps", "end", "solutions")}
    rest = {key: document[key] for key in ("end", "solutions")}

    def entries(part: dict[str, Any]) -> list[str]:
        return [f"{_json(key)}: {_json(value)}" for key, value in part.items()]

    steps = ",\n ".join(_json(step) for step in document["steps"])
    body = ",\n".join([*entries(head), f'"steps": [\n {steps}]', *entries(rest)])
    return f"{{{body}}}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
