"""Solves a puzzle by a model card, and checks every solution.

cards            recipes: which encoding, which backend, in which steps
run              one puzzle under one card, within limits; used by all questions
session, runner  a solver in a worker process: the caller's side and the worker's side
jobs             single calls to a worker, without a Session
other_solutions  enumeration: every solution once
switches         a second solution near the first
split            cubes: narrowed Problems that partition the solutions
answer           answers as sentences, plain data and drawings
questions        one file per question; counters: one file per counter of solutions
"""
