cimport cython
from nonosat.propagation.layout cimport Int, Layout, Word
from nonosat.propagation.refute cimport Refuting
from nonosat.propagation.state cimport State

cdef Word ONE, ALL
cdef Int FAR, COUNT, LOOSE, REGULAR


@cython.final
cdef class Pictures:
    cdef State state
    cdef Layout layout
    cdef readonly bint only_lines
    cdef Int covering
    cdef Int[::1] values, open
    cdef readonly Int[::1] shown
    @cython.locals(unknown=Int[::1], all_unknown=bint)
    cpdef list open_cells(self, object values, Int layers=*, object among=*, object clock=*)
    @cython.locals(cells=Int[::1], to=Int[::1], counts=Int[::1], good=bint)
    cpdef list after_each(self, object values, object options, object clock=*)
    cpdef load(self, object values)
    cpdef list open_now(self)
    cdef void begin(self) noexcept nogil
    cdef void change(self, Int cell, Int value) noexcept nogil
    cdef void read_clue(self, Int line) noexcept nogil
    cdef void _read_number(self, Int line) noexcept nogil
    cdef void _read_blocks(self, Int line) noexcept nogil
    cdef Int count_open(self) noexcept nogil
    cdef Int _find_open(self) noexcept nogil
    cdef void _begin_among(self, Int[::1] unknown) noexcept nogil
    cdef bint _after_each(self, Int[::1] cells, Int[::1] to, Int[::1] counts) noexcept nogil
