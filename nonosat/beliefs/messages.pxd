cimport cython
from nonosat.beliefs.counts cimport Counts
from nonosat.beliefs.powers cimport Powers
from nonosat.beliefs.runs cimport LineLayout
from nonosat.beliefs.weights cimport Weights
from nonosat.propagation.layout cimport Int

cdef double _SETTLED, _CLIP, _UNSURE, _SURE, _RANGE, _LEAST, _TINY, _SMALL, _LARGE, _LOW
cdef Int _TICK


@cython.final
cdef class Messages:
    cdef readonly object problem, members
    cdef readonly double damping, change
    cdef readonly Int done
    cdef readonly Weights weights
    cdef readonly unsigned char[::1] allowed
    cdef unsigned char[::1] closed
    cdef readonly double[::1] weight
    cdef double[::1] outgoing, rate
    cdef Int[::1] cells_at, blocks_at, width, cell, start, length, colour
    cdef Counts counts
    cdef Powers powers
    cdef double[::1] incoming, sums, inverse, odds, share, part, before, behind, after
    cdef Int domain, lines, line
    cdef double largest
    cpdef void run(self, Int rounds, Int patience, object clock=*)
    cdef void _forget(self) noexcept nogil
    cdef void _weigh_again(self) noexcept nogil
    cdef bint _pass(self, Int last, Int patience) noexcept nogil
    @cython.locals(odds=double, total=double, running=double)
    cdef Int _weigh(self, Int line) noexcept nogil
    cdef void _multiply(self, Int block, Int blocks, Int width, Int row) noexcept nogil
    cdef void _add(self, Int block, Int blocks, Int width, Int row) noexcept nogil
    cdef void _accumulate(self, Int blocks, Int width) noexcept nogil
    @cython.locals(change=double)
    cdef double _send(self, Int line) noexcept nogil
    @cython.locals(change=double, largest=double, background=double)
    cdef double _take_many(self, Int line) noexcept nogil
