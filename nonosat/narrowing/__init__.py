"""Narrows a Problem by its own constraints, without a solver.

lines    one constraint at a time, to the fixpoint
probes   one assumption at a time
engine selects a twin: `lines` and `probes`, or `compiled`, with `kernel` in machine code
"""
