"""Constraint models, one automaton per line: CP-SAT's own text, MiniZinc, and XCSP3 (https://xcsp.org)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from nonosat.backends.cpsat import model_text
from nonosat.backends.minizinc import text
from nonosat.encodings import cpsat
from nonosat.encodings.model import Cp
from nonosat.problem import CellValue, Count, Regular
from nonosat.puzzles import Puzzle


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
        yield from _sum(count)
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


def _sum(constraint: Count) -> Iterator[str]:
    yield "    <sum>"
    yield f"      <list> {_list(f'eq({_cell(cell)},{value})' for cell, value in constraint.options)} </list>"
    yield f"      <condition> (in,{constraint.least}..{constraint.most}) </condition>"
    yield "    </sum>"


def _cell(number: int) -> str:
    return f"x[{number}]"


def _list(items: Iterable[object]) -> str:
    return " ".join(map(str, items))
