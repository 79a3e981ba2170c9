"""MiniZinc, with any of its solvers: a regular constraint for each line; one-shot.

The model is the classical one of constraint programming (Lagerkvist's nonogram in Gecode, the nonogram of
the MiniZinc challenge): the clue's automaton in the global constraint `regular`, which solvers propagate
completely or decompose. A solver's name is the end of its id in `minizinc --solvers-json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from nonosat.backends.one_shot import Clause, OneShot
from nonosat.encodings.cp import Cp
from nonosat.encodings.model import Info, Model, Options
from nonosat.errors import InputError
from nonosat.problem import CellValue, CellValues
from nonosat.problem.automaton import Automaton
from nonosat.processes import programs
from nonosat.processes.trials import try_call
from nonosat.registry.programs import program_path
from nonosat.words import quote

OPTIONS: Options = {"seed": 0}

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
    names, fault = try_call(_files(), solvers_of, program_path("minizinc") or "")
    if names is None:
        return f"MiniZinc does not list its solvers: {fault}"
    if not solver or solver in names:
        return ""
    return f"MiniZinc has no solver {quote(solver)} here; it has {', '.join(names) or 'none'}"


def solvers() -> list[Info]:
    """Return the solvers that MiniZinc has here."""
    names = try_call(_files(), solvers_of, program_path("minizinc") or "").result or []
    return [one for name in names if (one := info(name))]


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


def text(model: Cp, clauses: Sequence[Clause] = (), fixed: CellValues = ()) -> str:
    """Write a model. Values and states begin at 1 in MiniZinc, and the state 0 is the failure."""
    return "".join(f"{line}\n" for line in _lines(model, clauses, fixed))


def _lines(model: Cp, clauses: Sequence[Clause], fixed: CellValues) -> Iterator[str]:
    colours = 1 + max([0, *(value for domain in model.domains for value in domain)])
    yield 'include "regular.mzn";'
    yield f"array[1..{len(model.domains)}] of var 1..{colours}: x;"
    for cell, domain in enumerate(model.domains, start=1):
        if len(domain) < colours:
            yield f"constraint x[{cell}] in {_set(domain)};"
    yield from (f"constraint {_equal(option)};" for option in fixed)
    for one in model.automata:
        cells = ", ".join(f"x[{cell + 1}]" for cell in one.cells)
        states, moves, finals = len(one.automaton.next), _moves(one.automaton, colours), one.automaton.finals
        yield f"constraint regular([{cells}], {states}, {colours}, {moves}, 1, {_set(finals)});"
    for count in model.counts:
        yield f"constraint sum([{', '.join(map(_equal, count.options))}]) in {count.least}..{count.most};"
    for clause in clauses:
        literals = ", ".join(
            _equal(option) if holds else f"not ({_equal(option)})" for option, holds in clause
        )
        yield f"constraint exists([{literals}]);"
    yield "solve satisfy;"
    yield "output [show(x)];"


def _equal(option: CellValue) -> str:
    return f"x[{option[0] + 1}] = {option[1] + 1}"


def _moves(automaton: Automaton, colours: int) -> str:
    """Write the table of an automaton: a row for each state."""
    rows = [[targets.get(value, -1) + 1 for value in range(colours)] for targets in automaton.next]
    return f"[|{'|'.join(','.join(map(str, row)) for row in rows)}|]"


def _set(numbers: Iterable[int]) -> str:
    """Write a set of values or states."""
    return f"{{{', '.join(str(number + 1) for number in sorted(numbers))}}}"


class _Engine(OneShot):
    def __init__(self, solver: str, model: Cp, options: Options) -> None:
        super().__init__(model)
        self._solver = solver
        self._seed = int(options["seed"])

    def search(self, clauses: Sequence[Clause], fixed: CellValues) -> Sequence[int] | bool | None:
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
