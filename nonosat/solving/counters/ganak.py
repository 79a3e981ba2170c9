"""Ganak, a model counter for clauses, through pyganak.

It caches components of the clauses under hashes of 64 bits or more, so its count is wrong with a probability
of about 1 in 2^40 (ganak's README); the other counters are exact. There are no wheels for Windows.
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
    from pyganak import Counter

    if not isinstance(model, Cnf):
        raise TypeError("ganak reads clauses")
    if [] in model.clauses:
        return 0
    counter = Counter(seed=0)
    counter.new_vars(model.variables)
    counter.add_clauses(model.clauses)
    return int(counter.count())
