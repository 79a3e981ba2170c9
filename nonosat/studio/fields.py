"""Reads untrusted JSON into dataclasses: every value is checked for its type and its bounds.

The annotation of a field has its check, as in `file: Annotated[str, text(300)] = ""`. A field that has a
default may be missing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, TypeVar, get_type_hints

from nonosat.errors import InputError
from nonosat.words import shown

_HALF = re.compile("[\ud800-\udfff]")
_DIGITS = 15  # of a number: Python takes quadratic time to parse long ones

Check = Callable[[Any], Any]
"""Returns the value of a field, or raises InputError."""

T = TypeVar("T")


def read(cls: type[T], data: object, what: str) -> T:
    """Return an object's fields as a dataclass; `what` names the object in errors.

    Raises InputError for anything else.
    """
    checks = _checks(cls)  # type: ignore[arg-type]  # a class can be hashed
    for key in (data := mapping(data, what)):
        if key not in checks:
            raise InputError(f"{what}: unknown key {shown(key)}")
    values = {}
    for key, (check, needed) in checks.items():
        if needed or data.get(key) is not None:
            try:
                values[key] = check(data.get(key))
            except InputError as error:
                raise InputError(f"{what}: {key}: {error.what}") from None
    return cls(**values)


def read_kind(kinds: Mapping[str, type[T]], key: str, data: object, what: str) -> T:
    """Read an object of one of these kinds, which the field `key` names."""
    kind = mapping(data, what).get(key)
    if not isinstance(kind, str) or kind not in kinds:
        raise InputError(f"{what}: {key}: expected one of {', '.join(kinds)}")
    rest = {name: value for name, value in mapping(data, what).items() if name != key}
    return read(kinds[kind], rest, f"{what} of {key} {kind}")


@cache
def _checks(cls: type[Any]) -> dict[str, tuple[Check, bool]]:
    """Return the check of each field of a dataclass, and whether the field is needed."""
    hints = get_type_hints(cls, include_extras=True)
    return {
        field.name: (hints[field.name].__metadata__[0], field.default is field.default_factory is MISSING)
        for field in fields(cls)
    }


def mapping(data: object, what: str) -> dict[str, Any]:
    """Return an object's fields. Raises InputError if `data` is not an object."""
    if not isinstance(data, dict):
        raise InputError(f"{what}: expected an object")
    return data


def _check(fits: Callable[[Any], bool], expected: str) -> Check:
    def check(value: Any) -> Any:
        if not fits(value):
            raise InputError(f"expected {expected}")
        return value

    return check


def text(most: int) -> Check:
    """Accept a text of at most this many characters, of any kind: files have line ends and control characters
    in theirs. Only half characters are refused, which cannot be sent or saved.
    """

    def fits(value: Any) -> bool:
        return isinstance(value, str) and len(value) <= most and not _HALF.search(value)

    return _check(fits, f"a text of at most {most} characters, without half ones (surrogates)")


def number(low: int, high: int) -> Check:
    """Accept a whole number within bounds."""
    return _check(
        lambda value: type(value) is int and low <= value <= high, f"a whole number from {low} to {high}"
    )


def one_of(names: Collection[str]) -> Check:
    """Accept one of these texts."""
    return _check(lambda value: isinstance(value, str) and value in names, f"one of {', '.join(names)}")


flag = _check(lambda value: isinstance(value, bool), "true or false")
"""Accepts true or false."""


def items(most: int, check_each: Check) -> Check:
    """Accept a list of at most this many items."""
    fits = _check(
        lambda value: isinstance(value, list | tuple) and len(value) <= most,
        f"a list of at most {most} items",
    )
    return lambda value: tuple(map(check_each, fits(value)))


def parsed(text: str | bytes, what: str) -> Any:
    """Return the value of a JSON text. Raises InputError if it is not JSON, or nested too deeply."""
    try:
        return json.loads(text, parse_int=_whole, parse_constant=_whole)
    except (ValueError, RecursionError):  # UnicodeDecodeError is a ValueError
        raise InputError(f"{what}: not JSON") from None


def _whole(text: str) -> int:
    if len(text) > _DIGITS:
        raise ValueError(text)
    return int(text)
