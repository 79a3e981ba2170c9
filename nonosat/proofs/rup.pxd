cimport cython
from nonosat.propagation.layout cimport Int
from nonosat.proofs.clause_database cimport ClauseDatabase

cdef Int _HOLD, _HEADER


@cython.final
cdef class Checker(ClauseDatabase):
    cdef int[::1] batch, note, unit
    cdef Int[::1] batch_at, marked
    cdef unsigned char[::1] deletion
    cdef Int read, numbers, note_end, marks
    cdef bint noting
    cdef readonly bint refuted
    cpdef Int run(self, list batch, bint must_follow) except *
    cdef Int _run(self, bint must_follow) noexcept nogil
    cdef Int _number(self, bint lemma) noexcept nogil
    @cython.locals(number=Int, literal=Int)
    cdef Int _read(self, Int step) noexcept nogil
    @cython.locals(clause=Int, begin=Int, hints=Int, holds=bint)
    cdef bint _holds(self, Int size) noexcept nogil
    @cython.locals(at=Int, other=Int, has=bint)
    cdef bint _all_follow(self, Int size, Int opposite) noexcept nogil
    cdef bint _always_holds(self, Int clause, Int size) noexcept nogil
    @cython.locals(before=Int, literal=Int, conflict=bint)
    cdef bint _follows(self, Int size, Int other, Int but) noexcept nogil
    @cython.locals(literal=Int)
    cdef bint _deny(self, Int clause, Int size, Int but) noexcept nogil
    @cython.locals(literal=Int, front=Int, clause=Int, before=Int, holds=bint)
    cdef bint _add(self, Int size, Int number) noexcept nogil
    @cython.locals(literal=Int, clause=Int)
    cdef void _settle(self, Int before) noexcept nogil
    @cython.locals(clause=Int)
    cdef void _explain(self, Int before) noexcept nogil
    @cython.locals(literal=Int)
    cdef void _mark(self, Int clause) noexcept nogil
    @cython.locals(literal=Int)
    cdef void _note_lemma(self, Int number, Int clause, Int size) noexcept nogil
    cdef inline void _note(self, Int number) noexcept nogil
    cdef void _grow_note(self) noexcept with gil
