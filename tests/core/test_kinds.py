"""Declared kinds: answers are those of brute force, and mistakes in a page are refused with their line."""

import pickle
import re
from itertools import islice, product
from pathlib import Path
from random import Random

import pytest

import nonosat
from nonosat import InputError
from nonosat.formats import yaml_format
from nonosat.formats.folders import load_all
from nonosat.installed import list_shipped as instances
from nonosat.processes.alarm import alarm
from nonosat.puzzles.declared import Declared, kind_of
from nonosat.puzzles.declared.check import Pattern
from nonosat.puzzles.declared.patterns import pattern
from nonosat.puzzles.yaml_text import documents
from nonosat.toolkit import KINDS, Source
from tests.helpers.answers import explanation_agrees, solutions_agree
from tests.helpers.claims import claims_agree, questions_for
from tests.helpers.kinds import BY_HAND, random_declared, solutions
from tests.helpers.samples import some

DECLARED = [name for name in KINDS if KINDS.load(name).is_declared]
PER_CASE = 3


def test_every_declared_kind_is_written_a_second_time() -> None:
    assert set(BY_HAND) == set(DECLARED)


@pytest.mark.parametrize("case", some(range(12), 1))
@pytest.mark.parametrize("name", DECLARED)
def test_answers_are_those_of_brute_force(name: str, case: int, tmp_path: Path) -> None:
    for number in range(case * PER_CASE, (case + 1) * PER_CASE):
        puzzle = random_declared(Random(f"{name} {number}"), name)
        want = set(solutions(puzzle))
        answer = nonosat.solve(puzzle)
        assert answer.verdict.value == ("none", "unique", "multiple")[min(2, len(want))], puzzle
        assert set(answer.solutions) <= want
        assert all(puzzle.fault(picture) is None for picture in want)
        solutions_agree(puzzle)
        explanation_agrees(puzzle, sorted(want))
        written = yaml_format.write([puzzle], whole=number % 2 > 0)
        assert list(yaml_format.read(Source("it", written.encode()))) == [puzzle]
    claims_agree(puzzle, tmp_path, questions_for(puzzle))


def test_a_given_that_contradicts_a_symbol_is_refused() -> None:
    takuzu = {"kind": "takuzu", "cells": ["#?", "??"], "givens": ["#?", "?."]}
    assert nonosat.load(takuzu).givens == ("#?", "?.")
    with pytest.raises(nonosat.InputError, match=r"the given '\.' in row 1, column 1 contradicts the cell"):
        nonosat.load(takuzu | {"givens": [".?", "??"]})


@pytest.mark.parametrize("name", some(DECLARED, 6))
def test_a_shipped_puzzle_has_one_solution_and_an_explanation(name: str) -> None:
    shipped = [one for path in instances("instances") for one in load_all(path) if one.kind == name]
    assert shipped
    for puzzle in shipped:
        assert nonosat.solve(puzzle).verdict.value == "unique"
        assert nonosat.explain(puzzle).complete
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle


def page(text: str) -> type[Declared]:
    return kind_of("own", next(documents(text, "own.yaml")))


OWN = """
explained: each row and column has as many black as white, and no 2x2 is of one colour
gives:
  cells: {symbols: ".#", blank: "?"}
fixed: {".": ".", "#": "#"}
rules:
  - {each: row, count: half}
  - {each: column, count: half}
  - {each: 2 by 2, count: 1 to 3, says: "no square of four is of one colour"}
"""


