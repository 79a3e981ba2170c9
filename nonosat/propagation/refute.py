# Compiled with refute.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Refutations in layers, breadth first, as a person would look for a contradiction.

An open cell is assumed to have a value. Layer 1 has the constraints of that cell, layer n + 1 those of all
cells that layer n has changed. Every constraint of a layer sees the state at the start of the layer. The
assumption is refuted in the first layer in which a constraint is violated, or leaves, with others, a cell no
value.

In a settled state a layer finds as much as a pass over all constraints, and a pass is monotonic in the known
cells. So an assumption that is refuted in k layers stays refutable in every later state, and the result of
refutations of at most k layers depends neither on their order nor on the puzzle's orientation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.problem import CellValue
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import COUNT
from nonosat.propagation.layout import Layout
from nonosat.propagation.memory import Ints, words, zeros
from nonosat.propagation.state import State

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

UNREFUTED, ENDED = 0, -1  # instead of a depth: not refuted yet; never, because nothing more follows


class Refuting:
    """In how many layers each assumption about a state is refuted, by cell and value, and by how many lines:
    `used` counts the constraints that rule something out before the last layer. `going` counts the
    assumptions that deeper layers may still refute.
    """

    state: State
    layout: Layout
    depth: Ints
    used: Ints
    going: int
    layer: Ints  # the constraints of the layer
    gone: int  # what counts have ruled out in the layer, and of which cells
    gone_cell: Ints
    gone_value: Ints

    def __init__(self, state: State) -> None:
        """Start with a settled state, which is the same again after each call."""
        state.with_trail()
        self.state, self.layout = state, state.layout
        room = self.layout.cells * self.layout.values + 1
        self.depth, self.used = zeros(room), zeros(room)
        self.layer = zeros(self.layout.count + 1)
        options = self.layout.option_at[self.layout.count] * self.layout.values + 1
        self.gone, self.gone_cell, self.gone_value = 0, zeros(options), zeros(options)
        self.going = 0
        if len(self.state.after) < len(self.state.can):
            self.state.after = words(len(self.state.can))

    def deepen(self, most: int, clock: Clock = NO_CLOCK) -> None:
        """Follow each assumption that may still be refuted for `most` layers."""
        self.state.begin_call(clock)
        with cython.nogil:
            self._deepen(most)
        self.state.end_call()

    def refute(self, rank: Sequence[int] = ()) -> tuple[int, list[CellValue]]:
        """Return the fewest layers that have refuted an assumption, and all assumptions that they refute:
        those with the fewest lines first, then the first cells, by `rank` if it is given. (0, []) if there
        are none.
        """
        values = self.layout.values
        depth, used = memoryview(self.depth).tolist(), memoryview(self.used).tolist()
        least = min([layers for layers in depth if layers > 0], default=0)
        shallowest = [
            (used[at], *divmod(at, values)) for at, layers in enumerate(depth) if layers == least > 0
        ]
        if rank:
            shallowest.sort(key=lambda one: (one[0], rank[one[1]], one[2]))
        else:
            shallowest.sort()
        return least, [(cell, value) for _, cell, value in shallowest]

    def take_refuted(self) -> bool:
        """Rule out what was refuted; return whether anything was. In that case, all assumptions are followed
        again by the next call. The state has to be narrowed then.
        """
        some = False
        for cell in range(self.layout.cells):
            for v in range(self.layout.values):
                if self.depth[cell * self.layout.values + v] > 0:
                    self.state.strike(cell, v)
                    some = True
        if some:
            for at in range(self.layout.cells * self.layout.values):
                self.depth[at] = UNREFUTED
        return some

    def _deepen(self, most: int) -> int:
        self.going = 0
        for cell in range(self.layout.cells):
            if not self.state.is_open(cell):
                continue
            for v in range(self.layout.values):
                at = cell * self.layout.values + v
                if self.depth[at] == UNREFUTED and self.state.has(cell, v):
                    self.depth[at] = self._follow(cell, v, most)
                    if self.depth[at] == UNREFUTED:
                        self.going += 1
                    if self.state.stopped:
                        return 0
        return 1

    def _follow(self, cell: int, value: int, most: int) -> int:
        """Return in which layer an assumption is refuted, `UNREFUTED` or `ENDED`."""
        self.state.trailing = True
        self.state.fix(cell, value)
        outcome, used = UNREFUTED, 0
        for depth in range(1, most + 1):
            count = 0
            for k in range(self.layout.count):
                if self.state.dirty[k]:
                    self.layer[count] = k
                    count += 1
            if count == 0:
                outcome = ENDED
                break
            of_layer = self._layer(count)
            if of_layer < 0:
                outcome = depth
                break
            used += of_layer
            if self.state.stopped:
                break
        self.state.undo(0)
        self.used[cell * self.layout.values + value] = used
        return outcome

    def _layer(self, count: int) -> int:
        """Use the constraints of a layer, each in the state before the layer; return how many rule something
        out, or -1 if one is violated or several conflict.
        """
        used = 0
        self.gone = 0
        for i in range(count):
            k = self.layer[i]
            self.state.dirty[k] = 0
            self.state.count_work(k)
            if not self.state.compute(k):
                return -1
            if self.layout.sort[k] != COUNT:
                if self._differs(k):
                    used += 1
                continue
            if self.state.found:
                used += 1
            for j in range(self.state.found):
                self.gone_cell[self.gone] = self.state.found_cell[j]
                self.gone_value[self.gone] = self.state.found_value[j]
                self.gone += 1
        for i in range(count):
            if self.layout.sort[self.layer[i]] != COUNT:
                self._remove(self.layer[i])
        for j in range(self.gone):
            self.state.strike(self.gone_cell[j], self.gone_value[j])
        for i in range(count):
            if self.layout.sort[self.layer[i]] != COUNT and self.state.clashes(self.layer[i]):
                return -1
        for j in range(self.gone):
            if self.state.value_of(self.gone_cell[j]) < 0:
                return -1
        return used

    def _differs(self, line: int) -> bool:
        """Whether a line has ruled something out."""
        for at in range(self.layout.word_at[line], self.layout.word_at[line + 1]):
            if self.state.after[at] != self.state.can[at]:
                return True
        return False

    def _remove(self, line: int) -> None:
        """Remove what a line has ruled out."""
        at, wide = self.layout.word_at[line], self.layout.words[line]
        for v in range(self.layout.values):
            for w in range(wide):
                gone = self.state.can[at + v * wide + w] & ~self.state.after[at + v * wide + w]
                if gone:
                    self.state.take(line, v, w, gone)


def depths(most: int) -> Iterator[int]:
    """Yield the depths of iterative deepening: numbers of layers, growing to `most`."""
    depth = 1
    while depth < most:
        yield depth
        depth += 1 + depth // 4
    if most > 0:
        yield most


def shallowest(
    state: State, most: int, clock: Clock = NO_CLOCK, rank: Sequence[int] = ()
) -> tuple[int, list[CellValue]]:
    """Return the fewest layers that refute an assumption about one cell, and all that they refute.

    Those with the fewest lines before the last layer come first, then the first cells, by `rank` if it is
    given. Return (0, []) if
    `most` layers refute nothing. The first layer has the constraints of the cell. The state is not changed.
    Raises LimitReached once the clock's deadline has passed.
    """
    if state.contradiction is not None:
        return 0, []
    if state.pending:  # what is followed leaves nothing pending
        state = state.copy()
        state.nothing_pending()
    refuting = Refuting(state)
    # Iterative deepening: if some refutations are short, no assumption is followed much further than these.
    for depth in depths(most):
        refuting.deepen(depth, clock)
        result = refuting.refute(rank)
        if result[1] or not refuting.going:
            return result
    return 0, []
