"""Explanations that a person can follow and a program can check; and how hard a puzzle is.

Steps are about lines: a clue, and the known cells that the step needs. Rungs, cheapest first:

wrong 0: the state is wrong, or no further cell is certain
lines      1: one line, with a minimal set of known cells
refute 2: an assumption, refuted line by line; both values of a cell
sums       3: rows against columns, counted
nested 4: nested refutations
line_sets  5: a smallest set of lines that forces a cell, found with a solver

`layers` finds refutations, breadth first. `steps` defines the steps of all rungs, `techniques` and
`sentences` put them in words, `document` writes the file, and `check` checks a file without a solver. `guide`
finds the next step; `explain` and `hint` are the questions.
"""
