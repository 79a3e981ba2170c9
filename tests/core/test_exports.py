"""Models for other tools mean what the puzzle means, and answers come back as pictures."""

from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

import nonosat
from nonosat import InputError, Puzzle
from nonosat.backends import exports
from nonosat.backends.exports import export
from nonosat.cli import main
from nonosat.encodings import reference
from tests.helpers.brute import THREE_COLOURS, nonogram
from tests.helpers.fixtures import Call
from tests.helpers.models import answer_text, assignment
from tests.helpers.properties import given, st

NAMES = ["gchq", "cherries", "blotted", "springs#1", "black-and-white#1"]


def answered(text: str) -> str:
    """Put clauses to a solver and say what it finds as competitions ask for."""
    with Solver("cadical195", bootstrap_with=CNF(from_string=text)) as solver:
        assert solver.solve()
        return "s SATISFIABLE\nv " + " ".join(map(str, solver.get_model())) + " 0\n"


@given(st.data())
def test_a_sum_says_what_its_clause_says(data: st.DataObject) -> None:
    puzzle = nonogram([[1, 0, 2], [2, 2, 1]], THREE_COLOURS)
    formula = reference.encode(puzzle.problem())
    lines = [line for line in exports.opb(puzzle).splitlines() if not line.startswith("*")]
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


def test_the_result_file_of_minisat_is_imported(tmp_path: Path, call: Call) -> None:
    path = tmp_path / "answer"
    path.write_text(answered(exports.cnf(nonosat.load("dom-3"))).replace("s SATISFIABLE\nv ", "SAT\n"))
    assert main(["convert", "dom-3", "-", "--values", str(path), "-q"]) == 0
    path.write_text("UNSAT\n")
    assert main(["convert", "dom-3", "-", "--values", str(path), "-q"]) == 2
    path.write_text("SAT\n1 -2 x 0\n")
    assert f"{path}:2: " in call(f"convert dom-3 - -q --values {path}", code=2).err


def read(text: str, puzzle: Puzzle | None = None) -> object:
    return exports.read_answer(puzzle or nonogram([[1, 0], [0, 1]]), text, "answer")


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
    assert not any(true.isdisjoint(clause) for clause in CNF(from_string=exports.cnf(puzzle)).clauses)
    (tmp_path / "answer").write_text(answer_text(puzzle, picture))
    said = call(f"convert {name} - --values", tmp_path / "answer")
    assert said.out == "".join(f"{row}\n" for row in picture) and said.err == f"{name}: a solution\n"


def test_an_answer_without_a_solution(tmp_path: Path, call: Call) -> None:
    (tmp_path / "answer").write_text(answer_text(nonosat.load("no-solution"), None))
    said = call("convert no-solution - --values", tmp_path / "answer", code=2)
    assert said.err == "no-solution: the solver found no solution\n"


def test_a_wrong_answer_is_no_solution(tmp_path: Path, call: Call) -> None:
    puzzle = nonosat.load("dom-3")
    wrong = [-variable for variable in range(1, len(puzzle.problem().sizes) + 1)]
    (tmp_path / "answer").write_text(f"v {' '.join(map(str, wrong))} 0\n")
    said = call("convert dom-3 - --values", tmp_path / "answer", code=2)
    assert said.err == "dom-3: not a solution: row 1 reads ......., its clue is 3\n" and not said.out


def test_a_form_that_is_not_there() -> None:
    puzzle = nonosat.load("dom-3")
    with pytest.raises(InputError, match="there is no form 'smt'; the forms are cnf, "):
        export(puzzle, "smt")
