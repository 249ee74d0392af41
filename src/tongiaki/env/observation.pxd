cimport cython
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.game cimport Game
from tongiaki.engine.state cimport active
from tongiaki.engine.tables cimport TABLES, Moves
from tongiaki.engine.turn cimport legal_moves

cdef class Observer:
    cdef Moves moves
    cdef unsigned char seat[6]   # [colour] its place as the observer sees it, NONE if it does not play
    cdef int at                  # where the next number goes
    cdef int size
    @cython.locals(out=bytearray, n="int")
    cpdef bytearray observed(self, Game s, int player)
    @cython.locals(out=bytearray, n="int")
    cpdef bytearray mask(self, Game s)
    cdef _seat(self, Game s, int player)
    cdef _add(self, bytearray out, int number)
    cdef _board(self, Game s, bytearray out)
    cdef _colours(self, Game s, bytearray out)
    @cython.locals(n="int", at="int")
    cdef _by_colour(self, bytearray out, unsigned char* counts)
    cdef _phase(self, Game s, bytearray out)
    cdef _options(self, Game s, bytearray out)
