cimport cython
from nonosat.beliefs.powers cimport Powers
from nonosat.propagation.layout cimport Int

cdef double _CLIP, _LEAST


@cython.final
cdef class Counts:
    cdef readonly Int count
    cdef double damping
    cdef double[::1] weight, outgoing, odds, share, holds, before, behind
    cdef Int[::1] cells_at, cell, sign, open, wanted
    cdef Powers powers
    @cython.locals(largest=double)
    cpdef double send(self) noexcept nogil
    @cython.locals(change=double)
    cdef double _send_of(self, Int k) noexcept nogil
    @cython.locals(likelier=double)
    cdef void _collect(self, Int first, Int n) noexcept nogil
    @cython.locals(yes=double, no=double)
    cdef void _add_up(self, Int n, Int wanted) noexcept nogil
