cimport cython
from nonosat.propagation.layout cimport Int, Word
from nonosat.propagation.state cimport State

cdef Int TRUE, _SORTS, _LENGTHS


@cython.final
cdef class Rows:
    cdef State state
    cdef unsigned char[::1] placed
    cdef readonly Int blocks
    cdef Word[::1] masks
    cdef Int[::1] mask_at, literal, start_at, start_low, start_top, end_at, end_low, end_top, cells, clause_at
    cdef int[::1] clause
    cdef Int mask_end, length, variables
    cdef bint writing
    cdef Int _masks(self) noexcept nogil
    cdef inline bint _has_slack(self, Int b) noexcept nogil
    @cython.locals(row=Int, low=Int, top=Int, more=Int)
    cpdef bint place(self, Int line) noexcept nogil
    @cython.locals(low=Int, top=Int)
    cdef (Int, Int) _keep(self, Int line, Int row) noexcept nogil
    cpdef Int number(self, Int variables) except *
    @cython.locals(at=Int)
    cdef void _number(self) noexcept nogil
    cdef void _fill(self, Int row, Int mask, Int low, Int top) noexcept nogil
    cpdef tuple starting(self, Int line, Int j)
    cpdef tuple ending(self, Int line, Int j)
    @cython.locals(count=Int, names=list, middle=Int, one=Int, two=Int, three=Int, listed=list, k=Int)
    cpdef list clauses(self, list literals)
    @cython.locals(at=Int, row=list, value=Int)
    cdef void _take(self, list literals) except *
    @cython.locals(total=Int, here=Int, k=Int)
    cdef Int _count(self) noexcept nogil
    cdef void _write(self) noexcept nogil
    @cython.locals(low=Int, top=Int, end_low=Int, end_top=Int, less=Int, more=Int, gap=Int, b=Int, p=Int)
    cdef void _write_line(self, Int line) noexcept nogil
    cdef inline Int _starts_by(self, Int b, Int place) noexcept nogil
    cdef inline Int _ends_by(self, Int b, Int place) noexcept nogil
    cdef inline Int _cell(self, Int line, Int place, Int value) noexcept nogil
    @cython.locals(at=Int, length=Int)
    cdef void _add(self, Int sort, Int a, Int b, Int c) noexcept nogil
