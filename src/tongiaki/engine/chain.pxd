cimport cython
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.endless cimport is_endless
from tongiaki.engine.state cimport State, note, note_count, active, remove, send_home, take
from tongiaki.engine.tables cimport TABLES, lowest

cdef int chain_on(State s) noexcept nogil
@cython.locals(full="unsigned long long")
cdef bint _remove_endless(State s) noexcept nogil
cdef bint _needs_island(State s) noexcept nogil
cdef int end_voyage(State s) noexcept nogil
@cython.locals(noted="bint")
cdef void _cut_circle(State s) noexcept nogil
