"""Patterns of cells as automata: what a declared rule lets follow after what.

A pattern is a small regular expression over the characters of values: `( )`, `|`, `*` (any number of times)
and `_` (any value); every other character is a value. Glushkov's construction makes an automaton of it, whose
states are sets of the pattern's places.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from nonosat.errors import InputError
from nonosat.problem.automaton import Automaton
from nonosat.words import quote

OPERATORS = "()|*_"
_MOST_PLACES, _MOST_STATES, _MOST_DEPTH = 2000, 2000, 100
_MOST_REREADING = 20_000  # states


class _Part(NamedTuple):
    """A part of a pattern: whether it may be empty, and the places at which it may begin and end."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


class _Parser:
    """Reads a pattern; `reads[place]` has the values read there, `follow[place]` the places after it."""

    def __init__(self, text: str, chars: str) -> None:
        self._text, self._chars, self._at, self._depth = text, chars, 0, 0
        self.reads: list[Collection[int]] = []
        self.follow: list[set[int]] = []

    def whole(self) -> _Part:
        part = self._choice()
        if self._at < len(self._text):
            raise self._wrong()
        return part

    def _choice(self) -> _Part:
        parts = [self._sequence()]
        while self._next() == "|":
            self._at += 1
            parts.append(self._sequence())
        first = frozenset[int]().union(*[one.first for one in parts])
        last = frozenset[int]().union(*[one.last for one in parts])
        return _Part(any(one.empty for one in parts), first, last)

    def _sequence(self) -> _Part:
        whole = _Part(True, frozenset(), frozenset())
        while self._next() not in ("", "|", ")"):
            part = self._repeat()
            for place in whole.last:
                self.follow[place] |= part.first
            first = whole.first | part.first if whole.empty else whole.first
            last = whole.last | part.last if part.empty else part.last
            whole = _Part(whole.empty and part.empty, first, last)
        return whole

    def _repeat(self) -> _Part:
        part = self._one()
        while self._next() == "*":
            self._at += 1
            for place in part.last:
                self.follow[place] |= part.first
            part = part._replace(empty=True)
        return part

    def _one(self) -> _Part:
        char = self._next()
        self._at += 1
        if char == "(":
            self._depth += 1
            if self._depth > _MOST_DEPTH:
                raise InputError(f"a pattern with more than {_MOST_DEPTH} nested parentheses")
            part = self._choice()
            self._depth -= 1
            if self._next() != ")":
                raise self._wrong()
            self._at += 1
            return part
        if char != "_" and (char in OPERATORS or char not in self._chars):
            self._at -= 1
            raise self._wrong()
        self.reads.append(range(len(self._chars)) if char == "_" else (self._chars.index(char),))
        self.follow.append(set())
        if len(self.reads) > _MOST_PLACES:
            raise InputError(f"a pattern of more than {_MOST_PLACES} characters")
        place = frozenset([len(self.reads) - 1])
        return _Part(False, place, place)

    def _next(self) -> str:
        return self._text[self._at : self._at + 1]

    def _wrong(self) -> InputError:
        what = quote(self._next()) if self._next() else "the end"
        return InputError(
            f"the pattern {quote(self._text)}: did not expect {what} at character {self._at + 1}; "
            f"values are {' '.join(self._chars)}, and ( ) | * _ have their meaning"
        )


@lru_cache(maxsize=256)
def pattern(text: str, chars: str, off: tuple[bool, ...] = ()) -> Automaton:
    """Return the automaton of a pattern over these values. Raises InputError if it is none.

    Cells that are `off` the grid are not read, and have the first value.
    """
    parser = _Parser(text, chars)
    whole = parser.whole()
    begin = len(parser.reads)
    follow = [*map(frozenset, parser.follow), whole.first]

    seen = set[frozenset[int]]()

    def after(state: frozenset[int], value: int) -> frozenset[int] | None:
        seen.add(state)
        if len(seen) > _MOST_STATES:
            raise InputError(f"the pattern {quote(text)} needs more than {_MOST_STATES} states")
        places = frozenset().union(*[follow[place] for place in state])
        return frozenset([place for place in places if value in parser.reads[place]]) or None

    def final(state: frozenset[int]) -> bool:
        return bool(state & whole.last) or (whole.empty and state == {begin})

    return _without(Automaton.of(frozenset([begin]), after, len(chars), final), off, len(chars))


