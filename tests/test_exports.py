"""Models for other tools mean what the puzzle means, and answers come back as pictures."""

import io
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

import nonosat
from nonosat import InputError, Puzzle
from nonosat.backends.exports import export, models
from nonosat.cli import main
from nonosat.encodings import reference
from nonosat.registry import Entry, program_path
from tests.helpers.brute import THREE_COLOURS, nonogram, solutions
from tests.helpers.commands import run
from tests.helpers.fixtures import Call, Patch
from tests.helpers.models import answer_text, assignment
from tests.helpers.properties import given, settings, st
from tests.helpers.strategies import small_rows

NAMES = ["gchq", "cherries", "blotted", "springs#1", "black-and-white#1"]


def answered(text: str) -> str:
    """Put clauses to a solver and say what it finds as competitions ask for."""
    with Solver("cadical195", bootstrap_with=CNF(from_string=text)) as solver:
        assert solver.solve()
        return "s SATISFIABLE\nv " + " ".join(map(str, solver.get_model())) + " 0\n"


def test_the_hard_clauses_are_the_clauses() -> None:
    puzzle = nonosat.load("gchq")
    read = WCNF(from_string=models.wcnf(puzzle))
    assert (read.hard, read.soft) == (reference.encode(puzzle.problem()).clauses, [])


@given(st.data())
def test_a_sum_says_what_its_clause_says(data: st.DataObject) -> None:
    puzzle = nonogram([[1, 0, 2], [2, 2, 1]], THREE_COLOURS)
    formula = reference.encode(puzzle.problem())
    lines = [line for line in models.opb(puzzle).splitlines() if not line.startswith("*")]
    assert len(lines) == len(formula.clauses)
    size = formula.variables
    truth = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    for line, clause in zip(lines, formula.clauses, strict=True):
        *terms, sign, bound, end = line.split()
        assert (sign, end) == (">=", ";")
        total = sum(
            int(factor) * truth[int(variable[1:]) - 1]
            for factor, variable in zip(terms[::2], terms[1::2], strict=True)
        )
        assert (total >= int(bound)) == any(truth[abs(literal) - 1] == (literal > 0) for literal in clause)


def accepted(text: str) -> Iterator[tuple[int, ...]]:
    """Yield the solutions of a small XCSP3 instance, by trying everything."""
    root = ElementTree.parse(io.StringIO(text)).getroot()
    array = root.find("variables/array")
    assert array is not None
    domains: dict[int, list[int]] = {}
    for domain in array.findall("domain"):
        for cell in words(domain.get("for")):
            domains[number(cell)] = [int(value) for value in words(domain.text)]
    found = root.find("constraints")
    assert found is not None
    for values in product(*(domains[cell] for cell in sorted(domains))):
        if all(holds(constraint, values) for constraint in found):
            yield values


def holds(constraint: ElementTree.Element, values: Sequence[int]) -> bool:
    parts = {part.tag: words(part.text) for part in constraint}
    match constraint.tag:
        case "intension":
            return option_holds(words(constraint.text)[0], values)
        case "extension":
            return str(values[number(parts["list"][0])]) in parts["supports"]
        case "sum":
            low, high = parts["condition"][0].removeprefix("(in,").removesuffix(")").split("..")
            return int(low) <= sum(option_holds(option, values) for option in parts["list"]) <= int(high)
        case _:
            assert constraint.tag == "regular"
            steps = {}
            for step in parts["transitions"][0][1:-1].split(")("):
                state, value, target = step.split(",")
                steps[state, int(value)] = target
            (here,) = parts["start"]
            for cell in parts["list"]:
                here = steps.get((here, values[number(cell)]), "")
            return here in parts["final"]


def words(text: str | None) -> list[str]:
    return (text or "").split()


def number(cell: str) -> int:
    return int(cell.removeprefix("x[").removesuffix("]"))


def option_holds(option: str, values: Sequence[int]) -> bool:
    cell, value = option.removeprefix("eq(").removesuffix(")").split(",")
    return values[number(cell)] == int(value)


@settings(max_examples=40)
@given(small_rows(2).filter(lambda rows: len(rows) * len(rows[0]) <= 10))
def test_xcsp3_has_the_puzzles_solutions(rows: list[list[int]]) -> None:
    puzzle = nonogram(rows)
    found = [puzzle.picture(values) for values in accepted(models.xcsp3(puzzle))]
    assert sorted(found) == sorted(solutions(puzzle))


