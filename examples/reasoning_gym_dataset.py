"""Nonograms as a procedural dataset of reasoning-gym, in which any solution scores 1.

pip install nonosat reasoning-gym
python reasoning_gym_dataset.py
"""

import itertools
import json
from dataclasses import dataclass
from random import Random

import reasoning_gym
from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import ProceduralDataset, register_dataset

import nonosat
from nonosat import toolkit
from nonosat.learning import grade

QUESTION = """\
Solve this nonogram of {height} rows and {width} columns.
Each clue lists the lengths of the runs of filled cells in its line, in order; runs are separated by at least
one empty cell, and 0 is an empty line.

{clues}

Answer with {height} lines of {width} characters, # for a filled cell and . for an empty one, nothing else.
"""


@dataclass
class NonogramConfig:
    """Which puzzles to make; `level` is their class, as `nonosat rate` has it."""

    min_size: int = 5
    max_size: int = 8
    level: str = "lines"
    seed: int | None = None
    size: int = 500

    def validate(self):
        assert 1 <= self.min_size <= self.max_size <= 50, "expected 1 <= min_size <= max_size <= 50"


class NonogramDataset(ProceduralDataset):
    """Nonograms with exactly one solution; the same seed gives the same items."""

    def __init__(self, config):
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx):
        random = Random(f"{self.seed} {idx}")
        side = random.randint(self.config.min_size, self.config.max_size)
        levels, seed = (self.config.level,), random.getrandbits(48)
        order = toolkit.Order(width=side, height=side, levels=levels, seed=seed)
        made = (toolkit.make(order, number) for number in itertools.count())
        puzzle = next(one.puzzle for one in made if isinstance(one, toolkit.Made))
        clues = "\n".join(puzzle.clue_lines())
        return {
            "question": QUESTION.format(height=side, width=side, clues=clues),
            "answer": "\n".join(puzzle.goal),
            "metadata": {
                "source_dataset": "nonogram",
                "source_index": idx,
                "puzzle": json.loads(toolkit.write([puzzle], "jsonl")),
                "difficulty": {"size": (self.config.min_size, self.config.max_size)},
            },
        }

    def score_answer(self, answer, entry):
        if not isinstance(answer, str):
            return 0.0
        puzzle = nonosat.load(entry["metadata"]["puzzle"])
        return grade(puzzle, answer, nonosat.Limits(time=5)).score


class NonogramCurriculum(BaseCurriculum):
    """From small puzzles to large ones."""

    def __init__(self):
        super().__init__(NonogramCurriculum.__name__, NonogramConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="size",
                levels=[4, 5, 7, 10, 15, 20],
                default_level=1,
                description="Rows and columns of the puzzle",
                lower_field_name="min_size",
                upper_field_name="max_size",
            )
        )


register_dataset("nonogram", NonogramDataset, NonogramConfig, NonogramCurriculum)

if __name__ == "__main__":
    data = reasoning_gym.create_dataset("nonogram", size=3, seed=42)
    for item in data:
        wrong = item["answer"].translate(str.maketrans("#.", ".#"))
        print(*(data.score_answer(answer, item) for answer in (item["answer"], wrong, "no idea", None)))
