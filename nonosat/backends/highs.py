"""Mixed-integer programming with HiGHS: a flow through the unrolled automaton of each line; one-shot.

The model is that of Côté, Gendron and Rousseau, "Modeling the regular constraint with integer programming"
(CPAIOR 2007): one unit flows from the initial state to a final one, and the flow over the arcs that read a
value at a cell is the cell's variable of this value. Only those variables need be integral: an automaton is
deterministic, so they decide the path.

HiGHS runs in a Python of its own, which takes a quarter of a second to start: OR-tools has another HiGHS of
the same name, and a process can load only one of the two.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import count

from nonosat.backends import only
from nonosat.backends.one_shot import Clause, OneShot
from nonosat.encodings.model import Cp, Info, Model, Options, Steps
from nonosat.errors import InputError
from nonosat.problem import CellValue, Regular
from nonosat.processes import programs

OPTIONS: Options = {"seed": 0}

INFO = Info("highs", "highspy", ("cp",), incremental=False, options=OPTIONS)

_SOLVE = """\
import sys
import highspy
solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
solver.setOptionValue("threads", 1)
solver.setOptionValue("random_seed", int(sys.argv[2]))
assert solver.readModel(sys.argv[1]) == highspy.HighsStatus.kOk
solver.run()
names = solver.getLp().col_names_
values = solver.getSolution().col_value
chosen = (name for name, value in zip(names, values) if value > 0.5 and name[0] == "x")
with open(sys.argv[3], "w") as answer:  # what HiGHS prints differs between its versions
    print(solver.modelStatusToString(solver.getModelStatus()), *chosen, sep="\\n", file=answer)
"""

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

    def search(self, clauses: Sequence[Clause], fixed: Sequence[CellValue]) -> Sequence[int] | bool | None:
        rows = list(_rows(self.model))
        if _IMPOSSIBLE in rows:
            return False
        with programs.folder() as folder:
            path, answer = folder / "model.lp", folder / "answer"
            path.write_text("".join(_text(self.model, rows, clauses, fixed)), encoding="ascii")
            answer.touch()
            ended = programs.run(
                [sys.executable, "-P", "-c", _SOLVE, str(path), str(self._seed), str(answer)]
            )
            status, *names = answer.read_text(encoding="ascii").split("\n")
        if ended.code or status not in ("Optimal", "Infeasible"):
            problem = status or f"its last line was: {ended.last_words}"
            raise InputError(f"HiGHS {ended.how}; {problem}")
        if status == "Infeasible":
            return False
        found = [0] * len(self.model.domains)
        for name in filter(None, names):
            cell, value = map(int, name[1:].split("_"))
            found[cell] = value
        return found


_IMPOSSIBLE = ""


def _rows(model: Cp) -> Iterator[str]:
    """Yield the equations of a model; `_IMPOSSIBLE` if it has no solution."""
    for cell, domain in enumerate(model.domains):
        yield f"{' + '.join(_cell((cell, value)) for value in domain)} = 1"
    numbers = count()
    for line in model.automata:
        steps = model.unrolled(line)
        yield from _flow(line, steps, model, numbers) if steps is not None else [_IMPOSSIBLE]
    for constraint in model.counts:
        holding = [option for option in constraint.options if option[1] in model.domains[option[0]]]
        if holding:
            total = " + ".join(map(_cell, holding))
            yield f"{total} >= {constraint.least}"
            yield f"{total} <= {constraint.most}"
        elif constraint.least > 0:
            yield _IMPOSSIBLE


def _flow(line: Regular, steps: Steps, model: Cp, numbers: count[int]) -> Iterator[str]:
    """Yield the equations by which one unit flows through the steps of an automaton."""
    arriving: dict[int, list[str]] = {}
    for place, (cell, taken) in enumerate(zip(line.cells, steps, strict=True)):
        leaving: dict[int, list[str]] = {}
        reaching: dict[int, list[str]] = {}
        reading: dict[int, list[str]] = {value: [] for value in model.domains[cell]}
        for state, value, target in taken:
            arc = f"f{next(numbers)}"
            for group, key in ((leaving, state), (reaching, target), (reading, value)):
                group.setdefault(key, []).append(arc)
        for state, arcs in leaving.items():
            entering = "".join(f" - {arc}" for arc in arriving.get(state, ()))
            yield f"{' + '.join(arcs)}{entering} = {0 if place else 1}"
        for value, arcs in reading.items():
            yield f"{_cell((cell, value))}{''.join(f' - {arc}' for arc in arcs)} = 0"
        arriving = reaching


def _text(
    model: Cp, rows: Sequence[str], clauses: Sequence[Clause], fixed: Sequence[CellValue]
) -> Iterator[str]:
    """Yield the model in the LP format."""
    yield "Minimize\n obj:\nSubject To\n"
    yield from (f" {row}\n" for row in rows)
    for clause in clauses:
        # A negated literal is 1 - x, so each subtracts 1 from the right-hand side.
        terms = " ".join(
            f"{'+' if holds else '-'} {_cell(option)}" for option, holds in dict.fromkeys(clause)
        )
        yield f" {terms} >= {1 - sum(not holds for _, holds in dict.fromkeys(clause))}\n"
    yield from (f" {_cell(option)} = 1\n" for option in fixed)
    # This bound follows, but without it HiGHS 1.15.1 finds some models infeasible that are not: it presolves
    # wrongly.
    yield "Bounds\n"
    arcs = {word for row in rows for word in row.split() if word[0] == "f"}
    yield from (f" {arc} <= 1\n" for arc in sorted(arcs))
    yield "Binaries\n"
    yield from (f" {_cell((cell, v))}\n" for cell, domain in enumerate(model.domains) for v in domain)
    yield "End\n"


def _cell(option: CellValue) -> str:
    """Name the variable that says that an option holds."""
    return f"x{option[0]}_{option[1]}"
