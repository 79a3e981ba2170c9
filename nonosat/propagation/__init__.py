"""Narrows Problems without a solver.

Here are numbers that several hot files use; each of these declares their C types in its own `.pxd`.
"""

from __future__ import annotations

ONE, ALL = 1, (1 << 64) - 1
"""Words of 64 bits: the lowest bit alone, and all of them."""

ANY, SHORT, COUNT, LOOSE, REGULAR = 0, 1, 2, 3, 4
"""Sorts of constraints: a line; a line of up to 63 cells, of one colour and known lengths; a count; the cells
that are in no line; a line that an automaton reads."""

DONE, UNFINISHED, REFUTED = -1, -2, 0
"""Outcomes of work within a budget. `settle` returns the number of a violated constraint for the last."""

FAR = 1 << 60
"""No limit on work."""

AN_ASSUMPTION = "an assumption"
"""Replaces the name of the violated constraint if the contradiction was found by assumptions."""
