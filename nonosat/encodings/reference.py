"""The reference encoding `order/1`: the clauses of certificates.

It is frozen. `nonosat verify` writes these clauses again from the puzzle and compares them with the
certificate's, so a change of one number here would invalidate every existing certificate; a better
encoding is a new file with a new name. It is written to be read, because no proof covers the step from clues
to clauses, and it shares no code with the encodings for search. It encodes the Problem as its kind states it,
before any narrowing; so the cells' numbers and the order of a kind's constraints are frozen with it.

Variables, in this order:

    of the cells     one for a cell of two values, true for the value 1; for any other cell one per
                     value, true if the cell has that value
    of each Runs   for each block, S(p), "it starts at or before place p", for every place from
                     the earliest start to the one before the latest; then, if it is blotted, E(p),
                     "it ends at or before place p", likewise. Before the earliest both are false,
                     from the latest on true
    of each count    R(i,j), "of the first i options at least j hold", by i, then by j, for j from 1
                     to i or to one more than the most (the counter of Sinz 2005, both directions)
    of each Regular  Q(i,s), "after i cells the automaton is in the state s", by i, then by s, for the
                     states that can be reached

All other variables are functions of the cells' variables: a solution has exactly one model. `meanings` says
which functions, as ranges of states of a clue's automaton, or of what a count has reached; they are not part
of the encoding. `proofs.check_clauses` checks every clause by them.

Clauses, in this order: of the cells (one of the values; no two of them), the givens, and then of each
constraint, in the order in which the functions below write them; last, for each solution to be excluded, that
not all cells of the answer key have its values. A literal that is repeated or known to be false is left out
of its clause; a clause is left out if it is already satisfied, by a literal known to be true or by one with
its opposite. An empty clause becomes the two clauses v and not v of a new variable v.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from nonosat.problem import Count, Problem, Regular, Runs
from nonosat.problem.automaton import StateRange
from nonosat.records import dataclass, field

NAME = "order/1"

_TRUE = 1 << 30
_FALSE = -_TRUE

_ANY = 1 << 30  # no automaton has as many states


class TooManyVariables(Exception):  # noqa: N818 - the caller decides whether this is an error
    """The Problem needs more variables than allowed."""


@dataclass
class Formula:
    """Clauses over the variables 1..`variables`; `literals[cell][value]`: the cell has this value.

    `meanings[variable]` is the canonical value of a variable that is not of the cells. `keep`, if there is
    one, receives each clause instead of `clauses`. An empty clause is written with a new variable.
    """

    most: int | None = None  # the most variables allowed
    keep: Callable[[list[int]], object] | None = None
    variables: int = 0
    clauses: list[list[int]] = field(default_factory=list)
    literals: list[list[int]] = field(default_factory=list)
    meanings: dict[int, StateRange] = field(default_factory=dict)
    constraint: int = -1  # the one that is being written

    def variable(self, place: int = 0, low: int = 0, high: int = 0) -> int:
        """Return a new variable, true if the constraint's automaton is in such a state (see StateRange)."""
        if self.variables == self.most:
            raise TooManyVariables
        self.variables += 1
        if self.constraint >= 0:
            self.meanings[self.variables] = StateRange(self.constraint, place, low, high)
        return self.variables

    def add(self, *literals: int) -> None:
        """Add a clause, simplified by the known literals."""
        keep = self.keep or self.clauses.append
        for clause in self.simplify(literals):
            keep(clause)

    def simplify(self, literals: Iterable[int]) -> list[list[int]]:
        """Return what becomes of a clause: nothing, one clause, or two instead of the empty one."""
        clause = list(dict.fromkeys([literal for literal in literals if literal != _FALSE]))
        if _TRUE in clause or any(-literal in clause for literal in clause):
            return []
        if clause:
            return [clause]
        contradiction = self.variable()
        return [[contradiction], [-contradiction]]


def encode(
    problem: Problem,
    solutions: Iterable[Sequence[int]] = (),
    most: int | None = None,
    keep: Callable[[list[int]], object] | None = None,
) -> Formula:
    """Write the Problem as clauses, with a clause for each of the solutions that excludes it.

    Raises TooManyVariables if it needs more than `most`. `keep` receives the clauses one by one, and may
    raise to stop.
    """
    formula = Formula(most, keep)
    for size in problem.sizes:
        if size == 2:
            variable = formula.variable()
            formula.literals.append([-variable, variable])
        else:
            formula.literals.append([formula.variable() for _ in range(size)])
    for size, values in zip(problem.sizes, formula.literals, strict=True):
        if size != 2:
            formula.add(*values)
            for one, other in combinations(values, 2):
                formula.add(-one, -other)
    for cell, value in problem.givens:
        formula.add(formula.literals[cell][value])
    for formula.constraint, constraint in enumerate(problem.constraints):
        if isinstance(constraint, Runs):
            _runs(formula, constraint)
        elif isinstance(constraint, Count):
            _count(formula, constraint)
        else:
            _automaton(formula, constraint)
    formula.constraint = -1
    for solution in solutions:
        formula.add(*[-formula.literals[cell][solution[cell]] for cell in problem.answer_key])
    return formula


