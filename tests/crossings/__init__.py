"""Where features meet: every pair of them is tried on tiny, odd puzzles. No expected values are written down.

A *subject* is a puzzle whose solutions are known by trying everything. A *case* is a command with options,
asked about a subject in one of its orientations, in a file of some format, in one of three *modes*. The
features are read from the registries and from the parser of the command line, so a new kind, format, model
card, command or option takes part once it is registered.
"""
