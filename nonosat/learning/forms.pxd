cimport cython

ctypedef long long Int
ctypedef unsigned long long Word

cdef Int _MIRRORED, _BLACK, _SWAP
cdef Word ONE, ALL, _FACTOR

@cython.locals(
    cells="const unsigned int[::1]", least=Int, moves=Int, others=Int, black=Int, least_hash=Word, other=Word, i=Int
)
cpdef tuple form_key(str text, Int wide, Int high, bint two_colours)
@cython.locals(least=Int, moves=Int, move=Int, order=Int)
cdef (Int, Int) _least(const unsigned int[::1] cells, Int wide, Int high, Int swap) noexcept nogil
@cython.locals(first=Int, down=Int, right=Int, rows=Int, columns=Int)
cdef (Int, Int, Int) _steps(Int move, Int wide, Int high) noexcept nogil
@cython.locals(columns=Int, row=Int, column=Int, cell=Int, against=Int)
cdef Int _order(
    const unsigned int[::1] cells, Int wide, Int high, Int one, Int other, Int swap
) noexcept nogil
@cython.locals(columns=Int, row=Int, column=Int, mixed=Word)
cdef Word _hash(const unsigned int[::1] cells, Int wide, Int high, Int move, Int swap) noexcept nogil
