"""Programs of public calls: `python -m tests.sequences` tries as many as you like."""

import re
from dataclasses import replace
from random import random
from typing import Any, ClassVar

import pytest

import nonosat
from tests import sequences
from tests.helpers import sequence_calls
from tests.helpers.fixtures import Patch
from tests.helpers.samples import sampled
from tests.helpers.sequence_calls import World


@pytest.mark.parametrize("number", sampled(range(60)))
def test_answers_within_a_program_are_those_of_brute_force(number: int) -> None:
    assert sequences.faults(number) == []


class Planted:
    """A fault that depends on earlier calls; what it remembers ends with the program."""

    memory: ClassVar[dict[Any, Any]] = {}

    def __init__(self, name: str) -> None:
        self.name, self.real = name, getattr(nonosat, name)

    def __call__(self, puzzle: Any, *given: Any, **options: Any) -> Any:
        return getattr(self, self.name)(puzzle, given, options)


class WrongAfterACount(Planted):
    """One cell is wrong if the puzzle was counted before."""

    def count(self, puzzle: Any, given: Any, options: Any) -> Any:
        self.memory[puzzle] = True
        return self.real(puzzle, *given, **options)

    def certain(self, puzzle: Any, given: Any, options: Any) -> Any:
        found = self.real(puzzle, *given, **options)
        flipped = (found.possible[0] ^ 3, *found.possible[1:])
        return replace(found, possible=flipped) if puzzle in self.memory else found


class CachedBySize(Planted):
    """The number of solutions is that of the first puzzle with as many cells."""

    def count(self, puzzle: Any, given: Any, options: Any) -> Any:
        found = self.real(puzzle, *given, **options)
        size = len(puzzle.problem().sizes)
        return replace(found, count=self.memory.setdefault(size, found.count))


class LimitsThatStay(Planted):
    """A limit holds for the calls that follow."""

    def solve(self, puzzle: Any, given: Any, options: Any) -> Any:
        left = {**self.memory, **options}
        if "limits" in options:
            self.memory["limits"] = nonosat.Limits(time=0)
        return self.real(puzzle, *given, **left)


class DrawsAtRandom(Planted):
    """It uses the random numbers of whoever calls it."""

    def rate(self, puzzle: Any, given: Any, options: Any) -> Any:
        random()
        return self.real(puzzle, *given, **options)


class ForgetfulWorld(World):
    """Where planted faults remember nothing from before."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        Planted.memory.clear()


@pytest.mark.parametrize(
    ("plant", "names", "wrong", "most"),
    [
        (WrongAfterACount, ["count", "certain"], "certain: ", 2),
        (CachedBySize, ["count"], "count: ", 3),
        pytest.param(LimitsThatStay, ["solve"], "stopped without a limit", 2, marks=pytest.mark.more),
        pytest.param(DrawsAtRandom, ["rate"], "left the limit of recursion", 1, marks=pytest.mark.more),
    ],
)
def test_a_planted_fault_is_found_and_shrunk(
    plant: type[Planted], names: list[str], wrong: str, most: int, monkeypatch: Patch
) -> None:
    quick = ("solve", "count", "certain", "rate", "write", "draw", "change")
    monkeypatch.setattr(sequence_calls, "CALLS", [call for call in sequence_calls.CALLS if call[0] in quick])
    monkeypatch.setattr(sequences, "World", ForgetfulWorld)
    for name in names:
        monkeypatch.setattr(nonosat, name, plant(name), raising=False)
    texts = (text for number in range(200) for text in sequences.faults(number, sequences.here))
    text = next(text for text in texts if f"\n# {wrong}" in text)
    assert len(re.findall(r"(?m)^(?:p\[\d\] = )?r = ", text)) <= most, text
    puzzles = [loaded(line) for line in text.splitlines() if re.match(r"p\[\d\] = read", line)]
    assert puzzles and all(max(found.grid or (0,)) <= sequence_calls.MOST_SIDE for found in puzzles)
    exec(text, {})  # it can be run as it stands


def loaded(line: str) -> nonosat.Puzzle:
    """Run a line that reads a puzzle."""
    names: dict[str, Any] = {"read": sequence_calls.read, "p": {}}
    exec(line, names)
    found: list[nonosat.Puzzle] = [*names["p"].values()]
    return found[0]
