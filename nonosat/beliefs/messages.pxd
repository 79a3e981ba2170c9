cimport cython
from nonosat.beliefs.counts cimport Counts
from nonosat.beliefs.powers cimport Noise, Powers
from nonosat.beliefs.runs cimport LineLayout
from nonosat.propagation.layout cimport Int

cdef double _SETTLED, _CLIP, _UNSURE, _KNOWN, _LEAST, _TINY, _SMALL, _LARGE, _LOW, _NOISE
cdef Int _TICK


@cython.final
cdef class Messages:
    cdef readonly object problem, members
    cdef readonly Int[::1] open
    cdef Int[::1] ranked, merged
    cdef readonly double damping, change
    cdef readonly Int within, done, steady
    cdef readonly unsigned char[::1] allowed
    cdef unsigned char[::1] closed
    cdef readonly double[::1] weight
    cdef readonly double[::1] random
    cdef double[::1] pulled, outgoing, rate, sure
    cdef Int[::1] favoured, cells_at, blocks_at, width, cell, start, length, colour
    cdef Noise noise
    cdef Counts counts
    cdef Powers powers
    cdef double[::1] incoming, sums, odds, share, part, before, behind, after
    cdef Int domain, lines, line
    cdef double largest
    cpdef void run(self, Int rounds, Int patience, object clock=*)
    cpdef object order(self, double noise=*)
    cpdef (double, double) reinforcement(self, Int done) noexcept nogil
    @cython.locals(background=double, noise=double)
    cdef void _begin(self) noexcept nogil
    @cython.locals(background=double)
    cdef void _weigh_again(self) noexcept nogil
    cdef Int _count(self, Int cell) noexcept nogil
    @cython.locals(largest=double)
    cdef Int _likeliest(self, Int cell) noexcept nogil
    @cython.locals(best=double, second=double)
    cdef void _compare(self, double noise) noexcept nogil
    cdef void _rank(self) noexcept nogil
    cdef bint _pass(self, Int last, Int patience) noexcept nogil
    cdef Int _weigh(self, Int line) noexcept nogil
    cdef void _accumulate(self, Int blocks, Int width) noexcept nogil
    @cython.locals(change=double)
    cdef double _send(self, Int line) noexcept nogil
    @cython.locals(change=double, largest=double, background=double)
    cdef double _take_many(self, Int line) noexcept nogil
    @cython.locals(moved=Int, best=Int, largest=double, background=double)
    cdef void _reinforce(self) noexcept nogil
