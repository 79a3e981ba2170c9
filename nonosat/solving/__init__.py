"""From a puzzle and a card to solutions that were checked.

cards            recipes: which encoding, which backend, in which steps
run              one puzzle under one card, within limits: what questions ask
session, engine  the two sides of a solver in a worker process: ours, and the worker's
jobs             what else a worker does for questions
other_solutions  every solution once, where one can be asked for
"""
