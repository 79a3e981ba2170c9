"""The main road from end to end: verdicts, witnesses, limits."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nonosat
from nonosat.answer import Verdict
from nonosat.errors import InternalError
from nonosat.problem import Block
from nonosat.processes import worker
from nonosat.processes.limits import Limits
from nonosat.puzzles.nonogram import Nonogram
from nonosat.questions.unique import solve
from nonosat.solving.cards import Card, CardStep, all_cards, load_card
from nonosat.solving.run import Run, Values
from tests.brute import THREE_COLOURS, nonogram, solutions
from tests.test_backends import UNIQUE_GRIDS
from tests.verdicts import every_card_agrees

CARDS = all_cards()


def small_rows(values: int = 2) -> st.SearchStrategy[list[list[int]]]:
    return st.tuples(st.integers(1, 5), st.integers(1, 5)).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, values - 1), min_size=size[0], max_size=size[0]),
            min_size=size[1],
            max_size=size[1],
        )
    )


def agrees(puzzle: Nonogram) -> None:
    """Every card's verdict is what trying everything says."""
    every_card_agrees(puzzle, list(solutions(puzzle)))


@given(small_rows())
def test_every_card_is_right_on_small_pictures(rows: list[list[int]]) -> None:
    agrees(nonogram(rows))


@given(small_rows(3))
def test_every_card_is_right_on_small_pictures_in_colour(rows: list[list[int]]) -> None:
    agrees(nonogram(rows, THREE_COLOURS))


@given(small_rows(), st.data())
def test_givens_and_blotted_clues(rows: list[list[int]], data: st.DataObject) -> None:
    puzzle = nonogram(rows)
    picture = puzzle.picture([value for row in rows for value in row])
    puzzle = replace(
        puzzle,
        rows=tuple(
            tuple(Block(b.colour, 1, 1_000_000) if data.draw(st.booleans()) else b for b in clue)
            for clue in puzzle.rows
        ),
        # A wrong given now and then, so that puzzles without a solution come up too.
        givens=tuple(
            "".join(data.draw(st.sampled_from(["?", "?", char, char, "#"])) for char in row)
            for row in picture
        ),
    )
    agrees(puzzle)


@settings(max_examples=30)
@given(st.integers(0, 10**9), st.integers(6, 14), st.integers(6, 14))
def test_larger_pictures_are_found_again(seed: int, width: int, height: int) -> None:
    import random

    draw = random.Random(seed)
    rows = [[draw.random() < 0.6 for _ in range(width)] for _ in range(height)]
    puzzle = nonogram([[int(cell) for cell in row] for row in rows])
    verdicts = set()
    for card in CARDS:
        answer = solve(puzzle, card)
        assert answer.solution is not None
        assert puzzle.fault(answer.solution) is None
        verdicts.add(answer.verdict)
    assert len(verdicts) == 1
    assert verdicts <= {Verdict.UNIQUE, Verdict.MULTIPLE}


def test_the_4x4_grids_that_are_the_only_solution_of_their_clues() -> None:
    """OEIS A242876, up to turns and mirrors of the clues."""
    seen: set[tuple[object, object]] = set()
    found = 0
    for values in product((0, 1), repeat=16):
        rows = [values[i : i + 4] for i in range(0, 16, 4)]
        puzzle = nonogram(rows)
        if (puzzle.rows, puzzle.columns) in seen:
            continue
        images = set()
        for r, c in ((puzzle.rows, puzzle.columns), (puzzle.columns, puzzle.rows)):
            for r2, c2 in ((r, c), (r[::-1], mirrored(c))):
                images |= {(r2, c2), (mirrored(r2), c2[::-1])}
        seen |= images
        found += len(images) * (solve(puzzle, AUTO).verdict is Verdict.UNIQUE)
    assert found == UNIQUE_GRIDS[4]


AUTO = load_card("auto")


def mirrored(clues: tuple[tuple[Block, ...], ...]) -> tuple[tuple[Block, ...], ...]:
    return tuple(clue[::-1] for clue in clues)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.name)
def test_gchq(card: Card) -> None:
    answer = solve(nonosat.load("gchq"), card)
    assert answer.verdict is Verdict.UNIQUE
    assert answer.solution is not None
    assert answer.solution[0] == "#######.###...#.#.#######"
    answer = solve(nonosat.load("gchq-no-givens"), card)
    assert answer.verdict is Verdict.MULTIPLE


def test_what_is_settled_without_a_solver_starts_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden() -> worker.Worker:
        raise AssertionError("a solver was started")

    monkeypatch.setattr(worker, "lease", forbidden)
    answer = solve(nonosat.load("gchq"))
    assert (answer.verdict, answer.basis) == (Verdict.UNIQUE, "by lines alone")
    too_long = Nonogram(rows=((Block(1, 3, 3), Block(1, 2, 2)),), columns=((Block(1, 1, 1),),) * 5)
    answer = solve(too_long)
    assert answer.verdict is Verdict.NONE
    assert answer.basis == "row 1: the clue 3 2 needs 6 cells, the line has 5"
    sums = Nonogram(rows=((Block(1, 2, 2),), ()), columns=((Block(1, 1, 1),), ()))
    answer = solve(sums)
    assert answer.verdict is Verdict.NONE
    assert answer.basis == "the rows ask for 2 black cells, the columns for 1"


@pytest.mark.parametrize("name", ["pysat:cadical195", "pysat:glucose4", "pysat:kissat404", "cpsat"])
def test_the_time_limit_holds_inside_one_long_call(name: str) -> None:
    from nonosat.puzzles.families import n_dom

    card = Card("test", (CardStep("order", name),))
    answer = solve(n_dom(60), card, limits=Limits(1.5))
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.stop_reason == "time limit"
    assert answer.seconds["total"] < 10


def test_a_model_too_large_for_the_memory_limit_is_refused_before_it_is_built() -> None:
    one = (Block(1, 1, 1),)
    answer = solve(
        Nonogram(rows=(one * 3,) * 1000, columns=(one * 3,) * 1000),
        "order-glucose",
        limits=Limits(memory=2 << 30),
    )
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.stop_reason == "memory limit"
    assert "MiB" in answer.basis


def test_a_card_may_stop_at_the_first_solution() -> None:
    card = replace(load_card("order-glucose"), goal="solution")
    answer = solve(nonosat.load("gchq-no-givens"), card)
    assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, "done")
    assert answer.solution is not None
    assert answer.other is None


def test_a_wrong_picture_is_an_internal_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Nonogram, "fault", lambda *_: "row 1 is wrong")
    with pytest.raises(InternalError, match="row 1 is wrong"):
        solve(nonosat.load("gchq-no-givens"))


def test_an_interruption_gives_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def find(run: Run) -> Values | None:
        calls.append(run)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return original(run)

    original = Run.find
    monkeypatch.setattr(Run, "find", find)
    answer = solve(nonosat.load("gchq-no-givens"), replace(load_card("auto"), switches=False))
    assert (answer.verdict, answer.stop_reason) == (Verdict.UNKNOWN, "interrupted")
    assert answer.solution is not None


def test_an_answer_shows_itself() -> None:
    answer = solve(nonosat.load("gchq-no-givens"))
    assert "more than one solution; these two differ in the" in repr(answer)
    assert answer._repr_html_().count("<svg") == 2
