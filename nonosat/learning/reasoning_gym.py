"""Nonograms as a procedural dataset of reasoning-gym, with a curriculum.

Importing this module registers `nonogram` with reasoning-gym:

    import nonosat.learning.reasoning_gym
    data = reasoning_gym.create_dataset("nonogram", size=10, seed=42)

Any solution scores 1, whichever picture the puzzle was made from.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

try:
    from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition, ScalarAttributeDefinition
    from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset
except ModuleNotFoundError as error:
    what = "reasoning-gym is not installed: pip install 'nonosat[reasoning-gym]'"
    raise ModuleNotFoundError(what, name=error.name) from None

from nonosat.formats.jsonl import plain
from nonosat.learning.grade import grade
from nonosat.learning.prompts import DEFAULT, prompt, prompts
from nonosat.learning.source import made
from nonosat.learning.values import line_clues
from nonosat.making.order import DENSITY, Order
from nonosat.processes.limits import Limits
from nonosat.puzzles.nonogram import Nonogram
from nonosat.reasons.classes import CLASSES, LINES

NAME = "nonogram"
_LIMIT = Limits(time=5.0)  # for finding the certain cells of one puzzle


@dataclass
class NonogramConfig:
    """Which puzzles to make; `level` is the hardest accepted class of `nonosat rate`."""

    min_size: int = 5
    max_size: int = 8
    density: float = DENSITY
    level: str = LINES
    prompt: str = DEFAULT
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Check the values, as reasoning-gym requires."""
        assert 1 <= self.min_size <= self.max_size <= 50, "expected 1 <= min_size <= max_size <= 50"
        assert 0 < self.density < 1, "density must be between 0 and 1"
        assert self.level in CLASSES, f"level must be one of {', '.join(CLASSES)}"
        assert self.prompt in prompts(), f"prompt must be one of {', '.join(prompts())}"


class NonogramDataset(ProceduralDataset):  # type: ignore[misc, unused-ignore]
    """Nonograms with exactly one solution."""

    def __init__(self, config: NonogramConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return the item with this number; the same seed gives the same items."""
        config: NonogramConfig = self.config
        random = Random(f"{self.seed} {idx}")
        side = random.randint(config.min_size, config.max_size)
        levels = CLASSES[: CLASSES.index(config.level) + 1]
        order = Order(width=side, height=side, density=config.density, levels=levels)
        found = made(order, random.getrandbits(48))
        puzzle = found.puzzle
        return {
            "question": prompt(puzzle, config.prompt),
            "answer": "\n".join(puzzle.goal),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                **{key: plain(puzzle)[key] for key in ("rows", "columns", "solution")},
                "class": found.difficulty.level,
                "effort": found.difficulty.effort,
                "prompt": config.prompt,
                "difficulty": {"size": (config.min_size, config.max_size), "level": config.level},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the score of an answer by the clues: see `nonosat.learning.grade`."""
        if not isinstance(answer, str):
            return 0.0
        known = entry["metadata"]
        puzzle = Nonogram(line_clues(known["rows"], "row"), line_clues(known["columns"], "column"))
        return grade(puzzle, answer, _LIMIT).score


class NonogramCurriculum(BaseCurriculum):  # type: ignore[misc, unused-ignore]
    """From small puzzles that need only lines to larger ones that need assumptions."""

    def __init__(self) -> None:
        super().__init__(NonogramCurriculum.__name__, NonogramConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="size",
                levels=[4, 5, 7, 10, 15, 20],
                default_level=1,
                description="Rows and columns of the puzzle",
                lower_field_name="min_size",
                upper_field_name="max_size",
            ),
            ScalarAttributeDefinition(
                name="level",
                levels=list(CLASSES[1:4]),
                default_level=0,
                description="The hardest accepted class of puzzle",
                field_name="level",
            ),
        )


if NAME not in DATASETS:
    register_dataset(NAME, NonogramDataset, NonogramConfig, NonogramCurriculum)
