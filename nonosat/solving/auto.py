"""`auto`, the default: what is tried on a puzzle that propagation leaves open, in this order.

To find a first solution:

1. Beliefs (`FIRST`, see `guesses`): they find one of many solutions in milliseconds, before a clause is
   written, and two decimations do so on most of the larger puzzles that have many. They are left out where a
   trial costs more than starting a solver, and where few cells are open.
2. MiniSat: on easy puzzles it beats every other solver of PySAT, because it starts fastest.
3. More beliefs (`MORE`): CaDiCaL takes 0.1 to 2.5 s on what is left. A trial takes some 2.5 ms, and one in
   five succeeds.
4. CaDiCaL, with beliefs as phases, in turns (see `searches`). After the first turn rows are counted against
   columns: that settles n-Dom, of which clauses need exponentially long proofs.
5. Kissat, since there are few solutions, or none, if no turn of 16,000 conflicts finds one. Before that,
   short searches rule out single values, which settles 645 more cells of webpbn 25820.

To find another one, or prove that there is none: MiniSat near the first solution, then without phases;
CaDiCaL near it; then Kissat, as a program if it is there, because PySAT's takes no options. Where it cannot
be stopped, and for questions that assume something, Glucose, which keeps what it learns, without phases:
with phases near the solution its proofs take up to six times as many conflicts.
What helps to find a solution harms the proof that there is no other,
so searches near the first are short: after 10,000 conflicts, proofs take twice as long.

The numbers were measured on the 31 puzzles of a well-known survey, the 1,000 of a tournament, and n-Dom: see
bench/notes/finding.md.
"""

from __future__ import annotations

from nonosat.problem import CellValues, Problem, values_of
from nonosat.processes import ALONE
from nonosat.solving.card import CADICAL, GLUCOSE, KISSAT, KISSAT_PROGRAM, MINISAT, Card
from nonosat.solving.card_files import kissat
from nonosat.solving.guesses import MORE, guess
from nonosat.solving.solver import Solver

EASY = 2000  # conflicts of MiniSat, twice as many if a solution is known; 9-Dom needs 1,760
NEAR_EASY, NEAR = 100, 500  # conflicts near a known solution: of MiniSat (Knotty needs one), of CaDiCaL
TURN = 4000  # conflicts of CaDiCaL's first turn


class Auto(Solver):
    """The recipe from MiniSat on, for any question; a Session makes the first guesses."""

    def __init__(self, problem: Problem, card: Card, memory: int) -> None:
        super().__init__(problem, card, memory)
        self.backend = MINISAT
        self.encoding, self.options, self.phases = "order", {}, "none"
        self.needs_kissat = False  # whether nothing else has found a solution
        self.summed = False  # whether the Problem was narrowed by sums
        self.guessed: bytes | None = None

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        """Search for a solution; None if the budget ended CaDiCaL's search."""
        told = self.told or assumptions or any_of is not None or self.budget is not None
        first = self.known is None and not told
        self.guessed = None
        if self.backend == MINISAT:
            answer = self.solve_easily(assumptions, any_of)
            if answer is not None:
                return answer
            self.use(CADICAL)  # from now on
            if first and self._guess():
                return True
        if self.backend in (KISSAT, KISSAT_PROGRAM):
            self.use(CADICAL)
        self.phases = self.card.phases
        if first:
            return self._find_first()
        if self.known is not None and self.budget is None and self.backend == CADICAL:
            return self._find_another(assumptions, any_of)
        return super().solve(assumptions, any_of)

    def solve_easily(self, assumptions: CellValues, any_of: CellValues | None) -> bool | None:
        """Search by MiniSat, within its budget; it has none if it was used in another process."""
        if self.engine is None and MINISAT in self.used:
            return None
        if self.known is None:
            return self.within(EASY, assumptions, any_of)
        if self.engine is None:  # it has not found the solution that is known
            answer = self.within(NEAR_EASY, assumptions, any_of)
            if answer is not None:
                return answer
            self.close()
            self.start(phases=False)
        return self.within(2 * EASY, assumptions, any_of)

    def _guess(self) -> bool:
        guessed = guess(MORE, self.problem)
        self.add(guessed)
        self.guessed, self.other = guessed.values, guessed.other
        return guessed.values is not None

    def _find_first(self) -> bool | None:
        from nonosat.solving import searches  # rarely used

        engine = self.start()
        answer = searches.solve_in_turns(engine, self._narrow_by_sums, TURN)
        if answer is None and not ALONE:  # Kissat does not stop by itself
            self.problem, answer = searches.narrow_by_short_searches(engine, self.problem)
            self.model = None  # it can be smaller now
            if answer is None:
                self.needs_kissat = True
                return self._solve_by_kissat()
        return super().solve() if answer is None else answer

    def _find_another(self, assumptions: CellValues, any_of: CellValues | None) -> bool | None:
        answer = self.within(NEAR, assumptions, any_of)
        if answer is not None:
            return answer
        self.close()
        self._narrow_by_sums()
        if self.needs_kissat or not (ALONE or assumptions or any_of is not None):
            return self._solve_by_kissat(assumptions, any_of)
        self.use(GLUCOSE)  # from now on
        self.start(phases=False)
        return super().solve(assumptions, any_of)

    def _solve_by_kissat(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        if self.known is None:
            self.use(KISSAT)
        else:
            card = kissat()
            self.use(card.backend, card.options)
        self.start(phases=self.known is None)
        return super().solve(assumptions, any_of)

    def _narrow_by_sums(self) -> Problem:
        """Return the Problem, narrowed by sums, once; and tell the solver."""
        from nonosat.propagation import sums  # rarely used

        if not self.summed:
            self.summed, before = True, self.problem.possible
            self.problem = sums.narrow(self.problem)
            for cell, (had, left) in enumerate(zip(before, self.problem.possible, strict=True)):
                if had != left:
                    self.model = None  # it can be smaller now
                    if self.engine is not None:
                        self.engine.add_clause([(cell, value) for value in values_of(left)])
        return self.problem

    def values(self) -> bytes:
        """Return the values of the solution that was found last."""
        return super().values() if self.guessed is None else self.guessed
