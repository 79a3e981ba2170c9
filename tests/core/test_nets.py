"""The nets of random cases catch what is planted, and nothing else; `python -m bench.hunt` casts them all."""

import os
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from itertools import count, islice
from typing import Any

import pytest

import nonosat
from bench import hunt
from nonosat import InputError
from tests.helpers.fixtures import Capture, Patch
from tests.helpers.samples import some
from tests.nets import kinds
from tests.nets.pages import Document, random_document

PART = 5


@pytest.mark.parametrize("first", some(range(0, 300, PART), 4))
def test_answers_about_a_random_kind_are_what_its_page_says(first: int) -> None:
    for number in range(first, first + PART):
        for fault in kinds.faults(number):
            pytest.fail(f"{number}: {fault}", pytrace=False)


def test_most_random_pages_are_read() -> None:
    outcomes = Counter(map(_outcome, range(300)))
    assert outcomes["read"] > 240, outcomes


def _outcome(number: int) -> str:
    try:
        nonosat.load(random_document(number))
    except InputError as error:
        return str(error)
    return "read"


Rule = dict[str, Any]


def _least(rule: Rule) -> object:
    """Read a range as its smaller number."""
    key = "count" if "count" in rule else "sum"
    return " to " in str(rule.get(key)) and rule.update({key: str(rule[key]).partition(" ")[0]}) is None


def _half(rule: Rule) -> object:
    """Read half as 1."""
    keys = [key for key in ("count", "sum") if rule.get(key) == "half"]
    return keys and rule.update(dict.fromkeys(keys, 1)) is None


def _order(rule: Rule) -> object:
    """Read the areas from the last to the first."""
    areas = str(rule.get("over")).split(", ")
    return "follow" in rule and len(areas) > 1 and rule.update(over=", ".join(areas[::-1])) is None


MISREAD: dict[str, Callable[[Rule], object]] = {
    **{key: lambda rule, key=key: rule.pop(key, None) for key in ("when", "within", "at", "of", "over")},  # type: ignore[misc]
    "a range": _least,
    "half": _half,
    "an order": _order,
}
"""What is planted: a rule is changed before the puzzle is read. It returns something if it was."""


@pytest.mark.parametrize("what", MISREAD)
def test_a_key_that_is_misread_is_noticed(what: str, monkeypatch: Patch) -> None:
    load = nonosat.load

    def misread(document: Document) -> Any:
        document = deepcopy(document)
        for rule in document["rules"]["rules"]:
            MISREAD[what](rule)
        return load(document)

    monkeypatch.setattr(nonosat, "load", misread)
    documents = map(random_document, count())
    meant = (one for one in documents if any(map(MISREAD[what], deepcopy(one["rules"]["rules"]))))
    assert any(kinds.wrong(one, 0, [kinds.verdict_agrees]) for one in islice(meant, 300))


def test_the_simplest_page_is_shown(monkeypatch: Patch) -> None:
    def fails(asked: kinds.Asked) -> None:
        assert not any("when" in rule for rule in asked.document["rules"]["rules"])

    monkeypatch.setattr(kinds, "QUESTIONS", {fails: 1})
    fault = next(fault for number in count() for fault in kinds.faults(number))
    assert fault.startswith("fails\nkind: own\nrules:\n  explained:")
    assert fault.count("each:") == 1


def test_a_hunt_says_what_it_caught_and_how_to_repeat_it(monkeypatch: Patch, capsys: Capture) -> None:
    monkeypatch.setattr(hunt, "NETS", {"odd": f"{__name__}:odd_ones", "ends": f"{__name__}:ends"})
    assert hunt.main(["--from", "6", "--count", "4", "--jobs", "1"]) == 1
    said = capsys.readouterr().out
    assert said.count("# python -m bench.hunt --only odd --from 7 --count 1\n7 is odd\n") == 1
    assert "odd: 4 cases, 2 faults, " in said
    assert "# python -m bench.hunt --only ends --from 7 --count 1\nended its process: 3\n" in said
    assert "ends: 1 cases, 1 fault, " in said


def odd_ones(number: int) -> list[str]:
    """Find a fault with every odd number."""
    return [f"{number} is odd"] * (number % 2)


def ends(number: int) -> list[str]:
    """End the process at 7."""
    if number == 7:
        os._exit(3)
    return []
