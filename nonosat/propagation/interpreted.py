"""Stands in for the module `cython` where Cython is not installed and the hot files run interpreted."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()
