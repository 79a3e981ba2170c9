"""Checks that no clause of an encoding excludes a solution, so that the encoding need not be trusted.

A solution of the Problem gives every variable its *canonical value*: those of the cells say what the cells
are, and every other one says in which states the automaton of its constraint is at some place (`StateRange`).
A clause is good if it holds whatever value one of its cells has, or for every arrangement of one constraint.
If all are good, every solution satisfies them. So if they have no model together with those that a claim
adds, no solution satisfies the latter. Nothing else is asked of the clauses or the canonical values: wrong
ones are refused, or do no harm.

All arrangements of a constraint are tried at once, for lines of any length, by a dynamic program: the set of
states that the automaton can be in, if no literal of the clause holds, from the first place that the clause
mentions to the last.

The clauses are compared with a certificate's while they are written again. That ends at the first one that
differs, so a forger cannot make us write more clauses than the file has.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import BinaryIO

from nonosat.automata.arrangements import Arrangements, Machine, Move, States, machine_of
from nonosat.encodings import dimacs
from nonosat.encodings.dimacs import Clauses
from nonosat.encodings.drat import show_lemma
from nonosat.problem import Constraint, Count, Problem, values_of
from nonosat.problem.automaton import StateRange
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.words import shorten


class ExcludesSolution(Exception):  # noqa: N818 - it is an outcome, not an error
    """A clause may exclude a solution; the message names an arrangement that it excludes."""


class EncodedArrangements(Arrangements):
    """The arrangements of a constraint as the variables of an encoding see them: a count reads its options
    one by one, and all numbers above the most are one state.
    """

    def __init__(self, constraint: Constraint, possible: Sequence[int]) -> None:
        self.label, self.cells = constraint.label, constraint.cells
        if isinstance(constraint, Count):
            self.cells = tuple([cell for cell, _ in constraint.options])
            most = max(0, min(constraint.most, len(self.cells) + 1))
            accepting = (2 << most) - 1 & -1 << max(0, min(constraint.least, most + 2))
            moves = [_count_moves(most, 1 << value) for _, value in constraint.options]
            machine = Machine(moves, accepting if constraint.most >= 0 else 0)
        else:
            machine = machine_of(constraint, 0)
        super().__init__(machine, [possible[cell] for cell in self.cells])

    def within(self, values: Mapping[int, int], states: Mapping[int, States]) -> bool:
        """Whether an arrangement has only these values and states, at the places for which there are any."""
        places = [*states, *values, *[i + 1 for i in values]]
        first, last = min(places), max(places)
        now = self.live[first] & states.get(first, -1)
        for i in range(first, last):
            now = self.after(i, now, values.get(i, self.possible[i]) & self.possible[i])
            now &= self.live[i + 1] & states.get(i + 1, -1)
            if not now:
                return False
        return now != 0

    def one_within(self, values: Mapping[int, int], states: Mapping[int, States]) -> list[int]:
        """Return such an arrangement, as the values that are read."""
        allowed = [values.get(i, -1) & possible for i, possible in enumerate(self.possible)]
        reached = [self.live[0] & states.get(0, -1)]
        for i, mask in enumerate(allowed):
            reached.append(self.after(i, reached[i], mask) & self.live[i + 1] & states.get(i + 1, -1))
        backwards, target = [], reached[-1]
        for i in range(len(allowed) - 1, -1, -1):
            target &= -target
            value = next(v for v in values_of(allowed[i]) if self.before(i, target, 1 << v) & reached[i])
            target = self.before(i, target, 1 << value) & reached[i]
            backwards.append(value)
        return backwards[::-1]


def _count_moves(most: int, holding: int) -> list[Move]:
    """Return what an option does to a count, whose last state is any number above the most."""
    counted = (2 << most) - 1
    return [(holding, counted, 1), (holding, counted + 1, 0), (~holding, 2 * counted + 1, 0)]


class ClauseCheck:
    """Checks clauses, given the cells' literals and the other variables' meanings."""

    def __init__(
        self,
        problem: Problem,
        literals: Sequence[Sequence[int]],
        meanings: Mapping[int, StateRange],
    ) -> None:
        self.checked = 0  # clauses
        self._problem = problem
        self._meanings = meanings
        self._arrangements: dict[int, EncodedArrangements] = {}
        self._cell: dict[int, tuple[int, int]] = {}  # literal -> cell, and the values for which it is true
        for cell, row in enumerate(literals):
            for literal in {abs(literal) for literal in row}:
                true = sum(1 << value for value, one in enumerate(row) if one == literal)
                self._cell[literal] = cell, true
                self._cell[-literal] = cell, ~true
        self._constraints: defaultdict[int, list[int]] = defaultdict(list)  # by cell
        for number, constraint in enumerate(problem.constraints):
            for cell in constraint.cells:
                self._constraints[cell].append(number)

    def check(self, clauses: Iterable[Sequence[int]], clock: Clock = NO_CLOCK) -> None:
        """Check clauses. Raises ExcludesSolution for the first bad one, and LimitReached once the clock's
        deadline has passed.
        """
        for clause in clauses:
            if self.checked % 64 == 0:
                clock.check()
            if not self.is_good(clause):
                raise ExcludesSolution(f"the clause `{show_lemma(clause)}` {self._why(clause)}")
            self.checked += 1

    def is_good(self, clause: Sequence[int]) -> bool:
        """Whether a clause excludes no solution, as far as single cells and constraints show that."""
        values = self._allow(clause)
        if any(not allowed for allowed in values.values()):
            return True
        return any(
            not self._of(number).within(*self._restrict(number, clause, values))
            for number in self._candidates(clause, values)
        )

    def _allow(self, clause: Sequence[int]) -> dict[int, int]:
        """Return the values that each cell of the clause may have if no literal holds."""
        allowed: dict[int, int] = {}
        for literal in clause:
            if literal in self._cell:
                cell, true = self._cell[literal]
                allowed[cell] = allowed.get(cell, self._problem.possible[cell]) & ~true
        return allowed

    def _candidates(self, clause: Sequence[int], cells: Iterable[int]) -> Iterator[int]:
        """Yield the constraints that the clause may follow from, the likeliest first."""
        meanings = filter(None, (self._meanings.get(abs(literal)) for literal in clause))
        own = {meaning.constraint for meaning in meanings}
        yield from own or dict.fromkeys(number for cell in cells for number in self._constraints[cell])

    def _of(self, number: int) -> EncodedArrangements:
        if number not in self._arrangements:
            constraint = self._problem.constraints[number]
            self._arrangements[number] = EncodedArrangements(constraint, self._problem.possible)
        return self._arrangements[number]

    def _restrict(
        self, number: int, clause: Sequence[int], cells: Mapping[int, int]
    ) -> tuple[dict[int, int], dict[int, States]]:
        """Return the values and states that a constraint has where no literal of the clause holds."""
        arrangements = self._of(number)
        values = {i: cells[cell] for i, cell in enumerate(arrangements.cells) if cell in cells}
        states: dict[int, States] = {}
        for literal in clause:
            meaning = self._meanings.get(abs(literal))
            if meaning is None or meaning.constraint != number:
                continue
            size = arrangements.live[meaning.place].bit_length()
            inside = (1 << min(meaning.high + 1, size)) - 1 & -1 << min(meaning.low, size)
            states[meaning.place] = states.get(meaning.place, -1) & (~inside if literal > 0 else inside)
        return values, states

    def _why(self, clause: Sequence[int]) -> str:
        """Return in words what a bad clause excludes."""
        values = self._allow(clause)
        for number in self._candidates(clause, values):
            unit = self._of(number).one_within(*self._restrict(number, clause, values))
            word = "".join(".#"[v] if max(self._problem.sizes) == 2 else str(v) for v in unit)
            return f"excludes an arrangement of {self._of(number).label or f'constraint {number}'}: {word}"
        return "follows from no constraint"


_LINE = 1 << 24  # bytes: more than any clause takes
_COMMENTS = 1000  # the most comment lines besides one for each cell


class Different(Exception):  # noqa: N818 - it is an outcome, not an error
    """The file differs; the message says what was expected and what was found."""


class Compared(Clauses):
    """The clauses that were compared so far, at four bytes per literal.

    `keep` compares and stores the next clause, and raises Different if the file has another one there.
    """

    def __init__(self, file: BinaryIO, header: str, cells: int, clock: Clock) -> None:
        self.source = "the puzzle"  # of the next clauses, for errors
        self._file = file
        self._comments = cells + _COMMENTS
        self._clock = clock
        self._literals = array("i")
        self._ends = array("q", [0])
        self._expect(header, "certificate.json says")

    def keep(self, clause: list[int]) -> None:
        """Compare the next clause, and store it."""
        if len(self) % 256 == 0:
            self._clock.check()
        self._expect(dimacs.clause_line(clause), f"{self.source} gives")
        self._literals.extend(clause)
        self._ends.append(len(self._literals))

    def end(self) -> None:
        """Raise Different if the file has more clauses."""
        if (step := self._next()) is not None:
            raise Different(f"expected nothing more, found {_short(step)}")

    def _expect(self, line: str, what: str) -> None:
        step = self._next()
        if step != line:
            raise Different(f"expected {_short(line)}, which {what}, found {_short(step)}")

    def _next(self) -> str | None:
        """Return the next line that is not a comment."""
        while line := self._file.readline(_LINE):
            if not line.endswith(b"\n"):
                raise Different("a line without an end")
            if not line.startswith(b"c"):
                return line[:-1].decode("latin-1")
            self._comments -= 1
            if self._comments < 0:
                raise Different("more comments than cells")
        return None

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __iter__(self) -> Iterator[list[int]]:
        for begin, end in pairwise(self._ends):
            yield self._literals[begin:end].tolist()


def _short(line: str | None) -> str:
    return "nothing" if line is None else f"`{shorten(line)}`"
