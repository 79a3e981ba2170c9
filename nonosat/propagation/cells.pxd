cimport cython
from nonosat.propagation.layout cimport Int, Layout, Word

cdef Word ONE, ALL
cdef Int COUNT
cdef Word _DE_BRUIJN
cdef Int[::1] _PLACES, _NO_INTS
cdef Word[::1] _NO_WORDS
cpdef Int place_of(Word bit) noexcept nogil


cdef class Cells:
    cdef readonly Layout layout
    cdef Word[::1] can, trail_word
    cdef Int[::1] trail_at
    cdef unsigned char[::1] dirty
    cdef Int trail
    cdef bint trailing
    @cython.final
    cdef void _load(self, Int[::1] masks) noexcept nogil
    @cython.final
    cdef void forget(self) noexcept nogil
    @cython.final
    cdef bint _read_values(self, unsigned char[::1] values) noexcept nogil
    @cython.final
    cdef void allow(self, Int cell, Int value) noexcept nogil
    @cython.final
    cdef void _read(self, Int[::1] masks) noexcept nogil
    @cython.final
    cdef inline bint has(self, Int cell, Int value) noexcept nogil
    @cython.final
    cdef bint is_open(self, Int cell) noexcept nogil
    @cython.final
    @cython.locals(some=Word, several=Word)
    cdef Int count_open(self, Int line) noexcept nogil
    @cython.final
    cdef Int value_of(self, Int cell) noexcept nogil
    @cython.final
    cdef inline void set_word(self, Int at, Word word) noexcept nogil
    @cython.final
    @cython.locals(changed=bint)
    cdef void strike(self, Int cell, Int value, Int origin=*) noexcept nogil
    @cython.final
    cdef void touch_counts(self) noexcept nogil
    @cython.final
    cdef void take(self, Int line, Int value, Int word, Word gone) noexcept nogil
    @cython.final
    cdef void fix(self, Int cell, Int value) noexcept nogil
    @cython.final
    cdef void undo(self, Int length) noexcept nogil
    cpdef void with_trail(self)
