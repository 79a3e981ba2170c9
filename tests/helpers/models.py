"""Encodings and backends, as tests choose and read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from nonosat import backends
from nonosat.clauses import reference
from nonosat.encodings import ENCODINGS
from nonosat.model import Cnf, Options
from nonosat.problem import Problem
from nonosat.solving.cards import Card, CardStep, all_cards

QUICK_BACKENDS = ["pysat:cadical195", "pysat:minisat22", "pysat:kissat404", "cpsat"]
"""One of each kind."""

_SLOW_TO_START = ("sat4j", "highs", "minizinc-gecode")
SLOW_BACKENDS = ("program:sat4j", "highs", "minizinc:gecode")


def encodings_for(backend: str) -> list[str]:
    """Return the encodings whose models a backend reads."""
    info = backends.info(backend)
    assert info is not None
    return [name for name, entry in ENCODINGS.items() if entry.language in info.reads]


def plain_card(backend: str, encoding: str) -> Card:
    """Return a card of one step that does not narrow first."""
    return Card("test", (CardStep(encoding, backend, options_of(backend)),), narrow=False)


@cache
def installed_cards() -> tuple[Card, ...]:
    """Return the shipped cards that can be used here, but not those whose solvers take long to start: these
    are tested as backends.
    """
    return tuple(card for card in all_cards() if not card.missing and card.name not in _SLOW_TO_START)


@cache
def options_of(backend: str) -> Options:
    """Return a backend's options in the shipped card that names it; programs do not work without."""
    steps = (step for card in all_cards() for step in card.steps)
    return next((step.options for step in steps if step.backend == backend), {})


def tested_backends() -> Iterator[str]:
    """Yield the backends that give answers: those that need no options, and the programs of shipped cards."""
    for info in backends.available():
        if info.complete and not info.fault({}):
            yield info.name
    for name in dict.fromkeys(step.backend for card in all_cards() for step in card.steps):
        if name.startswith("program:") and not backends.missing(name, options_of(name)):
            yield name


@cache
def default_backends() -> frozenset[str]:
    """Return a solver of each backend, and the quick ones: what runs without `-m all`."""
    first: dict[str, str] = {}
    for name in tested_backends():
        first.setdefault(name.partition(":")[0], name)
    return frozenset({*first.values(), *QUICK_BACKENDS})


def models(cnf: Cnf) -> Iterator[tuple[int, ...]]:
    """Yield the cells of every model of the clauses, with repetitions if the cells do not settle the rest."""
    from pysat.solvers import Solver

    if [] in cnf.clauses:
        return
    with Solver("minisat22", bootstrap_with=cnf.clauses) as solver:
        for number in range(1, cnf.variables + 1):
            solver.add_clause([number, -number])  # every variable is in every model
        while solver.solve():
            truth = set(solver.get_model())
            yield tuple(cnf.values(truth.__contains__))
            solver.add_clause([-literal for literal in truth])


def accepted(problem: Problem, excluded: Sequence[Sequence[int]] = ()) -> list[tuple[int, ...]]:
    """Return the cells of every model of the reference encoding, once a model: repetitions would say that the
    cells do not settle the other variables.
    """
    formula = reference.encode(problem, excluded)
    return sorted(models(Cnf(formula.variables, formula.clauses, formula.literals)))
