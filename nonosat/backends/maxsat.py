"""Fewest true variables and smallest cores, with PySAT's MaxSAT tools. Not in the registry."""

from __future__ import annotations

from collections.abc import Iterable


def fewest_true(clauses: Iterable[list[int]], costs: Iterable[int]) -> set[int] | None:
    """Return the true literals of an assignment that satisfies the clauses; None if there is none.

    As few as possible of the variables in `costs` are true. If the clauses are sets of such variables, these
    form a smallest hitting set.
    """
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    formula = WCNF()
    for clause in clauses:
        formula.append(clause)
    for variable in costs:
        formula.append([-variable], weight=1)
    with RC2(formula) as solver:
        found = solver.compute()
    return None if found is None else {literal for literal in found if literal > 0}


def smallest_core(clauses: Iterable[list[int]], selectors: Iterable[int]) -> set[int]:
    """Return the fewest selectors that, if all true, make the clauses unsatisfiable. All selectors together
    must do so. Found by OptUx, which uses implicit hitting sets (Ignatiev and others 2015).
    """
    from pysat.examples.optux import OptUx
    from pysat.formula import WCNF

    formula = WCNF()
    for clause in clauses:
        formula.append(clause)
    numbered = list(selectors)
    for selector in numbered:
        formula.append([selector], weight=1)
    with OptUx(formula) as solver:
        return {numbered[number - 1] for number in solver.compute()}
