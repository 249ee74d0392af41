cimport cython
from tongiaki.bots.c_sizes cimport COMMON, OWN
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.landing cimport free_berths
from tongiaki.engine.score cimport points_of, standing
from tongiaki.engine.state cimport State, active
from tongiaki.engine.tables cimport TABLES
from tongiaki.engine.voyage cimport trace

cdef class Features:
    cdef float passing[224]  # [tile * 7 + colours] share of a water tile's edges where so many colours do not pass
    cdef float common[32]
    cdef float own[660]      # [player * OWN + feature]
    cdef int mine[6]         # [player] boats on the island that is looked at
    cdef int beaches[6]      # [player] beaches of it with boats of the player
    cdef int roomy[6]        # [player] … that have two or more free berths
    cdef int best[6]         # [player] boats the best expansion brings
    cdef double safe, unsafe, brave  # how likely its fleet lands: by its best pier, by its worst, with a colour more
    cdef int n_leads
    cdef int leads[3]        # islands to which the piers of a beach lead
    cdef float hope[7]       # [colours] how likely a fleet lands that sails into unseen water
    cpdef tuple seen(self, State game)
    cdef void look(self, State s, bint shared) noexcept nogil
    cdef void _look_at_all(self, State s) noexcept nogil
    cdef void _look_at_fleet(self, State s) noexcept nogil
    @cython.locals(unknown="double", met="double")
    cdef void _look_at_deck(self, State s) noexcept nogil
    @cython.locals(stopped="double")
    cdef void _hope(self, State s) noexcept nogil
    cdef void _look_at_boats(self, State s) noexcept nogil
    cdef void _look_at_island(self, State s, int island) noexcept nogil
    cdef void _look_at_beach(self, State s, int island, int beach) noexcept nogil
    @cython.locals(kept="double")
    cdef void _look_ahead(self, State s, int island, int beach, int colours) noexcept nogil
    cdef double _kept(self, int way, int colours) noexcept nogil
    cdef int _gained(self, State s, int player) noexcept nogil
    @cython.locals(boats="double")
    cdef void _weigh(self, State s, int at, int player, int free, double boats, int colours) noexcept nogil
    @cython.locals(value="double")
    cdef void _sum_up(self, State s, int island, int player) noexcept nogil
    @cython.locals(best="double", points="double", boats="double", lead="double", won="double")
    cdef void _compare(self, State s, bint shared) noexcept nogil
