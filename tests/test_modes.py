"""Compiled and interpreted, nonosat says the same: `python -m tests.modes` compares more puzzles."""

from __future__ import annotations

import pytest

from tests.helpers.samples import some
from tests.modes import QUESTIONS, differences

PUZZLES = ["gchq", "gchq-no-givens", "switch", "teapot", "dom-5", "no-solution", "cat"]


@pytest.mark.parametrize("question", some(QUESTIONS, 1))
def test_both_modes_say_the_same(question: str) -> None:
    assert differences(question, PUZZLES) == []


def test_both_modes_decide_all_kinds_alike() -> None:
    assert differences("solve", ["black-and-white#26", "springs#2", "mosaic"]) == []
