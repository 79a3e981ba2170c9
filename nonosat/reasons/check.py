"""Checks an explanation step by step, without a solver.

A step has premises (`uses`) and a conclusion (`sets`). The conclusion follows in one of three ways: from one
constraint, from several together (two counts, or a sum of lines), or because a trace of steps refutes an
assumption. Each is judged on the Problem itself and shares nothing with the code that finds steps: what a
constraint leaves is what its automaton accepts. In a trace, nothing is known but the `uses` of its step.

The name of a step is not judged, for words prove nothing, unless the name is defined: those of counts are.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from copy import copy
from functools import cached_property

from nonosat.automata.arrangements import Arrangements, Machine, machine_of
from nonosat.problem import Constraint, Count, Problem, Runs, values_of
from nonosat.problem.automaton import Reader
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.reasons.fields import Fact, Facts
from nonosat.reasons.steps import (
    ROWS,
    SMALLEST,
    Conflict,
    Difference,
    LineStep,
    Refutation,
    Step,
    Sum,
    Technique,
)

Masks = Mapping[int, int]
"""By cell: the values that it may have."""


class Wrong(Exception):  # noqa: N818 - it is an outcome, not an error
    """A step does not follow; the message says why."""


class Judge:
    """Judges what follows from one constraint, by its automaton."""

    def __init__(self, constraint: Constraint, number: int, values: int) -> None:
        self.constraint, self.cells = constraint, constraint.cells
        self.label = constraint.label or f"constraint {number + 1}"
        self.all = (1 << values) - 1
        self._values = values

    @cached_property
    def _machine(self) -> Machine:
        return machine_of(self.constraint, self._values)

    @cached_property
    def _reader(self) -> Reader:
        return self.constraint.reader(self._values)

    def find_left(self, facts: Facts) -> Masks | None:
        """Return the values that occur in some arrangement with these known cells; None if there is none."""
        known = dict(facts)
        left = Arrangements(self._machine, [known.get(cell, self.all) for cell in self.cells]).left
        return None if left is None else dict(zip(self.cells, left, strict=True))

    def least_price(self, known: Masks, price: Callable[[int, int], int]) -> int | None:
        """Return the least price of an arrangement, which is the sum of its cells' prices by cell and value;
        None if there is no arrangement.
        """
        best = {0: 0}  # by state
        for place, cell in enumerate(self.cells):
            after, here = self._reader.at(place), best
            best = {}
            for state, paid in here.items():
                for value, to in after(state).items():
                    if known.get(cell, self.all) >> value & 1:
                        total = paid + price(cell, value)
                        best[to] = min(best.get(to, total), total)
        return min((paid for state, paid in best.items() if self._reader.accepts(state)), default=None)

    def allows_name(self, technique: str, uses: Facts) -> bool:
        """Whether a step may have this name: those of steps of counts are defined."""
        if isinstance(self.constraint, Runs) or technique == Technique.ALL:
            return True
        if not isinstance(self.constraint, Count):
            return False
        least, most = self.constraint.least, self.constraint.most
        counted = dict.fromkeys(self.cells, 0)
        for cell, value in self.constraint.options:
            counted[cell] |= 1 << value
        match technique:
            case Technique.FULL:
                return not uses and least == len(self.cells)
            case Technique.EMPTY:
                return not uses and most == 0
            case Technique.ENOUGH:
                return 0 < len(uses) == most and all(not mask & ~counted[cell] for cell, mask in uses)
            case Technique.REMAINS:
                spare = len(self.cells) - least
                return 0 < len(uses) == spare and all(not mask & counted[cell] for cell, mask in uses)
        return False


def can_both_hold(one: Count, other: Count, known: Masks) -> bool:
    """Whether some values of the cells reach both numbers."""
    reached = {(0, 0)}
    for cell in dict.fromkeys((*one.cells, *other.cells)):
        gains = [
            tuple([count.options.count((cell, value)) for count in (one, other)])
            for value in values_of(known[cell])
        ]
        reached = {(a + more, b + also) for a, b in reached for more, also in gains}
    return any(one.least <= a <= one.most and other.least <= b <= other.most for a, b in reached)


class Checker:
    """Checks steps one by one, and keeps the known cells. `ended` is whether the last step was a conflict."""

    def __init__(
        self, problem: Problem, known: Sequence[int], named: Callable[[int], str], clock: Clock = NO_CLOCK
    ) -> None:
        """Start with these values of the cells, as masks; `named` names a cell in messages."""
        self.known, self._name, self._clock = list(known), named, clock
        self.ended = False
        values = max([2, *problem.sizes])
        self._full = (1 << values) - 1
        self._judges = [Judge(one, number, values) for number, one in enumerate(problem.constraints)]

    def take(self, step: Step) -> None:
        """Check a step and apply it; raise Wrong if it does not follow."""
        self._clock.check()
        if self.ended:
            raise Wrong("a step after a conflict")
        self._check_uses(step.uses)
        match step:
            case LineStep() | Conflict():
                self._check_one_unit(step)
            case Difference():
                self._check_difference(step)
            case Sum():
                self._check_sum(step)
            case Refutation():
                self._check_refutation(step)
            case _:
                raise Wrong(f"steps of kind {step.kind} cannot be checked")
        for cell, mask in step.sets:
            if not mask & self.known[cell]:
                raise Wrong(f"{self._name(cell)} has no value left")
            self.known[cell] &= mask

    def _check_uses(self, uses: Facts) -> None:
        for cell, mask in uses:
            if self.known[cell] & ~mask:
                raise Wrong(f"it uses a fact that is not known: {self._name(cell)}")
            if mask == self._full:
                raise Wrong(f"it uses a fact that excludes nothing: {self._name(cell)}")
            if mask != self.known[cell]:
                raise Wrong(f"it uses less than is known: {self._name(cell)}")

    def _check_sets(self, sets: Facts, left: Masks, where: str = "") -> None:
        """Check that each fact is new, and follows if the cells have the values `left`."""
        if not sets:
            raise Wrong("it sets nothing")
        for cell, mask in sets:
            known = self.known[cell]
            if cell not in left:
                raise Wrong(f"{self._name(cell)} is not in {where}")
            if mask & known == known:
                raise Wrong(f"{self._name(cell)} is already known")
            if known & left[cell] & ~mask:
                raise Wrong(f"{self._name(cell)} does not follow")
            if mask & ~known:
                raise Wrong(f"it allows a value that is already ruled out: {self._name(cell)}")

    def _check_all_needed(self, uses: Facts, are_enough: Callable[[Facts], bool]) -> None:
        """Check that no fact can be left out."""
        for fact in uses:
            if are_enough(tuple([one for one in uses if one != fact])):
                raise Wrong(f"it does not need {self._name(fact[0])}")

    def _end(self, step: Step) -> None:
        """Accept a contradiction."""
        if step.sets:
            raise Wrong("it is a conflict, but sets cells")
        self.ended = True

    # By one constraint

    def _check_one_unit(self, step: LineStep | Conflict) -> None:
        judge = self._judges[step.line]
        for cell, _ in step.uses:
            if cell not in judge.cells:
                raise Wrong(f"{self._name(cell)} is not in {judge.label}")
        left = judge.find_left(step.uses)
        if isinstance(step, Conflict):
            if left is not None:
                raise Wrong(f"{judge.label} can be completed")
            self.ended = True
        else:
            if not judge.allows_name(step.technique, step.uses):
                raise Wrong(f"it is not a step by {step.technique}")
            if left is None:
                raise Wrong(f"{judge.label} cannot be completed")
            self._check_sets(step.sets, left, judge.label)
        gone = [(cell, self.known[cell] & ~mask) for cell, mask in step.sets]

        def are_enough(uses: Facts) -> bool:
            left = judge.find_left(uses)
            return left is None or (bool(gone) and not any(left[cell] & mask for cell, mask in gone))

        self._check_all_needed(step.uses, are_enough)
        if step.minimal == SMALLEST and len(step.uses) > 1:
            if len(step.uses) > 2:
                raise Wrong(f"only sets of at most two known cells can be called {SMALLEST}")
            if any(are_enough(((cell, self.known[cell]),)) for cell in judge.cells):
                raise Wrong("one known cell is enough")

    # By several constraints together

    def _check_difference(self, step: Difference) -> None:
        more, fewer = (self._judges[number].constraint for number in (step.more, step.fewer))
        if not isinstance(more, Count) or not isinstance(fewer, Count) or more is fewer:
            raise Wrong("it needs two numbers")
        free = dict.fromkeys((*more.cells, *fewer.cells), self._full)
        for cell, _ in (*step.uses, *step.sets):
            if cell not in free:
                raise Wrong(f"{self._name(cell)} is counted by neither")

        def refute(uses: Facts, *assumed: Fact) -> bool:
            return not can_both_hold(more, fewer, {**free, **dict(uses), **dict(assumed)})

        gone = [(cell, 1 << v) for cell, mask in step.sets for v in values_of(self.known[cell] & ~mask)]
        if refute(step.uses):
            self._end(step)
        elif not step.sets:
            raise Wrong("the two numbers can be reached")
        else:
            left = {
                cell: sum(
                    [1 << v for v in values_of(self.known[cell]) if not refute(step.uses, (cell, 1 << v))]
                )
                for cell, _ in step.sets
            }
            self._check_sets(step.sets, left)
        self._check_all_needed(
            step.uses, lambda uses: all(refute(uses, one) for one in gone) if gone else refute(uses)
        )

    def _check_sum(self, step: Sum) -> None:
        known, bounds = dict(step.uses), [0, 0]  # at least, at most
        left = {cell: self.known[cell] for cell, _ in step.sets}
        shares: list[tuple[Judge, Callable[[int, int], int], int]] = []
        sides = (step.rows, step.columns) if step.least == ROWS else (step.columns, step.rows)
        for side, (numbers, others) in enumerate((sides, sides[::-1])):
            crossing = {cell for number in others for cell in self._judges[number].cells}
            sign = -1 if side else 1

            def price(cell: int, value: int, crossing: Container[int] = crossing, sign: int = sign) -> int:
                return sign * (value == step.colour and cell in crossing)

            for judge in (self._judges[number] for number in numbers):
                if not isinstance(judge.constraint, Runs):
                    raise Wrong(f"{judge.label} is not a line")
                least = judge.least_price(known, price)
                if least is None:
                    raise Wrong(f"{judge.label} cannot be completed")
                bounds[side] += sign * least
                shares.append((judge, price, least))
        needed, allowed = bounds
        if needed < allowed:
            raise Wrong(f"the sum proves nothing: at least {needed} cells, at most {allowed}")
        if needed > allowed:
            self._end(step)
            return
        for judge, share, least in shares:  # every line has exactly its share
            for cell in left.keys() & judge.cells:
                for value in values_of(left[cell]):
                    paid = judge.least_price({**known, cell: known.get(cell, self._full) & 1 << value}, share)
                    if paid is None or paid > least:
                        left[cell] &= ~(1 << value)
        self._check_sets(step.sets, left)

    # By refutation

    def _check_refutation(self, step: Refutation) -> None:
        """Check a trace to a conflict, and that the step sets only the negation of its assumption."""
        cell, mask = step.assumes
        if not mask & self.known[cell] or not self.known[cell] & ~mask:
            raise Wrong(f"its assumption is already decided: {self._name(cell)}")
        if not self._follow(step).ended:
            raise Wrong("the trace does not end in a conflict")
        self._check_needed(step)
        if [one for one, _ in step.sets] != [cell]:
            raise Wrong("it must set the cell of the assumption, and no other")
        self._check_sets(step.sets, {cell: ~mask})

    def _follow(self, step: Refutation) -> Checker:
        """Check a trace; return the state after it."""
        inside = copy(self)
        inside.known = [self._full] * len(self.known)
        inside.ended = False
        for cell, mask in (*step.uses, step.assumes):
            inside.known[cell] &= mask
        if not inside.known[step.assumes[0]]:
            raise Wrong(f"its assumption is already decided: {self._name(step.assumes[0])}")
        for number, one in enumerate(step.trace, start=1):
            try:
                inside.take(one)
            except Wrong as wrong:
                raise Wrong(f"step {number} of its trace: {wrong}") from None
        return inside

    def _check_needed(self, step: Refutation) -> None:
        """Check that a trace uses each fact from outside, and whatever it sets itself."""
        later = set[int]()
        for one in reversed(step.trace):
            for cell, _ in one.sets:
                if cell not in later:
                    raise Wrong(f"its trace does not need {self._name(cell)}")
            later.update(cell for cell, _ in one.uses)
        for cell, _ in step.uses:
            if cell not in later:
                raise Wrong(f"it does not need {self._name(cell)}")
