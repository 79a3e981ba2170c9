"""Processes that can be stopped, and what they may use.

worker        a process that calls functions; pool: threads that wait for workers
limits        seconds and bytes; usage: what a process uses
dask_cluster  workers of a Dask cluster
machine_code  functions compiled by numba
"""
