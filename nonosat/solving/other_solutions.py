"""Every solution once, where one can be asked for: a tree of questions, walked depth first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from nonosat.problem import Option, differing

Values = TypeVar("Values", bound=Sequence[int])


def every_other(
    find: Callable[[Sequence[Option], Sequence[Option]], Values | None],
    possible: Sequence[int],
    first: Sequence[int],
    cells: Iterable[int],
    fixed: Sequence[Option] = (),
) -> Iterator[Values]:
    """Yield every solution in which the `fixed` options hold but the `first`, once.

    Solutions that do not differ in the `cells` count as one. `find(assume, one_of)` returns a
    solution in which all of the options `assume` hold and, if there are any, one of `one_of`.

    A node of the tree has assumptions and a solution under them that was met before. Another solution
    there splits it, at a cell in which the two differ. So a path of the tree is all that is kept, and
    it takes two questions a solution.
    """
    values_of = {
        cell: [value for value in range(mask.bit_length()) if mask >> value & 1]
        for cell in cells
        if (mask := possible[cell]) & (mask - 1)
    }
    others = {
        (cell, value): [(cell, other) for other in values if other != value]
        for cell, values in values_of.items()
        for value in values
    }
    path = list(fixed)
    # What is left to do: the length of the path above, the option that leads on from there, and the
    # solution that is known to be behind it, if one is.
    todo: list[tuple[int, list[Option], Sequence[int] | None]] = [(len(path), [], first)]
    while todo:
        depth, option, known = todo.pop()
        path[depth:] = option
        differ: list[Option] = []
        if known is not None:
            settled = {cell for cell, _ in path}
            differ = [
                option for cell in values_of if cell not in settled for option in others[cell, known[cell]]
            ]
            if not differ:
                continue
        other = find(path, differ)
        if other is None:
            continue
        yield other
        if known is None:
            todo.append((depth, option, other))
            continue
        cell = differing(known, other, values_of)[0]
        behind: dict[int, Sequence[int]] = {known[cell]: known, other[cell]: other}
        todo += [(len(path), [(cell, value)], behind.get(value)) for value in values_of[cell]]
