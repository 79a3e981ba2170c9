"""Does one step give a cell its value?"""

from __future__ import annotations

from nonosat.problem import values_of
from nonosat.processes.clock import NO_CLOCK, Clock
from nonosat.propagation.state import begin
from nonosat.puzzles import CellPuzzle
from nonosat.reasons import MODERATE_LAYERS
from nonosat.reasons.layers import refute
from nonosat.words import plural


def forcing(puzzle: CellPuzzle, cell: int, char: str, clock: Clock = NO_CLOCK) -> tuple[int, str] | None:
    """Return the rung of the step that gives a cell a character, from the puzzle's givens, and its name.

        >>> import nonosat
        >>> from nonosat import toolkit
        >>> toolkit.forcing(nonosat.load("one-row"), 0, "#")
        (1, 'by column 1 alone')

    1 is a single line (or number); 2 means that a few layers of them refute each other value. Return None if
    it takes more.

    Raises LimitReached once the clock's deadline has passed.
    """
    state = begin(puzzle.problem(), clock)
    value = [colour.char for colour in puzzle.palette].index(char)
    others = [(cell, other) for other in values_of(state.mask(cell)) if other != value]
    lines = [k for k, line in enumerate(state.constraints) if cell in line.cells]
    for line in lines:
        ruled_out = state.deduce_by(line)
        if ruled_out is not None and set(others) <= set(ruled_out):
            return 1, f"by {state.label(line)} alone"
    state.nothing_pending()  # what lines decide without the assumption does not count
    refuted = [refute(state, *option, MODERATE_LAYERS, clock) for option in others]
    if all(one is not None for one in refuted):
        most = max(len(one) for one in refuted if one)
        return 2, f"the opposite is refuted in {plural(most, 'layer')} of {puzzle.clue_noun[1]}"
    return None
