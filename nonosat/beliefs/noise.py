# Compiled with noise.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
"""Random numbers that are the same on every machine, compiled or interpreted.

The generator is splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
"""

from __future__ import annotations

_STEP, _MIX, _MIX_AGAIN = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_ALL = (1 << 64) - 1  # all bits of a word
_UNIT = 2.0**-53


class Noise:
    """A stream of numbers; equal seeds give equal streams."""

    drawn: int

    def seed(self, seed: int) -> None:
        """Start again."""
        self.drawn = seed & _ALL

    def normal(self) -> float:
        """Return a number with about the normal distribution: twelve uniform ones, less their mean."""
        drawn = -6.0
        for _ in range(12):
            self.drawn = (self.drawn + _STEP) & _ALL
            bits = ((self.drawn ^ self.drawn >> 30) * _MIX) & _ALL
            bits = ((bits ^ bits >> 27) * _MIX_AGAIN) & _ALL
            drawn += 1.0 * ((bits ^ bits >> 31) >> 11) * _UNIT
        return drawn
