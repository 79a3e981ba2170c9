cimport cython
from nonosat.propagation.layout cimport Int, Layout, Word
from nonosat.propagation.probe cimport Probing
from nonosat.propagation.state cimport State

cdef Int DONE, UNFINISHED, REFUTED, FAR
cdef Int _CELLS


@cython.final
cdef class Search:
    cdef Probing probing
    cdef State state
    cdef Layout layout
    cdef Int[::1] length, cell, value
    cpdef bint run(self, Int most, object clock=*)
    @cython.locals(met=bint, failed=bint)
    cdef Int _run(self, Int most) noexcept nogil
    cdef Int _choose(self) noexcept nogil
