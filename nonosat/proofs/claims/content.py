"""Reads `claim.json`, the file of claims that say more than their pictures do."""

from __future__ import annotations

from typing import Any

from nonosat.fields import parsed
from nonosat.proofs.claims import NotVerified, Stated

CLAIM = "claim.json"

_LONGEST = 1 << 24  # bytes


def read(stated: Stated, *keys: str) -> Any:
    """Return what the file says: a map with exactly these keys; the value of the key, if there is one key.

    Raises NotVerified if it is anything else.
    """
    with stated.open(CLAIM) as file:
        data = file.read(_LONGEST + 1)
    expect(len(data) <= _LONGEST, "is too long")
    try:
        found = parsed(data)
    except ValueError:
        raise NotVerified(f"{CLAIM} is not JSON") from None
    expect(isinstance(found, dict) and found.keys() == set(keys), f"has other keys than {', '.join(keys)}")
    return found[keys[0]] if len(keys) == 1 else found


def whole_numbers(value: object, end: int) -> list[int]:
    """Return a list of different whole numbers from 0 to `end` - 1, in order. Raises NotVerified if it is
    anything else.
    """
    if not isinstance(value, list) or any(type(number) is not int for number in value):
        raise NotVerified(f"{CLAIM} has something else than whole numbers")
    expect(all(0 <= number < end for number in value), f"has a number that is not from 0 to {end - 1}")
    expect(value == sorted(set(value)), "has numbers that are not in order")
    return value


def expect(good: object, otherwise: str) -> None:
    """Raise NotVerified unless it is good."""
    if not good:
        raise NotVerified(f"{CLAIM} {otherwise}")
