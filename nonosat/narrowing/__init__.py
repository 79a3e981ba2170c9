"""What follows without a solver: a Problem narrowed by its own constraints.

lines    one constraint at a time, to the fixpoint
probes   one assumption at a time
engine   which of the twins does it: `lines` and `probes`, or `compiled`, with `kernel` in machine code
"""
