"""The solutions, one after another, each once."""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.answer import DONE
from nonosat.processes.limits import Limits
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.solving.cards import DEFAULT, Card, load_card
from nonosat.solving.run import Run, Values
from nonosat.structure.independent_lines import each_solution_apart, lines_apart


def enumerate(  # noqa: A001 - the question's name
    puzzle: Puzzle,
    limit: int | None = None,
    model: str | Card = DEFAULT,
    time_limit: float | None = None,
    memory_limit: int | None = None,
) -> Solutions:
    """Find the solutions of a puzzle one after another, at most `limit` of them.

        >>> import nonosat
        >>> found = nonosat.enumerate(nonosat.load("gchq-no-givens"))
        >>> len(list(found)), found.complete
        (4, True)

    The memory that it takes does not grow with the number of solutions, whatever the backend.
    `model` is a card, its name or its path; the limits (seconds, bytes) go before the card's.
    """
    card = model if isinstance(model, Card) else load_card(model)
    return Solutions(Run(puzzle, card, Limits(time_limit, memory_limit)), limit)


class Solutions:
    """The pictures that solve a puzzle, as they are found; to be gone through once.

    `found` counts them so far. At the end `complete` says whether these are all; if not, `reason`
    says what ended the search: "done" if enough were found, else a limit or an interruption.
    """

    def __init__(self, run: Run, limit: int | None) -> None:
        self.puzzle = run.puzzle
        self.found = 0
        self.complete = False
        self.reason = DONE
        self.because = ""
        self._limit = limit
        self._run = run

    def __iter__(self) -> Iterator[Picture]:
        with self._run as run:
            with run.until_stopped():
                for values in self._values():
                    if self.found == self._limit:
                        break
                    self.found += 1
                    yield run.picture(values)
                else:
                    self.complete = True
            self.reason = run.reason
            self.because = self.because or run.detail

    def _values(self) -> Iterator[Values]:
        run = self._run
        self.because = run.impossible() or ""
        if self.because:
            return
        lines = lines_apart(run.problem)
        if lines is not None:
            yield from each_solution_apart(run.problem, lines)
            return
        first = run.first()
        if first is not None:
            yield from run.solutions(first, run.problem.answer_key)
