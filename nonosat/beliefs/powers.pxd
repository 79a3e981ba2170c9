cimport cython
from nonosat.propagation.layout cimport Int, Word

# The only way to a number's bits that is legal C and does not stand in the way of vector instructions.
cdef extern from *:
    """
    #include <string.h>
    static inline unsigned long long bits_of(double number) {
        unsigned long long bits;
        memcpy(&bits, &number, sizeof bits);
        return bits;
    }
    static inline double number_of(unsigned long long bits) {
        double number;
        memcpy(&number, &bits, sizeof number);
        return number;
    }
    """
    Word bits_of(double number) noexcept nogil
    double number_of(Word bits) noexcept nogil

cdef double _LOWEST, _LOG2_E, _LN2_HIGH, _LN2_LOW, _ROUND, _WHOLE, _UNIT
cdef Word _ONE, _ROOT, _ALL, _STEP, _MIX, _MIX_AGAIN


@cython.final
cdef class Powers:
    cpdef void exp(self, double[::1] xs, Int n) noexcept nogil
    cpdef void log(self, double[::1] xs, Int n) noexcept nogil


@cython.final
cdef class Noise:
    cdef Word drawn
    cpdef void seed(self, Word seed)
    @cython.locals(bits=Word, drawn=double)
    cpdef double normal(self) noexcept nogil
