cimport cython
from libc.math cimport sqrt
from tongiaki.bots.landings cimport merged_moves
from tongiaki.bots.c_sizes cimport COMMON, HIDDEN, OWN, WEIGHTS
from tongiaki.bots.value cimport Value
from tongiaki.engine.c_constants cimport DRAW, OVER
from tongiaki.engine.game cimport Game
from tongiaki.engine.rollout cimport Random, draw_tile
from tongiaki.engine.state cimport State, active, copy_numbers
from tongiaki.engine.tables cimport Moves
from tongiaki.engine.turn cimport play_move, turn_up

cdef class Lessons:
    cdef Value value
    cdef Random random
    cdef Moves moves
    cdef Game at, after
    cdef public double rate, trace, stray, loss
    cdef double fade_mean, fade_square
    cdef int steps
    cdef bint shared
    cdef public int batch, waiting, taken
    cdef float[::1] common        # [step * COMMON + feature]
    cdef float[::1] own           # [(step * 6 + player) * OWN + feature]
    cdef float[::1] said          # [step * 6 + player] chance that the network gave
    cdef float[::1] aim           # [step * 6 + player] what it should have given
    cdef float slope[4576]
    cdef float steady[4576]       # the weights, averaged over the last steps
    cdef float mean[4576]
    cdef float square[4576]
    cpdef int play(self, Game start)
    cpdef list steady_weights(self)
    cdef void _game(self, State s, State after) noexcept nogil
    @cython.locals(high="float")
    cdef int decide(self, State s, State after) noexcept nogil
    cdef void _remember(self, int players) noexcept nogil
    @cython.locals(to_come="float")
    cdef void _aims(self, int players) noexcept nogil
    cdef void _slopes(self, int players) noexcept nogil
    @cython.locals(pull="float", lit="float", seen="float")
    cdef void _slope_of(self, int step, int players) noexcept nogil
    @cython.locals(away="double", step="double", follows="double")
    cdef void _adam(self) noexcept nogil
