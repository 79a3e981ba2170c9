cimport cython

ctypedef long long Int

cdef Int _MIRRORED

@cython.locals(cells="const unsigned int[::1]", least=Int, moves=Int, move=Int, order=Int)
cpdef object least_form(str text, Int wide, Int high)
@cython.locals(first=Int, down=Int, right=Int, rows=Int, columns=Int)
cdef (Int, Int, Int) _steps(Int move, Int wide, Int high) noexcept nogil
@cython.locals(columns=Int, row=Int, column=Int, cell="unsigned int", against="unsigned int")
cdef Int _order(const unsigned int[::1] cells, Int wide, Int high, Int one, Int other) noexcept nogil
@cython.locals(columns=Int, to=Int, row=Int, column=Int)
cdef void _write(
    unsigned int[::1] form, const unsigned int[::1] cells, Int wide, Int high, Int move
) noexcept nogil
