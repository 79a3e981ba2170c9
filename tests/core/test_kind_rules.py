"""What rules of declared kinds mean in company: each key has one meaning, whatever stands beside it."""

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import nonosat
from nonosat import InputError, Picture, toolkit
from nonosat.pages.play import explain_for_page
from nonosat.problem.automaton import Automaton
from nonosat.puzzles.declared import Declared
from nonosat.puzzles.declared.patterns import once, pattern
from tests.helpers.answers import explanation_agrees
from tests.helpers.brute import accepts

TWO, THREE = {".": "white", "#": "black"}, {".": "white", "a": "black", "b": "red"}
SHOWN = {"cells": {"symbols": "12", "blank": "?"}}
LETTERS = {"regions": "letters"}


def own(rules: list[dict[str, str]], values: dict[str, str], gives: dict[str, Any], **data: Any) -> Declared:
    page = {"explained": "x", "values": values, "gives": gives, "rules": rules}
    return nonosat.load({"kind": "own", "rules": page, **data})  # type: ignore[return-value]


def cells(rows: str, *rules: dict[str, str], values: dict[str, str] = TWO) -> Declared:
    return own([*rules], values, SHOWN, cells=rows.split())


def regions(rows: str, *rules: dict[str, str], **data: Any) -> Declared:
    return own([*rules], TWO, LETTERS | dict.fromkeys(data, "top"), regions=rows.split(), **data)


def every(puzzle: Declared) -> list[Picture]:
    chars = puzzle.rules.chars
    return [puzzle.cut("".join(text)) for text in product(chars, repeat=len(puzzle.cell_sizes))]


def agree(puzzle: Declared) -> set[Picture]:
    """Check the answers about a puzzle against its rules, picture by picture, and return its solutions."""
    want = {picture for picture in every(puzzle) if puzzle.fault(picture) is None}
    assert {*nonosat.solutions(puzzle)} == want
    assert nonosat.solve(puzzle).verdict.value == ("none", "unique", "multiple")[min(2, len(want))]
    if puzzle.obstacle():
        assert not want
    explanation_agrees(puzzle, sorted(want))
    return want


def rule(text: str) -> dict[str, str]:
    """Return the rule of `each: cell, when: #, ...`, with semicolons between keys."""
    return dict(part.split(": ", 1) for part in text.split("; "))


MEANINGS: list[tuple[Declared, str | int]] = [
    # A cell that is looked at twice is one cell.
    (cells("??", rule("each: cell; when: a; over: here, right; follow: ab"), values=THREE), "ab .. .b b. bb"),
    (cells("?", rule("each: cell; when: a; over: here, right; follow: (aa_)*"), values=THREE), ". b"),
    (cells("??", rule("each: cell; when: a; over: around; follow: aa_"), values=THREE), ".. .b b. bb"),
    (cells("?? ?? ??", rule("each: cell; when: .; count: 1; over: neighbours, right")), 5),
    # Sums have ranges; half of an odd number is impossible, and the sum of no cells is 0.
    (cells("???", rule("each: row; sum: 1 to 3")), "#.. .#. ..# ##."),
    (cells("???", rule("each: row; sum: 2 or more")), ".#. ..# ##. #.# .## ###"),
    (cells("???", rule("each: row; sum: half")), ""),
    (cells("??", rule("each: row; sum: half")), "#."),
    (cells("??", rule("each: cell; when: #; sum: 1; over: right")), ".."),
    (cells("?", rule("each: cell; sum: 0; over: seen")), ". #"),
    # A cell with `when` counts like any other.
    (cells("1??", rule("each: cell; at: 1; count: 1"), rule("each: cell; when: #; count: 1; over: around")),
     "#.. #.#"),
    (cells("??", rule("each: cell; when: #; count: 0; over: here")), ".."),
    # Off the grid, cells are empty for a pattern and nothing for a count.
    (cells("??", rule("each: cell; over: up; follow: .")), ".. #. .# ##"),
    (cells("??", rule("each: cell; over: up; follow: #")), ""),
    (cells("?", rule("each: cell; over: up; count: 1")), ""),
    # Two rules may meet at one place.
    (cells("?1?", rule("each: cell; at: 1; count: 1; over: neighbours"),
           rule("each: cell; at: 12; count: 1; over: left")), "#.. ##."),
    (cells("???", rule("each: neighbours; count: 0 to 1"), rule("each: beside; follow: ._|#.")),
     "... #.. .#. ..# #.#"),
    (cells("??", rule("each: row; count: 1"), rule("each: row; count: 1 or more"), rule("each: row; sum: 2")),
     ".#"),
    # Repeated stars.
    (cells("??", rule("each: row; follow: #**")), "##"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(MEANINGS)))
