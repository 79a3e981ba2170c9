"""Nonograms as a taskset of verifiers (`verifiers.v1`): one answer for each puzzle, graded by the clues.

pip install nonosat "verifiers>=0.4,<0.5"
python verifiers_env.py

verifiers finds a taskset by the name of a top-level module that has it in its `__all__`: by the name of this
file.
"""

import asyncio
import json
from types import SimpleNamespace

import verifiers.v1 as vf

import nonosat
from nonosat import toolkit
from nonosat.learning import grade

__all__ = ["NonogramTaskset"]

PROMPT = """\
Solve this nonogram of {height} rows and {width} columns.
Each clue lists the lengths of the runs of filled cells in its line, in order; runs are separated by at least
one empty cell, and 0 is an empty line.

{clues}

Answer with {height} lines of {width} characters, # for a filled cell and . for an empty one, nothing else.
"""


class NonogramConfig(vf.TasksetConfig):
    """Which puzzles to make; `level` is their class, as `nonosat rate` has it."""

    num_tasks: int = 100
    width: int = 5
    height: int = 5
    level: str = "lines"
    seed: int = 0


class NonogramData(vf.TaskData):
    """A puzzle's clues, which are enough to grade an answer."""

    rows: list[list[int]]
    columns: list[list[int]]


class NonogramTask(vf.Task[NonogramData, vf.State, vf.TaskConfig]):
    """A puzzle to be answered with its picture."""

    def _grade(self, trace):
        puzzle = nonosat.load({"rows": self.data.rows, "columns": self.data.columns})
        return grade(puzzle, trace.last_reply or "", nonosat.Limits(time=5))

    @vf.reward(weight=1.0)
    async def by_clues(self, trace: vf.Trace) -> float:
        """Return 1 for any solution; for another picture, half the share that is right."""
        return float(self._grade(trace).score)

    @vf.metric
    async def readable(self, trace: vf.Trace) -> float:
        """Return whether a complete picture could be read."""
        return float(self._grade(trace).reading.picture is not None)


class NonogramTaskset(vf.Taskset[NonogramTask, NonogramConfig]):
    """Nonograms with exactly one solution, the same for the same seed."""

    def load(self):
        size = {"width": self.config.width, "height": self.config.height}
        order = toolkit.Order(**size, levels=(self.config.level,), seed=self.config.seed)
        for made in toolkit.make_each(order, self.config.num_tasks):
            puzzle, record = made.puzzle, json.loads(toolkit.write([made.puzzle], "jsonl"))
            text = PROMPT.format(**size, clues="\n".join(puzzle.clue_lines()))
            data = NonogramData(prompt=text, rows=record["rows"], columns=record["columns"])
            yield NonogramTask(data, self.config.task)


if __name__ == "__main__":
    for task in NonogramTaskset(NonogramConfig(num_tasks=3)).load():
        puzzle = nonosat.load({"rows": task.data.rows, "columns": task.data.columns})
        for reply in ("\n".join(nonosat.solve(puzzle).solution), "no idea"):
            print(asyncio.run(task.by_clues(SimpleNamespace(last_reply=reply))), end=" ")
        print()
