cimport cython
from nonosat.propagation.layout cimport Int, Word
from nonosat.propagation.line cimport AnyLines
from nonosat.propagation.state cimport State

cdef Word ALL

@cython.locals(line=AnyLines, wide=Int, value=Int, w=Int, j=Int, starts=Int, ends=Int)
cpdef object find_ends(State state, Int k, object can)
