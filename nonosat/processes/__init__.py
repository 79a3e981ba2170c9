"""Processes that can be stopped, and their limits.

worker        a process that calls functions; calls: how these and their results are passed
in_process    the same without another process, where there can be none; turns: how limits hold there
pool          threads that wait for workers
programs      run to their end; trials: whether they answer
limits        seconds and bytes; usage: what a process uses; measure: what some work takes
files         read, and written whole, by one process at a time
stream        many jobs through an executor; journal: their results on disk as they end
dask_cluster  workers of a Dask cluster
"""

import sys

ALONE = sys.platform == "emscripten"
"""Whether this process can start neither processes nor threads: in a browser (WebAssembly)."""
