"""Reads untrusted data (JSON, YAML) into dataclasses: every value is checked for its type and its bounds.

The annotation of a field has its check, as in `file: Annotated[str, text(300)] = ""`. A field that has a
default may be missing.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from typing import Any, NoReturn, TypeVar, get_type_hints

from nonosat.errors import InputError
from nonosat.words import quote

_ESCAPED_HALF = r"\\u[dD][89a-fA-F]"
_HALF = "[\ud800-\udfff]"
_MOST_DIGITS = 20  # of a number: Python takes quadratic time to read a long one
_LONG = f"[0-9]{{{_MOST_DIGITS + 1}}}"

Check = Callable[[Any], Any]
"""Returns a value, or raises InputError."""

T = TypeVar("T")


class FieldError(InputError):
    """A value within data is wrong; `keys` lead to it: names of fields, and numbers of items."""

    def __init__(self, what: str, *keys: str | int) -> None:
        super().__init__(what)
        self.keys = keys


def parse(text: str | bytes) -> Any:
    """Return the value of a JSON text, in time linear in its length.

    Raises InputError if it is not JSON, with the line, or if it is nested too deeply, or has too long a
    number, half a character, which could not be written again, or a key twice.
    """
    try:
        text = text.decode() if isinstance(text, bytes) else text
        value = json.loads(
            text,
            parse_int=_whole if re.search(_LONG, text) else None,
            parse_constant=_no_constant,
            object_pairs_hook=_unique,
        )
        if re.search(_ESCAPED_HALF, text):
            json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise InputError("nested too deeply") from None
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")  # which some of the messages have
        raise InputError(f"not JSON: {what} at character {error.colno}", line=error.lineno) from None
    except UnicodeDecodeError:
        raise InputError("not UTF-8") from None
    except UnicodeEncodeError:
        raise InputError("half a character (a lone surrogate)") from None
    return value


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise InputError(f"a number of more than {_MOST_DIGITS} digits")
    return int(digits)


def _no_constant(name: str) -> NoReturn:
    raise InputError(f"not JSON: {name}")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise InputError(f"the key {quote(find_repeated(name for name, _ in pairs))} appears twice")
    return values


def find_repeated(names: Iterable[str]) -> str:
    """Return the name that appears most often."""
    return Counter(names).most_common(1)[0][0]


def read(cls: type[T], data: object, what: str) -> T:
    """Return an object's fields as a dataclass; `what` names the object in errors.

    Raises InputError for anything else.
    """
    checks, optional = _checks(cls)  # type: ignore[arg-type]  # a class can be hashed
    return cls(**check_map(checks, data, what, optional))


def check_map(
    checks: Mapping[str, Check], data: object, what: str = "", optional: Collection[str] = ()
) -> dict[str, Any]:
    """Return the values of an object that has exactly the keys of `checks`; `what` names it in errors.

    An optional value may be missing or null, and is then left out. Raises InputError for anything else.
    """
    head = f"{what}: " if what else ""
    for key in (data := mapping(data, what)):
        if key not in checks:
            raise FieldError(f"{head}unknown key {quote(key)}; the keys are {', '.join(checks)}", key)
    values = {}
    for key, check in checks.items():
        if key not in optional or data.get(key) is not None:
            if key not in data:
                raise InputError(f"{head}expected the key `{key}`, which is missing")
            values[key] = check_at(head + key, check, data[key], key)
    return values


def check_at(what: str, check: Callable[[Any], T], value: object, *keys: str | int) -> T:
    """Return what a check makes of a value; `what` names the value in errors, and `keys` lead to it."""
    try:
        return check(value)
    except InputError as error:
        raise FieldError(f"{what}: {error.what}", *keys, *getattr(error, "keys", ())) from None


@cache
def _checks(cls: type[Any]) -> tuple[dict[str, Check], set[str]]:
    """Return the check of each field of a dataclass, and which fields may be missing."""
    from dataclasses import MISSING, fields  # which imports much

    hints = get_type_hints(cls, include_extras=True)
    checks = {field.name: hints[field.name].__metadata__[0] for field in fields(cls)}
    needed = {field.name for field in fields(cls) if field.default is field.default_factory is MISSING}
    return checks, checks.keys() - needed


def mapping(data: object, what: str = "") -> dict[str, Any]:
    """Return an object's fields. Raises InputError if `data` is not an object."""
    if not isinstance(data, dict):
        raise InputError(f"{what}: " * bool(what) + f"expected a map, found {show(data)}")
    return data


def show(value: object) -> str:
    """Return a value as an error shows it."""
    if isinstance(value, dict | list | tuple):
        return "a map" if isinstance(value, dict) else "a list"
    return quote(value) if isinstance(value, str) else json.dumps(value)


def _check(fits: Callable[[Any], bool], expected: str) -> Check:
    def check(value: Any) -> Any:
        if not fits(value):
            raise InputError(f"expected {expected}, found {show(value)}")
        return value

    return check


def text(most: int) -> Check:
    """Accept a text of at most this many characters, of any kind: files have line ends and control characters
    in theirs. Only half characters are refused, which cannot be sent or saved.
    """

    def fits(value: Any) -> bool:
        return isinstance(value, str) and len(value) <= most and not re.search(_HALF, value)

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


def items(most: int, check_each: Callable[[Any], T], noun: str = "item") -> Callable[[Any], tuple[T, ...]]:
    """Accept a list of at most this many items; `noun` names them in errors."""

    def check(value: Any) -> tuple[T, ...]:
        if not isinstance(value, list | tuple):
            raise InputError(f"expected a list, found {show(value)}")
        if len(value) > most:
            raise InputError(f"expected at most {most} {noun}s, found {len(value)}")
        values: list[T] = []
        try:
            for item in value:
                values.append(check_each(item))  # noqa: PERF401 - how many there are is in the error
        except InputError as error:
            inner = getattr(error, "keys", ())
            raise FieldError(f"{noun} {len(values) + 1}: {error.what}", len(values), *inner) from None
        return tuple(values)

    return check
