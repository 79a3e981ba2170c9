"""What follows without a solver: a Problem narrowed by its own constraints.

lines   one constraint at a time, to the fixpoint
"""
