cimport cython
from tongiaki.engine.c_constants cimport LANDING, N_COLOURS
from tongiaki.engine.state cimport State
from tongiaki.engine.tables cimport TABLES, Moves
from tongiaki.engine.turn cimport legal_moves

@cython.locals(moves=Moves)
cpdef list distinct_moves(State game, int last=*)
cdef void merged_moves(State s, Moves moves, int last) noexcept nogil
@cython.locals(beach="int", colour="int", due="int", below="int", from_here="int")
cdef bint _in_order(State s, int boat, int last) noexcept nogil
@cython.locals(landed="int")
cdef bint _beyond_first(State s) noexcept nogil
@cython.locals(waiting="int", room="int", left="int", low="int")
cdef bint _fits(State s, int beach, int colour, int due) noexcept nogil
cdef int _open_from(State s, int other, int beach, int colour, int due) noexcept nogil
cdef int _lowest(State s, int beach) noexcept nogil
