"""Processes that can be stopped, and their limits.

worker        a process that calls functions; pool: threads that wait for workers
limits        seconds and bytes; usage: what a process uses
files         read, and written whole, by one process at a time
stream        many jobs through an executor; journal: their results on disk as they end
dask_cluster  workers of a Dask cluster
"""
