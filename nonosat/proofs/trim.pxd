cimport cython
from nonosat.propagation.layout cimport Int, Word

cdef Int _ADD, _DELETE, _BLANK, _LINE, _MINUS, _ZERO, _DIGITS


@cython.final
cdef class Trimmed:
    cdef int[::1] notes, user, row
    cdef Int[::1] begins
    cdef unsigned char[::1] out, digits
    cdef Int clauses, end, middle, form
    cdef readonly Int largest
    @cython.locals(longest=Int, until=Int, begin=Int, lemma=Int, hint=Int, k=Int)
    cpdef Int find_uses(self, Int end, Int most) except *
    @cython.locals(at=Int)
    cdef Int _begin(self, Int end) noexcept nogil
    @cython.locals(end=Int)
    cpdef Int write(self, Int form, Int at, Int most) except *
    @cython.locals(k=Int)
    cdef void _lemma(self, Int at, Int end) noexcept
    @cython.locals(size=Int, gap=Int, place=Int, literal=int, k=Int)
    cdef void _in_order(self, Int at) noexcept
    @cython.locals(lemma=Int, begun=bint, hint=Int, place=Int, k=Int)
    cdef void _delete_after(self, Int at, Int end) noexcept
    @cython.locals(begun=bint, clause=Int)
    cdef void _delete_unused(self) noexcept
    @cython.locals(k=Int)
    cdef void _literals(self, Int at) noexcept
    cdef void _begin_entry(self, Int number, Int what) noexcept
    cdef void _end_entry(self) noexcept
    @cython.locals(left=Word, k=Int)
    cdef void _number(self, Int number) noexcept
    cdef inline void _put(self, Int byte) noexcept
    cdef void _grow(self) noexcept
