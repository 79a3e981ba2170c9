"""Hints on the page to play: level by level, true from any state, and nothing before it is asked for."""

import json
import random
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import nonosat
from nonosat import Explanation, Nonogram, Palette, Picture, StopReason, explain
from nonosat.automata.masks import narrow
from nonosat.cli import main
from nonosat.pages.play import explained, write_player
from nonosat.problem import Block, Clue
from nonosat.processes.clock import Effort
from nonosat.reasons.check import Checker
from tests.helpers import brute
from tests.helpers.browser import Browser
from tests.helpers.playing import COLOURS, KITE, Opener, middle, place, solved
from tests.helpers.puzzles import shipped
from tests.helpers.samples import share, some

BUTTON = "document.querySelector('#hint-ask')"
TOLD = "document.querySelector('#hint-said').textContent"


def ready(opened: Opener, puzzle: Nonogram, found: Explanation | None = None) -> Browser:
    page = opened(puzzle, found or explain(puzzle))
    page.until(f"!{BUTTON}.disabled")
    return page


def unexplained(puzzle: Nonogram) -> Explanation:
    """Return an explanation that a limit ended before its first step."""
    found = explain(puzzle)
    open_masks = (2 ** len(puzzle.palette) - 1,) * len(found.possible)
    return replace(found, steps=(), possible=open_masks, stop_reason=StopReason.TIME_LIMIT)


def asked(page: Browser) -> str:
    page.drag(middle(page, "#hint-ask"))
    told: str = page.value(TOLD)
    return told


def marked(page: Browser) -> dict[str, list[int]]:
    """Return the cells that have a mark, by its name."""
    names = ("sets", "uses", "assumed", "mistaken")
    cells = "[...document.querySelectorAll('#board .cell.{}')].map(cell => Number(cell.dataset.cell))"
    return {name: found for name in names if (found := page.value(cells.format(name)))}


def test_lines_are_narrowed_as_brute_force_narrows_them(opened: Opener) -> None:
    """Against the package's narrowing, tested by brute force, in one and two colours and with blots."""
    page = opened(Nonogram.from_picture((".",)))
    choice = random.Random(7)
    cases = [case(choice) for _ in range(3000)]
    plain = json.dumps(
        [
            [masks, [{"colour": b.colour, "low": b.low, "high": min(b.high, len(masks))} for b in clue]]
            for masks, clue in cases
        ]
    )
    found = page.value(
        f"{plain}.map(([masks, clue]) => narrow(masks.map(BigInt), clue)?.map(Number) ?? null)"
    )
    some = 0
    for (masks, clue), mine in zip(cases, found, strict=True):
        n = len(masks)
        can = [sum((mask >> value & 1) << place for place, mask in enumerate(masks)) for value in range(3)]
        theirs = narrow(clue, can, n)
        some += theirs is not None
        by_cell = theirs and [
            sum((mask >> place & 1) << value for value, mask in enumerate(theirs)) for place in range(n)
        ]
        assert mine == by_cell, (masks, clue)
    assert 500 < some < 2900


def case(choice: random.Random) -> tuple[list[int], Clue]:
    """Return what cells may be, most often by an arrangement of a clue, and the clue."""
    n = choice.randint(1, 30)
    line = [choice.choice((0, 0, 1, 1, 1, choice.randint(0, 2))) for _ in range(n)]
    blocks: list[Block] = []
    for at, value in enumerate(line):
        if value and at and line[at - 1] == value:
            length = blocks[-1].low + 1
            blocks[-1] = Block(value, length, length)
        elif value:
            blocks.append(Block(value, 1, 1))
    if choice.random() < 0.3:
        blocks = [Block(b.colour, 1, n) if choice.random() < 0.4 else b for b in blocks]
    if blocks and choice.random() < 0.2:
        del blocks[choice.randrange(len(blocks))]
    masks = [choice.choice((7, 7, 7, 1 << value, 1 << value | choice.randint(0, 7))) for value in line]
    return masks, tuple(blocks)


