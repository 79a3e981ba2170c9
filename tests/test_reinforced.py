"""Reinforced belief propagation: never a wrong solution, however the messages are passed."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import nonosat
from nonosat import backends
from nonosat.answer import Verdict
from nonosat.beliefs import marginals
from nonosat.beliefs.messages import Messages
from nonosat.errors import InputError
from nonosat.narrowing import lines
from nonosat.problem import Block, Blocks, Exactly, Problem
from nonosat.processes.machine_code import LoadedBeside
from nonosat.questions.unique import solve
from nonosat.solving.cards import Card, CardStep, load_card
from tests.helpers.brute import THREE_COLOURS, nonogram, solutions
from tests.helpers.properties import given, st
from tests.helpers.strategies import small_rows

PATIENT = 1 << 30


def start(problem: Problem, options: dict[str, int]) -> backends.Engine:
    return backends.start("reinforced-bp", problem, options)


def compiled_messages() -> type[Messages]:
    pytest.importorskip("numba")
    from nonosat.beliefs.compiled import CompiledMessages

    return CompiledMessages


def kind_of(name: str) -> type[Messages]:
    """The messages in numpy, or their twin in machine code."""
    return Messages if name == "plain" else compiled_messages()


KINDS = ["plain", "compiled"]


@given(small_rows(3), st.sampled_from([(0.5, 0), (0.0, 50), (0.2, 10)]), st.integers(0, 3))
def test_compiled_messages_are_the_same(rows: list[list[int]], how: tuple[float, int], seed: int) -> None:
    problem = lines.narrow(nonogram(rows, THREE_COLOURS).problem()).problem
    plain, compiled = (kind(problem, *how, seed) for kind in (Messages, compiled_messages()))
    for _ in range(3):
        for messages in (plain, compiled):
            messages.run(4, PATIENT)
        assert (plain.done, plain.solved) == (compiled.done, compiled.solved)
        assert compiled.change == pytest.approx(plain.change, abs=1e-6)
        assert compiled.cells == pytest.approx(plain.cells, abs=1e-6)
        for one, other in zip(plain.starts(), compiled.starts(), strict=True):
            assert (one is None) == (other is None)
            if one is not None and other is not None:
                assert other == pytest.approx(one, abs=1e-6)


@pytest.mark.parametrize("name", KINDS)
@given(rows=small_rows(3), rounds=st.sampled_from([5, 50]))
def test_solved_means_a_solution(name: str, rows: list[list[int]], rounds: int) -> None:
    puzzle = nonogram(rows, THREE_COLOURS)
    problem = puzzle.problem()
    messages = kind_of(name)(problem, 0.0, rounds)
    messages.run(rounds, PATIENT)
    assert messages.solved == (puzzle.fault(puzzle.picture(messages.values)) is None)


def test_what_has_many_solutions_is_solved_by_reinforced_messages_alone() -> None:
    chance = random.Random(1)
    problem = nonogram([[chance.randrange(2) for _ in range(20)] for _ in range(20)]).problem()
    engine = start(problem, {"trials": 5})
    assert engine.solve() is True
    values = engine.values()
    assert lines.is_solution(problem, values), "it is a solution, perhaps not the one that was drawn"
    assert engine.solve([(0, values[0])]) is True
    assert engine.solve([(0, 1 - values[0])]) is None, "it gives up, and proves nothing"
    assert engine.solve([], [(0, 1 - values[0])]) is None
    engine.add_blocking_clause(list(enumerate(values)))
    assert engine.solve() is None


@pytest.mark.parametrize("narrow", [False, True])
@given(small_rows(3), st.data())
def test_verdicts_are_the_same_with_reinforced_messages_first(
    narrow: bool, rows: list[list[int]], data: st.DataObject
) -> None:
    """Also if a given contradicts the clues, or a clue is blotted and its line not weighed."""
    puzzle = nonogram(rows, THREE_COLOURS)
    blots = data.draw(st.sets(st.integers(0, puzzle.height - 1), max_size=2))
    clues = [
        tuple(Block(block.colour, 1, puzzle.width) for block in clue) if r in blots else clue
        for r, clue in enumerate(puzzle.rows)
    ]
    known = data.draw(st.text([colour.char for colour in THREE_COLOURS], max_size=2))
    cells = known.ljust(puzzle.width * puzzle.height, "?")[: puzzle.width * puzzle.height]
    givens = tuple(cells[at : at + puzzle.width] for at in range(0, len(cells), puzzle.width))
    puzzle = replace(puzzle, rows=tuple(clues), givens=givens)
    count = len(list(islice(solutions(puzzle), 2)))
    steps = (CardStep("none", "reinforced-bp", {"trials": 2}), CardStep("order", "pysat:minisat22"))
    answer = solve(puzzle, Card("test", steps, narrow=narrow))
    assert answer.verdict is (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[count]


def test_what_is_not_weighed_is_asked_in_the_end() -> None:
    """A blotted line and a count, about which messages know nothing."""
    across = Blocks((0, 1), (Block(1, 1, 1),))
    blotted = Blocks((1, 2), (Block(1, 1, 2),))
    problem = Problem((2,) * 3, (across, blotted, Exactly(2, ((0, 1), (2, 1)))), (0, 1, 2))
    engines = [start(problem, {"seed": seed}) for seed in range(20)]
    assert {engine.solve() for engine in engines} == {True, None}, "by chance"
    assert {engine.values() for engine in engines if engine.solve()} == {bytes((1, 0, 1))}
    contradiction = Problem((2,), (Blocks((0,), (Block(1, 1, 1),)),), (0,), givens=((0, 0),))
    assert start(contradiction, {}).solve([]) is None


def test_compiled_messages_are_loaded_when_they_are_worth_it() -> None:
    pytest.importorskip("numba")
    loaded: list[type[Messages]] = []

    class Twin(Messages):
        """Stands for the compiled messages."""

    def load() -> type[Messages]:
        loaded.append(Twin)
        return Twin

    problem = nonosat.load("gchq").problem()
    never = LoadedBeside[type[Messages]](Messages, load, worth=1e9)
    at_once = LoadedBeside[type[Messages]](Messages, load, worth=0.0)
    assert type(marginals.passed(problem, 1, 0.5, at_once)) is Messages, "there was no work yet"
    assert type(marginals.passed(problem, 1, 0.5, never)) is Messages
    marginals.passed(problem, 1, 0.5, at_once)
    assert at_once.thread is not None
    at_once.thread.join()
    assert loaded == [Twin]
    assert type(marginals.passed(problem, 1, 0.5, at_once)) is Twin
    assert (type(marginals.passed(problem, 1, 0.5, never)), never.thread) == (Messages, None)


@pytest.mark.parametrize("options", [{"max_starts": 10}, {"min_open": 401}])
def test_what_is_too_large_or_too_easy_is_left_to_the_next_step(options: dict[str, int]) -> None:
    problem = nonogram([[(r * c + c) % 2 for c in range(20)] for r in range(20)]).problem()
    assert start(problem, {"trials": 3}).solve() is True
    assert start(problem, {"trials": 3, **options}).solve() is None


def test_the_first_noise_differs_by_seed_and_not_by_run() -> None:
    problem = nonosat.load("gchq").problem()
    first, again, other = (Messages(problem, 0.0, 50, seed).total for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("name", KINDS)
def test_begun_anew_nothing_is_left_of_what_was(name: str) -> None:
    fresh, again = (kind_of(name)(nonosat.load("gchq").problem(), 0.0, 50, seed) for seed in (2, 1))
    again.run(20, 99)
    again.reset(2)
    for messages in (fresh, again):
        messages.run(10, 99)
    assert np.array_equal(fresh.total, again.total)
    assert (again.done, again.change, again.solved) == (fresh.done, fresh.change, fresh.solved)


def card(tmp_path: Path, text: str) -> Card:
    path = tmp_path / "card.yaml"
    path.write_text(text, encoding="utf-8")
    return load_card(str(path))


def test_an_incomplete_backend_needs_a_step_after_them(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is incomplete and cannot be the last step"):
        card(tmp_path, "name: test\nbackend: reinforced-bp\n")
    found = card(tmp_path, "name: test\nsteps:\n  - {backend: reinforced-bp}\n  - {backend: cpsat}\n")
    assert [step.encoding for step in found.steps] == ["none", "order"]


@pytest.mark.parametrize("options", ["{rounds: 0}", "{rounds: many}", "{trials: true}", "{chance: 1}"])
def test_options_are_of_their_type(tmp_path: Path, options: str) -> None:
    step = f"  - {{backend: reinforced-bp, options: {options}}}"
    with pytest.raises(InputError, match=r"card\.yaml:3"):
        card(tmp_path, f"name: test\nsteps:\n{step}\n  - {{backend: cpsat}}\n")
