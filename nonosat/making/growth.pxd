cimport cython
from nonosat.making.pictures cimport Pictures
from nonosat.propagation.layout cimport Int, Layout, Word
from nonosat.propagation.state cimport State


@cython.final
cdef class Growth:
    cdef Pictures pictures
    cdef State state
    cdef Layout layout
    cdef object clock
    cdef Int[::1] finder, before, last, line, change_at, cells, to, gains
    cdef Word[::1] now, then
    @cython.locals(order=Int[::1], good=bint)
    cpdef list _try(self, object numbers, bint keep)
    cdef bint _begin(self) noexcept nogil
    @cython.locals(some=bint)
    cdef bint _settle(self) noexcept nogil
    cdef bint _try_each(self, Int[::1] order, bint keep) noexcept nogil
    cdef bint _is_possible(self, Int number) noexcept nogil
    cdef void _make(self, Int number) noexcept nogil
    cdef void _take_back(self, Int number, Int length) noexcept nogil
    cdef bint _all_follow(self) noexcept nogil
    @cython.locals(good=bint, own=bint)
    cdef bint _follows(self, Int line) noexcept nogil