def test_a_rule_means_what_the_documentation_says(number: int) -> None:
    puzzle, want = MEANINGS[number]
    found = agree(puzzle)
    if isinstance(want, int):
        assert len(found) == want
    else:
        assert {"".join(picture) for picture in found} == {*want.split()}


def test_numbers_beside_the_grid_belong_to_their_own_lines() -> None:
    one = regions("ab aa", rule("each: column; count: columns; within: two regions"), columns="0 2")
    assert {picture[0][1] + picture[1][1] for picture in agree(one)} == {"##"}
    assert one.asking_for(("##", "#.")).gives["columns"] == (0, 1)


def test_three_regions_are_not_two() -> None:
    puzzle = regions("abc", rule("each: row; count: 0; within: two regions"))
    assert len(agree(puzzle)) == 8
    assert agree(regions("abb", rule("each: row; count: 0; within: two regions"))) == {("...",)}


def test_a_rule_that_cannot_be_met_is_named() -> None:
    for rules, why in (
        ("each: row; sum: half", "row 1 has only 3 cells, of which no half can be"),
        ("each: row; sum: 7 or more", "row 1 has only 3 cells, whose places add up to 6"),
        ("each: cell; over: up; follow: #; says: lit", "row 1, column 1 has no cell of the grid to look at"),
    ):
        obstacle = cells("???", rule(rules)).obstacle()
        assert obstacle is not None
        assert obstacle.startswith(why)


def test_a_sum_of_many_cells_is_refused() -> None:
    puzzle = cells("?" * 41, rule("each: row; sum: 3"))
    with pytest.raises(
        InputError, match="row 1: the cells whose places are added up: expected no more than 40"
    ):
        nonosat.solve(puzzle)


@pytest.mark.parametrize("number", range(100))
def test_an_automaton_reads_a_cell_once_that_comes_again(number: int) -> None:
    rng = Random(number)
    text = "".join(rng.choice(["a", "b", "_", "(a|b.)*", "(._)*", "."]) for _ in range(rng.randint(1, 4)))
    places = [rng.randrange(3) for _ in range(rng.randint(1, 5))]
    word = tuple(map([*dict.fromkeys(places)].index, places))
    whole: Automaton = pattern(text, ".ab")
    reader = once(word, 3, pattern, text, ".ab")
    for values in product(range(3), repeat=max(word) + 1):
        assert accepts(reader, values) == accepts(whole, [values[cell] for cell in word]), (text, word)


@pytest.mark.parametrize("second", ["rows", "2 times rows"])
def test_a_number_that_does_not_follow_from_a_picture_is_not_generated(second: str, tmp_path: Path) -> None:
    rules = [rule("each: row; count: rows; of: a"), rule(f"each: row; count: {second}; of: b")]
    page = {"explained": "x", "values": THREE, "gives": {"rows": "left", "columns": "top"}, "rules": rules}
    path = tmp_path / "two.yaml"
    path.write_text(json.dumps(page))
    with pytest.raises(InputError, match="rows does not follow from a picture"):
        [*toolkit.make_each(toolkit.Order(kind=str(path), width=3, height=3))]


def test_a_puzzle_equals_itself_after_many_other_pages() -> None:
    first = cells("?", rule("each: row; count: 1"))
    others = [cells("?", rule(f"each: row; count: {number} or more")) for number in range(1, 1003)]
    assert len({*map(type, others)}) == 1002
    assert cells("?", rule("each: row; count: 1")) == first


def test_a_rule_over_no_cells_has_a_page_to_play() -> None:
    alone = cells("?", {"each": "cell", "count": "0", "over": "neighbours"})
    assert explain_for_page(alone).done
