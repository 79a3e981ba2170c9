"""Which number of a puzzle is wrong, and what it should be."""
