cimport cython
from nonosat.propagation.layout cimport Int, Layout, Word
from nonosat.propagation.state cimport State

cdef Int COUNT, DONE, UNFINISHED, REFUTED
cdef Int _CELLS


@cython.final
cdef class Listing:
    cdef readonly State state
    cdef Layout layout
    cdef Int[::1] length, cell, value, open_in, order, wanted, at
    cdef Int depth
    cdef public Int left, turn
    cpdef Int next(self, object clock=*)
    cpdef bint start(self, Int cell=*, Int value=*, object clock=*)
    @cython.locals(failed=bint)
    cdef Int _next(self) noexcept nogil
    cdef Int _settle(self) noexcept nogil
    cdef Int _next_in_order(self) noexcept nogil
    cdef Int _choose(self) noexcept nogil
