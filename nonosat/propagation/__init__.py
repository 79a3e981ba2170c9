"""Narrows Problems without a solver."""
