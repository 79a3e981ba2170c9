"""Answer set programming with clingo: runs of the lines' automata as rules; incremental.

The rules follow Drescher and Walsh, "Modelling grammar constraints with answer set programming" (ICLP 2011,
Technical Communications): the automaton of each line is unrolled, a state is reached by rules, and integrity
constraints in both directions let unit propagation find all that a line forces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonosat.backends import Engine, only
from nonosat.encodings.cp import Cp
from nonosat.encodings.model import Info, Model, Options
from nonosat.problem import CellValue, CellValues

OPTIONS: Options = {"seed": 0}

INFO = Info("clingo", "clingo", ("cp",), budget=True, options=OPTIONS)

RULES = """
{ holds(C,V) : domain(C,V) } = 1 :- domain(C,_).
at(L,0,0) :- line(L).
at(L,I+1,T) :- at(L,I,S), step(L,I,S,V,T), on(L,I,C), holds(C,V).
reached(L,I) :- at(L,I,_).
% Redundant, so that unit propagation is complete on every line:
:- on(L,I,_), not reached(L,I+1).
:- at(L,I,S), on(L,I,C), holds(C,V), not step(L,I,S,V,_).
:- at(L,I+1,T), on(L,I,C), holds(C,V), not step(L,I,_,V,T).
% Counts:
:- count(N,Low,High), not Low { holds(C,V) : option(N,C,V) } High.
#defined step/5. #defined on/3. #defined line/1. #defined count/3. #defined option/3.
"""

info, solvers = only(INFO)


def start(_solver: str, model: Model, options: Options) -> _Engine:
    """Ground the rules over a model."""
    if not isinstance(model, Cp):
        raise TypeError("clingo reads constraint models")
    return _Engine(model, {**OPTIONS, **options})


def facts(model: Cp) -> Iterator[str]:
    """Yield a model as facts."""
    for cell, domain in enumerate(model.domains):
        yield from (f"domain({cell},{value})." for value in domain)
    for number, count in enumerate(model.counts):
        yield f"count({number},{count.least},{count.most})."
        options = (option for option in count.options if option[1] in model.domains[option[0]])
        yield from (f"option({number},{cell},{value})." for cell, value in options)
    for number, line in enumerate(model.automata):
        steps = model.unroll(line)
        if steps is None:
            yield ":- ."
            continue
        yield f"line({number})."
        for place, (cell, taken) in enumerate(zip(line.cells, steps, strict=True)):
            yield f"on({number},{place},{cell})."
            yield from (f"step({number},{place},{state},{value},{to})." for state, value, to in taken)


class _Engine(Engine):
    def __init__(self, model: Cp, options: Options) -> None:
        import clingo

        self._model = model
        self._found = b""
        self._conflicts = 0
        self._impossible = model.impossible
        self._control = clingo.Control([f"--seed={int(options['seed'])}", "--warn=none"])
        self._control.add("base", [], RULES + "\n".join(facts(model)))
        self._control.ground([("base", [])])
        self._literals: dict[CellValue, int] = {}
        for atom in self._control.symbolic_atoms.by_signature("holds", 2):
            cell, value = (argument.number for argument in atom.symbol.arguments)
            self._literals[cell, value] = atom.literal

    def add_clause(self, options: CellValues) -> None:
        self._forbid([-self._literals[option] for option in options if option in self._literals])

    def add_blocking_clause(self, options: CellValues) -> None:
        if all(option in self._literals for option in options):
            self._forbid([self._literals[option] for option in options])

    def _forbid(self, literals: list[int]) -> None:
        """Add the integrity constraint that not all of these hold."""
        if not literals:
            self._impossible = True
            return
        with self._control.backend() as backend:
            backend.add_rule([], literals)

    def set_budget(self, conflicts: int | None) -> None:
        solving: Any = self._control.configuration.solve
        solving.solve_limit = "umax" if conflicts is None else str(conflicts)

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        if self._impossible or any(option not in self._literals for option in assumptions):
            return False
        literals = [self._literals[option] for option in assumptions]
        asked = 0
        if any_of is not None:
            with self._control.backend() as backend:
                asked = backend.add_atom()
                backend.add_rule([asked], [], choice=True)
                some = [-self._literals[option] for option in any_of if option in self._literals]
                backend.add_rule([], [asked, *some])
        result = self._control.solve(
            assumptions=[*literals, asked] if asked else literals, on_model=self._keep
        )
        self._conflicts += int(self._control.statistics["solving"]["solvers"]["conflicts"])
        if asked:  # it was for this call
            with self._control.backend() as backend:
                backend.add_rule([], [asked])
        answer: bool | None = result.satisfiable
        return answer

    def _keep(self, model: Any) -> bool:
        values = bytearray(len(self._model.domains))
        for (cell, value), literal in self._literals.items():
            if model.is_true(literal):
                values[cell] = value
        self._found = bytes(values)
        return False  # one is enough

    def values(self) -> bytes:
        return self._found

    def conflicts(self) -> int | None:
        return self._conflicts
