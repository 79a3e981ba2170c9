cimport cython
from nonosat.propagation.layout cimport Int, Layout, Word

cdef Word ONE

@cython.final
cdef class RegularLines:
    cdef Int[::1] reached
    @cython.locals(n=Int, states=Int, wide=Int, values=Int, first=Int, i=Int, place=Int, v=Int, state=Int, to=Int, at=Int, bit=Word, any_open=bint, kept=bint)
    cdef bint narrow(self, Layout layout, Int line, Word[::1] can) noexcept nogil
