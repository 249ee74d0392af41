cimport cython
from libc.stdlib cimport free
from tongiaki.engine.c_constants cimport *
from tongiaki.engine.landing cimport must_receive
from tongiaki.engine.state cimport State
from tongiaki.engine.tables cimport TABLES
from tongiaki.engine.voyage cimport passes, trace

cdef extern from *:
    """
    #include <stdlib.h>
    static unsigned long long *words(size_t count) { return (unsigned long long *)calloc(count, 8); }
    """
    unsigned long long *words(size_t count) noexcept nogil

cdef bint is_endless(State s, int island) noexcept nogil
cdef bint _leads_away(State s, int island) noexcept nogil
cdef bint _spreads_out(State s, int island) noexcept nogil
cdef int _trace_pier(State s, int pier) noexcept nogil
cdef bint _away(int way, int island) noexcept nogil
cdef bint search_island(State s, int island) noexcept with gil

@cython.final
cdef class Search:
    cdef int island, beaches, kinds, numbers, width
    cdef int berths[6]              # [beach]
    cdef int open[6]                # a pier leads away
    cdef int lost[6]                # bit n: a fleet of n colours is lost on one of its ways
    cdef int start[36]              # [beach * 6 + kind]
    cdef int total[6]               # [kind]
    cdef int at[36]                 # the position at hand, like start
    cdef int filled[6]              # [beach]
    cdef unsigned long long weight[36]
    cdef int fleet[6]               # [kind]
    cdef int low[6]                 # [beach] least and most boats it receives
    cdef int high[6]
    cdef int rest[6]                # [kind]
    cdef int need[7]                # boats that beaches from i on must receive, and can
    cdef int room[7]
    cdef unsigned long long mask
    cdef int limit, found, waits
    cdef bint out, coloured
    cdef unsigned long long* slots  # hash table of key + 1, mask + 1 slots, at most half full
    cdef unsigned long long* waiting  # a stack of positions whose voyages are still to be tried
    cdef void look(self, State s, int island) noexcept nogil
    cdef void _fill(self, State s, bint coloured) noexcept nogil
    cdef bint finds_way_out(self, State s, bint coloured) noexcept nogil
    cdef unsigned long long _key_of_start(self) noexcept nogil
    cdef void _visit(self, unsigned long long key) noexcept nogil
    @cython.locals(slot="unsigned long long")
    cdef unsigned long long _slot(self, unsigned long long key) noexcept nogil
    @cython.locals(slots="unsigned long long*", waiting="unsigned long long*", size="int")
    cdef void _grow(self) noexcept nogil
    cdef void _unpack(self, unsigned long long key) noexcept nogil
    cdef void _sail_all(self, State s) noexcept nogil
    cdef void _add_numbers(self, State s, int j, int numbers) noexcept nogil
    @cython.locals(count="int")
    cdef bint _may_be_lost(self, unsigned long long key) noexcept nogil
    cdef void _sail(self, State s, int j) noexcept nogil
    cdef void _bounds(self, State s, int size) noexcept nogil
    cdef bint _can_leave_none_full(self, int size) noexcept nogil
    cdef void _land(self, unsigned long long key, int i, int left) noexcept nogil
    cdef void _choose(self, unsigned long long key, int i, int kind, int count, int left) noexcept nogil
