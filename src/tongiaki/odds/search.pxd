cimport cython
from tongiaki.engine.c_constants cimport ISLAND, LOST, N_ISLANDS, N_TILES, NONE, UNKNOWN
from tongiaki.engine.state cimport State
from tongiaki.engine.tables cimport TABLES
from tongiaki.engine.voyage cimport crossing, passes

ctypedef unsigned long long weight_t

cdef enum:
    SIDE = 128      # places in a row of `sea`
    N_SHAPES = 4
    DRAWN = 64      # in `sea`: the first tile laid on this voyage

@cython.final
@cython.no_gc
cdef class Search:
    # [q * SIDE + r] 0: empty; 1 + tile: laid before; DRAWN + rotation + 8 * shape + 32 * (bits of the routes known to pass)
    cdef unsigned char sea[16384]
    # [tile * 6 + direction] how it ends to enter that laid water tile in that direction; the place (or the island), and
    # the direction after it
    cdef unsigned char way_end[192]
    cdef short way_place[192]
    cdef unsigned char way_direction[192]
    cdef int step[6]                # [direction] to the next place
    cdef unsigned char exit[24]     # [shape * 6 + edge] the other edge of the route
    cdef unsigned char route[24]    # [shape * 6 + edge] 0: the route of edge 0; 1 and 2: the others
    cdef int left[4]                # [shape] tiles in the deck whose route at edge 0 lets the fleet pass
    # Of those and of the ones drawn, all that are not told apart yet: [shape], [shape * 4 + bits of the routes that pass]
    cdef int unknown[4]
    cdef int pool[16]
    cdef int shapes, stops
    cdef unsigned char opened[625]  # [sum of digits of the tiles drawn] whether to go on
    cdef int digit[4]
    cdef int mix, rest              # the sum of digits; tiles in `left`
    # Sums by tiles drawn.
    cdef weight_t at_sea[17]
    cdef weight_t cut[17]
    cdef weight_t lost[17]
    cdef weight_t reached[272]
    cdef long long places
    cpdef void read(self, State s, int colours) noexcept
    @cython.locals(same="bint")
    cdef int _shape(self, int tile) noexcept
    cdef void _count(self, State s, int tile, int shape, int colours) noexcept
    cdef void _know(self, State s, int tile, int direction, int colours) noexcept
    cpdef tuple waters_left(self)
    @cython.locals(scale=weight_t)
    cpdef weight_t scale(self) noexcept
    cpdef object open(self, bytes opened, tuple digits)
    cpdef dict sail(self, State s, int tile, int edge)
    cpdef void run(self, int place, int direction, weight_t scale) noexcept
    cdef void _draw(self, int place, int direction, int drawn, weight_t weight) noexcept nogil
    cdef void _go(self, int place, int direction, int drawn, weight_t weight) noexcept nogil
    cdef int _beyond(self, int what, int direction) noexcept nogil
    cdef bint _meet(self, int place, int direction, int drawn, weight_t weight) noexcept nogil
    @cython.locals(what="int")
    cdef void _tell(self, int place, int direction, int drawn, weight_t part, int pattern) noexcept nogil
