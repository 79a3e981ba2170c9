"""A single line, without a solver: narrow it, count its arrangements, list them.

A line is n cells and `blocks`, a clue (see `nonosat.problem.Block`). The state of its cells is `can`:
`can[v]` is a bit mask whose bit i says that cell i may have the value v; the value 0 is the background. An
arrangement gives every cell one of the values that it can have, such that the line reads as its blocks.

`masks`   which values and which starts are possible: `narrow`, `starts`
`count`   how many arrangements there are, and which: `count`, `arrangements`; and those of counts
`bits`    shared: sets of cells and boundaries as Python integers of any length
"""