def test_a_puzzle_may_bring_its_kind(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(OWN)
    inline = OWN.replace("\n", "\n  ")
    grid = "cells: ['#.??', '????', '????', '??.#']\n"
    (tmp_path / "one.yaml").write_text(f"kind: own\nrules: own.yaml\n{grid}")
    (tmp_path / "two.yaml").write_text(f"kind: own\nrules:{inline}\n{grid}")
    one, two = (nonosat.load(str(tmp_path / name)) for name in ("one.yaml", "two.yaml"))
    assert one == two
    assert type(one) is type(two)
    every = list(islice(nonosat.solutions(one), 1000))
    assert every
    for picture in every:
        lines = [*picture, *map("".join, zip(*picture, strict=True))]
        assert all(line.count("#") == 2 for line in lines)


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("each: row", "each: rwo", 7, "each: expected row"),
        ("count: half", "cuont: half", 7, "unknown key 'cuont'"),
        ("count: 1 to 3", "count: some", 9, "a number: expected 2"),
        ("count: 1 to 3", "count: 3 to 1", 9, "expected the smaller one first, found '3 to 1'"),
        ("  - {each: row", "\t- {each: row", 7, "a tab; indent by spaces"),
        ("count: 1 to 3", "follow: '#(#'", 9, "the pattern '#(#': did not expect the end at character 4"),
        ("count: 1 to 3", "follow: 'x#'", 9, "did not expect 'x' at character 1"),
        ("count: 1 to 3", "alike: banana", 9, "alike: expected yes, found 'banana'"),
        ("each: row, count: half", "each: rows, differ: 'no'", 7, "differ: expected yes, found 'no'"),
        ("each: row, count: half", "each: row, differ: yes", 7, "differ: expected `each: rows`"),
        ("count: half", "alike: yes, of: '#'", 7, "of: expected only beside `count` or `sum`"),
        ("each: row", "each: row, of: '##'", 7, "of: expected each character once, found '#' twice"),
        ("each: row", "each: row, of: 'x'", 7, "of: expected some of . #"),
        ("each: row", "each: cell, over: 'up, up'", 7, "over: expected each area once"),
        ("each: row", "each: cell, over: {}", 7, "over: expected some of here"),
        ("each: row", "each: cell, of: '#', over: {up: '#'}", 7, "without a map `over:`"),
        ("each: row, count: half", "each: cell, sum: 1, over: {up: '#'}", 7, "over: expected `count` beside"),
        ("each: row, count: half", "each: row, count: 2 times half", 7, "a number: expected 2"),
        ("count: 1 to 3", f"follow: '{'(' * 400}#{')' * 400}'", 9, "more than 100 nested parentheses"),
        ("cells: {", "half: {", 4, "gives: expected another name than 'half'"),
        ('symbols: ".#"', 'symbols: "##"', 4, "symbols: expected each character once"),
        ("gives:", "gives:\n  n: {number: 9 to 1}", 4, "number: expected the smaller one first"),
        ("fixed:", "walls: '#'\nfixed:", 6, "fixed: '#' is a wall"),
        ('fixed: {".": "."', 'fixed: {".": "x"', 5, "fixed: expected one character of . #"),
        ("symbols", "symbol", 4, "unknown key 'symbol'"),
        ("each: column", "each: region", 8, "under `gives:`, write `regions: letters`"),
        ("each: row", "each: row, name: rows", 7, "name: expected {each} in it"),
        ("each: column", "each: column, at: '#'", 8, "at: expected `each: cell`"),
        ("rules:", "generate: {regions: around}\nrules:", 6, "No rule counts in each region"),
        ("rules:", "generate: {symbols: 'x'}\nrules:", 6, "symbols: expected some of . #"),
    ],
)
def test_a_mistake_in_a_page_has_its_line(old: str, new: str, line: int, what: str) -> None:
    with pytest.raises(InputError) as error:
        page(OWN.replace(old, new, 1))
    assert error.value.line == line
    assert what in str(error.value)
    assert "\n" not in str(error.value)


