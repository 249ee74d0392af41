cimport cython
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.landing cimport first_beaches
from tongiaki.engine.score cimport boats_of, islands_of, points_of, standing
from tongiaki.engine.shown cimport deck_of, details_of, position_of, sums_of
from tongiaki.engine.state cimport Notes, Options, State, active, copy_numbers, lay, put, remove
from tongiaki.engine.tables cimport TABLES, Moves
from tongiaki.engine.turn cimport legal_moves, play_move, turn_up
from tongiaki.engine.voyage cimport crossing, passes, trace

@cython.no_gc
@cython.final
cdef class Game(State):
    cdef _seat_players(self, players, rules)
    cdef _tell(self)
    cdef _hop(self, int tile, int direction, int colours)
    @cython.locals(new=Game)
    cpdef Game copy(self)
    @cython.locals(moves=Moves)
    cpdef list legal(self)
    cpdef apply(self, int move)

cdef _build(Game game, numbers)
cdef _set_scalars(Game game, numbers)
cdef Moves _MOVES
