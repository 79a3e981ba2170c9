"""The fewest givens of one component, by implicit hitting sets.

Every other solution must differ from the wanted one in some given cell, so the givens must hit the set of
cells in which it differs. Take a smallest set that hits all sets seen so far. Either it makes the solution
unique, and is proven smallest, or another solution yields the next set. (Implicit hitting sets:
Chandrasekaran, Karp, Moreno-Centeno and Vempala 2011.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from nonosat.automata.components import Component
from nonosat.problem import CellValue, Values, is_single, values_of
from nonosat.solving import jobs
from nonosat.solving.run import Run


class Hitting:
    """Finds the fewest cells of a component that, given as in `solution`, leave one way to fill it. Only
    cells in `among` may be given, and all of them together must be enough. At any time the cells in `best`
    are enough and fewer than `least` are not.
    """

    def __init__(self, run: Run, part: Component, solution: Values, among: Collection[int]) -> None:
        self.solution = solution
        self.best = [cell for cell in part.cells if cell in among]
        self.least = 1
        self.others: list[Values] = []  # other solutions that were found
        self._run = run
        self._part = part
        self._among = self.best
        self._sets: list[list[int]] = []
        self._yielding: list[Values] = []  # the solution that yielded each of the sets
        mine = set(part.cells)
        self._fixed = [
            (cell, solution[cell])
            for cell, mask in enumerate(run.problem.possible)
            if not is_single(mask) and cell not in mine
        ]

    def search(self) -> None:
        """Search until `best` and `least` meet, or raise LimitReached."""
        while self.least < len(self.best):
            hit = self._smallest_hit()
            self.least = max(self.least, len(hit))
            cells = self.enough(hit)
            if len(cells) < len(self.best):
                self.best = cells

    def witnesses(self) -> list[Values]:
        """Return other solutions, each different from the wanted one only in the component: to hit the cells
        in which these differ takes `least` cells.
        """
        if not self._sets and (other := self._other([])) is not None:
            return [other]
        return self._yielding

    def enough(self, cells: Sequence[int]) -> list[int]:
        """Return the cells, plus as many more as needed to make the solution unique. Every other solution
        found in the process yields a set to hit.
        """
        given = list(cells)
        self._run.prefer(self.solution)
        while (other := self._other(given)) is not None:
            self.others.append(other)
            shown, yielding = self._shrink(other)
            self._sets.append(shown)
            self._yielding.append(yielding)
            often = Counter(cell for cells in self._sets for cell in cells)
            given.append(max(shown, key=often.__getitem__))
            self._run.prefer(self.solution)  # solutions near it yield small sets
        return given

    def _smallest_hit(self) -> list[int]:
        number: dict[int, int] = {}
        clauses = [[number.setdefault(cell, len(number) + 1) for cell in cells] for cells in self._sets]
        true = self._run.in_worker(jobs.fewest_true, clauses, list(number.values()))
        return [cell for cell, variable in number.items() if variable in (true or ())]

    def _other(self, given: Sequence[int]) -> Values | None:
        """Return another solution with these cells given and all else outside the component fixed."""
        same = set(given)
        possible = self._run.problem.possible
        differ = [
            (cell, value)
            for cell in self._part.cells
            if cell not in same
            for value in values_of(possible[cell])
            if value != self.solution[cell]
        ]
        solution = self._run.find(self._fixed + [(cell, self.solution[cell]) for cell in given], differ)
        return solution.values if solution else None

    def _shrink(self, other: Values) -> tuple[list[int], Values]:
        """Return a minimal set to hit, found from another solution, with the solution that yields it: no
        solution yields a proper subset.
        """
        shown = [cell for cell in self._among if other[cell] != self.solution[cell]]
        kept = 0
        while kept < len(shown):
            free = {*shown} - {shown[kept]}
            fewer = self._other([cell for cell in self._among if cell not in free])
            if fewer is None:
                kept += 1
            else:
                shown = [cell for cell in shown if fewer[cell] != self.solution[cell]]
                other = fewer
        return shown, other


class HittingAny:
    """Does the same for whichever solution needs the fewest givens. Every solution seen must be the chosen
    one or contradict a given. The fewest givens that achieve this for the solutions seen, for any choice, are
    a lower bound.
    """

    def __init__(self, run: Run, part: Component, first: Hitting, seen: Sequence[Values]) -> None:
        self.solution: Values = first.solution
        self.best = first.best
        self.least = 1
        self._run = run
        self._part = part
        self._alone = part.alone(run.problem, first.solution)
        self._seen = set(map(bytes, seen))

    def search(self) -> None:
        """Search until `best` and `least` meet, or raise LimitReached."""
        for seen in sorted(self._seen):  # start with a good set from the known solutions
            if self.least < len(self.best):
                self._try(seen, [])
        while self.least < len(self.best):
            givens, solution = self._fewest()
            self.least = max(self.least, len(givens))
            self._try(solution, [cell for cell, _ in givens])

    def _try(self, solution: Values, cells: Sequence[int]) -> None:
        """Find givens for a solution that include these cells; keep them if they are the fewest so far."""
        chosen = Hitting(self._run, self._part, solution, self._part.cells)
        enough = chosen.enough(cells)
        for values in (solution, *chosen.others[:1]):  # that other solution agrees with all of the `cells`
            self._seen.add(bytes(values))
        if len(enough) < len(self.best):
            self.best, self.solution = enough, solution

    def _fewest(self) -> tuple[list[CellValue], Values]:
        cells, seen = self._part.cells, sorted(self._seen)
        return self._run.in_worker(jobs.minimum_givens, self._alone, cells, seen, self._run.memory)
