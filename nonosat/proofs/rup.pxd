cimport cython
from nonosat.propagation.layout cimport Int, Word

cdef Word ALL, _MIX
cdef Int _HOLD, _REFUTED, _TICK, _HEADER, _MOST


@cython.final
cdef class Checker:
    cdef Int variables, end, watch_end, count, steps, until_tick
    cdef int shift
    cdef int[::1] arena, bucket, watch, true, batch
    cdef Int[::1] watch_at, watch_size, watch_room, seen, batch_at
    cdef signed char[::1] value
    cdef unsigned char[::1] deletion
    cdef bint stopped
    cdef object clock, error
    cpdef Int run(self, list batch, bint must_follow) except *
    cdef void _renew(self, Int more) except *
    @cython.locals(at=Int, size=Int, total=Int)
    cdef Int _live(self) noexcept nogil
    @cython.locals(literal=Int, at=Int, size=Int)
    cdef void _move(self, int[::1] old, Int end) noexcept nogil
    cdef void _tick(self) noexcept with gil
    cdef Int _run(self, bint must_follow) noexcept nogil
    @cython.locals(number=Int, literal=Int)
    cdef Int _read(self, Int step) noexcept nogil
    @cython.locals(literal=Int, conflict=bint)
    cdef bint _follows(self, Int size) noexcept nogil
    @cython.locals(literal=Int, front=Int)
    cdef bint _add(self, Int size) noexcept nogil
    @cython.locals(first=Int, second=Int)
    cdef void _enter(self, Int size) noexcept nogil
    @cython.locals(before=Int, clause=Int, following=Int)
    cdef void _delete(self, Int size) noexcept nogil
    @cython.locals(same=bint)
    cdef bint _was_read(self, Int clause, Int size) noexcept nogil
    @cython.locals(total=Word, mixed=Word)
    cdef Int _hash(self, Int size) noexcept nogil
    @cython.locals(size=Int, room=Int, at=Int)
    cdef inline void _watch(self, Int literal, Int clause, Int other) noexcept nogil
    cdef void _grow(self, Int room) noexcept with gil
    cdef inline bint _assume(self, Int literal) noexcept nogil
    cdef bint _propagate(self, Int done) noexcept nogil
    @cython.locals(
        at=Int, kept=Int, end=Int, holds=bint, clause=Int, other=Int, size=Int, side=Int, place=Int, literal=Int
    )
    cdef inline bint _visit(self, Int false) noexcept nogil
    cdef inline Int _open(self, Int clause, Int size) noexcept nogil
