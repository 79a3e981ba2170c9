cimport cython
from nonosat.propagation.layout cimport Int, Word

cdef Word ALL, _MIX
cdef Int _TICK, _HEADER, _MOST


cdef class ClauseDatabase:
    cdef Int variables, end, watch_end, count, conflict, steps, until_tick
    cdef int shift
    cdef int[::1] arena, bucket, watch, true, reason, since
    cdef Int[::1] watch_at, watch_size, watch_room, seen
    cdef signed char[::1] value
    cdef bint stopped
    cdef object clock, error
    cdef void room(self, Int more) except *
    cdef void _renew(self, Int more) except *
    @cython.locals(at=Int, size=Int, total=Int)
    cdef Int _live(self) noexcept nogil
    @cython.locals(literal=Int, at=Int, number=Int, size=Int)
    cdef void _move(self, int[::1] old, Int end) noexcept nogil
    cdef void _tick(self) noexcept with gil
    @cython.final
    @cython.locals(first=Int, second=Int)
    cdef void _enter(self, Int size, Int number) noexcept nogil
    @cython.final
    @cython.locals(before=Int, clause=Int, following=Int)
    cdef void _delete(self, Int size) noexcept nogil
    @cython.locals(same=bint)
    cdef bint _was_read(self, Int clause, Int size) noexcept nogil
    @cython.locals(total=Word, mixed=Word)
    cdef Int _hash(self, Int size) noexcept nogil
    @cython.final
    @cython.locals(size=Int, room=Int, at=Int)
    cdef inline void _watch(self, Int literal, Int clause, Int other) noexcept nogil
    cdef void _grow(self, Int room) noexcept with gil
    @cython.final
    cdef inline bint _assume(self, Int literal, Int reason) noexcept nogil
    @cython.final
    cdef bint _propagate(self, Int done) noexcept nogil
    @cython.final
    @cython.locals(
        at=Int, kept=Int, end=Int, holds=bint, clause=Int, other=Int, size=Int, side=Int, place=Int, literal=Int
    )
    cdef inline bint _visit(self, Int false) noexcept nogil
    @cython.final
    cdef inline Int _open(self, Int clause, Int size) noexcept nogil
