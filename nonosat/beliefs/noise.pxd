cimport cython
from nonosat.propagation.layout cimport Word

cdef Word _STEP, _MIX, _MIX_AGAIN, _ALL
cdef double _UNIT


@cython.final
cdef class Noise:
    cdef Word drawn
    cpdef void seed(self, Word seed)
    @cython.locals(bits=Word, drawn=double)
    cpdef double normal(self) noexcept nogil
