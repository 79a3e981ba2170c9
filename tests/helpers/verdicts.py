"""What every card and backend must say about a puzzle whose solutions are all known."""

from collections.abc import Collection

from nonosat import Card, Picture, Puzzle, Verdict, solve
from tests.helpers.models import encodings_for, installed_cards, plain_card


def every_card_agrees(puzzle: Puzzle, want: Collection[Picture]) -> None:
    """Assert that every card's verdict is the right one, and its pictures are among the solutions."""
    for card in installed_cards():
        card_agrees(puzzle, card, want)


def backend_agrees(puzzle: Puzzle, backend: str, want: Collection[Picture]) -> None:
    """Assert the same for one backend, with every encoding that it reads."""
    for encoding in encodings_for(backend):
        card_agrees(puzzle, plain_card(backend, encoding), want)


def card_agrees(puzzle: Puzzle, card: Card, want: Collection[Picture]) -> None:
    """Assert the same for one card."""
    verdict = [Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE][min(len(want), 2)]
    answer = solve(puzzle, card)
    assert answer.verdict is verdict, (card, puzzle)
    shown = {picture for picture in (answer.solution, answer.other) if picture}
    assert len(shown) == min(len(want), 2), card
    assert shown <= set(want), card
