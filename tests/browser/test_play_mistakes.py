"""Hints at mistakes on the page to play: they are said first, and their reasons are true on the board."""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest

from nonosat import Nonogram, explain
from nonosat.automata.masks import narrow
from nonosat.reasons.check import Checker
from nonosat.toolkit import Explanation
from tests.helpers import brute
from tests.helpers.hinted import asked, fill, marked, ready, unexplained
from tests.helpers.playing import KITE, Opener, place
from tests.helpers.puzzles import shipped
from tests.helpers.samples import share


@pytest.mark.parametrize("find", [explain, unexplained])
def test_a_wrong_mark_is_said_first(find: Callable[[Nonogram], Explanation], opened: Opener) -> None:
    puzzle = Nonogram.from_picture(KITE)
    page = ready(opened, puzzle, find(puzzle))
    # Row 2 reads as its clue, and no line is against it: only the solution is.
    page.drag(place(page, 1, 0), button="left")
    assert asked(page) == "Something is wrong: look at row 2."
    assert marked(page) == {}
    assert asked(page) == "Row 2, clue 3: look at cell 1."
    assert marked(page) == {"mistaken": [5]}
    assert asked(page) == "Row 2, column 1 is wrong; no single line shows why yet."
    assert "wrong" in page.value("cells.elements.get(5).ariaLabel")
    page.drag(place(page, 1, 0))
    assert asked(page).startswith("Look at ")
    # A line that cannot be completed is named before marks that no line is against.
    page.drag(place(page, 3, 0), place(page, 3, 1))
    assert asked(page) == "Something is wrong: look at row 4."
    assert asked(page) == "Row 4, clue 1: look at cell 1."
    assert asked(page).startswith("Row 4 cannot be completed, because cell")


def boards_of(rng: Random, puzzle: Nonogram, found: Explanation) -> list[list[int]]:
    """Return parts of the solution as values, with -1 for empty cells; some of them are wrong."""
    wanted = puzzle.values(found.end)
    boards = []
    for _ in range(40):
        known = {cell for step in found.steps[: rng.randrange(len(found.steps) + 1)] for cell, _ in step.sets}
        more = rng.choice((0, 0, 0.2))
        board = [value if cell in known or rng.random() < more else -1 for cell, value in enumerate(wanted)]
        for cell in rng.sample(range(len(board)), rng.choice((1, 1, 2, 3))):
            board[cell] = rng.choice([v for v in range(len(puzzle.palette)) if v != wanted[cell]])
        boards.append(board)
    return boards


HINTS_OF = """{}.map((board) => {{
  set(board.map((value, cell) => [cell, value]));
  const {{ step, mistaken, why }} = nextHint();
  const uses = step.uses.map(([cell, mask]) => [cell, Number(mask)]);
  const number = explanation.steps.indexOf(step);
  return {{ mistaken, why, uses, number, line: step.lines[0], sets: step.sets.length }};
}})"""


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("", {"line", "none"}), ("dom-4", {"line", "none", "step"}), ("tulips", {"line"})],
    ids=["random", "with assumptions", "coloured"],
)
def test_the_reason_of_a_mistake_is_true_on_the_board(name: str, wanted: set[str], opened: Opener) -> None:
    """It is from the clues and the cells that are right, or a line contradicts its clue, or there is none."""
    rng, reasons = Random(f"mistakes {name}"), Counter[str]()
    for _ in range(1 if name else share(12)):
        rows = [[rng.randrange(2) for _ in range(6)] for _ in range(6)]
        puzzle = shipped(name) if name else brute.nonogram(rows)
        found = explain(puzzle)
        if not found.complete:
            continue
        page = ready(opened, puzzle, found)
        boards = boards_of(rng, puzzle, found)
        for board, told in zip(boards, page.value(HINTS_OF.format(boards)), strict=True):
            reasons[reason(puzzle, found, board, told)] += 1
    assert set(reasons) == wanted


def reason(puzzle: Nonogram, found: Explanation, board: Sequence[int], told: dict[str, Any]) -> str:
    """Return what the reason of a hint at a mistake is, after a check that all of it is true."""
    wanted, problem = puzzle.values(found.end), puzzle.problem()
    wrong = {cell for cell, value in enumerate(board) if value not in (-1, wanted[cell])}
    assert told["mistaken"] and wrong.issuperset(told["mistaken"])
    uses = [(cell, mask) for cell, mask in told["uses"]]
    assert all(board[cell] >= 0 and mask == 1 << board[cell] for cell, mask in uses)
    known = [dict(uses).get(cell, mask) for cell, mask in enumerate(problem.possible)]
    if told["number"] >= 0:  # a step of the explanation
        assert not wrong & dict(uses).keys()
        Checker(problem, known, str).take(found.steps[told["number"]])
        return "step"
    if "cannot be completed" in told["why"]:
        line = told["line"]
        cells = problem.constraints[line].cells
        clue = (*puzzle.rows, *puzzle.columns)[line]
        assert narrow(clue, can(known, cells, len(puzzle.palette)), len(cells)) is None
        marks = [
            mask if board[cell] < 0 or cell in wrong else 1 << board[cell]
            for cell, mask in enumerate(problem.possible)
        ]
        for cell in wrong.intersection(cells):  # if one is enough, no other is named
            alone = [1 << board[cell] if k == cell else mask for k, mask in enumerate(marks)]
            if narrow(clue, can(alone, cells, len(puzzle.palette)), len(cells)) is None:
                assert len(wrong & dict(uses).keys()) == 1
        return "line"
    assert told["why"].endswith(" is wrong; no single line shows why yet.")
    assert not uses and not told["sets"]
    marks = [1 << value if value >= 0 else mask for value, mask in zip(board, problem.possible, strict=True)]
    for clue, line in zip((*puzzle.rows, *puzzle.columns), problem.constraints, strict=True):
        assert narrow(clue, can(marks, line.cells, len(puzzle.palette)), len(line.cells)) is not None
    return "none"


def can(masks: Sequence[int], cells: Sequence[int], values: int) -> list[int]:
    """Return for each value the places of a line that may have it, as a mask."""
    return [sum((masks[cell] >> value & 1) << k for k, cell in enumerate(cells)) for value in range(values)]


def test_a_finished_line_that_another_line_contradicts(opened: Opener) -> None:
    """The cells that it leaves white are not on the board: the hint names the line and takes back no mark."""
    puzzle = Nonogram.from_picture(("...#", ".##.", "...#", "#..."))  # one of several pictures
    page = ready(opened, puzzle)
    fill(page, [[1, 1], [10, 1]])  # no line contradicts them, and each is right in some solution
    told = page.value("(({ mistaken, why }) => [mistaken, why])(nextHint())")
    assert told == [
        [],
        "Row 2 cannot be completed, because cells 2 and 3 are white; column 2 and column 3 are done.",
    ]
