"""What the automata of lines and counts tell without a solver: narrow, count, list, connect.

A line is n cells and `blocks`, a clue (see `nonosat.problem.Block`). The state of its cells is `can`:
`can[v]` is a bit mask whose bit i says that cell i may have the value v; the value 0 is the background. An
arrangement gives every cell one of the values that it can have, such that the line reads as its blocks.

`masks`       which values and which starts of one line are possible: `narrow`, `starts`
`count`       how many arrangements there are, and which: `count`, `arrangements`
`components`  open cells that depend on each other, and a lower bound on solutions; lines that share no cell
"""
