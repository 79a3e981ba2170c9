cimport cython
from nonosat.propagation.layout cimport Int

cdef Int NONE


@cython.final
cdef class Totals:
    cdef readonly Int n, blocks, values
    cdef Int counted, cost
    cdef Int[::1] low, high, colour, run, before, ahead, behind, best
    @cython.locals(at=Int, place=Int)
    cdef void _enter(self, Int value, Int[::1] may) noexcept
    @cython.locals(least=Int)
    cpdef Int total(self, Int[::1] places)
    cpdef object toggle(self, Int[::1] places)
    @cython.locals(least=Int, at=Int)
    cpdef object at_bound(self, Int[::1] places)
    cpdef Int weigh(self, Int[::1] places)
    @cython.locals(place=Int)
    cdef void _count(self, Int[::1] places) noexcept nogil
    cdef inline Int _of(self, Int block, Int start, Int end) noexcept nogil
    cdef inline Int _gap(self, Int block) noexcept nogil
    @cython.locals(gap=Int)
    cdef inline Int _until(self, Int block, Int start) noexcept nogil
    @cython.locals(gap=Int)
    cdef inline Int _from(self, Int block, Int start) noexcept nogil
    @cython.locals(wide=Int, block=Int, at=Int, run=Int, start=Int, end=Int, length=Int, least=Int)
    cdef void _look_ahead(self) noexcept nogil
    @cython.locals(wide=Int, block=Int, at=Int, run=Int, start=Int, end=Int, length=Int, least=Int)
    cdef void _look_behind(self) noexcept nogil
    @cython.locals(wide=Int, block=Int, at=Int, run=Int, start=Int, end=Int, length=Int, place=Int, cost=Int)
    cdef void _pass_through(self) noexcept nogil
    @cython.locals(place=Int, value=Int, cost=Int, least=Int)
    cdef void _toggle(self, Int[::1] places, Int[::1] toggled) noexcept nogil
