"""CP-SAT of OR-tools; one-shot."""

from __future__ import annotations

from typing import Any

from nonosat.backends import Engine, only
from nonosat.encodings.cp import Cp
from nonosat.encodings.model import Info, Model, Options
from nonosat.problem import CellValue, CellValues, Values

OPTIONS: Options = {"workers": 1, "presolve": True, "seed": 0}
"""The options that a card may set, with their defaults."""

INFO = Info(
    name="cpsat",
    package="ortools",
    reads=("cp",),
    incremental=False,
    phases=True,
    budget=True,
    options=OPTIONS,
)

info, solvers = only(INFO)


def start(_solver: str, model: Model, options: Options) -> _Engine:
    """Load a model into CP-SAT."""
    return _Engine(model, {**OPTIONS, **options})


class _Engine(Engine):
    def __init__(self, model: Model, options: Options) -> None:
        from ortools.sat.python import cp_model

        self._cp = cp_model
        self._options = options
        self._model = cp_model.CpModel()
        self._found: bytes = b""
        self._conflicts = 0
        self._budget: int | None = None
        self._true = self._model.new_constant(1)
        self._literals: list[list[Any]] = []  # [cell][value] -> a Boolean
        self._stands: list[tuple[Any, int, int]] = []  # variable that stands for (cell, value)
        self._impossible = False
        if not isinstance(model, Cp):
            raise TypeError("CP-SAT reads constraint models")
        self._load(model)

    def _load(self, cp: Cp) -> None:
        model = self._model
        false = self._true.negated()
        cells: list[Any] = []
        for domain in cp.domains:
            name = f"cell {len(cells)}"
            if domain == (0, 1):
                cell = model.new_bool_var(name)
                self._stands.append((cell, len(cells), 1))
                cells.append(cell)
                self._literals.append([cell.negated(), cell])
                continue
            if not domain:
                self._impossible = True
                domain = (0,)
            cell = model.new_int_var_from_domain(self._cp.Domain.from_values(domain), name)
            row = [false] * (max(domain) + 1)
            for value in domain:
                row[value] = self._true
            if len(domain) > 1:
                mine = [model.new_bool_var("") for _ in domain]
                for value, variable in zip(domain, mine, strict=True):
                    row[value] = variable
                    self._stands.append((variable, len(cells), value))
                model.add_exactly_one(mine)
                model.add(cell == sum(v * variable for v, variable in zip(domain, mine, strict=True)))
            cells.append(cell)
            self._literals.append(row)
        for line in cp.automata:
            automaton = line.automaton
            model.add_automaton([cells[c] for c in line.cells], 0, sorted(automaton.finals), automaton.steps)
        for count in cp.counts:
            options = [self._literal(option) for option in count.options]
            model.add_linear_constraint(sum(options), count.least, count.most)

    def _literal(self, option: CellValue) -> Any:
        row = self._literals[option[0]]
        return row[option[1]] if option[1] < len(row) else self._true.negated()

    def add_clause(self, options: CellValues) -> None:
        self._model.add_bool_or([self._literal(option) for option in options])

    def add_blocking_clause(self, options: CellValues) -> None:
        self._model.add_bool_or([self._literal(option).negated() for option in options])

    def set_phases(self, values: Values) -> None:
        self._model.clear_hints()  # type: ignore[no-untyped-call]
        for variable, cell, value in self._stands:
            self._model.add_hint(variable, values[cell] == value)

    def set_budget(self, conflicts: int | None) -> None:
        self._budget = conflicts

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        if self._impossible:
            return False
        model = self._model
        if assumptions or any_of is not None:
            model = model.clone()
            # Fixing a literal is as good as an assumption, because nothing is kept between calls.
            model.add_bool_and([self._literal(option) for option in assumptions])
        if any_of is not None:
            model.add_bool_or([self._literal(option) for option in any_of])
        solver = self._cp.CpSolver()
        solver.parameters.num_workers = int(self._options["workers"])
        solver.parameters.cp_model_presolve = bool(self._options["presolve"])
        solver.parameters.random_seed = int(self._options["seed"])
        if self._budget is not None:
            solver.parameters.max_number_of_conflicts = self._budget
        status = solver.solve(model)
        self._conflicts += solver.num_conflicts
        if status in (self._cp.OPTIMAL, self._cp.FEASIBLE):
            truth = solver.boolean_value
            self._found = bytes(
                next(value for value, literal in enumerate(row) if truth(literal)) for row in self._literals
            )
            return True
        if status == self._cp.INFEASIBLE:
            return False
        if status == self._cp.MODEL_INVALID:
            raise ValueError(f"CP-SAT refuses the model: {model.validate()}")
        return None

    def values(self) -> bytes:
        return self._found

    def conflicts(self) -> int | None:
        return self._conflicts

    def close(self) -> None:
        self._literals = []
