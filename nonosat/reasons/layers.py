"""Refutes an assumption in layers of lines, breadth first, as a person would look for a contradiction.

`nonosat.propagation.refute` says what layers are, and finds the assumptions that they refute; here one of
these is followed line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from nonosat.errors import InternalError
from nonosat.problem import CellValue
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation.state import State
from nonosat.reasons.minimal import shrink
from nonosat.records import dataclass

MOST_LAYERS = 12
"""How many layers assumptions are followed by default: no person goes further."""

TO_THE_END = 1 << 30
"""No limit: follow assumptions until nothing more follows."""


@dataclass(frozen=True)
class Use:
    """A used line, by its number, and what it rules out; None if it cannot be completed."""

    line: int
    ruled_out: tuple[CellValue, ...] | None


@dataclass(frozen=True)
class Layer:
    """The lines of a layer that rule something out, or only those that cannot be completed, if any. `clashes`
    has the cells to which its lines together leave no value.
    """

    uses: tuple[Use, ...]
    clashes: tuple[int, ...] = ()

    @property
    def refutes(self) -> bool:
        """Whether the assumption is refuted here."""
        return bool(self.clashes) or self.uses[0].ruled_out is None


def follow(
    state: State, cell: int, value: int, clock: Clock = NO_CLOCK, rank: Sequence[int] = ()
) -> Iterator[Layer]:
    """Yield the layers of what follows from an assumption, up to one that refutes it, if any. The uses of a
    layer are in the order of the lines, or of their `rank`. The first layer has the lines of the cell. Each
    use depends on the assumption and on earlier layers.

    The state is not changed. Raises LimitReached once the clock's deadline has passed.
    """
    assumed = state.copy()
    assumed.nothing_pending()
    assumed.assume(cell, value)
    while layer := _layer(assumed, clock, rank):
        yield layer
        if layer.refutes:
            return


def refute(
    state: State,
    cell: int,
    value: int,
    most: int = MOST_LAYERS,
    clock: Clock = NO_CLOCK,
    rank: Sequence[int] = (),
) -> list[Layer] | None:
    """Refute an assumption in at most `most` layers; None if it takes more, or cannot be done.

    The state is not changed. Raises LimitReached once the clock's deadline has passed.
    """
    layers = list(islice(follow(state, cell, value, clock, rank), most))
    return layers if layers and layers[-1].refutes else None


def traces(layers: Sequence[Layer]) -> Iterator[tuple[int, ...]]:
    """Yield, for each contradiction of a refutation, lines that lead to it when used one after another."""
    before = tuple([use.line for layer in layers[:-1] for use in layer.uses])
    last = layers[-1]
    if not last.clashes:
        yield from ((*before, use.line) for use in last.uses)
    clashing = (
        [k for k, use in enumerate(last.uses) if any(c == cell for c, _ in use.ruled_out or ())]
        for cell in last.clashes
    )
    for clash in sorted(clashing):  # in the order of the uses; that of cells depends on the orientation
        yield (*before, *(last.uses[k].line for k in clash))


def shortest(
    state: State, cell: int, value: int, layers: Sequence[Layer], clock: Clock = NO_CLOCK
) -> tuple[int, ...]:
    """Return lines that refute an assumption when used one after another, and none of which can be omitted.
    The last cannot be completed. Of the traces to all contradictions of a refutation, this is the shortest.
    """

    def find_needed(lines: Sequence[int]) -> tuple[int, ...]:
        uses = replay(state, cell, value, lines)
        if uses is None:
            raise InternalError("a refutation does not hold when its lines are used again")
        # First drop all uses on which no later one can depend, at once; then try the others one at a time.
        kept, cells = [uses[-1].line], set(state.constraints[uses[-1].line].cells)
        for use in reversed(uses[:-1]):
            if any(cell in cells for cell, _ in use.ruled_out or ()):
                kept.append(use.line)
                cells.update(state.constraints[use.line].cells)
        last = kept[0]
        return (*shrink(kept[:0:-1], lambda part: refutes([*part, last])), last)

    def refutes(lines: Sequence[int]) -> bool:
        clock.check()
        return replay(state, cell, value, lines) is not None

    return min(map(find_needed, traces(layers)), key=len)


def replay(state: State, cell: int, value: int, lines: Sequence[int]) -> tuple[Use, ...] | None:
    """Use these lines one after another on an assumption; return None if there is no contradiction. The uses
    end with the first line that cannot be completed; lines that rule nothing out are omitted.
    """
    assumed = state.copy()
    assumed.assume(cell, value)
    uses: list[Use] = []
    for line in lines:
        options = assumed.deduce_by(line)
        if options is None:
            return (*uses, Use(line, None))
        if options:
            uses.append(Use(line, tuple(options)))
            assumed.rule_out(options)
    return None


def passes(state: State, clock: Clock = NO_CLOCK, turns: Sequence[Sequence[int]] = ()) -> Iterator[list[Use]]:
    """Narrow to the fixpoint in simultaneous passes over all lines; yield what is used in each. In one pass
    every line that may rule out more sees the state after the previous pass; several may rule out the same.
    `turns` divides the lines, by number: within a pass, a turn sees the results of earlier turns.

    If a line cannot be completed, it is the state's contradiction.
    """
    while state.contradiction is None and state.pending:
        used: list[Use] = []
        for turn in turns or [range(len(state.constraints))]:
            pending = set(state.pending)
            uses = _uses(state, filter(pending.__contains__, turn), clock)
            for use in uses:
                if use.ruled_out is None:
                    state.contradiction = state.contradiction or state.label(use.line)
                else:
                    state.rule_out(use.ruled_out, use.line)
            used += uses
        if any(use.ruled_out for use in used):
            yield used


def _uses(state: State, lines: Iterable[int], clock: Clock) -> list[Use]:
    """Return the lines that rule something out, or cannot be completed; all see the same state."""
    uses: list[Use] = []
    for line in lines:
        clock.check()
        options = state.deduce_by(line)
        if options is None or options:
            uses.append(Use(line, None if options is None else tuple(options)))
    return uses


def _layer(state: State, clock: Clock, rank: Sequence[int] = ()) -> Layer | None:
    """Use all lines that may rule out more, and apply the result; return None if they rule out nothing."""
    pending = state.pending
    uses = _uses(state, sorted(pending, key=rank.__getitem__) if rank else pending, clock)
    if failed := tuple(use for use in uses if use.ruled_out is None):
        return Layer(failed)
    for use in uses:
        state.rule_out(use.ruled_out or (), use.line)
    changed = sorted({cell for use in uses for cell, _ in use.ruled_out or ()})
    clashes = tuple(cell for cell in changed if not state.mask(cell))
    return Layer(tuple(uses), clashes) if uses else None