class _Block:
    """The variables of one block: `starts_by(p)` and `ends_by(p)` are literals, also for impossible places.

    The automaton's states from `first` to `last` are in the block, one for each of its cells. The next one is
    after it. So it has started at or before a place if the state after that place is `first` or later, and
    ended if the state after the next place is later than `last`.
    """

    def __init__(
        self, formula: Formula, low: int, high: int, earliest: int, latest: int, end: int, before: int
    ) -> None:
        """`earliest` and `latest` are its first and last start, `end` the last place it may cover, `before`
        the last state before it.
        """
        self.low = low
        self.high = high
        self.earliest = earliest
        self.latest = latest
        self.end = end
        first = before + 1
        self.last = before + min(high, low + latest - earliest)
        self._starts = [formula.variable(p + 1, first, _ANY) for p in range(earliest, latest)]
        self._first_end = earliest + low - 1
        self._ends = self._starts
        if low != high:
            ends = range(self._first_end, end)
            self._ends = [formula.variable(p + 2, self.last + 1, _ANY) for p in ends]

    def starts_by(self, place: int) -> int:
        return _at(self._starts, place - self.earliest)

    def ends_by(self, place: int) -> int:
        return _at(self._ends, place - self._first_end)


def _at(row: list[int], index: int) -> int:
    return _FALSE if index < 0 else _TRUE if index >= len(row) else row[index]


def _runs(formula: Formula, runs: Runs) -> None:
    """The cells, read in order, are exactly these blocks."""
    n, clue = len(runs.cells), runs.blocks
    # gaps[j]: the cells that must be between block j-1 and block j; none before the first.
    gaps = [int(j > 0 and clue[j - 1].colour == clue[j].colour) for j in range(len(clue))]
    slack = n - sum(gaps) - sum(block.low for block in clue)
    if slack < 0:
        formula.add()
        return
    blocks: list[_Block] = []
    place = state = 0
    for block, gap in zip(clue, gaps, strict=True):
        place += gap
        end = place + slack + block.low - 1
        blocks.append(_Block(formula, block.low, block.high, place, place + slack, end, state))
        state = blocks[-1].last + 1
        place += block.low

    for j, one in enumerate(blocks):
        for p in range(one.earliest, one.latest):
            formula.add(-one.starts_by(p), one.starts_by(p + 1))
        if one.low != one.high:
            for p in range(one.earliest, one.end + 1):
                formula.add(-one.ends_by(p), one.ends_by(p + 1))
                formula.add(-one.ends_by(p), one.starts_by(p - one.low + 1))
                formula.add(-one.starts_by(p), one.ends_by(p + one.high - 1))
        if j > 0:
            for p in range(one.earliest, one.latest + 1):
                formula.add(-one.starts_by(p), blocks[j - 1].ends_by(p - 1 - gaps[j]))
        for p in range(one.earliest, one.end + 1):  # started, not ended
            has_colour = formula.literals[runs.cells[p]][clue[j].colour]
            formula.add(-one.starts_by(p), one.ends_by(p - 1), has_colour)

    for j in range(len(blocks) + 1):  # after block j-1, before block j
        first = blocks[j - 1].earliest + blocks[j - 1].low if j > 0 else 0
        last = blocks[j].latest if j < len(blocks) else n
        for p in range(first, last):
            before_ended = blocks[j - 1].ends_by(p - 1) if j > 0 else _TRUE
            next_started = blocks[j].starts_by(p) if j < len(blocks) else _FALSE
            formula.add(-before_ended, next_started, formula.literals[runs.cells[p]][0])


def _count(formula: Formula, constraint: Count) -> None:
    """From `least` to `most` of the options hold."""
    most = constraint.most + 1
    reached = [_TRUE] + [_FALSE] * most
    for place, (cell, value) in enumerate(constraint.options, start=1):
        holds = formula.literals[cell][value]
        before, reached = reached, [_TRUE] + [_FALSE] * most
        for j in range(1, most + 1):
            if before[j - 1] == _FALSE:
                break
            reached[j] = formula.variable(place, j, _ANY)
            # j is reached if it was before, or if this option holds and j-1 was.
            formula.add(-before[j], reached[j])
            formula.add(-holds, -before[j - 1], reached[j])
            formula.add(before[j], holds, -reached[j])
            formula.add(before[j], before[j - 1], -reached[j])
    formula.add(-reached[most])
    if constraint.least > 0:
        formula.add(reached[constraint.least] if constraint.least < most else _FALSE)


def _automaton(formula: Formula, regular: Regular) -> None:
    """The automaton accepts the values of the cells."""
    automaton = regular.automaton
    here = [_TRUE] + [_FALSE] * (len(automaton.next) - 1)
    for place, cell in enumerate(regular.cells, start=1):
        values = formula.literals[cell]
        steps = [step for step in automaton.steps if here[step[0]] != _FALSE and step[1] < len(values)]
        reached = sorted({to for _, _, to in steps})
        there = [_FALSE] * len(here)
        for state in reached:
            there[state] = formula.variable(place, state, state)
        for state, literal in enumerate(here):
            if literal != _FALSE:
                for value, holds in enumerate(values):
                    to = automaton.next[state].get(value)
                    formula.add(-literal, -holds, _FALSE if to is None else there[to])
        for state in reached:
            formula.add(-there[state], *[here[source] for source, _, to in steps if to == state])
            formula.add(-there[state], *[values[value] for _, value, to in steps if to == state])
            for other in reached:
                if other > state:
                    formula.add(-there[state], -there[other])
        here = there
    for state, literal in enumerate(here):
        if state not in automaton.finals:
            formula.add(-literal)
