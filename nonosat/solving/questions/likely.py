"""How likely is every value of every cell? Estimated by belief propagation between lines, or numbers.

For one line, the odds are the shares of its arrangements. For a grid, belief propagation combines these: very
good estimates, but no proof.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from nonosat.encodings.model import Marginals
from nonosat.problem import Problem
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.puzzles import CellPuzzle, Puzzle, require_cells
from nonosat.puzzles.picture import Picture
from nonosat.solving import jobs
from nonosat.solving.answer import Report
from nonosat.solving.cards import NO_MODEL
from nonosat.solving.run import Run
from nonosat.words import bracketed, plural


@dataclass(frozen=True, kw_only=True, repr=False)
class Odds(Report):
    """The odds of a puzzle's cells; empty if it has no solution (`basis` says why) or a limit was reached.

    `cells[cell][value]` is from 0 to 1; it is exactly 0 or 1 only for cells that single lines (or numbers)
    decide.
    `picture` shows the likeliest values. `rounds` is the number of rounds; `settled` is whether the odds
    converged. `skipped_lines` names lines with open cells that were left out: their clues have `?` or `*`.
    """

    question: ClassVar[str] = "likely"

    cells: tuple[tuple[float, ...], ...] = ()
    picture: Picture = ()
    rounds: int = 0
    settled: bool = True
    skipped_lines: tuple[str, ...] = ()

    @property
    def fixed_cells(self) -> int:
        """The number of cells that single lines decide."""
        return sum(max(odds) == 1.0 for odds in self.cells)

    @property
    def solved(self) -> bool:
        """Whether the likeliest values are a solution (there may be others)."""
        return bool(self.picture) and self.puzzle.fault(self.picture) is None

    def result(self) -> dict[str, Any]:
        """Return it as plain data; the odds are nested by row, column and value."""
        columns = len(self.picture[0]) if self.picture else 0
        return {
            "odds": [self.cells[at : at + columns] for at in range(0, len(self.cells), columns or 1)],
            "picture": self.picture,
            "known": self.fixed_cells,
            "solved": self.solved,
            "rounds": self.rounds,
            "settled": self.settled,
            "skipped_lines": self.skipped_lines,
            "summary": self.summary,
        }

    @property
    def summary(self) -> str:
        """The result in words."""
        if not self.done:
            return f"unknown: {self.stop_reason}{bracketed(self.basis)}"
        if self.basis:
            return f"no solution{bracketed(self.basis)}"
        count, known = len(self.cells), self.fixed_cells
        noun = self.puzzle.clue_noun[0] if isinstance(self.puzzle, CellPuzzle) else "line"
        if known == count:
            return f"every cell follows {noun} by {noun}"
        rounds = plural(self.rounds, "round")
        parts = [f"{known} of {count} cells known {noun} by {noun}, the odds of the others after {rounds}"]
        if not self.settled:
            parts.append("they had not settled by then")
        if self.skipped_lines:
            parts.append(f"{plural(len(self.skipped_lines), 'line')} without known lengths skipped")
        if self.solved:
            parts.append("the likeliest picture is a solution")
        return "; ".join(parts)

    def sentence(self) -> str:
        """Return the result as a sentence."""
        return f"{self.name}: {self.summary}."

    def text(self, width: int | None = None, colour: bool = False, numbers: bool = False) -> str:
        """Return the heat map, with `numbers` in percentages instead of shades, and the sentence."""
        from nonosat.pictures.heat import heat_text

        if not self.cells:
            return self.sentence()
        return heat_text(self, width, colour, numbers) + "\n\n" + self.sentence()

    def _repr_html_(self) -> str:
        from html import escape

        from nonosat.pictures.heat import heat_panel
        from nonosat.pictures.svg import svg

        if not self.cells or not self.puzzle.row_lengths:
            return super()._repr_html_()
        panel, shades = heat_panel(self)
        return f"<div>{svg(*panel, **shades)}<pre>{escape(self.sentence())}</pre></div>"


def likely(puzzle: Puzzle, rounds: int | None = None, limits: Limits = NO_LIMITS) -> Odds:
    """Estimate the odds of the cells of a puzzle of lines, or of a mosaic, after narrowing every line.

        >>> import nonosat
        >>> odds = nonosat.likely(nonosat.load("switch"))
        >>> odds.cells[14]
        (0.5, 0.5)

    `rounds` is the maximum number of rounds of belief propagation (None: as many as are useful).

    Raises InputError for kinds whose cells are not filled in.
    """
    asked = require_cells(puzzle, "likely works")
    with Run(asked, NO_MODEL, limits) as run:
        basis: str | None = None
        found: Marginals | None = None
        with run.until_stopped():
            basis = run.prepare()
            if basis is None:
                with run.timed("odds", "weighing the cells"):
                    # In a worker, where the memory limit holds: the arrays of a long line are large.
                    found = run.in_worker(jobs.marginals, run.problem, rounds)
        if found is None:
            return Odds(puzzle=puzzle, **run.ending(basis or ""))
        return Odds(
            puzzle=puzzle,
            **run.ending(),
            cells=tuple(tuple(odds) for odds in found.cells.tolist()),
            picture=puzzle.picture(found.values),
            rounds=found.rounds,
            settled=found.settled,
            skipped_lines=_skipped(run.problem, found),
        )


def _skipped(problem: Problem, found: Marginals) -> tuple[str, ...]:
    """Return the labels of the lines that have open cells but were left out."""
    lines, _, rules = problem.forms
    silent = [
        *[line for number, line in lines if found.starts[number] is None],
        *(dict(rules).values() if lines else ()),
    ]
    return tuple([one.label for one in silent if any(problem.possible[c].bit_count() > 1 for c in one.cells)])
