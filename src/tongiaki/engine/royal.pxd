from tongiaki.engine.c_constants cimport *
from tongiaki.engine.state cimport State, note, send_home
from tongiaki.engine.tables cimport TABLES, Moves, add_if

cdef void legal_kings(State s, Moves moves, int colour) noexcept nogil
cdef void become_king(State s, int island, int colour) noexcept nogil
