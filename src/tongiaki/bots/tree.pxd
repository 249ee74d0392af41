cimport cython
from libc.math cimport log, sqrt
from tongiaki.bots.landings cimport merged_moves
from tongiaki.bots.value cimport Value
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.game cimport Game
from tongiaki.engine.rollout cimport Random, play_out
from tongiaki.engine.score cimport points_of
from tongiaki.engine.state cimport State, active, copy_numbers
from tongiaki.engine.tables cimport TABLES, Moves
from tongiaki.engine.turn cimport legal_moves, play_move, turn_up

cdef class Tree:
    cdef int capacity, size, depth, players, least
    cdef double exploration
    cdef bint shared, learned, merged
    cdef Game root, at, after
    cdef Value value
    cdef Moves moves
    cdef Random random
    cdef int[::1] first             # [node] its first child; the others follow
    cdef short[::1] count           # [node] children
    cdef unsigned short[::1] move   # [node] move, or tile, that leads to it
    cdef int[::1] visits            # [node]
    cdef float[::1] win             # [node * players + player] what is known of its worth
    cdef int path[1024]             # [depth] nodes of this simulation
    cdef int decider[1024]          # [depth] the player who decides there, −1 at a draw
    cdef double reward[6]
    cpdef run(self, int simulations, int least=*)
    cpdef list children(self)
    cpdef bint advance(self, int move)
    cdef void simulate(self, State s) noexcept nogil
    cdef int expand(self, int node, State s) noexcept nogil
    cdef void _list_choices(self, int node, State s) noexcept nogil
    cdef void foresee(self, int node, State s) noexcept nogil
    cdef void expect(self, int node, int decider) noexcept nogil
    cdef int choose(self, int node, State s) noexcept nogil
    @cython.locals(bound="double", best="double", spread="double")
    cdef int _promising(self, int first, int last, int decider) noexcept nogil
    cdef int _least_visited(self, int first, int last) noexcept nogil
    cdef void end(self, int node, State s) noexcept nogil
    @cython.locals(points="double")
    cdef void _add_points(self, State s) noexcept nogil
    cdef void back_up(self) noexcept nogil
    @cython.locals(old="int[::1]", first="int[::1]", count="short[::1]", move="unsigned short[::1]", visits="int[::1]",
                   win="float[::1]", node="int", here="int", child="int", new="int", n="int", p="int")
    cdef _keep(self, int root)