def test_level_by_level(opened: Opener) -> None:
    page = ready(opened, Nonogram.from_picture(KITE))
    assert asked(page) == "Look at row 3: complete line."
    assert page.value("look.state(lines[2]) === 'look'")
    assert marked(page) == {}
    page.drag(middle(page, "#hint-more"))
    assert page.value(TOLD) == "Row 3, clue 5: 5 cells follow (complete line)."
    assert marked(page) == {}
    assert asked(page) == "Row 3, clue 5: look at cells 1 to 5."
    assert marked(page) == {"sets": [10, 11, 12, 13, 14]}
    page.press("?")
    assert page.value(TOLD) == "Row 3, complete line: the 5 fills it: cells 1 to 5 are black."
    assert page.value("document.querySelector('#hint-more').hidden")
    assert "set by this step" in page.value("cells.elements.get(10).ariaLabel")
    # It stays while it is followed, and goes when it is done.
    page.drag(place(page, 2, 0), place(page, 2, 3))
    assert marked(page) == {"sets": [10, 11, 12, 13, 14]}
    page.drag(place(page, 2, 4))
    assert marked(page) == {}
    assert page.value("document.querySelector('#hint').hidden")
    assert asked(page).startswith("Look at ")
    page.press("Escape")
    assert page.value("lines.filter(stateOf).length + look.framed().length") == 0


def test_a_refutation_names_no_cell_before_it_is_asked_for(opened: Opener) -> None:
    puzzle = shipped("dom-4")
    page = ready(opened, puzzle)
    assert asked(page).startswith("No single clue helps: try an assumption in row ")
    assert page.value("lines.filter(stateOf).length") == 0
    assert asked(page).startswith("Try an assumption in row ")
    assert marked(page) == {}
    assert ", column " in asked(page)
    assert list(marked(page)) == ["assumed"]
    assert page.value("document.querySelector('#hint-steps').children.length") == 0
    assert asked(page).startswith("Suppose ")
    assert list(marked(page)) == ["sets"]
    assert page.value("document.querySelector('#hint-steps').children.length") > 3
    page.drag(middle(page, "#hint-steps li:first-child button"))
    assert list(marked(page)) == ["assumed"]


def fill(page: Browser, cells: Sequence[Sequence[int]]) -> None:
    page.value(f"commit({json.dumps(cells)})")


def followed(page: Browser, wanted: Picture, palette: Palette) -> int:
    """Follow hints as far as they go; each is true, by what is filled in. Return their number."""
    chars = "".join(wanted)
    values = [[colour.char for colour in palette].index(char) for char in chars]
    for number in range(2000):
        hint = page.value(
            "(() => { const hint = nextHint(); if (!hint) return null; note(hint.step);"
            " const plain = (facts) => facts.map(([cell, mask]) => [cell, Number(mask)]);"
            " return { mistaken: hint.mistaken, sets: plain(hint.step.sets) }; })()"
        )
        if hint is None:
            return number
        assert hint["mistaken"] == []
        assert hint["sets"]
        assert all(mask >> values[cell] & 1 for cell, mask in hint["sets"])
        fill(page, [[cell, values[cell]] for cell, mask in hint["sets"] if mask == 1 << values[cell]])
    raise AssertionError("hints do not end")


PUZZLES = ["dom-4", "blotted", "dom-5", "tulips", "teapot"]


@pytest.mark.parametrize("name", some(PUZZLES, 1))
def test_hints_lead_to_the_solution(name: str, opened: Opener) -> None:
    puzzle = shipped(name)
    wanted = nonosat.solve(puzzle).solution
    assert wanted is not None
    found = explain(puzzle)
    page = ready(opened, puzzle, found)
    assert followed(page, wanted, puzzle.palette) <= 1.2 * len(found.steps)  # the page finds steps of its own
    assert solved(page)
    # From what somebody filled in otherwise, too.
    choice = random.Random(name)
    for density in (0.2, 0.6):
        page.value("startOver()")
        known = [
            [cell, [colour.char for colour in puzzle.palette].index(char)]
            for cell, char in enumerate("".join(wanted))
            if choice.random() < density
        ]
        fill(page, known)
        followed(page, wanted, puzzle.palette)
        assert solved(page)


