cimport cython
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.state cimport State, note, note_fleet, take
from tongiaki.engine.tables cimport TABLES, Moves, add, lowest

@cython.locals(full="unsigned long long")
cdef void legal_voyages(State s, Moves moves) noexcept nogil
cdef int sail(State s, int pier) noexcept nogil
cdef int go_on(State s) noexcept nogil
cdef bint _cross(State s, int tile, int way) noexcept nogil
cdef int crossing(State s, int tile, int direction) noexcept nogil
cdef bint passes(State s, int number, int colours) noexcept nogil
cdef int _reach(State s, int island) noexcept nogil
cdef int lose(State s, int cause) noexcept nogil
cdef int trace(State s, int tile, int direction, int colours) noexcept nogil
