"""What the puzzles of a declared kind give: a picture, numbers beside the grid, or one number."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from nonosat.puzzles.node import Node
from nonosat.puzzles.picture import Picture
from nonosat.words import plural, quote

SIDES = ("left", "right", "top", "bottom")
MOST_NUMBER = 9999
RESERVED = ("half", "shown", "walls")
"""What rules may ask for besides what a puzzle gives."""

_KEYS = ("kind", "rules", "givens", "goal", "title", "author", *RESERVED)


class Given(NamedTuple):
    """Something that a puzzle of the kind gives.

    `form` is `picture` (a character per cell, `chars` lists them, or is empty for letters), a side of the
    grid (a number for each of its lines) or `number`.
    """

    form: str
    chars: str = ""
    blank: str = "."
    low: int = 0
    high: int = MOST_NUMBER
    otherwise: int | None = None

    def empty(self, height: int, width: int) -> Any:
        """Return what gives nothing on a grid of this size: no number or symbol, one region."""
        if self.form == "picture":
            return ((self.blank if self.chars else "a") * width,) * height
        if self.form == "number":
            return self.low if self.otherwise is None else self.otherwise
        return (None,) * (height if self.form in ("left", "right") else width)

    @property
    def is_side(self) -> bool:
        """Whether it is numbers beside the grid."""
        return self.form in SIDES


def size_of(gives: Mapping[str, Given], have: Mapping[str, Any]) -> tuple[int, int]:
    """Return the numbers of rows and columns of what a puzzle gives."""
    for name, one in gives.items():
        if one.form == "picture":
            return len(have[name]), len(have[name][0]) if have[name] else 0
    sides = {one.form: len(have[name]) for name, one in gives.items() if one.is_side}
    return sides["left"], sides["top"]


def find_given_fault(name: str, given: Given, have: Any, height: int, width: int) -> str | None:
    """Say what is wrong with something that a puzzle gives, or None."""
    if given.form == "picture":
        return picture_fault(name, have, given.chars, height, width)
    if given.form == "number":
        fits = isinstance(have, int) and given.low <= have <= given.high
        return None if fits else f"{name}: expected a number from {given.low} to {given.high}, found {have}"
    length = height if given.form in ("left", "right") else width
    if len(have) != length:
        return f"{name}: expected {plural(length, 'number')}, found {len(have)}"
    return None


def picture_fault(name: str, picture: Picture, chars: str, height: int, width: int) -> str | None:
    """Say what is wrong with a picture, or None."""
    if len(picture) != height or {len(row) for row in picture} != {width}:
        return f"{name}: expected {plural(height, 'row')} of {plural(width, 'cell')}"
    if chars and (wrong := set().union(*picture) - set(chars)):
        return f"{name}: expected the characters {' '.join(chars)}, found {min(wrong)!r}"
    return None


def read_given(node: Node, place: Node, key: str) -> Given:
    """Read what is given under a key; `place` is that of the key."""
    if not key.replace("_", "").isalpha() or key in _KEYS:
        raise place.wrong(f"gives: expected another name than {quote(key)}")
    if isinstance(node.value, str):
        form = node.text(key)
        if form in (*SIDES, "letters"):
            return Given("picture" if form == "letters" else form)
        raise node.wrong(f"{key}: expected letters, or a side ({', '.join(SIDES)}), found {quote(form)}")
    entries = node.read_keys(key, ("symbols", "blank", "number", "otherwise"))
    if "symbols" in entries:
        blank = one_of(entries["blank"], "blank") if "blank" in entries else "."
        if "number" in entries or "otherwise" in entries:
            raise node.wrong(f"{key}: expected either `symbols:` or `number:`")
        symbols = each_once(entries["symbols"], "symbols")
        return Given("picture", symbols + ("" if blank in symbols else blank), blank)
    if "number" not in entries or "blank" in entries:
        raise node.wrong(f"{key}: expected `symbols:` or `number:`")
    low, _, high = entries["number"].text("number").partition(" to ")
    bounds = [
        Node(text, node.path, node.line).number("number", 0, MOST_NUMBER) for text in (low, high or low)
    ]
    if bounds[0] > bounds[1]:
        raise entries["number"].wrong(f"number: expected the smaller one first, found {quote(low)}")
    otherwise = entries["otherwise"].number("otherwise", *bounds) if "otherwise" in entries else None
    return Given("number", low=bounds[0], high=bounds[1], otherwise=otherwise)


def each_once(node: Node, what: str) -> str:
    """Read some characters, none of them twice."""
    text = node.text(what)
    if twice := "".join([char for char in dict.fromkeys(text) if text.count(char) > 1]):
        raise node.wrong(f"{what}: expected each character once, found {quote(twice)} twice")
    return text


def some_of(node: Node, what: str, allowed: Collection[str]) -> str:
    """Read some of these characters, none of them twice."""
    text = each_once(node, what)
    wrong = "".join([char for char in text if char not in allowed])
    if wrong or not text:
        raise node.wrong(f"{what}: expected some of {' '.join(allowed) or 'none'}, found {quote(wrong)}")
    return text


def one_of(node: Node, what: str, allowed: str = "") -> str:
    """Read one character, one of these unless any may be."""
    text, some = node.text(what), f" of {' '.join(allowed)}" if allowed else ""
    if len(text) != 1 or (allowed and text not in allowed):
        raise node.wrong(f"{what}: expected one character{some}")
    return text
