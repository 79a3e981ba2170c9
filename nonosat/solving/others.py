"""All solutions besides a first one, by questions to the solver of a Session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from nonosat.errors import InternalError
from nonosat.problem import CellValue, CellValues, Values, differing, is_single, values_of
from nonosat.solving.opened import Opening, solver_of
from nonosat.solving.proxy import Told

V = TypeVar("V", bound=Values)


def iter_other_solutions(
    find: Callable[[CellValues, CellValues | None], V | None],
    possible: Sequence[int],
    first: Values,
    cells: Iterable[int],
    fixed: CellValues = (),
) -> Iterator[V]:
    """Yield every solution in which the `fixed` options hold, once, except the `first`.

    Solutions that do not differ in the `cells` count as one. `find(assumptions, any_of)` returns a
    solution in which all of the assumptions hold and, unless it is None, one of `any_of`.

    A node of the tree has assumptions, and a solution under them that was found before. Another solution
    under them splits the node at a cell in which the two differ. Only one path of the tree is kept, and
    each solution takes two calls.
    """
    open_values = {cell: list(values_of(possible[cell])) for cell in cells if not is_single(possible[cell])}
    others = {
        (cell, value): [(cell, other) for other in values if other != value]
        for cell, values in open_values.items()
        for value in values
    }
    path = list(fixed)
    # The open nodes: the length of the path to the parent, the option that leads from there to the node,
    # and a known solution under the node, if there is one.
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
        below: dict[int, Values] = {known[cell]: known, other[cell]: other}
        todo += [(len(path), [(cell, value)], below.get(value)) for value in open_values[cell]]


def other_solutions(
    opening: Opening | None, told: Told, first: Values, cells: Sequence[int], fixed: CellValues
) -> Iterator[bytes]:
    """Yield the solutions besides the first in which the fixed options hold: in a worker.

    Raises InternalError if a call ends without an answer, for example because of a budget: the solutions so
    far would look like all of them.
    """
    solver = solver_of(opening, told)

    def find(assumptions: CellValues, any_of: CellValues | None) -> bytes | None:
        answer = solver.solve(assumptions, any_of)
        if answer is None:  # it would read as "no more solutions"
            raise InternalError("an enumeration was given a budget")
        return solver.values() if answer else None

    yield from iter_other_solutions(find, solver.problem.possible, first, cells, fixed)
