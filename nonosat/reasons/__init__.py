"""Explanations that a person can follow and a program can check; and how hard a puzzle is.

A `walk` goes through a puzzle as a person does, move after move, each by the easiest of the `rungs` that
helps. `difficulty` reads the moves. `explain` and `hint` turn them into `steps`, each with the known cells
that it needs (`minimal`, `traces`); `sentences` puts them in words. `trace` only counts how far lines get.

`document` writes and reads files of steps, and `check` judges them one by one, without a solver. They share
nothing with all that but the Problem and the definitions of the steps.
"""
