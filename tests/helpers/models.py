"""Encodings and backends, as tests choose and read them."""

from collections.abc import Iterator, Sequence
from functools import cache

from nonosat import Picture, Puzzle, backends
from nonosat.backends import BACKENDS
from nonosat.encodings import ENCODINGS, reference
from nonosat.encodings.model import Cnf, Options
from nonosat.problem import Problem
from nonosat.proofs.check import Known
from nonosat.solving.card import Card
from nonosat.solving.card_files import all_cards

QUICK_BACKENDS = ["pysat:cadical195", "pysat:minisat22", "pysat:kissat404", "cpsat"]
"""One of each kind."""

_SLOW_TO_START = ("sat4j", "highs", "minizinc-gecode")
SLOW_BACKENDS = ("program:sat4j", "highs", "minizinc:gecode")


_OF_CARDS = ("program", "minizinc", "cpmpy")
"""Families that look for their solvers, which takes long."""


def encodings_for(backend: str) -> list[str]:
    """Return the encodings whose models a backend reads."""
    info = backends.info(backend)
    assert info is not None
    return [name for name, entry in ENCODINGS.items() if entry.language in info.reads]


def plain_card(backend: str, encoding: str) -> Card:
    """Return a card that does not narrow first."""
    return Card("test", encoding, backend, options_of(backend), narrow=False)


TESTED_CARDS = tuple(card for card in all_cards() if card.name not in _SLOW_TO_START)
"""The shipped cards, but not those whose solvers take long to start: these are tested as backends."""


@cache
def installed_cards() -> tuple[Card, ...]:
    """Return those that can be used here. Not for what collects the tests, which tries no program: all of
    pytest's processes must collect the same.
    """
    return tuple(card for card in TESTED_CARDS if not card.missing)


def uses_programs(card: Card) -> bool:
    """Whether a card cannot do without a program."""
    return card.name != "auto" and any(
        name.partition(":")[0] in ("program", "minizinc") for name in card.backends
    )


@cache
def options_of(backend: str) -> Options:
    """Return a backend's options in the shipped card that names it; programs do not work without."""
    return next((card.options for card in all_cards() if card.backend == backend), {})


def tested_backends() -> Iterator[str]:
    """Yield the backends that give answers: those of packages that are installed, and of families that look
    for their solvers those that shipped cards name, whether they answer or not.
    """
    packages = (name for name in BACKENDS if name not in _OF_CARDS and not BACKENDS.missing(name))
    for info in (one for name in packages for one in BACKENDS.module(name).solvers()):
        if not info.fault({}):
            yield info.name
    last = (card.backend for card in all_cards())
    yield from dict.fromkeys(name for name in last if name.partition(":")[0] in _OF_CARDS)


@cache
def default_backends() -> frozenset[str]:
    """Return a solver of each backend, and the quick ones: what runs without `-m all`."""
    first: dict[str, str] = {}
    for name in tested_backends():
        info = backends.info(name)
        if info is not None and (info.package or info.files(options_of(name))):
            family = name.partition(":")[0]
            first.setdefault(
                name if family == "cpmpy" else family, name
            )  # these differ in what they are told
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


def assignment(puzzle: Puzzle, picture: Picture) -> list[int]:
    """Return the literals of the reference clauses that are true in the assignment of a solution."""
    formula = reference.encode(puzzle.problem())
    known = Known(formula.variables)
    for clause in formula.clauses:
        known.add(clause)
    for literals, value in zip(formula.literals, puzzle.values(picture), strict=True):
        known.add([literals[value]])  # all other variables follow from the cells'
    return sorted(known.true, key=abs)


def answer_text(puzzle: Puzzle, picture: Picture | None) -> str:
    """Return what a SAT solver says of the reference clauses, if it finds this picture, or that none is."""
    if picture is None:
        return "s UNSATISFIABLE\n"
    return f"s SATISFIABLE\nv {' '.join(map(str, assignment(puzzle, picture)))} 0\n"
