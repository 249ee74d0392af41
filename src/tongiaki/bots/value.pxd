cimport cython
from libc.math cimport exp
from tongiaki.bots.features cimport Features
from tongiaki.bots.c_sizes cimport COMMON, HIDDEN, OWN, WEIGHTS
from tongiaki.engine.c_constants cimport OVER
from tongiaki.engine.score cimport standing
from tongiaki.engine.state cimport State

cdef class Value:
    cdef Features features
    cdef float weight[4576]   # [feature * HIDDEN + unit], the common ones first; then [unit]
    cdef float base[32]       # [unit] what the common features add
    cdef float hidden[192]    # [player * HIDDEN + unit]
    cdef float win[6]         # [player] chance of victory
    cpdef set_weights(self, weights)
    cpdef list chances(self, State game)
    cdef void judge(self, State s, bint shared) noexcept nogil
    @cython.locals(winners="double")
    cdef void _result(self, State s, bint shared) noexcept nogil
    cdef void look(self, State s, bint shared) noexcept nogil
    @cython.locals(seen="float", said="float", most="float", whole="float")
    cdef void think(self, int players) noexcept nogil
