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

from nonosat import CLASSES, Order
from nonosat.learning.source import DEFAULT, clues, graded, made, prompt, prompts, up_to

NAME = "nonogram"


@dataclass
class NonogramConfig:
    """Which puzzles to make; `level` is the hardest accepted class of `nonosat rate`."""

    min_size: int = 5
    max_size: int = 8
    density: float = Order.density
    level: str = "lines"
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
        order = Order(width=side, height=side, density=config.density, levels=up_to(config.level))
        found = made(order, random.getrandbits(48))
        return {
            "question": prompt(found.puzzle, config.prompt),
            "answer": "\n".join(found.puzzle.goal),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                **clues(found.puzzle),
                "solution": list(found.puzzle.goal),
                "class": found.difficulty.level,
                "effort": found.difficulty.effort,
                "prompt": config.prompt,
                "difficulty": {"size": (config.min_size, config.max_size), "level": config.level},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the score of an answer by the clues: see `nonosat.learning.grading`."""
        return graded(entry["metadata"], answer).score if isinstance(answer, str) else 0.0


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
