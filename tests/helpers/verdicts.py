"""What every card must say of a puzzle whose solutions are all known."""

from __future__ import annotations

from collections.abc import Collection

from nonosat.answer import Verdict
from nonosat.puzzles import Puzzle
from nonosat.puzzles.picture import Picture
from nonosat.questions.unique import solve
from nonosat.solving.cards import all_cards


def every_card_agrees(puzzle: Puzzle, want: Collection[Picture]) -> None:
    """Assert that every card's verdict is the right one, and its pictures are among the solutions."""
    verdict = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(want), 2)]
    for card in all_cards():
        answer = solve(puzzle, card)
        assert answer.verdict is verdict, (card.name, puzzle)
        shown = {picture for picture in (answer.solution, answer.other) if picture}
        assert len(shown) == min(len(want), 2), card.name
        assert shown <= set(want), card.name
