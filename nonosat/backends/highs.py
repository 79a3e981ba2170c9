"""Mixed-integer programming with HiGHS: a flow through the unrolled automaton of each line; one-shot.

The model is that of Côté, Gendron and Rousseau, "Modeling the regular constraint with integer programming"
(CPAIOR 2007): one unit flows from the initial state to a final one, and the flow over the arcs that read a
value at a cell is the cell's variable of this value. Only those variables need be integral: an automaton is
deterministic, so they decide the path. CPMpy, which has no continuous variables, takes four times as long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, count
from typing import Any

from nonosat.backends import only
from nonosat.backends.one_shot import Clause, OneShot
from nonosat.encodings.cp import Cp
from nonosat.encodings.model import Info, Model, Options
from nonosat.errors import InputError
from nonosat.problem import CellValues, Regular

OPTIONS: Options = {"seed": 0}

INFO = Info("highs", "highspy", ("cp",), incremental=False, options=OPTIONS)

Row = tuple[int, int, list[tuple[int, int]]]
"""The least and the most that a sum of columns may be, each with its factor."""

info, solvers = only(INFO)


def start(_solver: str, model: Model, options: Options) -> _Engine:
    """Take a model, which HiGHS gets with every call."""
    if not isinstance(model, Cp):
        raise TypeError("HiGHS reads constraint models")
    return _Engine(model, {**OPTIONS, **options})


class _Engine(OneShot):
    def __init__(self, model: Cp, options: Options) -> None:
        super().__init__(model)
        self._seed = int(options["seed"])
        # The first columns are options, the others arcs.
        self._options = [(cell, value) for cell, domain in enumerate(model.domains) for value in domain]
        self._column = {option: k for k, option in enumerate(self._options)}
        self._arcs = count(len(self._options))
        self._rows = [row for rows in (self._cells(), self._counts(), self._flows()) for row in rows]

    def search(self, clauses: Sequence[Clause], fixed: CellValues) -> Sequence[int] | bool | None:
        import highspy

        solver = highspy.Highs()  # type: ignore[no-untyped-call,unused-ignore]
        for name, value in ("output_flag", False), ("threads", 1), ("random_seed", self._seed):
            solver.setOptionValue(name, value)
        rows = [*self._rows, *map(self._clause, clauses)]
        solver.passModel(self._program(highspy, rows, {self._column[option] for option in fixed}))
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return False
        if status != highspy.HighsModelStatus.kOptimal:
            raise InputError(f"HiGHS ended with: {solver.modelStatusToString(status)}")
        values = solver.getSolution().col_value
        solution = [0] * len(self.model.domains)
        for (cell, value), chosen in zip(self._options, values, strict=False):
            if chosen > 0.5:
                solution[cell] = value
        return solution

    def _program(self, highspy: Any, rows: Sequence[Row], fixed: set[int]) -> Any:
        """Return the linear program: all columns are between 0 and 1, and options are integral.

        The bound of arcs follows, but without it HiGHS 1.15.1 found some models infeasible that are not.
        """
        columns = 1 + max([len(self._options) - 1, *(k for _, _, terms in rows for k, _ in terms)])
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = columns, len(rows)
        program.col_cost_ = [0] * columns
        program.col_lower_ = [float(k in fixed) for k in range(columns)]
        program.col_upper_ = [1.0] * columns
        kinds = highspy.HighsVarType
        options = len(self._options)
        program.integrality_ = [kinds.kInteger] * options + [kinds.kContinuous] * (columns - options)
        program.row_lower_ = [least for least, _, _ in rows]
        program.row_upper_ = [most for _, most, _ in rows]
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_ = list(accumulate((len(terms) for _, _, terms in rows), initial=0))
        program.a_matrix_.index_ = [column for _, _, terms in rows for column, _ in terms]
        program.a_matrix_.value_ = [factor for _, _, terms in rows for _, factor in terms]
        return program

    def _cells(self) -> Iterator[Row]:
        for cell, domain in enumerate(self.model.domains):
            yield 1, 1, [(self._column[cell, value], 1) for value in domain]

    def _counts(self) -> Iterator[Row]:
        for one in self.model.counts:
            terms = Counter(self._column[option] for option in one.options if option in self._column)
            yield one.least, one.most, list(terms.items())

    def _flows(self) -> Iterator[Row]:
        for line in self.model.automata:
            yield from self._flow(line)

    def _flow(self, line: Regular) -> Iterator[Row]:
        """Yield the equations by which one unit flows through the steps of an automaton."""
        steps = self.model.unroll(line)
        if steps is None:
            yield 1, 1, []
            return
        arriving: dict[int, list[int]] = {}
        for place, (cell, taken) in enumerate(zip(line.cells, steps, strict=True)):
            leaving: dict[int, list[int]] = {}
            reaching: dict[int, list[int]] = {}
            reading: dict[int, list[int]] = {value: [] for value in self.model.domains[cell]}
            for state, value, target in taken:
                arc = next(self._arcs)
                for group, key in ((leaving, state), (reaching, target), (reading, value)):
                    group.setdefault(key, []).append(arc)
            for state, arcs in leaving.items():
                entering = arriving.get(state, ())
                total = 0 if place else 1
                yield total, total, [*((arc, 1) for arc in arcs), *((arc, -1) for arc in entering)]
            for value, arcs in reading.items():
                yield 0, 0, [(self._column[cell, value], 1), *((arc, -1) for arc in arcs)]
            arriving = reaching

    def _clause(self, clause: Clause) -> Row:
        """Return a clause as a row; a negated literal is 1 - x, so each subtracts 1 from the bound."""
        literals = dict.fromkeys(clause)
        negated = sum(not holds for _, holds in literals)
        terms = [(self._column[option], 1 if holds else -1) for option, holds in literals]
        return 1 - negated, len(terms), terms
