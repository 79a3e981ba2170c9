"""Cases that once failed, and some new ones: see `tests/fuzz.py`."""

from random import Random

import pytest

from tests.fuzz import TARGETS, attempt, corpus
from tests.helpers.samples import share


@pytest.mark.parametrize("case", corpus(), ids=lambda case: case[1].name)
def test_what_once_failed(case: tuple[str, object]) -> None:
    target, path = case
    assert attempt(target, path.read_bytes())[1] == ""  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "target", ["recognition", "certificates", "journals", "sets", "answers", "explanations"]
)
def test_a_few_new_cases(target: str) -> None:
    for number in range(share(400, 8)):
        data = TARGETS[target][0](Random(f"{target} {number}"))
        assert attempt(target, data)[1] == "", number