@pytest.mark.parametrize("name", some(["cherries", "tulips", "teapot"], 1))
def test_single_lines_of_the_page_alone(name: str, opened: Opener) -> None:
    """Even if the explanation stops at once, hints lead these puzzles to their end."""
    puzzle = shipped(name)
    wanted = nonosat.solve(puzzle).solution
    assert wanted is not None
    page = ready(opened, puzzle, unexplained(puzzle))
    first = asked(page)
    assert first.startswith("Look at ")
    for _ in range(3):
        last = asked(page)
    assert "in all arrangements" in last
    followed(page, wanted, puzzle.palette)
    assert solved(page)


def test_where_nothing_can_be_unpacked(opened: Opener) -> None:
    puzzle = Nonogram.from_picture(KITE)
    page = opened(puzzle, explain(puzzle))
    page.until(f"!{BUTTON}.disabled")
    page.value("globalThis.DecompressionStream = undefined, explanation = { steps: [], end: {} }, 0")
    page.value("unpack(document.getElementById('packed').textContent).catch(() => { failed = true; }), 0")
    page.until("globalThis.failed")
    assert asked(page).startswith("Look at ")


def test_own_steps_need_all_that_they_use(opened: Opener) -> None:
    """By brute force: what an own step uses is enough, and nothing of it can be left out."""
    choice = random.Random(3)
    for _ in range(share(6)):
        wanted = tuple("".join(choice.choice(".##") for _ in range(6)) for _ in range(6))
        puzzle = Nonogram.from_picture(wanted)
        page = ready(opened, puzzle, unexplained(puzzle))
        fill(
            page,
            [[cell, int(char == "#")] for cell, char in enumerate("".join(wanted)) if choice.random() < 0.4],
        )
        step = page.value(
            "(() => { const step = lineStep(whatIsKnown()); if (!step) return null;"
            " const plain = (facts) => facts.map(([cell, mask]) => [cell, Number(mask)]);"
            " return { line: step.lines[0], uses: plain(step.uses), sets: plain(step.sets) }; })()"
        )
        if step is None:
            continue
        cells = page.value(f"lines[{step['line']}].cells")
        clue = (*puzzle.rows, *puzzle.columns)[step["line"]]

        agreeing = Agreeing(cells, brute.lines(clue, len(cells), 2))
        assert all(agreeing.forced(step["uses"], step["sets"]))
        for left_out in step["uses"]:
            assert not any(agreeing.forced([fact for fact in step["uses"] if fact != left_out], step["sets"]))


class Agreeing(NamedTuple):
    """A line's cells, and its arrangements."""

    cells: list[int]
    arrangements: Collection[tuple[int, ...]]

    def forced(self, uses: list[list[int]], sets: list[list[int]]) -> list[bool]:
        """Return which of these facts hold in all arrangements that agree with those used."""

        def holds(one: tuple[int, ...], fact: list[int]) -> bool:
            return bool(1 << one[self.cells.index(fact[0])] & fact[1])

        agree = [one for one in self.arrangements if all(holds(one, fact) for fact in uses)]
        return [all(holds(one, fact) for one in agree) for fact in sets]


@pytest.mark.parametrize("find", [explain, unexplained])
def test_a_wrong_mark_is_said_first(find: Callable[[Nonogram], Explanation], opened: Opener) -> None:
    puzzle = Nonogram.from_picture(KITE)
    page = ready(opened, puzzle, find(puzzle))
    # Row 2 reads as its clue, and no line is against it: only the solution is.
    page.drag(place(page, 1, 0), button="left")
    assert asked(page) == "Something is wrong: look at row 2."
    assert marked(page) == {}
    assert asked(page) == "Row 2, clue 3: something is wrong here."
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
    assert asked(page) == "Row 4, clue 1: something is wrong here."
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
    for _ in range(1 if name else share(6)):
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


def test_several_solutions(opened: Opener) -> None:
    puzzle = shipped("switch")
    page = ready(opened, puzzle)
    wanted = nonosat.solve(puzzle).solution
    assert wanted is not None
    followed(page, wanted, puzzle.palette)
    assert asked(page) == (
        "Nothing more is certain: the clues leave 4 cells open, so there is more than one solution."
    )
    assert page.value("whatIsKnown().filter((mask) => !single(mask)).length") == 4
    page.drag(place(page, 2, 2))  # a choice: from there single lines go on
    assert asked(page).startswith("Look at ")


