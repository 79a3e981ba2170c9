"""Every regular expression of the package takes linear time, whatever repeats in the text."""

from __future__ import annotations

import re

import pytest

from tests.helpers.grammar import Attack, Expression, attacks, expressions
from tests.helpers.growth import stays_linear
from tests.helpers.samples import sampled, some
from tests.helpers.sources import FILES

SHORT = {
    "step.py found": "100 characters of a move",
    "drat.py _NUMBER": "a number in what a solver of our own has written",
}
"""Expressions that only see short texts, and which."""

EXPRESSIONS = [one for file in FILES for one in expressions(file) if one.place not in SHORT]


def used(expression: Expression, text: str) -> None:
    """Apply an expression as the package does."""
    pattern = expression.pattern
    data = text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text
    for call in expression.calls:
        if call in ("match", "fullmatch", "search"):
            getattr(pattern, call)(data)
        else:
            for _ in pattern.finditer(data):
                pass


def slow(expression: Expression) -> Attack | None:
    """Return a text on which an expression takes longer than linear time."""
    found = attacks(expression.pattern)
    return next(
        (one for one in found if not stays_linear(lambda text: used(expression, text), one.text)), None
    )


@pytest.mark.parametrize("expression", sampled(EXPRESSIONS), ids=lambda one: one.place)
def test_an_expression_takes_linear_time(expression: Expression) -> None:
    assert slow(expression) is None


@pytest.mark.parametrize("faulty", some([r"^\W*row", r"a*a*b", r"\[([^\]]*)\]", r"Row *#?\d* *:? *x"], 1))
def test_a_faulty_expression_would_be_seen(faulty: str) -> None:
    pattern = re.compile(faulty, re.MULTILINE)
    assert slow(Expression("here", pattern, frozenset({"finditer"})))


def test_those_of_the_package_are_found() -> None:
    assert len(EXPRESSIONS) > 50
