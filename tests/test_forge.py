"""Forged certificates and proofs: `python -m tests.forge` tries as many as you like."""

from __future__ import annotations

import pytest

from tests.forge import COUNT, EACH, check, check_by_acl2
from tests.helpers.samples import share, some

PART = 150


@pytest.mark.parametrize("first", some(range(0, COUNT, PART), 1))
def test_no_forgery_is_believed(first: int) -> None:
    results = [check(number) for number in range(first, first + PART)]
    assert all(result.outcome.islower() for result in results), results
    assert sum(result.outcome == "refused" for result in results) > PART / 2


@pytest.mark.needs("theorem")
def test_a_verified_checker_believes_no_forged_hint() -> None:
    results = check_by_acl2([EACH * number for number in range(share(40))])
    assert all(result.outcome.islower() for result in results), results
