cimport cython
from nonosat.beliefs.powers cimport Noise, Powers
from nonosat.propagation.layout cimport Int

cdef double _KNOWN, _LOW, _NOISE


@cython.final
cdef class Weights:
    cdef readonly Int within, steady
    cdef readonly unsigned char[::1] allowed
    cdef readonly double[::1] weight, random
    cdef readonly Int[::1] open
    cdef double[::1] pulled, sure
    cdef readonly Int[::1] favoured
    cdef Int[::1] ranked, merged
    cdef Powers powers
    cdef Noise noise
    cdef Int domain
    cpdef object order(self, double noise=*)
    cpdef (double, double) reinforcement(self, Int done) noexcept nogil
    @cython.locals(background=double, noise=double)
    cdef void _begin(self) noexcept nogil
    @cython.locals(background=double)
    cpdef void clear(self) noexcept nogil
    cpdef Int count(self, Int cell) noexcept nogil
    @cython.locals(largest=double)
    cdef Int likeliest(self, Int cell) noexcept nogil
    @cython.locals(best=double, second=double)
    cdef void _compare(self, double noise) noexcept nogil
    cdef void _rank(self) noexcept nogil
    @cython.locals(moved=Int, best=Int, largest=double, background=double)
    cpdef void reinforce(self, Int done) noexcept nogil
