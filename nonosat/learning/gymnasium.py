"""`Environment` for gymnasium: `gymnasium.make("nonosat/Nonogram-v0")` after importing this module.

An observation has the cells (-1 is open, else the value) and the clues' lengths and colours, padded with
zeros. `info["action_mask"]` marks the legal actions; others change nothing and are penalised.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    what = "gymnasium is not installed: pip install 'nonosat[gymnasium]'"
    raise ModuleNotFoundError(what, name=error.name) from None

from nonosat import UNKNOWN, Block, InputError, Nonogram, Order, Puzzle
from nonosat.learning.environment import CLUES, Environment
from nonosat.learning.source import CURRICULUM, Source, source_of

ID = "nonosat/Nonogram-v0"


class NonogramEnv(gymnasium.Env[dict[str, Any], Any]):
    """Puzzles of one size and palette, to be filled in cell by cell; see `Environment`.

    An episode is truncated after twice as many steps as there are cells.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - as gymnasium has it

    def __init__(
        self,
        puzzle: Puzzle | Order | Source = CURRICULUM[1],
        reward: str = CLUES,
        ends_when_wrong: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.render_mode = render_mode
        self.practice = Environment(source_of(puzzle), reward, ends_when_wrong)
        shown, colours = self._observation(), len(self.practice.puzzle.palette)
        height, width = shown["cells"].shape
        bounds = {
            "cells": (-1, colours - 1),
            "rows": (0, max(width, colours)),
            "columns": (0, max(height, colours)),
        }
        self.observation_space = spaces.Dict(
            {name: spaces.Box(*bounds[name], array.shape, array.dtype) for name, array in shown.items()}
        )
        self.action_space = spaces.Discrete(self.practice.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start an episode."""
        super().reset(seed=seed)
        before = self.practice.actions
        self.practice.reset(int(self.np_random.integers(1 << 32)))
        shown = self._observation()
        if self.practice.actions != before or not self.observation_space.contains(shown):
            raise InputError("the puzzles of a gymnasium environment have one size and palette")
        return shown, self._info()

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Fill in a cell."""
        turn = self.practice.step(int(action))
        truncated = not turn.over and self.practice.steps >= 2 * self.practice.puzzle.width * len(turn.state)
        info = self._info() | {"illegal": turn.info["illegal"], "verdict": str(turn.info["verdict"])}
        return self._observation(), turn.reward, turn.over, truncated, info

    def render(self) -> str | None:
        """Return the state with the clues, as text."""
        return self.practice.render() if self.render_mode == "ansi" else None

    def _observation(self) -> dict[str, Any]:
        puzzle = self.practice.puzzle
        if not isinstance(puzzle, Nonogram):
            raise InputError(f"the environment shows the clues of nonograms, not of kind {puzzle.kind}")
        values = {UNKNOWN: -1, **{colour.char: value for value, colour in enumerate(puzzle.palette)}}
        cells = [[values[char] for char in row] for row in self.practice.state]
        return {
            "cells": np.array(cells, np.int8),
            "rows": _padded(puzzle.rows, puzzle.width, len(puzzle.palette)),
            "columns": _padded(puzzle.columns, puzzle.height, len(puzzle.palette)),
        }

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(self.practice.actions, np.int8)
        mask[self.practice.legal()] = 1
        return {"action_mask": mask}


def _padded(clues: Sequence[tuple[Block, ...]], length: int, colours: int) -> Any:
    """Return the length and the colour by line and block; blocks of different colours may touch."""
    array = np.zeros((len(clues), (length + 1) // 2 if colours == 2 else length, 2), np.int16)
    for line, clue in enumerate(clues):
        for k, block in enumerate(clue):
            array[line, k] = block.low, block.colour
    return array


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point=f"{__name__}:NonogramEnv")
