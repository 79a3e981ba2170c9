"""Reads untrusted JSON: every value is checked for its type and its bounds."""

from __future__ import annotations

import json
from collections.abc import Collection
from typing import Any, NoReturn

from nonosat.errors import InputError
from nonosat.words import shown

_DIGITS = 15  # of a number: Python takes quadratic time to parse long ones


class Fields:
    """The fields of one JSON object; `what` names it in errors."""

    def __init__(self, data: object, what: str, keys: Collection[str]) -> None:
        """Raise InputError if `data` is not an object, or has unknown keys."""
        if not isinstance(data, dict):
            raise InputError(f"{what}: expected an object")
        self._data: dict[str, Any] = data
        self._what = what
        for key in data:
            if key not in keys:
                raise InputError(f"{what}: unknown key {shown(key)}")

    def has(self, key: str) -> bool:
        """Whether the field is present and not null."""
        return self._data.get(key) is not None

    def text(self, key: str, most: int, default: str | None = None) -> str:
        """Return a text of at most this many characters, of any kind: files have line ends and control
        characters in theirs. Only half characters are refused, which cannot be sent or saved.
        """
        value = self._data.get(key, default)
        if not isinstance(value, str) or len(value) > most:
            self.wrong(key, f"a text of at most {most} characters")
        try:
            value.encode()
        except UnicodeEncodeError:
            self.wrong(key, "a text without half characters (surrogates)")
        return value

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Return a whole number within bounds."""
        value = self._data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.wrong(key, f"a whole number from {low} to {high}")
        return value

    def flag(self, key: str) -> bool:
        """Return true or false; false if it is missing."""
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            self.wrong(key, "true or false")
        return value

    def one_of(self, key: str, names: Collection[str]) -> str:
        """Return a text that is one of these."""
        value = self._data.get(key)
        if not isinstance(value, str) or value not in names:
            self.wrong(key, f"one of {', '.join(names)}")
        return value

    def items(self, key: str, most: int) -> list[Any]:
        """Return a list of at most this many items."""
        value = self._data.get(key)
        if not isinstance(value, list) or len(value) > most:
            self.wrong(key, f"a list of at most {most} items")
        return value

    def texts(self, key: str, most: int, length: int) -> list[str]:
        """Return a list of texts, each of at most this length."""
        found = self.items(key, most)
        return [Fields({key: text}, self._what, (key,)).text(key, length) for text in found]

    def numbers(self, key: str, most: int, high: int) -> list[int]:
        """Return a list of whole numbers from 0 to `high`."""
        found = self.items(key, most)
        if any(type(number) is not int or not 0 <= number <= high for number in found):
            self.wrong(key, f"whole numbers from 0 to {high}")
        return found

    def any(self, key: str) -> Any:
        """Return a field's value unchecked, for another reader. Raises InputError if it is missing."""
        if key not in self._data:
            self.wrong(key, "a value")
        return self._data[key]

    def wrong(self, key: str, expected: str) -> NoReturn:
        """Raise an InputError that says what was expected."""
        raise InputError(f"{self._what}: {key}: expected {expected}")


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
