"""The number of puzzles of each class."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nonosat.errors import InputError


def read_classes(text: str) -> dict[str, int | None]:
    """Read classes, those of `trivial+lines` together, each with its number, if it has one.

    Raises InputError for a class that is named twice, and for what is no number.
    """
    numbers = dict[str, int | None]()
    for word in filter(None, text.split(",")):
        names, colon, number = word.partition(":")
        if names in numbers:
            raise InputError(f"the class {names} appears twice")
        if colon and not re.fullmatch("[0-9]{1,9}", number):
            raise InputError(f"--class {word}: expected a class and a number, such as lines:400")
        numbers[names] = int(number) if colon else None
    return numbers


def shares(classes: Mapping[str, int | None], count: int | None) -> int | Mapping[str, int]:
    """Return the number of puzzles, or the number of each class: equal numbers if these are not given.

    Raises InputError if the numbers do not agree with `count`.
    """
    numbered = {names: number for names, number in classes.items() if number is not None}
    if numbered:
        if len(numbered) < len(classes) or count:
            raise InputError("expected a number for each class, and then no --count")
        return numbered
    if len(classes) < 2:
        return count or 1
    if count and count < len(classes):
        raise InputError(f"--count {count}: expected at least one puzzle of each class")
    least, more = divmod(count or len(classes), len(classes))
    return {names: least + (k < more) for k, names in enumerate(classes)}
