cimport cython
from tongiaki.engine.c_constants cimport FLEET_ARRIVED, FLEET_LOST, FLEET_TURNED_BACK, ROW
from tongiaki.engine.game cimport Game
from tongiaki.engine.rollout cimport Random, draw_tile
from tongiaki.engine.state cimport Notes, State, copy_numbers
from tongiaki.engine.tables cimport TABLES
from tongiaki.engine.turn cimport play_move, turn_up

@cython.final
cdef class Trial:
    cdef long long new[16]    # [island] landed on, just drawn
    cdef long long known[16]
    cdef long long royal[16]  # turned back by it
    cdef long long lost[3]    # [cause]
    cdef long long tiles[32]  # [tiles drawn]
    cpdef object sail_all(self, Game start, Game s, Random random, int pier, long long decks)
    cdef void _sail(self, State start, State s, Random random, int pier) noexcept nogil
    cdef bint _ended(self, State start, Notes notes) noexcept nogil
