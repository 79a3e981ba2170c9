# Compiled with powers.pxd: no words over 64 bits, bad indices, new attributes (docs/hot-files.md).
# cython: cdivision=True
"""Exponentials and logarithms of many numbers at once; and random numbers, the same on every machine,
compiled or interpreted.

The math library's functions work number by number. These loops have no calls and no branches, so compilers
turn them into vector instructions. They split a number into its mantissa and exponent by its bits.

The rational approximation of exp is that of the library Cephes (Moshier), the polynomial of log that of
fdlibm (Sun Microsystems). Errors are below 1e-15 of the result.

The random generator is splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
2014).

No divisor is 0 here. With C's division, 1 / 2 would be 0: write 1.0 / 2.
"""

from __future__ import annotations

from struct import pack, unpack

from nonosat.propagation.memory import Doubles

try:
    import cython
except ImportError:
    from nonosat.problem import interpreted as cython

_LOWEST = -700.0  # e to this is about as small as a double can be
_LOG2_E = 1.4426950408889634074  # 1 / ln 2
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-1, 1.90821492927058770002e-10  # ln 2, its first 33 bits apart
_ROUND = 1.5 * 2.0**52  # a double as large as this has no fraction: it holds an integer in its lowest bits
_WHOLE = 2.0**52  # with an integer added to its bits, this is 2.0**52 + the integer
_ONE = 1023 << 52  # the bits of 1.0; an exponent is stored from bit 52 on, counted from 1023
_ROOT = 0x3FE6A09E667F3BCD  # the bits of the square root of 1/2
_ALL = (1 << 64) - 1  # all bits of a word
_STEP, _MIX, _MIX_AGAIN = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_UNIT = 2.0**-53

if not cython.compiled:  # for C they are in the .pxd

    def bits_of(number: float) -> int:
        """Return the bits of a double."""
        bits: int = unpack("=Q", pack("=d", number))[0]
        return bits

    def number_of(bits: int) -> float:
        """Return the double that has these bits."""
        number: float = unpack("=d", pack("=Q", bits & _ALL))[0]
        return number


class Powers:
    """The two functions. They are methods because hot files share only classes."""

    def exp(self, xs: Doubles, n: int) -> None:
        """Replace the first n numbers, which are not above 700, by their exponentials."""
        for i in range(n):
            x = max(xs[i], _LOWEST)
            whole = x * _LOG2_E + _ROUND
            k = whole - _ROUND
            r = (x - k * _LN2_HIGH) - k * _LN2_LOW  # x = k ln 2 + r, |r| < 0.35
            s = r * r
            p = 3.02994407707441961300e-2 + s * 1.26177193074810590878e-4
            p = r * (9.99999999999999999910e-1 + s * p)
            q = 2.52448340349684104192e-3 + s * 3.00198505138664455042e-6
            q = 2.0 + s * (2.27265548208155028766e-1 + s * q)
            e = 1.0 + 2.0 * (p / (q - p))
            xs[i] = e * number_of((bits_of(whole) << 52) + _ONE)  # times 2 to the power of k

    def log(self, xs: Doubles, n: int) -> None:
        """Replace the first n numbers, which are positive, by their logarithms."""
        for i in range(n):
            bits = bits_of(xs[i])
            k = (bits - _ROOT + _ONE) >> 52  # 1023 more than the exponent
            e = number_of(bits_of(_WHOLE) + k) - (_WHOLE + 1023.0)
            m = number_of(bits + _ONE - (k << 52))  # between the roots of 1/2 and 2
            f = (m - 1.0) / (m + 1.0)  # log m = 2 artanh f
            s = f * f
            p = 1.531383769920937332e-1 + s * 1.479819860511658591e-1
            p = 2.222219843214978396e-1 + s * (1.818357216161805012e-1 + s * p)
            p = 3.999999999940941908e-1 + s * (2.857142874366239149e-1 + s * p)
            p = 2.0 + s * (6.666666666666735130e-1 + s * p)
            xs[i] = e * _LN2_HIGH + (f * p + e * _LN2_LOW)


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
