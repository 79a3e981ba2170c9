"""Runs many puzzles under many models, each run in its own process, and tabulates the results.

`nonosat.compare` does the runs of a script; `read(path)` returns those of a journal as a pandas frame. A run
is a record of plain data, a line of a journal: `nonosat.comparison.isolation` lists its keys.
"""

from nonosat.comparison.journal import read as read
