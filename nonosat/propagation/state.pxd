cimport cython
from nonosat.propagation.layout cimport Int, Layout, Word
from nonosat.propagation.line cimport AnyLines, ShortLines
from nonosat.propagation.regular cimport RegularLines

cdef Word ONE, ALL
cdef Int COUNT, SHORT, LOOSE, REGULAR, FAR, DONE, UNFINISHED
cdef Int _TICK
cdef Word _DE_BRUIJN
cdef Int[::1] _PLACES, _NO_INTS
cdef Word[::1] _NO_WORDS
cpdef Int place_of(Word bit) noexcept nogil


@cython.final
cdef class State:
    cdef readonly Layout layout
    cdef readonly object constraints
    cdef public object contradiction
    cdef readonly Int work
    cdef Word[::1] can, after, trail_word
    cdef Int[::1] trail_at
    cdef unsigned char[::1] dirty
    cdef Int trail
    cdef bint trailing, stopped
    cdef Int until_tick
    cdef object clock, error
    cdef ShortLines short
    cdef AnyLines any
    cdef RegularLines regular
    cdef Int[::1] found_cell, found_value
    cdef Int found
    cdef void _load(self, Int[::1] masks) noexcept nogil
    cdef void allow(self, Int cell, Int value) noexcept nogil
    cdef void _read(self, Int[::1] masks) noexcept nogil
    cdef bint has(self, Int cell, Int value) noexcept nogil
    cdef bint is_open(self, Int cell) noexcept nogil
    @cython.locals(some=Word, several=Word)
    cdef Int count_open(self, Int line) noexcept nogil
    cdef Int value_of(self, Int cell) noexcept nogil
    cdef inline void set_word(self, Int at, Word word) noexcept nogil
    @cython.locals(changed=bint)
    cdef void strike(self, Int cell, Int value, Int origin=*) noexcept nogil
    cdef void touch_counts(self) noexcept nogil
    cdef bint look(self, Int k) noexcept nogil
    cdef bint compute(self, Int k) noexcept nogil
    cdef inline void count_work(self, Int k) noexcept nogil
    cdef void _tick(self) noexcept with gil
    cdef bint _look_at_any(self, Int line) noexcept nogil
    cdef bint _narrow_any(self, Int line) noexcept nogil
    cdef bint count_options(self, Int k) noexcept nogil
    @cython.locals(clash=bint)
    cdef bint clashes(self, Int line) noexcept nogil
    cdef void take(self, Int line, Int value, Int word, Word gone) noexcept nogil
    cdef Int settle(self, Int stop) noexcept nogil
    cdef void fix(self, Int cell, Int value) noexcept nogil
    cdef void undo(self, Int length) noexcept nogil
    cpdef void with_trail(self)
    @cython.locals(other=State)
    cpdef State copy(self)
    cdef void begin_call(self, object clock)
    cdef void end_call(self)
