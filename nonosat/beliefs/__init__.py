"""Belief propagation: how likely each value of each cell is, from messages between lines.

messages    the messages between lines (sum-product), in numpy; `compiled` is the twin in machine code
marginals   the marginals that result, also used as phases for solvers
decimation  fixes the likeliest values, one after another
reinforced  messages that are hardened into a solution
numerics    vectorised exponentials and logarithms, for `compiled`
"""
