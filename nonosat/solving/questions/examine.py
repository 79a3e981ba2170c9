"""How many solutions, which two, and what have all in common? Fast for small puzzles."""

from __future__ import annotations

from nonosat.errors import LimitReached, StopReason
from nonosat.processes.clock import Clock
from nonosat.processes.limits import NO_LIMITS, Limits
from nonosat.propagation.listing import list_solutions
from nonosat.propagation.state import begin
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.records import dataclass
from nonosat.solving.answer import Verdict
from nonosat.solving.card import AUTO
from nonosat.solving.decision import Decision
from nonosat.solving.questions.certain import certain
from nonosat.solving.questions.enumerate import solutions
from nonosat.solving.questions.unique import by_lines
from nonosat.solving.run import Run

_WORK = 4000  # the search's budget of work, by line of the puzzle


@dataclass(frozen=True)
class Examined:
    """What was found out about a puzzle.

    `count` is the number of solutions, a lower bound unless `exact`; two of them are `solution` and
    `other`, and `certain` has `?` for cells that vary. `stop_reason` says why any of that is unknown.
    """

    verdict: Verdict | None = None
    count: int = 0
    exact: bool = True
    solution: Picture = ()
    other: Picture = ()
    certain: Picture = ()
    stop_reason: StopReason = StopReason.DONE


def examine(
    puzzle: Puzzle, most: int = 100, limits: Limits = NO_LIMITS, clock: Clock | None = None
) -> Examined:
    """Find out how many solutions a puzzle has, counted up to `most`, two of them, and the certain cells.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> found = toolkit.examine(nonosat.load("gchq-no-givens"))
        >>> found.verdict.value, found.count, found.exact
        ('multiple', 4, True)

    Most puzzles of sets are small, so a solver is used only if propagation and a short search do not decide.
    `clock` is one that began before. Verdicts that a limit prevents are unknown.

    Raises KeyboardInterrupt at Ctrl-C, also during a question to a solver.
    """
    clock = clock or limits.clock()
    try:
        return _examine(puzzle, max(2, most), limits, clock)
    except LimitReached as limit:
        return Examined(Verdict.UNKNOWN, exact=False, stop_reason=limit.stop_reason)


def _examine(puzzle: Puzzle, most: int, limits: Limits, clock: Clock) -> Examined:
    if (picture := by_lines(puzzle, clock)) is not None:
        return Examined(Verdict.UNIQUE, 1, True, picture)
    with Run(puzzle, AUTO, limits, clock=clock) as run:
        decision = Decision(run)
        verdict = decision.decide()
        first, other = [*(one.picture for one in decision.solutions), (), ()][:2]
        if verdict is not Verdict.MULTIPLE:
            return Examined(verdict, len(decision.solutions), True, first)
        state = begin(run.problem, clock)
        state.narrow(clock)
        listed = list_solutions(state, most, _WORK * len(run.problem.constraints), clock)
        if listed.exact:
            common = puzzle.draw_known(listed.possible)
            return Examined(verdict, len(listed.solutions), listed.complete, first, other, common)
    each = solutions(puzzle, most, limits=limits.deduct(clock))  # a short search was not enough
    number = sum(1 for _ in each)
    report = each.report.require_uninterrupted()
    cells = certain(puzzle, limits=limits.deduct(clock)).require_uninterrupted()
    common, reason = (
        cells.picture if cells.done else (),
        cells.stop_reason if report.done else report.stop_reason,
    )
    return Examined(verdict, max(2, number), report.complete, first, other, common, reason)
