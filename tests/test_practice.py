"""Moves are judged, episodes are deterministic, rewards add up, and the frameworks' own checkers pass."""

import re
import sys
from importlib import import_module
from random import Random

import pytest

from nonosat import InputError, Nonogram, Order
from nonosat.learning import CURRICULUM, Environment, Outcome, made, prompt
from nonosat.learning.environment import CERTAIN, CLUES
from nonosat.learning.source import prompts
from nonosat.puzzles import CellPuzzle, cell_kind
from nonosat.reasons.moves import Standing, grade_step, read_move
from tests.helpers import brute
from tests.helpers.brute import solutions
from tests.helpers.fixtures import Patch
from tests.helpers.properties import given, settings, st
from tests.helpers.strategies import small_rows

SWITCH = Nonogram.from_picture(("#..", "..#", ".#."))


def played(practice: Environment, picture: tuple[str, ...]) -> float:
    """Fill in a picture; return the sum of the rewards."""
    total = 0.0
    for cell, char in enumerate("".join(picture)):
        row, column = divmod(cell, practice.puzzle.width)
        total += practice.step(f"r{row + 1}c{column + 1}={char}").reward
    return total


@pytest.mark.parametrize("reward", [CLUES, CERTAIN])
def test_a_solved_puzzle_is_worth_1(reward: str) -> None:
    practice = Environment(Order(width=5, height=4), reward)
    for seed in range(5):
        practice.reset(seed)
        assert practice.verdict() is Outcome.OPEN and not practice.over
        assert played(practice, practice.puzzle.goal) == pytest.approx(1)
        assert practice.verdict() is Outcome.SOLVED and practice.over and not practice.legal()


def test_any_solution_counts_and_what_is_open_is_not_rewarded() -> None:
    for picture in solutions(SWITCH):
        practice = Environment(SWITCH)
        assert played(practice, picture) == pytest.approx(1)
        assert practice.verdict() is Outcome.SOLVED
    practice = Environment(SWITCH, CERTAIN)
    assert played(practice, SWITCH.goal) == 0  # no cell is certain


def test_the_same_seed_gives_the_same_episode() -> None:
    one, two = Environment(), Environment()
    assert one.reset(7) == two.reset(7) and one.puzzle == two.puzzle
    following = [practice.reset() and practice.puzzle for practice in (one, two)]
    assert following[0] == following[1]
    for action in one.legal()[::3]:
        assert one.step(action) == two.step(action)


def test_illegal_actions_change_nothing_and_cost() -> None:
    practice = Environment(SWITCH)
    first = practice.step("r1c1=#")
    again = practice.step("r1c1=.")
    assert again.info["illegal"] and again.reward < 0 and again.state == first.state
    assert practice.action("r1c1=#") not in practice.legal()
    with pytest.raises(InputError):
        practice.step(practice.actions)


def test_an_episode_can_end_with_the_first_contradiction() -> None:
    practice = Environment(SWITCH, ends_when_wrong=True)
    assert not practice.step("r1c1=#").over
    turn = practice.step("r1c2=#")
    assert turn.over and turn.info["verdict"] is Outcome.WRONG


def test_a_curriculum_is_made_to_order() -> None:
    for order in CURRICULUM[:5]:
        found = made(order, 3)
        assert found == made(order, 3)
        assert found.puzzle.grid == (order.height, order.width)
        assert found.difficulty.level in order.levels
        assert next(iter(solutions(found.puzzle))) == found.puzzle.goal


@pytest.mark.parametrize("name", list(prompts()))
def test_prompts_have_all_clues_and_no_picture(name: str) -> None:
    puzzle: CellPuzzle = made(CURRICULUM[2], 1).puzzle
    kind, _, named = name.rpartition("-")
    if kind:
        puzzle = cell_kind(kind).from_picture(puzzle.goal)
    text = prompt(puzzle, named)
    for line in puzzle.clue_lines():
        assert f"{line}\n" in text
    assert "\n".join(puzzle.goal) not in text
    assert "{" not in text


def test_a_mistyped_prompt_is_answered_with_the_nearest() -> None:
    with pytest.raises(InputError, match="short/1"):
        prompt(SWITCH, "short/2")