def _without(automaton: Automaton, off: tuple[bool, ...], values: int) -> Automaton:
    """Return the automaton of the cells that are not off the grid."""
    if not any(off):
        return automaton

    def skip_off(state: int | None, place: int) -> tuple[int, int] | None:
        while state is not None and place < len(off) and off[place]:
            state, place = automaton.next[state].get(0), place + 1
        return None if state is None else (state, place)

    def after(at: tuple[int, int], value: int) -> tuple[int, int] | None:
        return skip_off(automaton.next[at[0]].get(value), at[1] + 1) if at[1] < len(off) else None

    def final(at: tuple[int, int]) -> bool:
        return at[1] == len(off) and automaton.accepts(at[0])

    start = skip_off(0, 0)
    return Automaton.of(start, after, values, final) if start else Automaton(({},), frozenset())


@lru_cache(maxsize=4096)
def adding(gains: Sequence[Sequence[tuple[int, int]]], least: int, most: int, values: int) -> Automaton:
    """Return the automaton of cells that add up to `least` to `most`; each has what its values gain."""
    gain = [*map(dict, gains)]
    rest = [sum([max(one.values()) for one in gain[place:]]) for place in range(len(gain) + 1)]

    def after(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        place, got = state
        if place == len(gain):
            return None
        got += gain[place].get(value, 0)
        return (place + 1, got) if got <= most and got + rest[place + 1] >= least else None

    return Automaton.of(
        (0, 0), after, values, lambda state: state[0] == len(gain) and least <= state[1] <= most
    )


@lru_cache(maxsize=64)
def alike(values: int) -> Automaton:
    """Return the automaton of cells that are all alike."""
    return Automaton.of(-1, lambda state, value: value if state in (-1, value) else None, values)


@lru_cache(maxsize=64)
def different(values: int) -> Automaton:
    """Return the automaton of pairs of cells, not all of which are alike."""
    # A state: whether a pair differed, and the first value of a pair that is half read (-1 between pairs).

    def after(state: tuple[bool, int], value: int) -> tuple[bool, int]:
        differs, first = state
        return (differs, value) if first < 0 else (differs or value != first, -1)

    return Automaton.of((False, -1), after, values, lambda state: state == (True, -1))


@lru_cache(maxsize=4096)
def counting(least: int, most: int, counted: Collection[int], values: int) -> Automaton:
    """Return the automaton of cells of which from `least` to `most` have a counted value."""

    def after(state: int, value: int) -> int | None:
        number = state + (value in counted)
        return number if number <= most else None

    return Automaton.of(0, after, values, lambda state: state >= least)


@lru_cache(maxsize=4096)
def guard(when: Collection[int], values: int, make: Callable[..., Automaton], *how: Hashable) -> Automaton:
    """Return the automaton of a cell and others: if the first has one of the values `when`, the others are
    what the automaton accepts that is made so.
    """
    then = make(*how)

    def after(state: int, value: int) -> int | None:
        if state == -1:
            return 0 if value in when else -2
        return state if state == -2 else then.next[state].get(value)

    return Automaton.of(-1, after, values, lambda state: state == -2 or (state >= 0 and then.accepts(state)))


@lru_cache(maxsize=4096)
def once(word: Sequence[int], values: int, make: Callable[..., Automaton], *how: Hashable) -> Automaton:
    """Return the automaton that reads each cell once, for one that reads some of them again:
    `word` has their numbers, in the order of their first places. Raises InputError if it is too large.
    """
    inner = make(*how)
    last = {cell: place for place, cell in enumerate(word)}
    # A cell that comes again is remembered, as the first value that has the same steps.
    steps = [[row.get(value) for row in inner.next] for value in range(values)]
    same = [*map(steps.index, steps)]
    seen = set[Hashable]()

    def after(at: tuple[int, int, tuple[tuple[int, int], ...]], value: int) -> Any:
        seen.add(at)
        if len(seen) > _MOST_REREADING:
            raise InputError(f"cells that are looked at twice need more than {_MOST_REREADING} states")
        state: int | None
        state, place, remembered = at
        if place == len(word):
            return None
        known = {**dict(remembered), word[place]: same[value]}
        while place < len(word) and word[place] in known:
            state = inner.next[state].get(known[word[place]])
            if state is None:
                return None
            place += 1
        return state, place, tuple([one for one in known.items() if last[one[0]] >= place])

    def final(at: tuple[int, int, Any]) -> bool:
        return at[1] == len(word) and inner.accepts(at[0])

    return Automaton.of((0, 0, ()), after, values, final)
