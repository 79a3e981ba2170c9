"""Fewest true variables, with PySAT's MaxSAT tools. Not in the registry."""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.processes.turns import in_turns


def fewest_true(clauses: Iterable[list[int]], costs: Iterable[int]) -> set[int] | None:
    """Return the true literals of an assignment that satisfies the clauses; None if there is none.

    As few as possible of the variables in `costs` are true (RC2, Ignatiev and others 2019). If the clauses
    are sets of such variables, these form a smallest hitting set. The calls of a SAT solver are cut where
    nothing else can end them.
    """
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF()
    for clause in clauses:
        formula.append(clause)
    for variable in costs:
        formula.append([-variable], weight=1)
    with RC2(formula) as solver:
        oracle, solve = solver.oracle, solver.oracle.solve_limited

        def solve_in_turns(assumptions: Iterable[int], **_: object) -> bool | None:
            def turn(conflicts: int | None) -> bool | None:
                oracle.conf_budget(-1 if conflicts is None else conflicts)
                answer: bool | None = solve(assumptions=assumptions)
                return answer

            return in_turns(turn, None)

        oracle.solve_limited = solve_in_turns
        model = solver.compute()
    return None if model is None else {literal for literal in model if literal > 0}
