"""Hints on the page to play: level by level, true from any state, and nothing before it is asked for."""

import json
import random
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

import pytest

import nonosat
from nonosat import Nonogram, Picture, StopReason, explain
from nonosat.automata.masks import narrow
from nonosat.cli import main
from nonosat.pages.play import write_hints, write_player
from nonosat.problem import Block, Clue
from nonosat.processes.effort import Effort
from nonosat.toolkit import Palette
from tests.helpers import brute
from tests.helpers.browser import Browser
from tests.helpers.hinted import TOLD, asked, fill, marked, ready, unexplained
from tests.helpers.playing import COLOURS, KITE, Opener, middle, place, solved
from tests.helpers.puzzles import shipped
from tests.helpers.samples import share, some


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
    assert asked(page) == "Row 3, clue 5: look at cells 1 to 5."
    assert marked(page) == {"sets": [10, 11, 12, 13, 14]}
    page.press("?")
    assert page.value(TOLD) == "Row 3 (complete line): the 5 fills it, so cells 1 to 5 are black."
    page.drag(middle(page, "[data-level=where]"))
    assert page.value(TOLD) == "Look at row 3: complete line."
    assert marked(page) == {}
    page.drag(middle(page, "[data-level=why]"))
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
    assert ", column " in asked(page)
    assert list(marked(page)) == ["assumed"]
    assert page.value("document.querySelector('#hint-steps').children.length") == 0
    assert asked(page).startswith("Suppose ")
    assert list(marked(page)) == ["sets"]
    assert page.value("document.querySelector('#hint-steps').children.length") > 3
    page.drag(middle(page, "#hint-steps li:first-child button"))
    assert list(marked(page)) == ["assumed"]


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
    for _ in range(2):
        last = asked(page)
    assert "in all arrangements" in last
    followed(page, wanted, puzzle.palette)
    assert solved(page)


def test_where_nothing_can_be_unpacked(opened: Opener) -> None:
    puzzle = Nonogram.from_picture(KITE)
    page = opened(puzzle, explain(puzzle))
    page.until("!document.querySelector('#hint-ask').disabled")
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
    assert page.value("[...document.querySelectorAll('[data-level]')].every((one) => one.hidden)")


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
    assert write_hints(found) not in write_player(puzzle)
    assert len(write_player(puzzle)) < 0.9 * len(write_player(puzzle, found))


def test_its_source_tells_nothing() -> None:
    """The explanation is packed, so that the source does not give the solution away."""
    puzzle = shipped("teapot")
    found = explain(puzzle)
    assert found.words.sentence(found.steps[0]) not in write_player(puzzle, found)


def test_the_command_packs_hints_within_the_limit(tmp_path: Path) -> None:
    puzzle = shipped("dom-3")
    for words, wanted in (
        ((), write_player(puzzle, explain(puzzle))),
        (("--time-limit", "60"), write_player(puzzle, explain(puzzle))),
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
        page.value("document.getElementById('hint-ask').click()")
        page.value("document.getElementById('hint-do').focus()")
        page.press("Enter")
        assert page.value("document.activeElement.id") == "hint-ask"
        if solved(page):
            break
    assert solved(page)
    solution = nonosat.solve(puzzle).solution
    assert solution is not None
    filled = next(cell for cell, value in enumerate(puzzle.values(solution)) if value)
    page.value(f"commit([[{filled}, 0]])")
    assert not solved(page)
