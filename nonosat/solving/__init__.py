"""Solves a puzzle by a model card, and checks every solution.

card             what a solver is: encoding, backend, options, phases; cards, by name; card_files reads them
run              one puzzle under one card, within limits; used by all questions
solver, session  a solver with a budget; one in a worker process, and what it has found
proxy            the calls to an engine, for another one
auto             the default, a recipe of several solvers; guesses, searches: parts of it
jobs             single calls to a worker, without a Session
switches         a second solution near the first; others: all of them, by questions to a solver
answer           answers as sentences, plain data and drawings
questions        one file per question; counters: one file per counter of solutions
"""
