"""Every solution once, where one can be asked for: a tree of questions, depth first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from nonosat.problem import CellValue, Values, differing, is_single, values_of

V = TypeVar("V", bound=Values)


def iter_other_solutions(
    find: Callable[[Sequence[CellValue], Sequence[CellValue] | None], V | None],
    possible: Sequence[int],
    first: Values,
    cells: Iterable[int],
    fixed: Sequence[CellValue] = (),
) -> Iterator[V]:
    """Yield every solution in which the `fixed` options hold but the `first`, once.

    Solutions that do not differ in the `cells` count as one. `find(assumptions, any_of)` returns a
    solution in which all of the assumptions hold and, unless it is None, one of `any_of`.

    A node of the tree has assumptions and a solution under them that was met before. Another solution
    there splits it, at a cell in which the two differ. So a path of the tree is all that is kept, and
    it takes two questions a solution.
    """
    open_values = {cell: list(values_of(possible[cell])) for cell in cells if not is_single(possible[cell])}
    others = {
        (cell, value): [(cell, other) for other in values if other != value]
        for cell, values in open_values.items()
        for value in values
    }
    path = list(fixed)
    # What is left to do: the length of the path above, the option that leads on from there, and the
    # solution that is known to be behind it, if one is.
    todo: list[tuple[int, list[CellValue], Values | None]] = [(len(path), [], first)]
    while todo:
        depth, option, known = todo.pop()
        path[depth:] = option
        differ: list[CellValue] | None = None
        if known is not None:
            settled = {cell for cell, _ in path}
            differ = [
                option for cell in open_values if cell not in settled for option in others[cell, known[cell]]
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
        cell = differing(known, other, open_values)[0]
        behind: dict[int, Values] = {known[cell]: known, other[cell]: other}
        todo += [(len(path), [(cell, value)], behind.get(value)) for value in open_values[cell]]
