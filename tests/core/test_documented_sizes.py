"""The formulas in docs/contributing/encodings.md are those of the code: every one is evaluated."""

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from nonosat.encodings import ENCODINGS, reference
from nonosat.encodings.cp import Cp
from nonosat.encodings.model import Cnf
from nonosat.problem import Block, Clue, Problem, Runs
from nonosat.problem.blocks import slack

PAGE = Path(__file__).parents[2] / "docs/contributing/encodings.md"
ROWS = re.findall(
    r"(?m)^\| `([\w/-]+)` \| (at most )?`(.*?)` \| (at most )?`(.*?)` \|$", PAGE.read_text(encoding="utf-8")
)


def gaps(blocks: Clue) -> list[int]:
    """The background cells that must stand before each block."""
    return [0, *(int(a.colour == b.colour) for a, b in pairwise(blocks))] if blocks else []


def written(encoding: str, problem: Problem) -> tuple[int, int]:
    """Return what an encoding writes for one line, without the variables of the cells."""
    if encoding == reference.NAME:
        formula = reference.encode(problem)
        return formula.variables - len(problem.sizes), len(formula.clauses)
    model = ENCODINGS.load(encoding).encode(problem)
    if isinstance(model, Cp):
        (line,) = model.automata
        return len(line.automaton.next), len(line.automaton.steps)
    assert isinstance(model, Cnf)
    return model.variables - len(problem.sizes), len(model.clauses)


def test_the_tables_are_found() -> None:
    assert [row[0] for row in ROWS] == ["order", "order/1", "automaton", "cpsat-automaton"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_sizes_are_those_that_the_page_says(row: tuple[str, ...]) -> None:
    encoding, *columns = row
    rng = random.Random(20)
    for _ in range(200):
        blocks = tuple(Block(1, b, b) for b in rng.choices(range(1, 6), k=rng.randint(1, 6)))
        total = sum(block.low for block in blocks) + sum(gaps(blocks))
        n = total + rng.randint(1, 12)
        line = Runs(tuple(range(n)), blocks)
        k, r, B, G = len(blocks), slack(blocks, n), sum(b.low for b in blocks), sum(gaps(blocks))  # noqa: N806
        found = written(encoding, Problem((2,) * n, (line,), tuple(range(n))))
        for most, formula, number in zip(columns[::2], columns[1::2], found, strict=True):
            said = eval(formula, {"k": k, "r": r, "B": B, "G": G, "n": n})  # of our own page
            assert number <= said if most else number == said, (encoding, formula, blocks, n)