@settings(max_examples=40)
@given(values=small_rows(), seed=st.integers(0, 2**32))
def test_a_move_is_judged_as_brute_force_does(values: list[list[int]], seed: int) -> None:
    puzzle, rng = brute.nonogram(values), Random(seed)
    found = list(solutions(puzzle))
    base = rng.choice(found)
    state = tuple("".join(char if rng.random() < 0.3 else "?" for char in row) for row in base)
    cell = rng.randrange(puzzle.width * puzzle.height)
    row, column = divmod(cell, puzzle.width)
    move = read_move(f"r{row + 1}c{column + 1}={rng.choice('#.')}", puzzle)
    judged = grade_step(puzzle, state, move)
    known, cells = state[row][column], "".join(state)
    cells = f"{cells[:cell]}?{cells[cell + 1 :]}"
    agree = [s for s in found if all(w in ("?", h) for w, h in zip(cells, "".join(s), strict=True))]
    have = {s[row][column] for s in agree}
    if move.char not in have:
        assert judged.standing is Standing.CONTRADICTS
    elif known == move.char:
        assert judged.standing is Standing.KNOWN
    elif len(have) == 2:
        assert judged.standing is Standing.CONSISTENT
    else:
        assert judged.standing in (Standing.FORCED, Standing.NOT_YET)
        across, down = cells[row * puzzle.width :][: puzzle.width], cells[column :: puzzle.width]
        lines = [(across, puzzle.rows[row], column), (down, puzzle.columns[column], row)]
        alone = any(
            all(
                line[place] == int(move.char == "#")
                for line in brute.lines(clue, len(known))
                if all(c == "?" or int(c == "#") == v for c, v in zip(known, line, strict=True))
            )
            for known, clue, place in lines
        )
        assert (judged.rung == 1) == alone


@pytest.mark.parametrize("package", ["gymnasium", "reasoning-gym", "verifiers"])
def test_a_missing_package_is_named_with_its_extra(package: str, monkeypatch: Patch) -> None:
    name = package.replace("-", "_")
    monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"nonosat.learning.{name}", raising=False)
    what = re.escape(f"{package} is not installed: pip install 'nonosat[{package}]'")
    with pytest.raises(ImportError, match=f"^{what}$"):
        import_module(f"nonosat.learning.{name}")


def test_gymnasium_s_own_checker_passes() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    from gymnasium.utils.env_checker import check_env

    from nonosat.learning.gymnasium import ID

    with pytest.MonkeyPatch.context():
        env = gymnasium.make(ID, render_mode="ansi")
        check_env(env.unwrapped)
    seen, info = env.reset(seed=3)
    assert env.observation_space.contains(seen)
    total, over = 0.0, False
    practice = env.unwrapped.practice
    while not over:
        wanted = "".join(practice.puzzle.goal)
        action = next(
            a for a in info["action_mask"].nonzero()[0] if practice.move(int(a)).char == wanted[a // 2]
        )
        _, reward, over, truncated, info = env.step(int(action))
        total += reward
        assert not truncated
    assert total == pytest.approx(1) and info["verdict"] == "solved"


def test_reasoning_gym_scores_right_wrong_and_garbled_answers() -> None:
    reasoning_gym = pytest.importorskip("reasoning_gym")
    import nonosat.learning.reasoning_gym as adapter

    data = reasoning_gym.create_dataset(adapter.NAME, size=5, seed=42)
    for item in data:
        answer: str = item["answer"]
        assert data.score_answer(f"I think it is\n{answer}\n", item) == 1
        wrong = answer.replace("#", "!").replace(".", "#").replace("!", ".")
        assert 0 <= data.score_answer(wrong, item) < 1
        assert data.score_answer("no idea", item) == data.score_answer(None, item) == 0
    assert data[3] == reasoning_gym.create_dataset(adapter.NAME, size=5, seed=42)[3]
    curriculum = reasoning_gym.factory.create_curriculum(adapter.NAME)
    assert curriculum.increment_attr_level("size")
    assert adapter.NonogramDataset(curriculum.generate_configuration({"seed": 1}))[0]["answer"]
