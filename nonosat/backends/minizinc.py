"""MiniZinc, with any of its solvers: a regular constraint for each line; one-shot.

The model is the classical one of constraint programming (Lagerkvist's nonogram in Gecode, the nonogram of
the MiniZinc challenge): the clue's automaton in the global constraint `regular`, which solvers propagate
completely or decompose. A solver's name is the end of its id in `minizinc --solvers-json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import Any

from nonosat.backends.one_shot import Clause, OneShot
from nonosat.encodings.model import Cp, Info, Model, Options
from nonosat.errors import InputError
from nonosat.problem import CellValue
from nonosat.problem.automaton import Automaton
from nonosat.processes import programs
from nonosat.processes.trials import tried
from nonosat.registry import program_path
from nonosat.words import shown

OPTIONS: Options = {"seed": 0}

# Values and states begin at 1 in MiniZinc, and the state 0 is the failure.
MODEL = """\
include "regular.mzn";
int: cells;
int: colours;
array[1..cells] of set of int: possible;
array[1..cells] of var 1..colours: x;
constraint forall(c in 1..cells)(x[c] in possible[c]);

% Lines: the cells of line k, and the table of its automaton, are between the k-th place and the next.
int: lines;
array[int] of int: line_cells;
array[int] of int: line_at;
array[int] of int: moves;
array[int] of int: moves_at;
array[int] of set of int: finals;
constraint forall(k in 1..lines)(
  let { int: states = (moves_at[k + 1] - moves_at[k]) div colours } in
  regular([x[line_cells[i]] | i in line_at[k]..line_at[k + 1] - 1], states, colours,
    array2d(1..states, 1..colours, [moves[i] | i in moves_at[k]..moves_at[k + 1] - 1]), 1, finals[k])
);

% Counts: how many of these cells have these values.
int: counts;
array[int] of int: count_cells;
array[int] of int: count_values;
array[int] of int: count_at;
array[int] of int: low;
array[int] of int: high;
constraint forall(k in 1..counts)(
  let { var int: n = sum(i in count_at[k]..count_at[k + 1] - 1)(
    bool2int(x[count_cells[i]] = count_values[i])) } in
  low[k] <= n /\\ n <= high[k]
);

% Clauses: one of these cells has the value, or has not, as it is said.
int: clauses;
array[int] of int: clause_cells;
array[int] of int: clause_values;
array[int] of bool: clause_holds;
array[int] of int: clause_at;
constraint forall(k in 1..clauses)(
  exists(i in clause_at[k]..clause_at[k + 1] - 1)(
    (x[clause_cells[i]] = clause_values[i]) = clause_holds[i])
);

solve satisfy;
output [show(x)];
"""

_NONE = "=====UNSATISFIABLE====="
_UNKNOWN = "=====UNKNOWN====="


def info(solver: str) -> Info | None:
    """Describe one of MiniZinc's solvers, which may be absent here; without a name, the one that it takes."""
    name = f"minizinc:{solver}" if solver else "minizinc"
    missing = partial(_missing, solver)
    return Info(
        name,
        "",
        ("cp",),
        incremental=False,
        options=OPTIONS,
        missing=missing,
        files=lambda _options: _files(),
    )


def _missing(solver: str, _options: Options) -> str:
    names, fault = tried(_files(), solvers_of, program_path("minizinc") or "")
    if names is None:
        return f"MiniZinc does not list its solvers: {fault}"
    if not solver or solver in names:
        return ""
    return f"MiniZinc has no solver {shown(solver)} here; it has {', '.join(names) or 'none'}"


def solvers() -> list[Info]:
    """Return the solvers that MiniZinc has here."""
    names = tried(_files(), solvers_of, program_path("minizinc") or "").result or []
    return [found for name in names if (found := info(name))]


def _files() -> tuple[str, ...]:
    return tuple(filter(None, [program_path("minizinc")]))


def solvers_of(program: str) -> list[str]:
    """Return the names of the solvers that MiniZinc can run: the ends of their ids."""
    ended = programs.run([program, "--solvers-json"])
    try:
        listed: list[dict[str, Any]] = json.loads(ended.output)
        # Solvers that are known but absent have no executable; Gist opens a window.
        here = [one["id"] for one in listed if one.get("executable") and "gist" not in one["id"]]
    except (ValueError, TypeError, KeyError, AttributeError):
        raise InputError(f"it {ended.how}; its last line was: {ended.last_words}") from None
    return [id_.rpartition(".")[2] for id_ in here]


