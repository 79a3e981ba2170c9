"""Lemmas that count cells by rows and by columns, for what clauses alone take exponentially long to refute.

Some lines need certain numbers of cells of a colour where they cross others, and these allow no more in all
(`propagation.sums`). Then each of these lines has exactly its share. Resolution cannot count, but new
variables can: Cook (1976) refuted the pigeonhole principle so, and Bryant, Biere and Heule (TACAS 2022) write
such proofs of sums. With x(r,c) for the cells, needing lines r and crossing lines c, "at least j" is about

    s(r,c)  the cells of line r up to c
    k(r,c)  the cells of line c up to r
    P(r,c)  all cells of the lines up to r, up to c: the sum of the k(r,1), ..., k(r,c)

Each is defined by those before it, so that the definitions are RATs. All else follows by unit propagation:

    P(r-1,c) + s(r,c) <= P(r,c)     by induction over c
    P(r,q) is at least what the lines up to r need, and at most what all crossing lines allow
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing, suppress

from nonosat import backends
from nonosat.encodings.drat import Step
from nonosat.encodings.reference import Formula
from nonosat.problem import Problem, Runs, values_of
from nonosat.propagation.state import begin
from nonosat.propagation.sums import Side, Sums, directions
from nonosat.records import dataclass

TRUE = 1 << 30
FALSE = -TRUE

_MOST_STEPS = 5_000_000

_SOLVER = "pysat:glucose4"

Row = list[int]
"""Literals: "at least 0", which is TRUE, "at least 1", ..."""


@dataclass(frozen=True)
class Sum:
    """Lines and how many cells of a colour each needs where it crosses the others; and how many these allow.

    `cells[r][c]` is where they cross.
    """

    colour: int
    needing: list[Runs]
    needs: list[int]
    crossing: list[Runs]
    allows: list[int]
    cells: list[list[int]]

    @property
    def steps(self) -> int:
        """Roughly how many steps its proof has."""
        steps = needed = 0
        for need in self.needs:
            needed, allowed = needed + need, 0
            for allow in self.allows:
                allowed += allow
                steps += 2 * min(needed + 1, allowed) * (need + 2) * (allow + 2)
        return steps


@dataclass(frozen=True)
class Counted:
    """The steps that prove sums, those of them that a solver needs, and the number of new variables."""

    steps: list[Step]
    facts: list[list[int]]
    new_variables: int


def count_sums(problem: Problem, formula: Formula) -> Counted:
    """Prove what the best sum of each colour says, by the clauses of a Problem."""
    best: dict[int, Sum] = {}
    for one in sorted(tight_sums(problem), key=lambda one: one.steps):
        best.setdefault(one.colour, one)
    if not best:  # there may be constraints that are no lines
        return Counted([], [], 0)
    steps: list[Step] = []
    counting = Counting(problem, formula, steps.append)
    for one in best.values():
        counting.add(one)
    return Counted(steps, counting.facts, counting.variables - formula.variables)


def tight_sums(problem: Problem) -> list[Sum]:
    """Return for each colour and direction the best sum that rules something out, without any narrowing."""
    sides = directions(problem)
    if sides is None:
        return []
    rows, columns = sides
    state, height, values = begin(problem), len(rows), max(problem.sizes)
    can = [state.places(k)[:values] for k in range(height + len(columns))]
    sums = []
    for colour in range(1, values):
        one, other = (rows, can[:height]), (columns, can[height:])
        for (lines, can_be), (crossing, can_cross) in ((one, other), (other, one)):
            needing, having = Side(lines, can_be, colour, False), Side(crossing, can_cross, colour, True)
            for chosen, places in Sums(needing, having).tight_starts()[:1]:
                some, others = list(values_of(chosen)), list(values_of(places))
                needs, allows = needing.numbers(places), having.numbers(chosen)
                sums.append(
                    Sum(
                        colour,
                        [lines[i] for i in some],
                        [needs[i] for i in some],
                        [crossing[i] for i in others],
                        [allows[i] for i in others],
                        [[lines[i].cells[j] for j in others] for i in some],
                    )
                )
    return [one for one in sums if one.steps <= _MOST_STEPS]


class _Refuted(Exception):  # noqa: N818 - it is an outcome, not an error
    """The clauses are refuted, so that nothing is left to prove."""


class Counting:
    """Writes the lemmas of sums, for the clauses of a Problem.

    `write` receives the steps one by one. `variables` counts the new variables, too, and `facts` are the
    clauses that tell a solver what the sums say. If they refute the clauses, the last two contradict each
    other.
    """

    def __init__(self, problem: Problem, formula: Formula, write: Callable[[Step], object]) -> None:
        self.variables = formula.variables
        self.facts: list[list[int]] = []
        self.refuted = False
        self._write = write
        self._literals = formula.literals
        self._of_line = _clauses_by_line(problem, formula)

    def add(self, one: Sum) -> None:
        """Write the lemmas of a sum, up to the refutation if they refute the clauses."""
        if not self.refuted:
            with suppress(_Refuted):
                self._add(one)

    def _add(self, one: Sum) -> None:
        x = [[self._literals[cell][one.colour] for cell in row] for row in one.cells]
        s, k = [], []
        for line, row, need in zip(one.needing, x, one.needs, strict=True):
            rows, counting = self._count(row, need + 1)
            self._prove(line, counting, rows[-1][need])
            s.append(rows)
        for line, column, allow in zip(one.crossing, zip(*x, strict=True), one.allows, strict=True):
            rows, counting = self._count(column, allow + 1)
            self._prove(line, counting, -rows[-1][allow + 1])
            for row in rows[-2::-1]:  # what is not too much at the end never was
                self._fact(-row[allow + 1])
            k.append(rows)
        self._share(one, s, k)

    def _lemma(self, *literals: int) -> list[list[int]]:
        """Write a lemma without constants, unless it always holds; return it in a list. Raises _Refuted if
        nothing is left of it.
        """
        if TRUE in literals:
            return []
        lemma = list(dict.fromkeys([literal for literal in literals if literal != FALSE]))
        if any(-literal in lemma for literal in lemma):
            return []
        if not lemma:
            self.refuted = True
            self.facts += [[1], [-1]]
            for literal in (1, -1):
                self._write((False, [literal]))
            raise _Refuted
        self._write((False, lemma))
        return [lemma]

    def _fact(self, *literals: int) -> None:
        self.facts += self._lemma(*literals)

    def _delete(self, lemmas: Iterable[list[int]]) -> None:
        for lemma in lemmas:
            self._write((True, lemma))

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _count(self, cells: Sequence[int], most: int) -> tuple[list[Row], list[list[int]]]:
        """Count the first cells up to `most`: return the row for none of them, for one, ..., and the clauses
        that define them.
        """
        rows, begin = [[TRUE] + [FALSE] * most], len(self.facts)
        for cell in cells:
            before, row = rows[-1], [TRUE]
            for j in range(1, most + 1):
                row.append(self._new() if before[j - 1] != FALSE else FALSE)
                if row[j] != FALSE:
                    self._fact(row[j], -before[j])
                    self._fact(row[j], -cell, -before[j - 1])
                    self._fact(-row[j], before[j], cell)
                    self._fact(-row[j], before[j], before[j - 1])
                    self._fact(-row[j], row[j - 1])
            rows.append(row)
        return rows, self.facts[begin:]

    def _prove(self, line: Runs, counting: list[list[int]], goal: int) -> None:
        """Prove a fact by the clauses of one line, and those that count its cells."""
        if goal == TRUE:
            return
        with closing(backends.prover(_SOLVER, [*self._of_line[line], *counting, [-goal]], {})) as solver:
            if solver.solve(None) is not False:
                raise RuntimeError(f"{line.label} does not have the share that a sum says")
            for text in solver.lines():
                if not text.startswith(b"d"):
                    # It follows if the goal does not hold, so that it or the goal follows.
                    self._lemma(*[literal for literal in map(int, text.split()) if literal], goal)
        self._fact(goal)

    def _share(self, one: Sum, s: list[list[Row]], k: list[list[Row]]) -> None:
        """Prove that each line has exactly its share, from all cells of the first lines."""
        totals: list[Row] = [[TRUE]] * (len(k) + 1)  # by column: those of no line
        kept: list[list[int]] = []
        definitions: list[list[int]] = []
        need = 0
        shares: list[int] = []
        for r, needed in enumerate(one.needs):
            need += needed
            before, old = totals, definitions
            totals, definitions = [[TRUE]], []
            lemmas: list[list[int]] = []
            for c, allow in enumerate(one.allows):
                most = min(need + 1, sum(one.allows[: c + 1]))
                row, defined = self._total(totals[c], k[c][r + 1], allow, most)
                totals.append(row)
                definitions += defined
                clauses = self._sums(before[c : c + 2], row, s[r][c + 1], k[c][r], need + 1)
                (kept if c + 1 == len(k) else lemmas).extend(clauses)
            kept += self._lemma(_at(totals[-1], need))
            shares.append(s[r][-1][needed + 1])
            self._delete(lemmas)
            self._delete(old)
        for share in shares:
            self._fact(-share)
        for c in range(len(k) - 1, -1, -1):
            self._fact(k[c][-1][one.allows[c]])
        self._delete(definitions)
        self._delete(kept)

    def _total(self, left: Row, column: Row, allow: int, most: int) -> tuple[Row, list[list[int]]]:
        """Define P(r,c), as the sum of P(r,c-1) and k(r,c); return it, and the clauses that define it."""
        row, clauses = [TRUE], []
        for i in range(1, most + 1):
            row.append(self._new())
            for more in range(allow + 1):
                clauses += self._lemma(row[i], -_at(left, i - more), -column[more])
            for more in range(allow + 1):
                clauses += self._lemma(-row[i], _at(left, i - more), column[more + 1])
            clauses += self._lemma(-row[i], row[i - 1])
        return row, clauses

    def _sums(self, before: list[Row], total: Row, line: Row, column: Row, most: int) -> list[list[int]]:
        """Prove P(r-1,c) + s(r,c) <= P(r,c), given the same for c-1: `before` has P(r-1,c-1) and P(r-1,c),
        `column` is k(r-1,c).
        """
        clauses = []
        for i, one in enumerate(before[1]):
            for j, other in enumerate(line):
                target = _at(total, min(i + j, most))
                cases = []
                for part in range(min(i, len(column) - 2) + 1):
                    cases += self._lemma(-_at(before[0], i - part), -column[part], -other, target)
                if i > 0:
                    clauses += self._lemma(-one, -other, target)
                    self._delete(cases)
                else:
                    clauses += cases
        return clauses


def _at(row: Row, number: int) -> int:
    """Return the literal "at least this number"."""
    return TRUE if number <= 0 else row[number] if number < len(row) else FALSE


def _clauses_by_line(problem: Problem, formula: Formula) -> dict[Runs, list[list[int]]]:
    """Return by line the clauses that have only its own variables and those of its cells."""
    lines = dict(problem.forms.lines)
    clauses: dict[Runs, list[list[int]]] = {line: [] for line in lines.values()}
    crossing = defaultdict[int, set[int]](set)  # by cell
    for number, line in lines.items():
        for cell in line.cells:
            crossing[cell].add(number)
    lines_of = {variable: {meaning.constraint} for variable, meaning in formula.meanings.items()}
    for cell, row in enumerate(formula.literals):
        lines_of |= {abs(literal): crossing[cell] for literal in row}
    for clause in formula.clauses:
        for number in set.intersection(*[lines_of.get(abs(literal), set()) for literal in clause]):
            clauses[lines[number]].append(clause)
    return clauses
