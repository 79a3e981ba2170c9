"""Belief propagation: how likely each value of each cell is, from messages between lines.

messages    the messages between lines (sum-product)
runs        the lines that send them, laid out in arrays
powers      exponentials and logarithms of many numbers at once
marginals   the marginals that result, also used as phases for solvers
decimation  decides the surest cells, and passes messages again
reinforced  messages that are hardened into a solution
"""

from importlib.util import find_spec

AVAILABLE = find_spec("numpy") is not None
"""Without numpy (in a browser) there are no beliefs, and solvers start without them."""
