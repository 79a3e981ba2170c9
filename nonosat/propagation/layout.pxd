cimport cython

ctypedef unsigned long long Word
ctypedef long long Int

cdef Int ANY, SHORT, COUNT, LOOSE, REGULAR


@cython.final
cdef class Grid:
    cdef readonly Int count, longest
    cdef Int[::1] n, cell_at, cells, words, seen_at, seen_line, seen_place
    cdef list _loose(self, Int cells)
    cdef void _enter_cells(self, Int lines, Int cells) noexcept


@cython.final
cdef class Layout:
    cdef readonly Int values, count, lines, cells, longest, most_words, most_blocks, most_more, most_options
    cdef readonly Int most_states
    cdef Int[::1] n, cell_at, cell, words, seen_at, seen_line, seen_place
    cdef Int[::1] sort, slack, word_at, block_at, block_end, colour, low, high, kind, lengths, kind_end
    cdef Int[::1] option_at, option_cell, option_value, least, most, tally_at, tally
    cdef Int[::1] table_at, states, table
    cdef void _share(self, Grid grid)
    @cython.locals(at=Int, k=Int, cell=Int, value=Int)
    cdef void _lay_out_counts(self, object counts, object clock) except *
    cdef void _enter_counts(self)
    cdef bint roomy
    cdef Int room
    cdef void _divide(self, Int blocks) except *
    @cython.locals(given=tuple, clue=tuple, block=tuple, line=Int, at=Int, end=Int, j=Int, blocks=Int, any_blocks=bint, rules=list)
    cdef void lay_out_clues(self, object clues, object reader=*) except *
    @cython.locals(one_colour=bint)
    cdef void lay_out_clue(self, Int line) noexcept nogil