def test_xcsp3_in_colour_with_givens_and_of_other_kinds(tmp_path: Path) -> None:
    path = tmp_path / "p.yaml"
    path.write_text(
        'kind: nonogram\npalette:\n  "#": black\n  r: red\nrows: ["1r 1#", "1# 1r"]\n'
        'columns: ["1r 1#", "1# 1r"]\n---\n'
        'kind: nonogram\nrows: ["1", "1"]\ncolumns: ["1", "1"]\ngivens: {1: [2]}\n---\n'
        "kind: strips\nstrips: [bw, w]\ndiagrams: [[bw, ww], [bw, bw]]\n---\n"
        "kind: springs\nrows: ['?#?.?? 2,1']\n"
    )
    for puzzle in nonosat.load_all(path):
        found = sorted(puzzle.picture(values) for values in accepted(models.xcsp3(puzzle)))
        assert found == sorted(nonosat.solutions(puzzle)), puzzle


def test_cp_sats_model_can_be_read_by_cp_sat() -> None:
    from ortools.sat.python import cp_model

    for name, status in (("gchq", cp_model.OPTIMAL), ("no-solution", cp_model.INFEASIBLE)):
        model = cp_model.CpModel()
        assert model.proto.parse_text_format(export(nonosat.load(name), "cpmodel"))
        assert cp_model.CpSolver().solve(model) == status


