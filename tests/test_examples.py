"""The examples in the documentation of the package and of its questions are run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

from nonosat import questions

MODULES = ["nonosat", *(f"nonosat.questions.{module.name}" for module in iter_modules(questions.__path__))]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_every_question_about_many_solutions_has_an_example() -> None:
    for name in ("count", "enumerate", "certain", "givens", "repair", "diff"):
        assert doctest.testmod(import_module(f"nonosat.questions.{name}")).attempted > 1
