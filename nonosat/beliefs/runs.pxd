cimport cython
from nonosat.propagation.layout cimport Int


@cython.final
cdef class LineLayout:
    cdef readonly Int lines, longest, most, room
    cdef readonly Int[::1] cells_at, blocks_at, width, cell, start, length, colour
    @cython.locals(n=Int, place=Int, before=Int)
    cdef void _lay_out(self, Int[::1] blocks)