def test_an_explanation_that_ends_early(opened: Opener) -> None:
    puzzle = shipped("dom-4")
    page = ready(opened, puzzle, unexplained(puzzle))
    assert (
        asked(page) == "No single line gives anything more, and the explanation in this page goes no further."
    )
    assert page.value("document.querySelector('#hint-more').hidden")


def test_no_solution(opened: Opener) -> None:
    puzzle = shipped("no-solution")
    found = explain(puzzle)
    page = ready(opened, puzzle, found)
    assert asked(page).startswith("This puzzle has no solution. ")
    masks: dict[int, int] = {}
    for step in found.steps:
        masks.update(step.sets)
    fill(page, [[cell, mask - 1] for cell, mask in masks.items()])
    assert any("cannot be completed" in asked(page) for _ in range(4))


def test_what_no_mark_says_is_remembered(opened: Opener) -> None:
    """In colour a hint may say what a cell is not: the next hint continues from there, until marks change."""
    wanted = ("r.xr", ".xxr", "rr.x")
    puzzle = Nonogram.from_picture(wanted, COLOURS)
    page = ready(opened, puzzle)
    before = page.value("nextHint().why")
    page.value("note({ sets: [[0, 6n]] })")
    assert page.value("Number(whatIsKnown()[0])") == 6
    fill(page, [[0, 1]])
    assert page.value("Number(whatIsKnown()[0])") == 2
    page.value("timeline.undo()")
    assert page.value("Number(whatIsKnown()[0])") == 6  # what was known when it was told still holds
    page.value("note({ sets: [[0, 6n]] })")
    fill(page, [[1, 0]])
    page.value("note({ sets: [[4, 5n]] })")
    page.value("timeline.undo()")
    assert page.value("Number(whatIsKnown()[0])") == 7
    assert page.value("nextHint().why") == before


def test_without_hints_the_page_is_small() -> None:
    puzzle = Nonogram.from_picture(KITE)
    found = explain(puzzle)
    assert (
        "hint"
        not in write_player(puzzle)
        .replace("const hint = element", "")
        .lower()
        .split("<body>")[1]
        .split("<script")[0]
    )
    assert explained(found) not in write_player(puzzle)
    assert len(write_player(puzzle)) < 0.9 * len(write_player(puzzle, found))


def test_its_source_tells_nothing() -> None:
    """The explanation is packed, so that the source does not give the solution away."""
    puzzle = shipped("teapot")
    found = explain(puzzle)
    assert found.words.sentence(found.steps[0]) not in write_player(puzzle, found)


def test_the_command_packs_hints_unless_told_otherwise(tmp_path: Path) -> None:
    puzzle = shipped("dom-3")
    for words, wanted in (
        ((), write_player(puzzle, explain(puzzle))),
        (("--time-limit", "60"), write_player(puzzle, explain(puzzle))),
        (("--no-hints",), write_player(puzzle)),
        (("--time-limit", "0.000001"), write_player(puzzle, unexplained(puzzle))),
    ):
        out = tmp_path / "play.html"
        assert main(["draw", "dom-3", "--play", "-o", str(out), "--force", *words]) == 0
        assert out.read_text(encoding="utf-8") == wanted


def test_effort_is_the_same_on_every_machine() -> None:
    puzzle = nonosat.load("teapot")
    first, again = (explain(puzzle, clock=Effort(120)) for _ in range(2))
    assert first.steps == again.steps
    assert 0 < len(first.steps) < len(explain(puzzle).steps)
    assert first.stop_reason is StopReason.TIME_LIMIT


@pytest.mark.parametrize("name", some(["lamps", "poles", "sums-of-places", "camp"], 1))
def test_a_declared_puzzle_is_played_by_its_hints(name: str, opened: Opener) -> None:
    puzzle = nonosat.load(name)
    page = opened(puzzle, nonosat.explain(puzzle))  # type: ignore[arg-type]
    page.until("!document.getElementById('hint-ask').disabled")
    for _ in range(200):
        page.value("document.getElementById('hint-all').click()")
        page.value("document.getElementById('hint-do').click()")
        if solved(page):
            break
    assert solved(page)
    solution = nonosat.solve(puzzle).solution
    assert solution is not None
    filled = next(cell for cell, value in enumerate(puzzle.values(solution)) if value)
    page.value(f"commit([[{filled}, 0]])")
    assert not solved(page)
