"""Explanations that a person can follow and a program can check; and how hard a puzzle is.

A `walk` goes through a puzzle as a person does, move after move, each by the easiest of the `rungs` that
helps. `difficulty` reads the moves. `explain` and `hint` turn them into `steps`, each with the known cells
that it needs (`minimal`, `traces`); `sentences` puts them in words. `trace` only counts how far lines get.

`document` writes and reads files of steps, and `check` judges them one by one, without a solver. They share
nothing with all that but the Problem and the definitions of the steps.

The classes of puzzles with one solution, the easiest first; each rung says of which class its moves are:

trivial    by lines, each used at most once
lines      by lines, or the numbers of a mosaic
moderate   by differences, and by refutations of one assumption in at most three layers
deep       by refutations of one assumption in more layers
summing    by sums, rows against columns, used only where no single assumption is refuted
guessing   more than one assumption at a time
"""

from __future__ import annotations

CLASSES = ("trivial", "lines", "moderate", "deep", "summing", "guessing")
TRIVIAL, LINES, MODERATE, DEEP, SUMMING, GUESSING = CLASSES
BEYOND = (SUMMING, GUESSING)  # single assumptions

MODERATE_LAYERS = 3
"""The most layers of a refutation in a moderate puzzle."""
