cimport cython
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.state cimport State, note, note_count, take
from tongiaki.engine.tables cimport TABLES, Moves, add, add_if, lowest

cdef bint may_resettle(State s) noexcept nogil
cdef void resettle(State s, int colour) noexcept nogil
@cython.locals(tiles="unsigned long long")
cdef void legal_places(State s, Moves moves) noexcept nogil
@cython.locals(two="bint")
cdef void legal_settlements(State s, Moves moves, int colour) noexcept nogil
