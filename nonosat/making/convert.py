"""Puzzles and pictures, converted: into a kind, into what a format can hold, and repaired."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nonosat.formats import FORMATS, Source, each, fit_format, photo
from nonosat.making.fields import costs
from nonosat.making.photo import of_kind
from nonosat.making.repair import UNIQUE, Repair, repair, repaired_words
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import DEFAULT, Puzzle
from nonosat.solving.answer import Answer, Verdict, differing_cells
from nonosat.solving.questions.cells import positions
from nonosat.solving.questions.unique import solve
from nonosat.words import plural


@dataclass
class Converted:
    """A puzzle in the form `to`, without what that cannot hold: the `lost` parts.

    `made` says that its clues were made of a picture; `repaired` is what was done to make these unique, or
    easy enough, and `answer` whether they are, once `check` has found out.
    """

    puzzle: Puzzle
    to: str
    lost: list[str]
    made: bool = False
    repaired: Repair | None = None
    answer: Answer | None = None

    def check(self, limits: Limits = NO_LIMITS) -> None:
        """Find out whether a picture is the only solution of its clues."""
        if self.made and not self.repaired:
            self.answer = solve(self.puzzle, limits=limits)

    @property
    def loss(self) -> str:
        """What is lost, in words; empty if nothing is."""
        return f"the format {self.to} cannot hold: {', '.join(self.lost)}" if self.lost else ""

    def findings(self) -> str:
        """Say what the repair did, or whether the picture is the only solution; empty if nobody asked."""
        if self.repaired is None and self.answer is None:
            return ""
        size = self.puzzle.kind
        if self.puzzle.row_lengths:
            colours = len(self.puzzle.palette)
            size = f"{self.puzzle.size}{f', {colours} colours' if colours > 2 else ''}"
        return f"{size}: {_repaired_words(self.repaired) if self.repaired else _verdict_words(self.answer)}"

    def data(self) -> dict[str, Any]:
        """Return what was done, as plain data."""
        answer, found = self.answer, self.repaired
        verdict = Verdict.UNIQUE if found and found.repaired else answer and answer.verdict
        changed = positions(self.puzzle, found.cells) if found and found.repaired else []
        facts = {"to": self.to, "lost": self.lost}
        return {**facts, "verdict": verdict and verdict.value, "changed": changed}


@dataclass(frozen=True)
class Conversion:
    """How files are converted: `to` is a format, `kind` that of the puzzles that pictures become, `making`
    how they do, or None if each pixel is a cell. With a class (`level`), their puzzles are repaired.
    """

    to: str
    kind: str = DEFAULT
    making: photo.Making | None = None
    level: str = ""
    limits: Limits = NO_LIMITS

    def convert(self, path: str, format_name: str | None = None) -> Iterator[Converted]:
        """Yield the puzzles of a file. Raises InputError if it cannot be read, or not as a picture."""
        prices: dict[str, tuple[int, ...]] = {}  # what it costs to change the cells of a photo, by address
        form = ""

        def read(name: str, source: Source) -> Iterator[Puzzle]:
            nonlocal form
            form, making = name, self.making
            if making and name not in photo.READS:
                options = "--size, --colours, --threshold and --dither are for pictures"
                raise source.wrong(f"{name} files are not pictures: {options}")
            puzzles = photo.read(source, making) if making else FORMATS.load(name).read(source)
            for found in puzzles:
                puzzle = found if self.kind == DEFAULT else of_kind(found, self.kind)
                if self.level and making and making.has_levels and len(set("".join(puzzle.goal))) > 1:
                    prices[puzzle.source] = costs(photo.grey(source, making.size), making.threshold)
                yield puzzle

        for puzzle in each(path, format_name, read):
            fit, lost = fit_format(puzzle, self.to)
            found = Converted(fit, self.to, lost, made=FORMATS[form].picture)
            if self.level:
                price = prices.get(puzzle.source, ())
                found.repaired = repair(fit, limits=self.limits, level=self.level, costs=price)
                found.puzzle = found.repaired.uninterrupted().repaired or fit
            yield found


def _repaired_words(found: Repair) -> str:
    if found.repaired:
        level = "exactly one solution" if found.level == UNIQUE else repaired_words(found.level, found.puzzle)
        count = len(found.cells)
        return f"{plural(count, 'cell')} changed: {level}" if count else level
    enough = f"{found.tried} changed cells are not enough"
    return f"not repaired: {found.basis or (enough if found.done else str(found.stop_reason))}"


def _verdict_words(answer: Answer | None) -> str:
    """Say whether the picture is the only solution of its clues."""
    if answer is None or answer.verdict is Verdict.UNIQUE:
        return "exactly one solution"
    if answer.solution and answer.other:
        differ = differing_cells(answer.solution, answer.other)
        return f"more than one solution; two of them differ in {differ} cells"
    return f"its uniqueness is unknown: {answer.stop_reason}"
