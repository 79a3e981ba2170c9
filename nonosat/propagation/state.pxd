cimport cython
from nonosat.propagation.cells cimport Cells
from nonosat.propagation.layout cimport Int, Layout, Word
from nonosat.propagation.line cimport AnyLines, ShortLines
from nonosat.propagation.regular cimport RegularLines

cdef Word ONE, ALL
cdef Int COUNT, SHORT, LOOSE, REGULAR, FAR, DONE, UNFINISHED
cdef Int _TICK
cdef Int[::1] _NO_INTS
cdef Word[::1] _NO_WORDS


@cython.final
cdef class State(Cells):
    cdef public object constraints, shape
    cdef public object contradiction
    cdef readonly Int work
    cdef Word[::1] after
    cdef bint stopped
    cdef Int until_tick
    cdef object clock, error
    cdef (Int, Int, Int) room
    cdef ShortLines short
    cdef AnyLines any
    cdef RegularLines regular
    cdef Int[::1] found_cell, found_value
    cdef Int found
    @cython.locals(cell=Int, value=Int)
    cpdef void load(self, object clues, object givens=*, object reader=*) except *
    cdef void _make_room(self) except *
    cdef bint look(self, Int k) noexcept nogil
    cdef bint compute(self, Int k) noexcept nogil
    cdef inline void count_work(self, Int k) noexcept nogil
    cdef void _tick(self) noexcept with gil
    cdef bint _look_at_any(self, Int line) noexcept nogil
    cdef bint _narrow_any(self, Int line) noexcept nogil
    cdef bint count_options(self, Int k) noexcept nogil
    @cython.locals(clash=bint)
    cdef bint clashes(self, Int line) noexcept nogil
    cdef Int settle(self, Int stop) noexcept nogil
    @cython.locals(other=State)
    cpdef State copy(self)
    cdef void begin_call(self, object clock)
    cdef void end_call(self)
