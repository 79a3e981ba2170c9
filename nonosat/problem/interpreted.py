"""Stands in for the module `cython` where Cython is not installed and the hot files run interpreted."""

from contextlib import nullcontext

compiled = False
nogil = nullcontext()


def cast(_type: object, value: object) -> object:
    """Return the value, which has the type."""
    return value
