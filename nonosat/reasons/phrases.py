"""Small parts of sentences: numbered cells and lines, lists, reasons."""

from __future__ import annotations

from collections.abc import Sequence


def because(reasons: Sequence[str]) -> str:
    """Return `, because a and b`; empty without a reason."""
    return f", because {listed(reasons)}" if reasons else ""


def places_are(places: Sequence[int]) -> str:
    """Name places with their verb: `cell 4 is`, `cells 4 to 8 and 10 are`."""
    return f"{ranges('cell', places)} {'is' if len(places) == 1 else 'are'}"


def ranges(noun: str, numbers: Sequence[int]) -> str:
    """Name numbered things: `row 4`, `rows 4 to 8 and 10`."""
    if len(numbers) == 1:
        return f"{noun} {numbers[0]}"
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return f"{noun}s {listed(parts)}"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Join parts: `a`, `a and b`, `a, b and c`."""
    return f" {word} ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def ordinal(number: int) -> str:
    """Return `first`, `second`, ... for 1, 2, ..."""
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    if number <= len(words):
        return words[number - 1]
    teens = 11 <= number % 100 <= 13
    return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
