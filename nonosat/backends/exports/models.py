"""Models as text: the reference clauses in the forms of SAT, MaxSAT and pseudo-Boolean solvers, and their
answers; constraint models, one automaton per line: CP-SAT's own text, MiniZinc, and XCSP3 (https://xcsp.org).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from nonosat.backends.cpsat import model_text
from nonosat.backends.minizinc import text
from nonosat.encodings import cpsat, dimacs, reference
from nonosat.encodings.model import Cp
from nonosat.errors import InputError
from nonosat.problem import CellValue, Count, Regular
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture


def cnf(puzzle: Puzzle) -> str:
    """DIMACS, for SAT solvers."""
    formula = reference.encode(puzzle.problem())
    return _text(_about(puzzle, formula, "c"), dimacs.lines(formula.variables, formula.clauses))


def wcnf(puzzle: Puzzle) -> str:
    """WCNF in the form of the MaxSAT evaluations since 2022: `h` before a hard clause."""
    formula = reference.encode(puzzle.problem())
    return _text(_about(puzzle, formula, "c"), (f"h {dimacs.clause_line(c)}" for c in formula.clauses))


def opb(puzzle: Puzzle) -> str:
    """OPB, for pseudo-Boolean solvers: each clause is a sum that must be at least 1."""
    formula = reference.encode(puzzle.problem())
    size = f"* #variable= {formula.variables} #constraint= {len(formula.clauses)}"
    return _text([size], _about(puzzle, formula, "*"), map(_sum, formula.clauses))


def read_answer(puzzle: Puzzle, text: str, path: str) -> Picture | None:
    """Read a solver's answer to one of these forms as a picture; None if it found no solution.

    `nonosat.encodings.dimacs` describes what the text may be.
    """
    formula = reference.encode(puzzle.problem())
    answer = dimacs.read_answer(text, formula.variables, path)
    if answer.satisfiable is False:
        return None
    true = answer.true
    if true is None:
        raise InputError("no line `v 1 -2 ... 0`: expected a solver's answer", path)
    return puzzle.picture([_value(cell, row, true, path) for cell, row in enumerate(formula.literals)])


def _value(cell: int, literals: Sequence[int], true: set[int], path: str) -> int:
    values = [value for value, literal in enumerate(literals) if literal in true]
    if len(values) != 1:
        what = "no value" if not values else "several values"
        variables = ", ".join(map(str, sorted({abs(literal) for literal in literals})))
        raise InputError(f"the answer gives {what} to the cell {cell} (the variables {variables})", path)
    return values[0]


def _about(puzzle: Puzzle, formula: reference.Formula, mark: str) -> Iterator[str]:
    """Yield comment lines that explain the variables."""
    title = " ".join(puzzle.title.split()) or puzzle.kind
    yield f"{mark} {title}: the encoding {reference.NAME}"
    yield from (f"{mark} {line}" for line in dimacs.cell_lines(formula.literals))


def _sum(clause: Sequence[int]) -> str:
    # A negated literal is 1 - x, so each subtracts 1 from the right-hand side.
    terms = " ".join(f"{'+' if literal > 0 else '-'}1 x{abs(literal)}" for literal in clause)
    return f"{terms} >= {1 - sum(literal < 0 for literal in clause)} ;"


def _text(*parts: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in chain(*parts))


def cpmodel(puzzle: Puzzle) -> str:
    """CP-SAT's model as text, as `CpModel.export_to_file` writes it."""
    return model_text(cpsat.encode(puzzle.problem()))


def minizinc(puzzle: Puzzle) -> str:
    """MiniZinc's model with its data, in which x[k] - 1 is the value of cell k, counted from 1."""
    return text(cpsat.encode(puzzle.problem()))


def xcsp3(puzzle: Puzzle) -> str:
    """XCSP3, in which the variable x[k] is the value of cell k, counted from 0."""
    problem = puzzle.problem()
    # Givens are stated separately: ACE fails on an automaton over cells of several domains.
    model = cpsat.encode(replace(problem, givens=(), possible=()))
    return "".join(line + "\n" for line in _instance(model, problem.givens))


def _instance(model: Cp, givens: Iterable[CellValue]) -> Iterator[str]:
    yield '<instance format="XCSP3" type="CSP">'
    yield "  <variables>"
    yield f'    <array id="x" size="[{len(model.domains)}]">'
    cells: dict[tuple[int, ...], list[int]] = {}
    for cell, domain in enumerate(model.domains):
        cells.setdefault(domain, []).append(cell)
    for domain, some in cells.items():
        yield f'      <domain for="{_list(map(_cell, some))}"> {_list(domain)} </domain>'
    yield "    </array>"
    yield "  </variables>"
    yield "  <constraints>"
    for line in model.automata:
        yield from _regular(line)
    for count in model.counts:
        yield from _counted(count)
    for cell, value in givens:
        yield f"    <intension> eq({_cell(cell)},{value}) </intension>"
    yield "  </constraints>"
    yield "</instance>"


def _regular(line: Regular) -> Iterator[str]:
    automaton = line.automaton
    if len(line.cells) == 1:  # too short an automaton for ACE
        values = [value for value, target in automaton.next[0].items() if target in automaton.finals]
        yield "    <extension>"
        yield f"      <list> {_list(map(_cell, line.cells))} </list>"
        yield f"      <supports> {_list(values)} </supports>"
        yield "    </extension>"
        return
    steps = "".join(f"(s{state},{value},s{target})" for state, value, target in automaton.steps)
    yield "    <regular>"
    yield f"      <list> {_list(map(_cell, line.cells))} </list>"
    yield f"      <transitions> {steps} </transitions>"
    yield "      <start> s0 </start>"
    yield f"      <final> {_list(f's{state}' for state in sorted(automaton.finals))} </final>"
    yield "    </regular>"


def _counted(constraint: Count) -> Iterator[str]:
    yield "    <sum>"
    yield f"      <list> {_list(f'eq({_cell(cell)},{value})' for cell, value in constraint.options)} </list>"
    yield f"      <condition> (in,{constraint.least}..{constraint.most}) </condition>"
    yield "    </sum>"


def _cell(number: int) -> str:
    return f"x[{number}]"


def _list(items: Iterable[object]) -> str:
    return " ".join(map(str, items))
