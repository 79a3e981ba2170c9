"""Answers as a piece of HTML, for notebooks."""

from __future__ import annotations

from html import escape

from nonosat.answer import Answer
from nonosat.pictures.svg import svg
from nonosat.pictures.terminal import sentence


def answer_html(answer: Answer) -> str:
    """Return the pictures of an answer and its verdict in one sentence."""
    pictures = ""
    if answer.solution:
        pictures += svg(answer.puzzle, answer.solution, answer.other or ())
    if answer.solution and answer.other:
        pictures += svg(answer.puzzle, answer.other, answer.solution)
    return f"<div>{pictures}<p>{escape(sentence(answer))}</p></div>"
