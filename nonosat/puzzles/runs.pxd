cimport cython

ctypedef long long Int

cdef Int _FEW
cdef list _BLACK

@cython.locals(cells="const unsigned char[::1]", colours="const unsigned char[::1]", wide=Int, high=Int, row=Int, column=Int, across=tuple, down=tuple, text=str)
cpdef bint runs_agree(object picture, str chars, object rows, object columns) except? -1
@cython.locals(place=Int, number=Int, begin=Int, char="unsigned char", block=tuple, colour=Int, low=Int, high=Int, blocks=Int)
cdef bint _agrees(
    const unsigned char[::1] cells, const unsigned char[::1] colours, Int first, Int step, Int n, tuple clue
) except? -1