def start(solver: str, model: Model, options: Options) -> _Engine:
    """Take a model, which MiniZinc gets with every call."""
    if not isinstance(model, Cp):
        raise TypeError("MiniZinc reads constraint models")
    return _Engine(solver, model, {**OPTIONS, **options})


def text(model: Cp, clauses: Sequence[Clause] = (), fixed: Sequence[CellValue] = ()) -> str:
    """Write a model with its data, which could also be in a file of their own (.dzn)."""
    return "".join([MODEL, "\n", *(f"{line}\n" for line in data(model, clauses, fixed))])


def data(model: Cp, clauses: Sequence[Clause] = (), fixed: Sequence[CellValue] = ()) -> Iterator[str]:
    """Yield the data of a model: an assignment per line."""
    colours = 1 + max([0, *(value for domain in model.domains for value in domain)])
    automata, sums = model.automata, model.counts
    yield f"cells = {len(model.domains)};"
    yield f"colours = {colours};"
    domains = [set(domain) for domain in model.domains]
    for cell, value in fixed:
        domains[cell] &= {value}
    yield _array("possible", map(_set, domains))
    yield f"lines = {len(automata)};"
    yield from _grouped("line", [[cell + 1 for cell in one.cells] for one in automata], "line_cells")
    yield from _grouped("moves", [_moves(one.automaton, colours) for one in automata], "moves")
    yield _array("finals", (_set(one.automaton.finals) for one in automata))
    yield f"counts = {len(sums)};"
    yield from _grouped("count", [[cell + 1 for cell, _ in one.options] for one in sums], "count_cells")
    yield _array("count_values", (value + 1 for one in sums for _, value in one.options))
    yield _array("low", (one.least for one in sums))
    yield _array("high", (one.most for one in sums))
    yield f"clauses = {len(clauses)};"
    literals = [literal for clause in clauses for literal in clause]
    yield from _grouped("clause", [[cell + 1 for (cell, _), _ in one] for one in clauses], "clause_cells")
    yield _array("clause_values", (value + 1 for (_, value), _ in literals))
    yield _array("clause_holds", (str(holds).lower() for _, holds in literals))


def _moves(automaton: Automaton, colours: int) -> list[int]:
    """Return the table of an automaton, state by state."""
    table = [0] * len(automaton.next) * colours
    for state, value, target in automaton.steps:
        if value < colours:
            table[state * colours + value] = target + 1
    return table


def _set(numbers: Iterable[int]) -> str:
    """Write a set of values or states, which begin at 1."""
    return "{" + ", ".join(str(number + 1) for number in sorted(numbers)) + "}"


def _array(name: str, items: Iterable[object]) -> str:
    return f"{name} = [{', '.join(map(str, items))}];"


def _grouped(name: str, groups: Sequence[Sequence[int]], whole: str) -> Iterator[str]:
    """Yield groups as one array, and the array of the places where they begin."""
    yield _array(whole, (item for group in groups for item in group))
    yield _array(f"{name}_at", accumulate(map(len, groups), initial=1))


class _Engine(OneShot):
    def __init__(self, solver: str, model: Cp, options: Options) -> None:
        super().__init__(model)
        self._solver = solver
        self._seed = int(options["seed"])

    def search(self, clauses: Sequence[Clause], fixed: Sequence[CellValue]) -> Sequence[int] | bool | None:
        with programs.folder() as folder:
            path = folder / "model.mzn"
            path.write_text(text(self.model, clauses, fixed), encoding="ascii")
            command = [program_path("minizinc") or "minizinc"]
            command += ["--solver", self._solver] if self._solver else []
            command += ["--random-seed", str(self._seed)] if self._seed else []
            ended = programs.run([*command, str(path)])
        lines = ended.output.splitlines()
        if _NONE in lines:
            return False
        if _UNKNOWN in lines:
            return None
        values = next((line for line in lines if line.startswith("[")), "")
        if ended.code or not values:
            raise InputError(f"minizinc {ended.how}; its last line was: {ended.last_words}")
        return [value - 1 for value in json.loads(values)]
