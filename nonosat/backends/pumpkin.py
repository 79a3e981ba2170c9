"""Lazy clause generation with Pumpkin: the automaton of each line as tables of its steps; incremental.

Pumpkin has no regular constraint. So it is decomposed as Quimper and Walsh do ("Global grammar constraints",
CP 2006): a variable for the state between two cells, and a table (state, value, next state) at every cell,
which propagates as much as `regular`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nonosat.backends import Engine, only
from nonosat.backends.unrolled import Steps, unrolled
from nonosat.model import Automaton, Cp, Info, Model, Options
from nonosat.problem import CellValue

INFO = Info("pumpkin", "pumpkin-solver", ("cp",))

info, solvers = only(INFO)


def start(_solver: str, model: Model, _options: Options) -> _Engine:
    """State a model."""
    if not isinstance(model, Cp):
        raise TypeError("Pumpkin reads constraint models")
    return _Engine(model)


class _Engine(Engine):
    def __init__(self, model: Cp) -> None:
        import pumpkin_solver
        from pumpkin_solver import constraints

        self._pumpkin = pumpkin_solver
        self._constraints = constraints
        self._model = model
        self._solver = pumpkin_solver.Model()
        self._impossible = model.impossible
        self._found = b""
        if self._impossible:
            return
        self._cells = [self._solver.new_integer_variable(min(one), max(one)) for one in model.domains]
        self._literals: dict[CellValue, Any] = {}
        for cell, domain in enumerate(model.domains):
            for value in sorted(set(range(min(domain), max(domain))) - set(domain)):
                self._clause([self._literal((cell, value)).negate()])
        for constraint in model.constraints:
            if not isinstance(constraint, Automaton):
                self._count([o for o in constraint.options if o[1] in model.domains[o[0]]], constraint.low, 1)
                self._count(
                    [o for o in constraint.options if o[1] in model.domains[o[0]]], constraint.high, -1
                )
            elif (steps := unrolled(constraint, model)) is None:
                self._impossible = True
            else:
                self._run(constraint, steps)

    def _run(self, automaton: Automaton, steps: Steps) -> None:
        """State that the cells' values are read on a way through these steps."""
        here = self._solver.new_integer_variable(0, 0)
        for cell, taken in zip(automaton.cells, steps, strict=True):
            # States are numbered anew at every place, so that domains have no gaps.
            numbers = {state: k for k, state in enumerate(sorted({state for state, _, _ in taken}))}
            targets = {state: k for k, state in enumerate(sorted({target for _, _, target in taken}))}
            there = self._solver.new_integer_variable(0, len(targets) - 1)
            table = [[numbers[state], value, targets[target]] for state, value, target in taken]
            self._state(self._constraints.Table, [here, self._cells[cell], there], table)
            here = there

    def _count(self, options: Sequence[CellValue], bound: int, sign: int) -> None:
        """State that at least (1) or at most (-1) this number of options hold."""
        if not options:
            self._impossible |= sign * bound > 0
            return
        terms = [self._literal(option).as_integer().scaled(-sign) for option in options]
        self._state(self._constraints.LessThanOrEquals, terms, -sign * bound)

    def _state(self, constraint: Any, *arguments: Any) -> None:
        tag = self._solver.new_constraint_tag()
        self._solver.add_constraint(constraint(*arguments, tag))

    def _predicate(self, option: CellValue) -> Any:
        return self._pumpkin.Predicate(self._cells[option[0]], self._pumpkin.Comparator.Equal, option[1])

    def _literal(self, option: CellValue) -> Any:
        if option not in self._literals:
            tag = self._solver.new_constraint_tag()
            self._literals[option] = self._solver.predicate_as_boolean(self._predicate(option), tag)
        return self._literals[option]

    def _clause(self, literals: list[Any]) -> None:
        if literals:
            self._state(self._constraints.Clause, literals)
        else:
            self._impossible = True

    def add_clause(self, options: Sequence[CellValue]) -> None:
        if (some := self._model.clause(options)) is not None and not self._impossible:
            self._clause([self._literal(option) for option in some])

    def add_blocking_clause(self, options: Sequence[CellValue]) -> None:
        if (some := self._model.blocking_clause(options)) is not None and not self._impossible:
            self._clause([self._literal(option).negate() for option in some])

    def solve(
        self, assumptions: Sequence[CellValue] = (), any_of: Sequence[CellValue] | None = None
    ) -> bool | None:
        assumed = self._model.assumptions(assumptions)
        some = None if any_of is None else self._model.clause(any_of)
        if self._impossible or assumed is None or some == []:
            return False
        literals = [self._predicate(option) for option in assumed]
        if some is not None:  # a switch of its own for each such call
            switch = self._solver.new_integer_variable(0, 1)
            on = self._pumpkin.Predicate(switch, self._pumpkin.Comparator.Equal, 1)
            off = self._solver.predicate_as_boolean(on, self._solver.new_constraint_tag()).negate()
            self._clause([off, *(self._literal(option) for option in some)])
            literals.append(on)
        if literals:
            result = self._solver.satisfy_under_assumptions(literals)
            kinds = self._pumpkin.SatisfactionUnderAssumptionsResult
        else:
            result, kinds = self._solver.satisfy(), self._pumpkin.SatisfactionResult
        if isinstance(result, kinds.Satisfiable):
            self._found = bytes(result._0.int_value(cell) for cell in self._cells)
            return True
        if isinstance(result, kinds.Unknown):
            return None
        self._impossible |= not literals
        return False

    def values(self) -> bytes:
        return self._found
