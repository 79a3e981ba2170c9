"""Passages of an answer: whole lines, what fences and tags delimit, and matches that belong together."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from nonosat.processes.limits import Clock

FENCE = re.compile(r"^[^\S\n]*+(?:```|~~~).*\n?", re.MULTILINE)
TAG = re.compile(r"(?:<|\[)/?(?:answer|grid|solution|output|final)(?:>|\])[^\S\n]*\n?", re.IGNORECASE)

_PIECE = 1 << 16
"""About how many characters are searched before the clock is looked at again."""


def by_lines(
    pattern: re.Pattern[str], text: str, clock: Clock, longest: int | None = None
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that is about single lines, some lines at a time.

    Lines longer than both `longest` and a piece are left out; None: no line is too long.
    """
    for start, end in pieces(text, clock):
        if longest is None or end - start <= max(longest, _PIECE):
            yield from pattern.finditer(text, start, end)


def pieces(text: str, clock: Clock) -> Iterator[tuple[int, int]]:
    """Yield the starts and ends of groups of whole lines, without the line ends between these."""
    start = 0
    while start <= len(text):
        clock.check()
        end = len(text)
        if end - start > _PIECE and (end := text.rfind("\n", start, start + _PIECE)) < 0:
            end = text.find("\n", start + _PIECE)
            end = len(text) if end < 0 else end
        yield start, end
        start = end + 1


def together(
    matches: Iterable[re.Match[str]], joins: Callable[[str], bool], text: str
) -> Iterator[list[re.Match[str]]]:
    """Group consecutive matches for which `joins` accepts the text between them."""
    block: list[re.Match[str]] = []
    for match in matches:
        if block and not joins(text[block[-1].end() : match.start()]):
            yield block
            block = []
        block.append(match)
    if block:
        yield block


def regions(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each part of a text that fences and tags delimit."""
    marks = sorted(
        [(match.start(), match.end()) for pattern in (FENCE, TAG) for match in pattern.finditer(text)]
    )
    at = 0
    for start, end in marks:
        yield at, start - 1 if text[start - 1 : start] == "\n" else start
        at = end
    yield at, len(text)
