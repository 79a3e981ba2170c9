"""The classes of puzzles with one solution, the easiest first. Each rung says of which class its moves are.

trivial    by lines, each used at most once
lines      by lines, or the numbers of a mosaic
moderate   by differences, and by refutations of one assumption in at most three layers
deep       by refutations of one assumption in more layers
summing    by sums, rows against columns, used only where no single assumption is refuted
guessing   more than one assumption at a time
"""

CLASSES = ("trivial", "lines", "moderate", "deep", "summing", "guessing")
TRIVIAL, LINES, MODERATE, DEEP, SUMMING, GUESSING = CLASSES
BEYOND = (SUMMING, GUESSING)  # single assumptions

MODERATE_LAYERS = 3
"""The most layers of a refutation in a moderate puzzle."""
