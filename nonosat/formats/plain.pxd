cimport cython

ctypedef long long Int

cdef Int _QUOTE, _COMMA, _COLON, _OPEN, _SHUT, _BEGIN, _END, _BACKSLASH
cdef Int _ZERO, _NINE, _SPACE, _WHITE, _BLACK, _LAST, _TAB, _FEED, _RETURN, _DIGITS, _MOST


@cython.final
cdef class Reader:
    cdef bytes text
    cdef const unsigned char[::1] line
    cdef Int at, end
    cdef list blocks
    cdef dict known, known_lines
    @cython.locals(rows=tuple, columns=tuple, goal=tuple, name=str, key=str, seen=Int, mark=Int, bit=Int)
    cpdef object read(self, bytes text)
    @cython.locals(rows=tuple, columns=tuple, high=Int, wide=Int, about=dict, begin=Int, word=bytes, cells=bytes,
                   goal=str, at=Int)
    cpdef object read_lines(self, bytes text)
    @cython.locals(char=Int)
    cdef Int _next(self) noexcept
    @cython.locals(char=Int)
    cdef Int _along(self) noexcept
    @cython.locals(number=Int)
    cdef Int _side(self) noexcept
    @cython.locals(clues=list, begin=Int, end=Int, text=bytes, known=tuple)
    cdef tuple _lines(self)
    @cython.locals(blocks=list)
    cdef tuple _clue_of_line(self, Int end)
    @cython.locals(length=Int)
    cdef void _add_block(self, list blocks) except *
    cdef tuple _clue_of(self, list blocks)
    cdef bint _takes(self, Int mark) noexcept
    cdef void _fail(self) noexcept
    @cython.locals(begin=Int, char=Int)
    cdef str _text(self)
    @cython.locals(clues=list, mark=Int, begin=Int, end=Int, text=bytes, known=tuple)
    cdef tuple _clues(self)
    @cython.locals(blocks=list)
    cdef tuple _clue(self)
    @cython.locals(first=Int, number=Int, begin=Int, char=Int)
    cdef Int _number(self) noexcept
    @cython.locals(rows=list, mark=Int, wide=Int, row=str, place=Int, char=Int)
    cdef tuple _picture(self)
