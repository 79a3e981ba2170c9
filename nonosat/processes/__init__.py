"""Processes that can be stopped, and their limits.

worker    a process that calls functions
calls     how these and their results are passed; serving: how a worker answers them
          in_process: a worker where there can be no other process
pool      threads that wait for workers; many jobs through an executor
programs  run to their end; trials: whether they answer
limits    seconds and bytes; alarm: for what looks at no clock; solvers' calls in turns
usage     what a process uses; ps: where there is no /proc; measure: what some work takes
files     read, and written whole or line by line, by one process at a time
"""

import sys

BROWSER = sys.platform == "emscripten"
ALONE = BROWSER or sys.platform == "win32"
"""Whether this process does all work itself: a browser (WebAssembly) has neither processes nor threads, and
Windows has none of the signals, locks and counters that keep worker processes within their limits.
"""
