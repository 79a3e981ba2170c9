"""Untrusted JSON is refused with its place, or read as it was meant."""

import json
from dataclasses import asdict, dataclass
from typing import Annotated

import pytest

from nonosat.errors import InputError
from nonosat.fields import flag, items, number, one_of, parse, read, text


@dataclass(frozen=True)
class Order:
    what: Annotated[str, one_of(("tea", "coffee"))]
    cups: Annotated[int, number(1, 9)]
    sugar: Annotated[tuple[bool, ...], items(9, flag)] = ()
    name: Annotated[str, text(5)] = ""


ORDER = {"what": "tea", "cups": 2, "sugar": [True, False], "name": "Ada"}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{", "Expecting property name"),
        ("[" * 10**5, "nested too deeply"),
        ("[1" + "0" * 20 + "]", "a number of more than 20 digits"),
        ('{"a": 1, "a": 2}', "the key 'a' appears twice"),
        ("[NaN]", "NaN"),
        (r'["a\ud800b"]', "half a character"),
        (b"\xff", "not UTF-8"),
        ('{\n"a"}', "^2: not JSON: Expecting ':' delimiter at character 4$"),
    ],
)
def test_json_that_is_none_or_hostile(text: str | bytes, fault: str) -> None:
    with pytest.raises(InputError, match=fault):
        parse(text)


def test_json_that_is_good() -> None:
    assert parse('{"a": [1, 0.5, null, "x"]}') == {"a": [1, 0.5, None, "x"]}
    assert parse(r'["\ud83d\ude00"]') == ["\U0001f600"]


@pytest.mark.parametrize("left_out", [(), ("sugar",), ("name",), ("sugar", "name")])
def test_a_dataclass_is_read_as_written(left_out: tuple[str, ...]) -> None:
    data = {key: value for key, value in ORDER.items() if key not in left_out}
    found = read(Order, data, "an order")
    assert read(Order, data | dict.fromkeys(left_out), "an order") == found
    assert read(Order, json.loads(json.dumps(asdict(found))), "an order") == found


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ([], "expected a map, found a list"),
        (ORDER | {"cup": 1}, "unknown key 'cup'; the keys are what, cups, sugar, name"),
        ({"cups": 1}, "expected the key `what`, which is missing"),
        (ORDER | {"what": "water"}, "what: expected one of tea, coffee, found 'water'"),
        (ORDER | {"what": ["tea"]}, "what: expected one of tea, coffee, found a list"),
        (ORDER | {"cups": True}, "cups: expected a whole number from 1 to 9, found true"),
        (ORDER | {"cups": None}, "cups: expected a whole number from 1 to 9, found null"),
        (ORDER | {"sugar": "no"}, "sugar: expected a list, found 'no'"),
        (ORDER | {"sugar": [1]}, "sugar: item 1: expected true or false, found 1"),
        (ORDER | {"sugar": [True] * 10}, "sugar: expected at most 9 items, found 10"),
        (ORDER | {"name": "x" * 6}, "name: expected a text of at most 5 characters, .* found 'xxxxxx'"),
    ],
)
def test_a_field_that_is_wrong_is_named(data: object, fault: str) -> None:
    with pytest.raises(InputError, match=f"^an order: {fault}$"):
        read(Order, data, "an order")
