"""Is there a solution, and is it the only one? Lines alone decide most puzzles; a Decision the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import overload

from nonosat.errors import LimitReached, WrongAnswerError
from nonosat.formats import AnyPuzzle, as_puzzle
from nonosat.processes.clock import Clock
from nonosat.processes.limits import NO_LIMITS, Limits, within
from nonosat.propagation.narrow import BY_LINES, begin_lines, give_back
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.solving.answer import Answer, Verdict
from nonosat.solving.card import DEFAULT, Card
from nonosat.solving.cards import as_card

_MOST_LINES = 200  # of a puzzle that takes milliseconds: nobody waits for its stages


@overload
def solve(  # type: ignore[overload-overlap]  # a text is an iterable of texts, and one puzzle
    puzzle: AnyPuzzle, model: str | Card = ..., limits: Limits = ..., *, time_limit: float | None = ...
) -> Answer: ...


@overload
def solve(
    puzzle: Iterable[AnyPuzzle],
    model: str | Card = ...,
    limits: Limits = ...,
    *,
    time_limit: float | None = ...,
) -> Iterator[Answer]: ...


def solve(
    puzzle: AnyPuzzle | Iterable[AnyPuzzle],
    model: str | Card = DEFAULT,
    limits: Limits = NO_LIMITS,
    *,
    time_limit: float | None = None,
) -> Answer | Iterator[Answer]:
    """Find a solution of the puzzle and whether it is the only one.

        >>> import nonosat
        >>> nonosat.solve("gchq", time_limit=60).verdict
        <Verdict.UNIQUE: 'unique'>

    The answers to several puzzles are yielded in order, each when it is needed.

    `model` is a card, its name or its path; the limits, which are those of each puzzle, take precedence over
    the card's. When a limit or Ctrl-C ends the work, the answer gives the reason in `stop_reason` and has the
    results so far.

    Raises InputError if there is no such card, InternalError if an answer fails its check.
    """
    card, limits = as_card(model), within(limits, time_limit)
    if card.limits is not NO_LIMITS:
        limits = limits.over(card.limits)
    if isinstance(puzzle, Puzzle):
        return _answer(puzzle, card, limits)
    if isinstance(puzzle, Iterable) and not isinstance(puzzle, str | Mapping):
        return (_answer(as_puzzle(one), card, limits) for one in puzzle)
    return _answer(as_puzzle(puzzle), card, limits)


def _answer(puzzle: Puzzle, card: Card, limits: Limits) -> Answer:
    clock = limits.clock()
    if card.narrow and (picture := by_lines(puzzle, clock)) is not None:
        spent = dict.fromkeys(("lines", "total"), clock.seconds)
        return Answer(
            puzzle=puzzle,
            basis=BY_LINES,
            seconds=spent,
            verdict=Verdict.UNIQUE,
            solution=picture,
            model=card.name,
        )
    from nonosat.solving.decision import Decision
    from nonosat.solving.run import Run

    with Run(puzzle, card, limits, clock=clock) as run:
        return Decision(run).answer()


def by_lines(puzzle: Puzzle, clock: Clock) -> Picture | None:
    """Return the only solution if lines alone decide a puzzle of lines that is not large. This is what a Run
    begins with, without the stages that people see.
    """
    lines = puzzle.clued_lines
    if lines is None or len(lines[0]) > _MOST_LINES:
        return None
    state = begin_lines(*lines, len(puzzle.palette), puzzle.given_options)
    try:
        state.narrow(clock)
        values = None if state.contradiction else state.values
    except LimitReached:
        values = None
    give_back(state)
    if values is None:
        return None
    picture = puzzle.picture(values)
    if fault := puzzle.fault(picture):
        raise WrongAnswerError(f"{puzzle.source}: lines gave a wrong picture: {fault}")
    return picture
