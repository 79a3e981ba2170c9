"""Explanations that a person can follow and a program can check; and how hard a puzzle is.

A `walk` goes through a puzzle as a person does, move after move, each by the easiest of the `rungs` that
helps. `difficulty` reads the moves. `explain` and `hint` turn them into `steps`, each with the known cells
that it needs (`minimal`, `traces`). `techniques` and `words` put them in words, `document` writes the file.

`check` judges a file step by step, without a solver, and shares nothing with all this but the Problem and the
definitions of the steps.
"""
