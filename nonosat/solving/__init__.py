"""Solves a puzzle by a model card, and checks every solution.

cards            what a solver is: encoding, backend, options, phases
run              one puzzle under one card, within limits; used by all questions
solver, session  a solver with a budget; one in a worker process, and what it has found
auto             the default, a recipe of several solvers; searches: parts of it
jobs             single calls to a worker, without a Session
switches         a second solution near the first
answer           answers as sentences, plain data and drawings
questions        one file per question; counters: one file per counter of solutions
"""
