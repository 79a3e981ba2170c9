cimport cython
from nonosat.propagation.layout cimport Int, Layout, Word
from nonosat.propagation.state cimport State

cdef Word ONE
cdef Int COUNT
cdef Int UNREFUTED, ENDED


@cython.final
cdef class Refuting:
    cdef State state
    cdef Layout layout
    cdef Int[::1] depth, used, layer, gone_cell, gone_value
    cdef readonly Int going
    cdef Int gone
    cpdef deepen(self, Int most, object clock=*)
    cdef Int _deepen(self, Int most) noexcept nogil
    cdef Int _follow(self, Int cell, Int value, Int most) noexcept nogil
    cdef Int _layer(self, Int count) noexcept nogil
    cdef bint _differs(self, Int line) noexcept nogil
    cdef void _remove(self, Int line) noexcept nogil
    @cython.locals(some=bint)
    cpdef bint take_refuted(self) noexcept
