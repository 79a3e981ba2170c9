"""Counters of the models of clauses, which are other people's libraries.

Tididi compiles clauses into a tree decision diagram, and is exact. It writes what it does to the process's
stderr, which is a worker's. Ganak caches components of the clauses under hashes of 64 bits or more, so its
count is wrong with a probability of about 1 in 2^40 (its README). There are no wheels of it for Windows.
"""

from __future__ import annotations

from collections.abc import Callable

from nonosat.automata.components import Component
from nonosat.encodings import ENCODINGS
from nonosat.encodings.model import Cnf, Model
from nonosat.problem import Problem
from nonosat.records import dataclass


@dataclass(frozen=True)
class ModelCounter:
    """A counter of the models of any clauses, none of which is empty, by a function of a library."""

    count_clauses: Callable[[Cnf], int]

    def count(self, _component: Component, alone: Problem | None, _steps: int) -> int:
        """See `Counter`."""
        if alone is None:
            raise TypeError("this counter reads clauses, which are made of a Problem")
        return self.count_models(ENCODINGS.load("order").encode(alone))

    def count_models(self, model: Model) -> int:
        """Return the number of assignments that satisfy the clauses."""
        if not isinstance(model, Cnf):
            raise TypeError("this counter reads clauses")
        return 0 if [] in model.clauses else self.count_clauses(model)


def _tididi(model: Cnf) -> int:
    import tididi_cnf

    if not model.variables:
        return 1  # which it refuses to count
    # It also refuses clauses that name a variable twice.
    sets = map(frozenset, model.clauses)
    clauses = [list(some) for some in sets if not any(-literal in some for literal in some)]
    return int(tididi_cnf.count(clauses, num_vars=model.variables, mode="mc").count)


def _ganak(model: Cnf) -> int:
    from pyganak import Counter

    counter = Counter(seed=0)
    counter.new_vars(model.variables)
    counter.add_clauses(model.clauses)
    return int(counter.count())


TIDIDI, GANAK = ModelCounter(_tididi), ModelCounter(_ganak)
