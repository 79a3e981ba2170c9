"""Fewest true variables and smallest cores, with PySAT's MaxSAT tools. Not in the registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from nonosat.processes.turns import in_turns

if TYPE_CHECKING:
    from pysat.examples.rc2 import RC2

_CONFLICTS = 20  # by call, on average


def fewest_true(clauses: Iterable[list[int]], costs: Iterable[int]) -> set[int] | None:
    """Return the true literals of an assignment that satisfies the clauses; None if there is none.

    As few as possible of the variables in `costs` are true. If the clauses are sets of such variables, these
    form a smallest hitting set.
    """
    with _fewest(clauses, costs) as solver:
        found = solver.compute()
    return None if found is None else {literal for literal in found if literal > 0}


@contextmanager
def _fewest(clauses: Iterable[list[int]], costs: Iterable[int]) -> Iterator[RC2]:
    """Start a solver that makes as few as possible of the variables in `costs` true (RC2, Ignatiev and others
    2019). Its calls of a SAT solver are cut where nothing else can end them.
    """
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF()
    for clause in clauses:
        formula.append(clause)
    for variable in costs:
        formula.append([-variable], weight=1)
    with RC2(formula) as solver:
        call = partial(_call, solver.oracle, solver.oracle.solve_limited)
        solver.oracle.solve_limited = lambda assumptions, **_: in_turns(partial(call, assumptions), None)
        yield solver


def _call(
    solver: Any, solve: Callable[..., bool | None], assumptions: Iterable[int], conflicts: int | None
) -> bool | None:
    """Call a SAT solver with a budget of conflicts."""
    solver.conf_budget(-1 if conflicts is None else conflicts)
    return solve(assumptions=assumptions)


class Core:
    """A search for the fewest selectors that, if all true, make the clauses unsatisfiable; all together must.

    It uses implicit hitting sets (Ignatiev and others 2015): a smallest set that hits all known correction
    sets is the answer once it is unsatisfiable; if not, it yields another correction set. Its work is counted
    in calls of a solver and their conflicts, so the result is the same on every machine.
    """

    def __init__(self, clauses: Iterable[list[int]], selectors: Iterable[int], calls: int = 2000) -> None:
        self._clauses = list(clauses)
        self._selectors = list(selectors)
        self._calls = calls
        self._conflicts = _CONFLICTS * calls

    def find(self) -> tuple[set[int], bool]:
        """Return the selectors, and whether fewer are not enough. If the work is used up first, they are the
        fewest that were found.
        """
        from pysat.solvers import Minisat22

        with Minisat22(bootstrap_with=self._clauses) as solver, _fewest((), self._selectors) as hitting:
            if self._holds(solver, self._selectors) is not False:
                return set(self._selectors), False
            core = set(solver.get_core())
            while self._calls > 0 and (hit := hitting.compute()) is not None:
                chosen = [selector for selector in hit if selector > 0]
                answer = self._holds(solver, chosen)
                if answer is False:
                    return set(chosen), True
                if answer is None:
                    break
                hitting.add_clause(self._correction(solver, chosen))
            for selector in sorted(core):  # none of these may be needless, at least
                if self._calls > 0 and self._holds(solver, sorted(core - {selector})) is False:
                    core = set(solver.get_core())
            return core, False

    def _correction(self, solver: Any, chosen: list[int]) -> list[int]:
        """Return selectors that are false in an assignment in which as many as possible are true."""
        true = {literal for literal in solver.get_model() if literal > 0}
        held = [selector for selector in self._selectors if selector in true or selector in chosen]
        for selector in self._selectors:
            if selector not in held and self._calls > 0 and self._holds(solver, [*held, selector]):
                true = {literal for literal in solver.get_model() if literal > 0}
                held = [other for other in self._selectors if other in true]
        return [selector for selector in self._selectors if selector not in held]

    def _holds(self, solver: Any, selectors: list[int]) -> bool | None:
        """Whether these selectors can be true; None if that takes too much work."""
        before = solver.accum_stats()["conflicts"]
        answer = in_turns(partial(_call, solver, solver.solve_limited, selectors), max(1, self._conflicts))
        self._conflicts -= solver.accum_stats()["conflicts"] - before
        self._calls -= 1
        return answer
