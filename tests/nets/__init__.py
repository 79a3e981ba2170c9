"""Nets: cases by the thousand, each made from its number alone. `python -m bench.hunt` casts them all."""