def test_the_name_and_the_page_of_a_kind_are_wrong_where_they_stand(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(OWN)
    for text, what in (
        ("kind: my own\nrules: own.yaml\n", "found 'my own'"),
        ("kind: own\nrules: none.yaml\n", "'none.yaml' was not found there"),
    ):
        (tmp_path / "one.yaml").write_text(f"{text}cells: ['??', '??']\n")
        with pytest.raises(InputError, match=rf"one\.yaml:2: .*{what}"):
            nonosat.load(str(tmp_path / "one.yaml"))


def test_a_pattern_that_needs_many_states_is_refused() -> None:
    with pytest.raises(InputError, match="needs more than 2000 states"):
        page(OWN.replace("count: 1 to 3", f"follow: '_*#{'_' * 30}'"))


def test_a_grid_may_follow_from_numbers_beside_it_and_one_number() -> None:
    gives = "gives: {rows: left, columns: top, stars: {number: 0 to 9}}"
    own = page(f"explained: stars\n{gives}\nrules: [{{each: board, count: stars}}]")
    puzzle = own.of({"rows": (None, None), "columns": (None, None), "stars": 3})
    assert puzzle.grid == (2, 2)
    assert nonosat.count(puzzle).count == 4


@pytest.mark.parametrize("text", ["(.|#|_*)*#", "((_*)*)*#", "(_|.*)**#", "(" * 90 + "(_*)*#" + ")*" * 90])
def test_any_pattern_is_matched_soon(text: str) -> None:
    with alarm(10):
        for word in ("." * 2000, "#" * 2000):
            assert Pattern(text).matches(word) == word.endswith("#")


def test_a_count_may_differ_by_area_and_by_what_the_cell_is() -> None:
    rule = "each: cell, when: '#', count: 1 to 2, over: {up: '#', right: '.', down: '#', left: '.'}"
    puzzle = page(OWN.replace("each: row, count: half", rule)).of({"cells": ("???", "???", "???", "???")})
    every = [tuple(map("".join, zip(*[iter(text)] * 3, strict=True))) for text in product(".#", repeat=12)]
    want = {picture for picture in every if puzzle.fault(picture) is None}
    assert want
    assert set(nonosat.solutions(puzzle)) == want


def test_a_certificate_holds_the_page_of_its_kind(tmp_path: Path) -> None:
    puzzle = nonosat.load("six-stars")
    nonosat.prove(puzzle, tmp_path / "proof")
    assert "rules:" in (tmp_path / "proof/puzzle.yaml").read_text()
    assert nonosat.verify(tmp_path / "proof").claim


@pytest.mark.parametrize("number", range(200))
def test_a_pattern_accepts_what_pythons_own_expressions_do(number: int) -> None:
    rng = Random(number)

    def drawn(depth: int) -> str:
        match rng.randrange(5) if depth else 0:
            case 1:
                return f"({drawn(depth - 1)})*"
            case 2:
                return f"({drawn(depth - 1)}|{drawn(depth - 1)})"
            case 3 | 4:
                return drawn(depth - 1) + drawn(depth - 1)
        return rng.choice(".#o_")

    text = drawn(4)
    automaton, expression = pattern(text, ".#o"), re.compile(text.replace(".", r"\.").replace("_", "."))
    for _ in range(100):
        word = "".join(rng.choice(".#o") for _ in range(rng.randrange(6)))
        accepted = automaton.reads([".#o".index(char) for char in word])
        assert accepted == Pattern(text).matches(word) == bool(expression.fullmatch(word)), (text, word)


def test_what_a_symbol_says_is_drawn() -> None:
    puzzle = nonosat.load("halves")
    bare = nonosat.load({"kind": "takuzu", "cells": ["?" * 8] * 8})
    assert nonosat.draw(puzzle).svg().count("<") > nonosat.draw(bare).svg().count("<")


def test_a_symbol_that_a_rule_is_about_is_drawn_itself() -> None:
    says = OWN.replace('blank: "?"', 'blank: "."').replace('".#"', '".1"').partition("fixed")[0]
    says += 'fixed: {"1": "."}\nrules:\n  - {each: cell, at: "1", count: shown, over: around}\n'
    puzzle = page(says).of({"cells": ("...", ".1.", "...")})
    assert "│ · 1 ·│" in nonosat.draw(puzzle).text()
    assert ">1<" in nonosat.draw(puzzle).svg()
