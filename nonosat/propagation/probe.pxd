cimport cython
from nonosat.propagation.layout cimport Int, Layout, Word
from nonosat.propagation.state cimport State

cdef Word ONE
cdef Int DONE, UNFINISHED, REFUTED, FAR
cdef Int _LEAST, _LEAST_CELLS


@cython.final
cdef class Probing:
    cdef readonly State state
    cdef Layout layout
    cdef Int[::1] hot, order, found, known
    cdef unsigned char[::1] is_hot, touched
    cdef Word[::1] union_, before
    cdef Int hots, next, ordered, success
    cdef readonly Int found_count
    cdef bint gained
    cpdef bint run(self, Int most, Int patience, object clock=*)
    cdef Int _run(self, Int most, Int patience) noexcept nogil
    cdef Int _next(self) noexcept nogil
    cdef Int _count_known_beside(self, Int cell) noexcept nogil
    cdef void _order_cells(self) noexcept nogil
    @cython.locals(whole=bint)
    cdef Int _probe(self, Int cell, Int stop, Int least) noexcept nogil
    @cython.locals(gained=bint)
    cdef bint _keep_union(self) noexcept nogil
    @cython.locals(changed=bint)
    cdef bint _settle(self) noexcept nogil
    cdef void _heat(self, Int line) noexcept nogil
    cpdef void note_solution(self) noexcept nogil
