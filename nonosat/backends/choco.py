"""Constraint programming with Choco: a regular constraint for each line; one-shot.

The classical model: Pesant's global constraint `regular` (CP 2004) on the automaton of each clue, which Choco
propagates completely, and its default search (the domain over the weighted degree, with restarts).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from nonosat.backends import only
from nonosat.backends.one_shot import Clause, OneShot
from nonosat.backends.unrolled import unrolled
from nonosat.model import Automaton, Cp, Info, Model, Options
from nonosat.problem import CellValue

INFO = Info("choco", "pychoco", ("cp",), incremental=False, budget=True)

info, solvers = only(INFO)


def start(_solver: str, model: Model, _options: Options) -> _Engine:
    """Take a model, which Choco gets with every call."""
    if not isinstance(model, Cp):
        raise TypeError("Choco reads constraint models")
    return _Engine(model)


class _Engine(OneShot):
    def __init__(self, model: Cp) -> None:
        super().__init__(model)
        self._budget: int | None = None
        self._conflicts = 0

    def set_budget(self, conflicts: int | None) -> None:
        self._budget = conflicts

    def search(self, clauses: Sequence[Clause], fixed: Sequence[CellValue]) -> Sequence[int] | bool | None:
        from pychoco.model import Model as ChocoModel

        model: Any = ChocoModel()
        domains = [set(domain) for domain in self.model.domains]
        for cell, value in fixed:
            domains[cell] &= {value}
        if not all(domains):
            return False
        cells = [model.intvar(sorted(domain)) for domain in domains]
        for constraint in self.model.constraints:
            if isinstance(constraint, Automaton):
                if unrolled(constraint, self.model) is None:  # Choco refuses to state it
                    return False
                if constraint.cells:
                    line = [cells[cell] for cell in constraint.cells]
                    model.regular(line, _automaton(constraint)).post()
            elif not _counted(model, cells, constraint.options, constraint.low, constraint.high):
                return False
        holds = _literals(model, cells)
        for clause in clauses:
            yes = [holds(option) for option, said in clause if said]
            no = [holds(option) for option, said in clause if not said]
            model.add_clauses(yes, no)
        solver = model.get_solver()
        found = solver.solve(fail_limit=self._budget)
        self._conflicts += solver.get_fail_count()
        if found:
            return [cell.get_value() for cell in cells]
        return None if self._budget is not None and solver.get_fail_count() >= self._budget else False

    def conflicts(self) -> int | None:
        return self._conflicts


def _automaton(automaton: Automaton) -> Any:
    from pychoco.objects.automaton.finite_automaton import FiniteAutomaton

    made: Any = FiniteAutomaton()
    number = 1 + max([0, *automaton.finals, *(max(state, to) for state, _, to in automaton.steps)])
    states = [made.add_state() for _ in range(number)]
    made.set_initial_state(states[0])
    for state, value, target in automaton.steps:
        made.add_transition(states[state], states[target], value)
    made.set_final(*(states[state] for state in automaton.finals))
    return made


def _literals(model: Any, cells: Sequence[Any]) -> Callable[[CellValue], Any]:
    """Return what makes a Boolean for an option, one for each."""
    made: dict[CellValue, Any] = {}

    def literal(option: CellValue) -> Any:
        if option not in made:
            made[option] = model.boolvar()
            model.reify_x_eq_y(cells[option[0]], option[1], made[option])
        return made[option]

    return literal


def _counted(model: Any, cells: Sequence[Any], options: Sequence[CellValue], low: int, high: int) -> bool:
    """State how many of these options hold; return whether that is possible."""
    if not options:
        return low <= 0 <= high
    holds = _literals(model, cells)
    booleans = [holds(option) for option in options]
    model.sum(booleans, ">=", low).post()
    model.sum(booleans, "<=", high).post()
    return True
