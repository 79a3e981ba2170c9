"""Ganak, a counter of the models of clauses, through pyganak.

It remembers components of the clauses by hashes of 64 and more bits, so that its count is right
only up to a chance of about 1 in 2^40 (ganak's README); the project's own counter has no such chance.
"""

from __future__ import annotations

from nonosat.backends import Info
from nonosat.model import Cnf

INSTALL = "pip install pyganak"  # no wheels for Windows


def info(solver: str) -> Info | None:
    """Return what is known of ganak; it has no solvers to choose from."""
    return None if solver else Info("ganak", "pyganak", ("cnf",), solve=False, count=True)


def solvers() -> list[Info]:
    """Return ganak itself."""
    found = info("")
    return [found] if found else []


def count(model: Cnf, seed: int = 0) -> int:
    """Return the number of assignments that satisfy the clauses."""
    from pyganak import Counter

    if [] in model.clauses:
        return 0
    counter = Counter(seed=seed)
    counter.new_vars(model.variables)
    counter.add_clauses(model.clauses)
    return int(counter.count())
