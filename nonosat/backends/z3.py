"""SMT with Z3: where the blocks start, in difference logic, and cells that are in blocks; incremental.

Lines are stated as job-shop problems are in difference logic: a block ends before the next one begins, and a
cell has a block's colour if and only if it is between the block's start and its end. Counts are
pseudo-Boolean constraints.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from nonosat.backends import Engine, only
from nonosat.encodings.model import Info, Model, Options
from nonosat.problem import CellValue, CellValues, Count, Problem, Regular, Runs, values_of

OPTIONS: Options = {"seed": 0}

INFO = Info("z3", "z3-solver", ("problem",), options=OPTIONS)

info, solvers = only(INFO)


def start(_solver: str, model: Model, options: Options) -> _Engine:
    """State a Problem."""
    if not isinstance(model, Problem):
        raise TypeError("Z3 reads Problems")
    return _Engine(model, {**OPTIONS, **options})


class _Engine(Engine):
    def __init__(self, problem: Problem, options: Options) -> None:
        import z3

        self._z3 = z3
        self._solver = z3.Solver()
        self._solver.set("random_seed", int(options["seed"]))
        self._found = b""
        self._cells = [self._cell(cell, mask) for cell, mask in enumerate(problem.possible)]
        for number, line in problem.forms.lines:
            self._line(number, line)
        for _, count in problem.forms.counts:
            self._count(count)
        for number, rule in problem.forms.rules:
            self._automaton(number, rule)

    def _cell(self, cell: int, mask: int) -> dict[int, Any]:
        """Return a Boolean for each value that a cell may have."""
        z3 = self._z3
        values = list(values_of(mask))
        if len(values) == 2:
            one = z3.Bool(f"cell {cell}")
            return {values[0]: z3.Not(one), values[1]: one}
        if len(values) == 1:
            return {values[0]: z3.BoolVal(True)}
        bools = {value: z3.Bool(f"cell {cell} is {value}") for value in values}
        self._solver.add(z3.PbEq([(one, 1) for one in bools.values()], 1) if bools else z3.BoolVal(False))
        return bools

    def _literal(self, option: CellValue) -> Any:
        return self._cells[option[0]].get(option[1], self._z3.BoolVal(False))

    def _count(self, count: Count) -> None:
        """State how many options hold."""
        z3, terms = self._z3, [(self._literal(option), 1) for option in count.options]
        if terms:
            self._solver.add(z3.PbGe(terms, count.least), z3.PbLe(terms, count.most))
        elif not count.least <= 0 <= count.most:
            self._solver.add(False)

    def _automaton(self, number: int, line: Regular) -> None:
        """State in which state an automaton is after each cell."""
        z3, add, automaton = self._z3, self._solver.add, line.automaton
        states = [z3.Int(f"state {number} {place}") for place in range(len(line.cells) + 1)]
        add(states[0] == 0, z3.Or([states[-1] == state for state in automaton.finals]))
        for cell, here, there in zip(line.cells, states, states[1:], strict=False):
            moves = [
                z3.And(here == state, self._literal((cell, value)), there == target)
                for state, value, target in automaton.steps
            ]
            add(z3.Or(moves))

    def _line(self, number: int, line: Runs) -> None:
        """State where the blocks of a line are."""
        z3, add, length = self._z3, self._solver.add, len(line.cells)
        starts, ends = [], []
        for j, block in enumerate(line.blocks):
            start = z3.Int(f"start {number} {j}")
            end = z3.Int(f"end {number} {j}") if block.blotted else start + block.low
            starts.append(start)
            ends.append(end)
            add(start >= 0, end <= length)
            if block.blotted:
                add(end - start >= block.low, end - start <= block.high)
        for j, (one, then) in enumerate(pairwise(line.blocks)):
            add(ends[j] + (one.colour == then.colour) <= starts[j + 1])
        for i, cell in enumerate(line.cells):
            covering: dict[int, list[Any]] = {value: [] for value in self._cells[cell]}
            for start, end, block in zip(starts, ends, line.blocks, strict=True):
                covering.setdefault(block.colour, []).append(z3.And(start <= i, end > i))
            for colour, inside in covering.items():
                if colour:
                    add(self._literal((cell, colour)) == z3.Or(inside))

    def add_clause(self, options: CellValues) -> None:
        self._solver.add(self._z3.Or([self._literal(option) for option in options]))

    def add_blocking_clause(self, options: CellValues) -> None:
        self._solver.add(self._z3.Not(self._z3.And([self._literal(option) for option in options])))

    def solve(self, assumptions: CellValues = (), any_of: CellValues | None = None) -> bool | None:
        z3, assumed = self._z3, [self._literal(option) for option in assumptions]
        if any_of is not None:
            some = z3.FreshBool("one of some options")
            self._solver.add(z3.Implies(some, z3.Or([self._literal(option) for option in any_of])))
            assumed.append(some)
        answer = self._solver.check(*assumed)
        if answer == z3.unknown:
            raise RuntimeError(f"Z3 gave up: {self._solver.reason_unknown()}")
        if answer == z3.sat:
            model = self._solver.model()
            self._found = bytes(
                next(
                    value for value, one in row.items() if z3.is_true(model.eval(one, model_completion=True))
                )
                for row in self._cells
            )
        return bool(answer == z3.sat)

    def values(self) -> bytes:
        return self._found

    def conflicts(self) -> int | None:
        counts = self._solver.statistics()
        return int(counts.get_key_value("conflicts")) if "conflicts" in set(counts.keys()) else 0