def test_the_result_file_of_minisat_is_imported(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "answer"
    path.write_text(answered(models.cnf(nonosat.load("dom-3"))).replace("s SATISFIABLE\nv ", "SAT\n"))
    assert main(["import-solution", "dom-3", str(path), "--quiet"]) == 0
    path.write_text("UNSAT\n")
    assert main(["import-solution", "dom-3", str(path), "--quiet"]) == 1
    path.write_text("SAT\n1 -2 x 0\n")
    assert f"{path}:2: " in call(f"import-solution dom-3 {path} --quiet", code=2).err


def read(text: str, puzzle: Puzzle | None = None) -> object:
    return models.read_answer(puzzle or nonogram([[1, 0], [0, 1]]), text, "answer")


def test_answers_as_solvers_write_them() -> None:
    picture = ("#.", ".#")
    rest = "5 6 7 8"
    assert read(f"c hello\ns SATISFIABLE\nv 1 -2\nv -3 4 {rest} 0\n") == picture
    assert read("v x1 -x2 -x3 x4\n") == picture
    assert read("o 3\ns OPTIMUM FOUND\nv 1001" + "0" * (variables() - 4)) == picture
    assert read("s UNSATISFIABLE\n") is None
    assert read(f"SAT\n1 -2 -3 4 {rest} 0\n") == picture
    assert read("UNSAT\n") is None


def variables() -> int:
    return reference.encode(nonogram([[1, 0], [0, 1]]).problem()).variables


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "answer: no line `v 1 -2 ... 0`"),
        ("s SATISFIABLE\n", "answer: no line"),
        ("v 1 -2 0\n", r"gives no value to the cell 2 \(the variables 3\)"),
        ("v 1 -2 -3 4 99 0\n", "answer:1: expected a number from 1 to"),
        ("c\nv 1 two 0\n", "answer:2: expected a number .*'two'"),
        ("v 1 -2 -3 4 -1 0\n", "the variable 1 is both true and false"),
    ],
)
def test_what_is_no_answer_is_said_to_be_none(text: str, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        read(text)


def test_several_colours_for_one_cell_are_no_answer() -> None:
    with pytest.raises(InputError, match="gives several values to the cell 0"):
        read("v 1 2 -3 0", nonogram([[2, 1]], THREE_COLOURS))


@pytest.mark.parametrize("name", [*NAMES, "gchq-no-givens"])
def test_an_assignment_satisfies_the_clauses_and_is_read_back(name: str, tmp_path: Path, call: Call) -> None:
    puzzle = nonosat.load(name)
    picture = nonosat.solve(puzzle).solution
    assert picture
    true = set(assignment(puzzle, picture))
    assert not any(true.isdisjoint(clause) for clause in CNF(from_string=models.cnf(puzzle)).clauses)
    (tmp_path / "answer").write_text(answer_text(puzzle, picture))
    assert f"{name}: a solution." in call(f"import-solution {name}", tmp_path / "answer").out


def test_an_answer_without_a_solution(tmp_path: Path, call: Call) -> None:
    (tmp_path / "answer").write_text(answer_text(nonosat.load("no-solution"), None))
    said = call("import-solution no-solution", tmp_path / "answer", code=1).out
    assert "no-solution: the solver found no solution." in said


def test_a_wrong_answer_is_no_solution(tmp_path: Path, call: Call) -> None:
    puzzle = nonosat.load("dom-3")
    wrong = [-variable for variable in range(1, len(puzzle.problem().sizes) + 1)]
    (tmp_path / "answer").write_text(f"v {' '.join(map(str, wrong))} 0\n")
    said = call("import-solution dom-3", tmp_path / "answer", code=1).out
    assert "dom-3: not a solution: row 1 reads ......., its clue is 3." in said
    found = json.loads(call("import-solution --json dom-3", tmp_path / "answer", code=1).out)
    assert found["fault"].startswith("row 1 reads")
    assert (found["puzzle"], found["kind"], found["question"]) == ("dom-3", "nonogram", "import-solution")
    assert len(found["picture"]) == 7 and {"version", "schema"} <= set(found)


def test_a_form_that_is_not_there_or_not_installed(monkeypatch: Patch) -> None:
    puzzle = nonosat.load("dom-3")
    with pytest.raises(InputError, match="there is no form 'smt'; the forms are cnf, "):
        export(puzzle, "smt")
    monkeypatch.setattr(Entry, "installed", False)
    with pytest.raises(InputError, match="the form cpmodel is not installed: pip install ortools"):
        export(puzzle, "cpmodel")


@pytest.mark.needs("minizinc")
def test_minizinc_solves_the_model() -> None:
    program = program_path("minizinc") or ""
    for name in NAMES:
        puzzle = nonosat.load(name)
        command = [program, "--input-from-stdin"]
        done = subprocess.run(
            command, input=models.minizinc(puzzle), capture_output=True, text=True, check=True
        )
        values = json.loads(done.stdout.splitlines()[0])
        assert puzzle.fault(puzzle.picture([value - 1 for value in values])) is None, name


# What BenchExec's command line leaves open.
CONFIG = (
    *("name", "description_file", "selected_run_definitions", "selected_sourcefile_sets", "timelimit"),
    *("walltimelimit", "memorylimit", "corelimit", "cpu_model", "current_time"),
)

EXPORT = ["export", "dom-3", "switch", "no-solution", "--to", "benchexec"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return an exported benchmark of two cards."""
    card = tmp_path / "my card.yaml"
    card.write_text("name: my & card\nbackend: pysat:minisat22\n")
    made = tmp_path / "benchmark"
    words = ["--models", "order-glucose", str(card), "--time-limit", "60", "--memory-limit", "2G"]
    assert main([*EXPORT, *words, "-o", str(made)]) == 0
    return made


def tool(folder: Path, monkeypatch: Patch) -> Any:
    pytest.importorskip("benchexec")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "nonosat_benchexec", raising=False)
    monkeypatch.delitem(sys.modules, "nonosat_benchexec.tool", raising=False)
    from importlib import import_module

    return import_module("nonosat_benchexec.tool").Tool()


def test_the_puzzles_are_tasks(folder: Path) -> None:
    names = sorted(path.name for path in (folder / "puzzles").iterdir())
    assert names == ["1.json", "1.yml", "2.json", "2.yml", "3.json", "3.yml"]
    read = [nonosat.load(folder / "puzzles" / name) for name in names[::2]]
    assert read == [nonosat.load(name) for name in EXPORT[1:4]]


def test_benchexec_reads_the_definition(folder: Path, monkeypatch: Patch) -> None:
    model = pytest.importorskip("benchexec.model")
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(str(folder))
    script = folder.parent / "bin" / "nonosat"
    script.parent.mkdir()
    script.write_text("#!/bin/sh\necho nonosat 1\n")
    script.chmod(0o755)
    config = MagicMock(container=False, output_path="results/", num_of_threads=None)
    for key in CONFIG:
        setattr(config, key, None)
    config.tool_directory = str(script.parent)
    benchmark = model.Benchmark("benchmark.xml", config, datetime.now())
    assert [one.name for one in benchmark.run_sets] == ["order-glucose", "my & card"]
    assert (benchmark.rlimits.cputime, benchmark.rlimits.memory) == (60, 2 << 30)
    benchmark.executable = "nonosat"
    runs = benchmark.run_sets[1].runs
    assert len(runs) == 3
    assert runs[0].cmdline()[1:4] == ["check", "--model", str(folder.parent / "my card.yaml")]


def test_answers_are_understood(folder: Path, monkeypatch: Patch) -> None:
    asked = tool(folder, monkeypatch)
    found = {}
    for number in (1, 2, 3):
        task = SimpleNamespace(single_input_file=str(folder / "puzzles" / f"{number}.json"))
        words = asked.cmdline("nonosat", ["--model", "order-glucose"], task, None)
        assert words[0] == "nonosat"
        done = run(*words[1:])
        found[number] = asked.determine_result(SimpleNamespace(output=done.stdout.splitlines()))
    assert found == {1: "true", 2: "false(multiple)", 3: "false(none)"}
    for lines, result in (([], "ERROR"), (["p: unknown"], "unknown"), (["Traceback"], "ERROR")):
        assert asked.determine_result(SimpleNamespace(output=lines)) == result
