"""A second solution near the first, found without a solver.

Many ambiguous puzzles have a switch: four cells, two of them filled, that can be swapped in pairs without
violating a clue. And a puzzle whose constraints are symmetric has, with every solution, its mirror image.
Both are searched for here, in well under a millisecond for a small puzzle. The result is still checked like
any solver's answer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from nonosat.problem import Problem, Values, differing
from nonosat.processes.clock import NO_CLOCK, Clock


def others(
    problem: Problem, values: Values, symmetries: Iterable[Sequence[int]] = (), clock: Clock = NO_CLOCK
) -> Iterator[Values]:
    """Yield solutions that follow from this one and differ from it in the answer key: its images under the
    symmetries (see `Puzzle`), and those with one of its switches flipped. Raises LimitReached once the
    clock's deadline has passed.
    """
    for moved in symmetries:
        clock.check()
        image = [values[cell] for cell in moved]
        if differing(values, image, problem.answer_key):
            yield image
    yield from _flip_switches(problem, values, clock)


def _flip_switches(problem: Problem, values: Values, clock: Clock) -> Iterator[Values]:
    """Yield the solution with each of its switches flipped, one at a time, possibly with repeats. A move
    takes a colour from one cell of a line to another without changing the line's clue. A switch is four moves
    in four lines: a to b and c to d one way, a to d and c to b the other.
    """
    if not problem.only_lines:
        return
    out: dict[int, list[tuple[int, int]]] = defaultdict(list)  # from a cell: (line, to which)
    into: dict[int, list[tuple[int, int]]] = defaultdict(list)  # into a cell: (line, from which)
    lines_of = [0] * len(problem.sizes)
    for k, line in problem.forms.lines:
        clock.check()
        for cell in line.cells:
            lines_of[cell] += 1
        for source, target in _moves(line.cells, values, problem.possible):
            out[source].append((k, target))
            into[target].append((k, source))
    if any(count > 2 for count in lines_of):  # the switch would change a third line, too
        return
    for a, moves in out.items():
        clock.check()
        for along, b in moves:
            for across, d in moves:
                if across != along:
                    cells = _close(a, b, d, along, across, into, values)
                    if cells is not None:
                        yield cells


def _close(
    a: int, b: int, d: int, along: int, across: int, into: dict[int, list[tuple[int, int]]], values: Values
) -> Values | None:
    """Complete a switch that begins with the moves a to b and a to d; return the new values, or None."""
    others = {c: line for line, c in into[b] if line not in (along, across)}
    for line, c in into[d]:
        if others.get(c, line) != line and line not in (along, across) and values[c] == values[a]:
            changed = list(values)
            changed[a], changed[b], changed[c], changed[d] = values[b], values[a], values[d], values[c]
            return changed
    return None


def _moves(cells: tuple[int, ...], values: Values, possible: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the moves of a line: a block shifted by one, or a block of one cell anywhere in its gap."""
    line = [values[cell] for cell in cells]
    n, begin = len(line), 0
    while begin < n:
        colour, end = line[begin], begin + 1
        while end < n and line[end] == colour:
            end += 1
        for edge, at, step in ((begin, end, 1), (end - 1, begin - 1, -1)) if colour else ():
            if possible[cells[edge]] & 1:
                for target in _room(line, at, step, colour, end - begin == 1):
                    if possible[cells[target]] >> colour & 1:
                        yield cells[edge], cells[target]
        begin = end


def _room(line: list[int], at: int, step: int, colour: int, far: bool) -> Iterator[int]:
    """Yield the places, from `at` on, to which a block may move its edge; only the first if not `far`."""
    while 0 <= at < len(line) and line[at] == 0:
        beyond = at + step
        if 0 <= beyond < len(line) and line[beyond] == colour:
            return
        yield at
        if not far:
            return
        at = beyond
