"""Exponentials and logarithms of many numbers at once, compiled with numba to vector instructions.

The math library's functions work number by number, which took a third of the time of passing messages. These
loops process 4 or 8 numbers at a time: they have no calls and no branches. They access a double's exponent
through its bits, writing floats and reading integers, or the other way round. The error is below 1e-15 of the
result.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from nonosat.beliefs.messages import Floats, Ints
from nonosat.processes.machine_code import compiled_floats

_LOWEST = -700.0  # e to this is about as small as a double can be
_LOG2_E = 1 / math.log(2)
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-1, 1.90821492927058770002e-10  # ln 2, its first 33 bits apart
_ROUND = 1.5 * 2.0**52  # a double as large as this has no fraction: it holds an integer in its lowest bits
_ONE = 1023 << 52  # the bits of 1.0; an exponent is stored from bit 52 on, counted from 1023
_ROOT = 0x3FE6A09E667F3BCD  # the bits of the square root of 1/2
_WHOLE = 1075 << 52  # the bits of 2.0**52; with an integer in the lowest bits, those of 2.0**52 + integer


class Bits(NamedTuple):
    """The same memory, seen as floats and as the integers of their bits."""

    number: Floats
    bits: Ints


def room_for(n: int) -> Bits:
    """Return room for n numbers."""
    numbers = np.zeros(n)
    return Bits(numbers, numbers.view(np.int64))


@compiled_floats
def exp(xs: Floats, n: int, power: Bits) -> None:
    """Replace the first n numbers, which are not above 700, by their exponentials."""
    for i in range(n):
        power.number[i] = max(xs[i], _LOWEST) * _LOG2_E + _ROUND
    for i in range(n):
        power.bits[i] = (power.bits[i] << 52) + _ONE  # 2 to the power of that integer
    for i in range(n):
        x = max(xs[i], _LOWEST)
        k = (x * _LOG2_E + _ROUND) - _ROUND
        r = (x - k * _LN2_HIGH) - k * _LN2_LOW  # x = k ln 2 + r, |r| < 0.35: the Taylor series of r
        e = 1 / 362880 + r * (1 / 3628800 + r * (1 / 39916800 + r * (1 / 479001600)))
        e = 1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * (1 / 40320 + r * e)))
        e = 1.0 + r * (1.0 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * e))))
        xs[i] = e * power.number[i]


@compiled_floats
def log(xs: Floats, n: int, exponent: Bits, mantissa: Bits) -> None:
    """Replace the first n numbers, which are positive, by their logarithms."""
    for i in range(n):
        mantissa.number[i] = xs[i]
    for i in range(n):
        k = (mantissa.bits[i] - _ROOT + _ONE) >> 52  # 1023 more than the exponent
        mantissa.bits[i] += _ONE - (k << 52)
        exponent.bits[i] = k + _WHOLE
    for i in range(n):
        m = mantissa.number[i]  # between the roots of 1/2 and 2: log m = 2 artanh f, |f| < 0.18
        f = (m - 1.0) / (m + 1.0)
        s = f * f
        a = 1 / 13 + s * (1 / 15 + s * (1 / 17 + s * (1 / 19 + s * (1 / 21))))
        a = 1.0 + s * (1 / 3 + s * (1 / 5 + s * (1 / 7 + s * (1 / 9 + s * (1 / 11 + s * a)))))
        e = exponent.number[i] - (2.0**52 + 1023.0)
        xs[i] = e * _LN2_HIGH + (2.0 * f * a + e * _LN2_LOW)
