"""The examples in the documentation of all modules are run."""

from __future__ import annotations

import doctest
import inspect
from enum import Enum
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

import pytest

import nonosat
from nonosat.cli import COMMANDS
from tests.helpers.samples import sampled

MODULES = [
    "nonosat",
    *(
        module.name
        for module in walk_packages(nonosat.__path__, "nonosat.")
        if module.name != "nonosat.__main__"
    ),
]
EXTRAS = {"PIL", "fpdf", "zxingcpp", "matplotlib", "distributed", "pyganak", "tididi_cnf", "dratify"}
EXTRAS |= {"gymnasium", "reasoning_gym", "verifiers"}


def imported(name: str) -> ModuleType:
    """Import a module; skip the test if that needs an extra that is not installed."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in EXTRAS:
            raise
        pytest.skip(f"{error.name} is not installed")


@pytest.mark.parametrize("name", sampled(MODULES))
def test_examples(name: str) -> None:
    assert doctest.testmod(imported(name)).failed == 0


@pytest.mark.parametrize(
    "name", [name for name in nonosat.__all__ if inspect.isfunction(getattr(nonosat, name))]
)
def test_every_public_function_has_an_example_and_says_what_it_raises(name: str) -> None:
    about = inspect.getdoc(getattr(nonosat, name)) or ""
    assert ">>> " in about, f"show an example in the docstring of nonosat.{name}"
    assert "Raises " in about, f"say in the docstring of nonosat.{name} what it raises, and when"


@pytest.mark.parametrize(
    "name", [name for name in nonosat.__all__ if inspect.isclass(getattr(nonosat, name))]
)
def test_every_public_class_has_an_example_or_is_returned_by_one(name: str) -> None:
    public = getattr(nonosat, name)
    plain = issubclass(public, Enum | Warning | nonosat.InternalError) or inspect.isabstract(public)
    functions = [getattr(nonosat, other) for other in nonosat.__all__]
    returned = any(
        inspect.isfunction(one) and name in str(inspect.signature(one).return_annotation) for one in functions
    )
    assert plain or returned or ">>> " in (inspect.getdoc(public) or ""), name


def test_all_modules_are_walked() -> None:
    assert len(MODULES) > 150
    assert {f"nonosat.cli.{entry.module.partition(':')[0]}" for entry in COMMANDS.values()} < set(MODULES)
