from tongiaki.engine.c_constants cimport N_COLOURS, N_ISLANDS
from tongiaki.engine.state cimport State
from tongiaki.engine.tables cimport TABLES

cdef int points_of(State s, int player) noexcept nogil
cdef int islands_of(State s, int player) noexcept nogil
cdef int boats_of(State s, int player) noexcept nogil
cdef int standing(State s, int player, bint shared) noexcept nogil
