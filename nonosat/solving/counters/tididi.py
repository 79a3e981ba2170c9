"""Tididi, a model counter for clauses, through tididi-cnf: it compiles them into a tree decision diagram.

Exact. It writes what it does to the process's stderr, which is a worker's.
"""

from __future__ import annotations

from nonosat.automata.components import Component
from nonosat.encodings.model import Cnf, Model
from nonosat.problem import Problem
from nonosat.solving.counters import clauses_of


def count(_component: Component, alone: Problem | None, _steps: int) -> int:
    """Return the number of solutions of the Problem in which only the component is open."""
    return count_models(clauses_of(alone))


def count_models(model: Model) -> int:
    """Return the number of assignments that satisfy the clauses."""
    import tididi_cnf

    if not isinstance(model, Cnf):
        raise TypeError("tididi reads clauses")
    if [] in model.clauses:
        return 0
    if not model.variables:
        return 1  # which it refuses to count
    # It also refuses clauses that name a variable twice.
    sets = map(frozenset, model.clauses)
    clauses = [list(some) for some in sets if not any(-literal in some for literal in some)]
    return int(tididi_cnf.count(clauses, num_vars=model.variables, mode="mc").count)
