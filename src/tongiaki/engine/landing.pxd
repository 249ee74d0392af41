cimport cython
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.state cimport State, note, note_fleet, put
from tongiaki.engine.tables cimport TABLES, Moves, add_if

cdef int must_receive(State s, int filled, int berths) noexcept nogil
cdef int first_beaches(State s, int island) noexcept nogil
cdef int land_fleet(State s) noexcept nogil
cdef int _next_boat(State s) noexcept nogil
cdef int free_berths(State s, int island) noexcept nogil
cdef void _send_home(State s) noexcept nogil
cdef void legal_landings(State s, Moves moves) noexcept nogil
cdef int land(State s, int beach, int colour) noexcept nogil
