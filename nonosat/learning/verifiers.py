"""Nonograms as a taskset of verifiers (`verifiers.v1`), graded against the clues; and an environment of
moves.

    from nonosat.learning.verifiers import load_environment
    env = load_environment(num_tasks=100, width=8, height=8)
    env = load_environment(moves=True)

verifiers finds plugins by the name of a top-level module: in this process, `nonosat_nonogram` is this one. To
use its command line, create a module `nonosat_nonogram.py` that has `NonogramTaskset` in its `__all__`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import Any

try:
    import verifiers.v1 as vf
except ModuleNotFoundError as error:
    what = "verifiers is not installed: pip install 'nonosat[verifiers]'"
    raise ModuleNotFoundError(what, name=error.name) from None

from nonosat import UNKNOWN, InputError, Order, moves
from nonosat.learning.environment import Environment, Outcome
from nonosat.learning.grading import Grade
from nonosat.learning.source import DEFAULT, LIMIT, clues, graded, made, prompt, puzzle_of, up_to

__all__ = ["MovesEnv", "NonogramTaskset"]

NAME = "nonosat_nonogram"

_MOVE = re.compile(r"\b[rR]\d{1,4}[cC]\d{1,4}=\S")
_WRONG_MOVES = 3  # this many in a row end the episode


class NonogramConfig(vf.TasksetConfig):  # type: ignore[misc, unused-ignore]
    """Which puzzles to make; `level` is the hardest accepted class of `nonosat rate`."""

    num_tasks: int = 100
    width: int = 5
    height: int = 5
    density: float = Order.density
    level: str = "lines"
    prompt: str = DEFAULT
    seed: int = 0


class NonogramData(vf.TaskData):  # type: ignore[misc, unused-ignore]
    """The clues of a puzzle, which are enough to grade an answer."""

    rows: list[list[int]]
    columns: list[list[int]]


class NonogramTask(vf.Task[NonogramData, vf.State, vf.TaskConfig]):  # type: ignore[misc, unused-ignore]
    """A puzzle to be answered with its picture."""

    def _grade(self, trace: Any) -> Grade:
        return graded(self.data.model_dump(), trace.info.get("filled", trace.last_reply))

    @vf.reward(weight=1.0)  # type: ignore[untyped-decorator, unused-ignore]
    async def by_clues(self, trace: vf.Trace) -> float:
        """Score the last reply, or the state after the moves: at most half if cells are open."""
        filled = str(trace.info.get("filled", ""))
        if UNKNOWN in filled:
            cells = filled.replace("\n", "")
            return (len(cells) - cells.count(UNKNOWN)) / len(cells) / 2
        return float(self._grade(trace).score)

    @vf.metric  # type: ignore[untyped-decorator, unused-ignore]
    async def solved(self, trace: vf.Trace) -> float:
        """Whether the last reply, or the state, is a solution."""
        return float(self._grade(trace).exact)

    @vf.metric  # type: ignore[untyped-decorator, unused-ignore]
    async def readable(self, trace: vf.Trace) -> float:
        """Whether a complete picture could be read."""
        return float(self._grade(trace).reading.picture is not None)


class NonogramTaskset(vf.Taskset[NonogramTask, NonogramConfig]):  # type: ignore[misc, unused-ignore]
    """Nonograms with exactly one solution, the same for the same seed."""

    def load(self) -> Iterator[NonogramTask]:
        """Yield the tasks."""
        config = self.config
        levels, size = up_to(config.level), {"width": config.width, "height": config.height}
        order = Order(**size, density=config.density, levels=levels)
        for number in range(config.num_tasks):
            puzzle = made(order, config.seed * 1_000_003 + number).puzzle
            yield NonogramTask(
                NonogramData(
                    name=f"nonogram {config.width}x{config.height} #{config.seed}-{number}",
                    prompt=prompt(puzzle, config.prompt),
                    **clues(puzzle),
                ),
                config.task,
            )


class MovesConfig(vf.EnvConfig):  # type: ignore[misc, unused-ignore]
    """The player."""

    player: vf.AgentConfig = vf.AgentConfig()


class MovesEnv(vf.Env[MovesConfig]):  # type: ignore[misc, unused-ignore]
    """A move per turn: each is graded, and a right one is filled in. Besides the task's own rewards, `moves`
    is the share of the moves that followed from the known cells.
    """

    async def run(self, task: Any, agents: Any) -> None:
        """Play until the picture is complete, or three moves in a row are wrong."""
        practice = Environment(puzzle_of(task.data.model_dump()))
        forced = tried = wrong = 0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                tried += 1
                says, standing = _judged(practice, segment.last_reply)
                forced += standing is moves.Standing.FORCED
                right = standing in (moves.Standing.FORCED, moves.Standing.CONSISTENT, moves.Standing.NOT_YET)
                wrong = 0 if right else wrong + 1
                if practice.over or wrong == _WRONG_MOVES:
                    break
                segment = await interaction.turn("\n".join([says, *practice.state]))
            # The rewards of the task are recorded when the interaction is left.
            interaction.trace.info["filled"] = "\n".join(practice.state)
        interaction.trace.record_reward("moves", forced / max(tried, 1), 0.0)
        interaction.trace.record_metric("complete", float(practice.verdict() is Outcome.SOLVED))


def _judged(practice: Environment, reply: str) -> tuple[str, moves.Standing | None]:
    """Grade the last move in a reply, and make it if a solution agrees with it."""
    said = _MOVE.findall(reply)
    if not said:
        return "There is no move such as r3c4=# in your answer.", None
    try:
        move = moves.read_move(said[-1], practice.puzzle)
    except InputError as error:
        return f"{error}.", None
    judged = moves.grade_step(practice.puzzle, practice.state, move, LIMIT)
    if judged.right and judged.standing is not moves.Standing.KNOWN:
        practice.step(said[-1])
    return judged.sentence().partition(": ")[2], judged.standing


def load_environment(moves: bool = False, agent: dict[str, Any] | None = None, **options: Any) -> Any:
    """Return the environment: of one answer per puzzle, or of `moves`.

    `agent` is verifiers' configuration of the player, `options` are those of `NonogramConfig`.
    """
    sys.modules.setdefault(NAME, sys.modules[__name__])
    if moves:
        options.setdefault("prompt", "moves/1")
    env, player = (NAME, "player") if moves else ("single_agent", "agent")
    data = {"id": env, "taskset": {"id": NAME, **options}} | ({} if agent is None else {player: agent})
    return vf.load_environment(vf.resolve_env_config(data))
