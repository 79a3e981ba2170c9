# Compiled with pictures.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Which cells lines, and refutations in a few layers, leave open: for many pictures of one size.

Each picture takes the place of the previous one; only its clues are new. A number that counts cells is a line
here, whose clue is the number.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import local

from nonosat.errors import InternalError
from nonosat.making.kinds import cell_kind
from nonosat.problem import CellValue
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation import COUNT, FAR, LOOSE, ONE, REGULAR
from nonosat.propagation.layout import Layout
from nonosat.propagation.memory import Ints, ints, zeros
from nonosat.propagation.refute import Refuting, depths
from nonosat.propagation.state import State
from nonosat.puzzles import CellPuzzle
from nonosat.puzzles.picture import BLACK_AND_WHITE, Palette

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

CONTRADICTED = "the clues of a picture contradict it"

_FEW = 3  # up to this many layers, one pass at full depth is faster than deepening step by step


class Pictures:
    """Pictures of one size, one at a time: its `values`, and the `state` of the puzzle with its clues.

    A number that is not `shown` says nothing. It belongs to one thread.
    """

    state: State
    layout: Layout
    only_lines: bool  # whether no clue is a number that counts
    covering: int  # this number of lines, from the first, have each cell once
    values: Ints
    open: Ints  # scratch space: the open cells
    shown: Ints  # by line

    def __init__(self, puzzle: CellPuzzle) -> None:
        """The pictures are those of a puzzle: of its kind, size and palette, with its lines."""
        problem = puzzle.problem()
        if problem.forms.rules:  # clues with `*`; those of a picture have none
            problem = puzzle.asking_for(puzzle.picture([0] * len(problem.sizes))).problem()
        cells, lines = len(problem.sizes), problem.constraints
        self.only_lines = problem.only_lines
        self.layout = Layout(lines, cells, len(puzzle.palette), roomy=True)
        self.state = State(self.layout, [1] * cells, lines)
        self.values, self.open = zeros(cells), zeros(cells)
        self.shown = ints([1] * self.layout.count)
        self.covering = covered = 0
        while covered < cells:
            covered += self.layout.n[self.covering]
            self.covering += 1

    def open_cells(
        self,
        values: Sequence[int],
        layers: int = 0,
        among: Iterable[int] | None = None,
        clock: Clock = NO_CLOCK,
    ) -> list[int]:
        """Return the cells that lines, and refutations in at most `layers` layers, leave open.

        With `among`, all cells but these are known to begin with. Raises LimitReached once the clock's
        deadline has passed.
        """
        self.load(values)
        unknown, all_unknown = ints(among or ()), among is None
        self.state.contradiction = None
        self.state.begin_call(clock)
        with cython.nogil:
            if all_unknown:
                self.begin()
            else:
                self._begin_among(unknown)
        self.state.end_call()
        self.state.narrow(clock)
        if layers:
            refuting = Refuting(self.state)
            while self._refute(refuting, layers, clock):
                self.state.narrow(clock)
        if self.state.contradiction is not None:
            raise InternalError(CONTRADICTED)
        return self.open_now()

    def after_each(
        self, values: Sequence[int], options: Sequence[CellValue], clock: Clock = NO_CLOCK
    ) -> list[int]:
        """Return, for each change of one cell, how many cells lines leave open after it.

        Raises LimitReached once the clock's deadline has passed.
        """
        self.load(values)
        cells, to = ints([cell for cell, _ in options]), ints([value for _, value in options])
        counts = zeros(len(options))
        self.state.begin_call(clock)
        with cython.nogil:
            good = self._after_each(cells, to, counts)
        self.state.end_call()
        if not good:
            raise InternalError(CONTRADICTED)
        return memoryview(counts).tolist()

    def load(self, values: Sequence[int]) -> None:
        """Enter another picture, to `begin` with."""
        self.values = ints(list(values))  # an array takes bytes for words of memory

    def hide(self, lines: Iterable[int]) -> None:
        """Show the clues of all lines but these, which are numbers."""
        self.shown = ints([1] * self.layout.count)
        for line in lines:
            self.shown[line] = 0

    def open_now(self) -> list[int]:
        """Return the cells that are open in the state."""
        return memoryview(self.open)[: self._find_open()].tolist()

    def _refute(self, refuting: Refuting, layers: int, clock: Clock) -> bool:
        """Rule out what refutations in few layers exclude in this state; return whether anything was."""
        for depth in (layers,) if layers <= _FEW else depths(layers):
            refuting.deepen(depth, clock)
            if refuting.take_refuted():
                return True
            if not refuting.going:
                break
        return False

    # Compiled, these run without the interpreter lock

    def begin(self) -> None:
        """Start with the clues of the picture, with no cell known. The clock may stop it halfway."""
        for line in range(self.layout.count):
            if self.state.stopped:
                return
            self.read_clue(line)
        self.state.forget()

    def change(self, cell: int, value: int) -> None:
        """Change a cell of the picture, with the clues of its lines, which are then dirty."""
        self.values[cell] = value
        for i in range(self.layout.seen_at[cell], self.layout.seen_at[cell + 1]):
            line = self.layout.seen_line[i]
            self.read_clue(line)
            self.state.dirty[line] = 1
        for i in range(self.layout.tally_at[cell], self.layout.tally_at[cell + 1]):
            line = self.layout.tally[i]
            self.read_clue(line)
            self.state.dirty[line] = 1

    def read_clue(self, line: int) -> None:
        """Enter the clue of a line."""
        self.state.count_work(line)
        if self.layout.sort[line] == COUNT:
            self._read_number(line)
        elif self.layout.sort[line] != LOOSE and self.layout.sort[line] != REGULAR:
            self._read_blocks(line)

    def _read_number(self, line: int) -> None:
        """Enter how many options of a count hold; one that is not shown allows any number."""
        begin, end = self.layout.option_at[line], self.layout.option_at[line + 1]
        self.layout.least[line], self.layout.most[line] = 0, end - begin
        if self.shown[line]:
            for i in range(begin, end):
                if self.values[self.layout.option_cell[i]] != self.layout.option_value[i]:
                    self.layout.most[line] -= 1
            self.layout.least[line] = self.layout.most[line]

    def _read_blocks(self, line: int) -> None:
        at, before = self.layout.block_at[line], 0
        for i in range(self.layout.cell_at[line], self.layout.cell_at[line + 1]):
            value = self.values[self.layout.cell[i]]
            if value:
                if value == before:
                    self.layout.low[at - 1] += 1
                else:
                    self.layout.colour[at], self.layout.low[at] = value, 1
                    at += 1
            before = value
        self.layout.block_end[line] = at
        for j in range(self.layout.block_at[line], at):
            self.layout.high[j] = self.layout.low[j]
        self.layout.lay_out_clue(line)

    def count_open(self) -> int:
        """Return how many cells are open."""
        count = 0
        for line in range(self.covering):
            at, wide = self.layout.word_at[line], self.layout.words[line]
            for w in range(wide):
                some = several = ONE ^ ONE
                for v in range(self.layout.values):
                    word = self.state.can[at + v * wide + w]
                    several |= some & word
                    some |= word
                while several:
                    several &= several - 1
                    count += 1
        return count

    def _find_open(self) -> int:
        """Find the `open` cells; return how many there are."""
        count = 0
        for cell in range(self.layout.cells):
            if self.state.is_open(cell):
                self.open[count] = cell
                count += 1
        return count

    def _begin_among(self, unknown: Ints) -> None:
        """Start with the clues of the picture, with all cells known but these. Lines without these are never
        looked at, so their clues are not read.
        """
        self.state.trail, self.state.trailing = 0, False
        for at in range(self.layout.word_at[self.layout.count]):
            self.state.can[at] = 0
        for line in range(self.layout.count):
            self.state.dirty[line] = 0
        for cell in range(self.layout.cells):
            self.state.allow(cell, self.values[cell])
        for k in range(len(unknown)):
            cell = unknown[k]
            for v in range(self.layout.values):
                self.state.allow(cell, v)
            for i in range(self.layout.seen_at[cell], self.layout.seen_at[cell + 1]):
                self.state.dirty[self.layout.seen_line[i]] = 1
            for i in range(self.layout.tally_at[cell], self.layout.tally_at[cell + 1]):
                self.state.dirty[self.layout.tally[i]] = 1
        for line in range(self.layout.count):
            if self.state.dirty[line] and not self.state.stopped:
                self.read_clue(line)

    def _after_each(self, cells: Ints, to: Ints, counts: Ints) -> bool:
        self.begin()
        for k in range(len(cells)):
            before = self.values[cells[k]]
            self.change(cells[k], to[k])
            self.state.forget()
            if self.state.settle(FAR) >= 0:
                return False
            if self.state.stopped:
                break
            counts[k] = self.count_open()
            self.change(cells[k], before)
        return True


_of_thread = local()


def pictures(width: int, height: int, palette: Palette = BLACK_AND_WHITE, kind: str = "nonogram") -> Pictures:
    """Return the thread's `Pictures` of this size, which stay until it asks for those of another."""
    size = width, height, palette, kind
    if getattr(_of_thread, "size", None) != size:
        puzzle = cell_kind(kind).from_picture(cell_kind(kind).blank(width, height), palette)
        _of_thread.pictures, _of_thread.size = Pictures(puzzle), size
    kept: Pictures = _of_thread.pictures
    return kept
