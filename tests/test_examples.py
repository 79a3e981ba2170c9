"""The examples in the documentation of all modules are run."""

from __future__ import annotations

import doctest
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import pytest

import nonosat
from nonosat.cli import COMMANDS

MODULES = [
    "nonosat",
    *(
        module.name
        for module in walk_packages(nonosat.__path__, "nonosat.")
        if module.name != "nonosat.__main__"
    ),
]
QUESTIONS = [
    f"nonosat.questions.{name}" for name in ("count", "enumerate", "certain", "givens", "repair", "diff")
]
EXTRAS = {"numba", "PIL", "fpdf", "zxingcpp", "matplotlib", "distributed", "pyganak", "dratify"}


def imported(name: str) -> ModuleType:
    """Import a module; skip the test if that takes an extra that is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        pytest.skip(f"{error.name} is not installed")


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    assert doctest.testmod(imported(name)).failed == 0


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_about_many_solutions_has_an_example(name: str) -> None:
    assert doctest.testmod(imported(name)).attempted > 1


def test_all_modules_are_walked() -> None:
    assert len(MODULES) > 150
    assert {f"nonosat.cli.{entry.module}" for entry in COMMANDS.values()} < set(MODULES)
