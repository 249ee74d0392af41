cimport cython
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.game cimport Game
from tongiaki.engine.score cimport points_of, standing
from tongiaki.engine.state cimport State, copy_numbers
from tongiaki.engine.tables cimport TABLES, Moves, lowest
from tongiaki.engine.turn cimport legal_moves, play_move, turn_up

@cython.final
cdef class Random:
    cdef unsigned long long multiplier, word, long_word, increment, at
    cdef void start(self, unsigned long long seed, unsigned long long stream) noexcept nogil
    cdef int draw(self, unsigned long long n) noexcept nogil

cdef class Tally:
    cdef long long games, plies, unsound, unfinished, longest
    cdef long long reasons[4]
    cdef long long points[6]
    cdef long long squares[6]
    cdef double wins[6]

@cython.locals(deck="unsigned long long")
cdef int draw_tile(State s, Random random) noexcept nogil
cdef int play_out(State s, Moves moves, Random random, int most, bint check) noexcept nogil
@cython.locals(is_full="bint")
cdef bint sound(State s) noexcept nogil
cdef void _count(Tally tally, State s, int plies, bint shared) noexcept nogil
cdef void _play_games(Tally tally, Game start, Game s, Moves moves, Random random, long long games,
                      unsigned long long seed, unsigned long long first, bint check, int most, bint shared)
