"""Hypothesis, or stand-ins that skip property tests if it is not installed."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from tests.helpers import samples

if TYPE_CHECKING or find_spec("hypothesis"):
    import hypothesis
    from hypothesis import assume as assume, example as example, given as given, strategies as st

    def settings(max_examples: int) -> hypothesis.settings:
        """How many examples are tried with `-m ""`, others each time; by default a share, always the same, so
        that what passes here passes there.
        """
        # A first example pays for imports and workers, and the machine may be busy. No test is timed.
        examples = samples.share(max_examples)
        return hypothesis.settings(max_examples=examples, derandomize=not samples.everything, deadline=None)

    hypothesis.settings.register_profile("nonosat", settings(100))
    hypothesis.settings.load_profile("nonosat")
else:
    from unittest.mock import MagicMock

    import pytest

    assume, st = MagicMock(), MagicMock()

    def given(*_args, **_options):
        return pytest.mark.skip(reason="hypothesis is not installed")

    def settings(*_args, **_options):
        return lambda test: test

    example = settings


__all__ = ["assume", "example", "given", "settings", "st"]
