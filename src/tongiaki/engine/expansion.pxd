cimport cython
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.state cimport State, note, active, put, take
from tongiaki.engine.tables cimport TABLES, Moves, add

cdef void legal_setup(State s, Moves moves) noexcept nogil
cdef void legal_expansions(State s, Moves moves, int colour) noexcept nogil
cdef int most_boats(State s, int island, int own, int supply) noexcept nogil
cdef void _legal_on(State s, Moves moves, int island, int most) noexcept nogil
cdef bint _fits(State s, int island, int move) noexcept nogil
cdef void _legal_shifts(State s, Moves moves, int colour) noexcept nogil
cdef void legal_entries(State s, Moves moves, int colour) noexcept nogil
cdef void place(State s, int beach, int colour) noexcept nogil
cdef void expand(State s, int move, int colour) noexcept nogil
cdef void shift(State s, int move, int colour) noexcept nogil
cdef void enter(State s, int move, int colour) noexcept nogil
