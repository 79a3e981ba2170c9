cimport cython
from nonosat.propagation.layout cimport Int, Layout, Word

cdef Word ONE, ALL

cdef Word fill(Word seeds, Word through) noexcept nogil
cdef Word fill_down(Word seeds, Word through, Int most) noexcept nogil

@cython.final
cdef class ShortLines:
    cdef Word[::1] gaps, starts, fits, spread
    cdef void _divide(self, Word[::1] space, Int n)
    cdef (Word, Word) narrow(self, Layout layout, Int line, Word white, Word black) noexcept nogil

@cython.final
cdef class AnyLines:
    cdef Word[::1] at
    cdef Int words, most, slack
    cdef Int gaps, starts, ends, fits, spare, free, rest, whites, shut, tail, used
    cdef bint narrow(self, Layout layout, Int line) noexcept nogil
    cdef bint place(self, Layout layout, Int line) noexcept nogil
    cdef inline void _clear(self, Int row) noexcept nogil
    cdef inline void _copy(self, Int to, Int row) noexcept nogil
    cdef inline void _join(self, Int to, Int row) noexcept nogil
    cdef inline bint _meet(self, Int to, Int row, Int other) noexcept nogil
    cdef void _up(self, Int to, Int row, Int by) noexcept nogil
    cdef void _down(self, Int to, Int row, Int by) noexcept nogil
    cdef void _fill(self, Int row, Int through) noexcept nogil
    cdef void _fill_down(self, Int row, Int through) noexcept nogil
    cdef void _fits(self, Int to, Int cells, Int length) noexcept nogil
    cdef void _spread(self, Int row, Int length) noexcept nogil
    cdef void _step(self, Int row, Int cells, Int steps, bint down) noexcept nogil
    cdef void _lengthen(self, Int row, Int cells, Int more, Int slack, bint down) noexcept nogil
    cdef void _find_tail(self, Int shortest, Int ends, Int cells, Int more, bint unlimited) noexcept nogil
