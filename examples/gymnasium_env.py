"""A gymnasium environment: a nonogram that is filled in cell by cell.

pip install nonosat gymnasium
python gymnasium_env.py
"""

import itertools
from dataclasses import replace

import gymnasium
import numpy as np
from gymnasium import spaces

import nonosat
from nonosat import toolkit


class NonogramEnv(gymnasium.Env):
    """Nonograms with one solution. Action 2 * cell + 1 makes a cell black, action 2 * cell makes it white.

    A line that is complete and matches its clue is rewarded, so that a solution is worth 1 in all. An illegal
    action changes nothing and costs 1 / cells. `info["action_mask"]` marks the legal ones.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - as gymnasium has it

    def __init__(self, width=5, height=5, render_mode=None):
        self.width, self.height, self.render_mode = width, height, render_mode
        self.order = toolkit.Order(width=width, height=height)
        rows, columns = (height, (width + 1) // 2), (width, (height + 1) // 2)
        self.observation_space = spaces.Dict(
            cells=spaces.Box(-1, 1, (height, width), np.int8),  # -1 is open
            rows=spaces.Box(0, width, rows, np.int8),  # clues, padded with zeros
            columns=spaces.Box(0, height, columns, np.int8),
        )
        self.action_space = spaces.Discrete(2 * width * height)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        order = replace(self.order, seed=int(self.np_random.integers(1 << 32)))
        made = (toolkit.make(order, number) for number in itertools.count())
        self.puzzle = next(one.puzzle for one in made if isinstance(one, toolkit.Made))
        self.cells = np.full((self.height, self.width), -1, np.int8)
        self.steps = 0
        return self._observation(), self._info()

    def step(self, action):
        row, column = divmod(int(action) // 2, self.width)
        legal = self.cells[row, column] < 0
        if legal:
            self.cells[row, column] = action % 2
        self.steps += 1
        over = bool((self.cells >= 0).all())
        reward = self._worth(row, column) if legal else -1 / self.cells.size
        truncated = not over and self.steps >= 2 * self.cells.size
        return self._observation(), reward, over, truncated, self._info()

    def render(self):
        chars = [["?.#"[value + 1] for value in row] for row in self.cells]
        return nonosat.draw(self.puzzle, tuple(map("".join, chars))).text()

    def _worth(self, row, column):
        """Return the share of all lines that a cell completes, as their clues ask."""
        lines = (self.cells[row], self.puzzle.rows[row]), (self.cells[:, column], self.puzzle.columns[column])
        right = [(line >= 0).all() and _runs(line) == [block.low for block in clue] for line, clue in lines]
        return sum(map(float, right)) / (self.width + self.height)

    def _observation(self):
        sides = {"rows": self.puzzle.rows, "columns": self.puzzle.columns}
        shown = {name: np.zeros(self.observation_space[name].shape, np.int8) for name in sides}
        for name, clues in sides.items():
            for line, clue in enumerate(clues):
                shown[name][line, : len(clue)] = [block.low for block in clue]
        return {"cells": self.cells.copy(), **shown}

    def _info(self):
        return {"action_mask": np.repeat(self.cells.ravel() < 0, 2).astype(np.int8)}


def _runs(line):
    return [len(run) for run in "".join(map(str, line)).split("0") if run]


gymnasium.register("Nonogram-v0", NonogramEnv)

if __name__ == "__main__":
    env = gymnasium.make("Nonogram-v0", render_mode="ansi")
    _, info = env.reset(seed=1)
    total, over = 0.0, False
    while not over:  # a player who knows the picture
        action = next(
            action
            for action in np.flatnonzero(info["action_mask"])
            if "".join(env.unwrapped.puzzle.goal)[action // 2] == ".#"[action % 2]
        )
        _, reward, over, _, info = env.step(action)
        total += reward
    print(env.render(), f"return {total:.2f}", sep="\n")
