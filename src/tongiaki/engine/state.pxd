cimport cython
from libc.string cimport memcpy
from tongiaki.engine.c_constants cimport BOATS_TAKEN, CENTRE, N_COLOURS, N_TILES, NONE, ROW
from tongiaki.engine.tables cimport TABLES, lowest

cdef class Options:
    cdef public bint avoid, fewer, heap, uncapped, exact, resettlement
    cdef public int landing, royal_limit, resettle_boats, completion, idle_rounds

cdef class Notes:
    cdef int count
    cdef short data[11264]

# No collector: a state refers to nothing that could refer to it.
@cython.no_gc
cdef class State:
    # From boats to ended: one block of memory, which copy_numbers copies.
    cdef unsigned char boats[282]      # [beach * 6 + colour] on the beach
    cdef unsigned char filled[47]      # [beach] boats of all colours
    cdef unsigned char own[96]         # [island * 6 + colour] on the island's beaches
    cdef unsigned char crowd[16]       # [island] boats of all colours on its beaches
    cdef unsigned char ashore[6]       # [colour] on all beaches
    cdef unsigned char supply[6]       # [colour] off the board
    cdef unsigned char royal[16]       # [island] 1 + colour of its king, 0: none
    cdef unsigned char royals[6]       # [colour] royal islands
    cdef unsigned char q[32]           # [tile] axial place, CENTRE is 0; 0 if not laid
    cdef unsigned char r[32]
    cdef unsigned char rotation[32]    # [tile]
    cdef unsigned char laid[32]        # [tile] on the board
    cdef unsigned char near[192]       # [tile * 6 + direction] the laid tile there, or NONE
    cdef unsigned char order[6]        # colours in the order of play
    cdef unsigned char player[6]       # [colour] whose it is
    cdef unsigned char fleet[6]        # [colour] boats at sea or still to land
    cdef unsigned char landed[36]      # [local beach * 6 + colour] landed on this voyage
    cdef unsigned long long full       # beaches without a free berth, one bit each
    cdef unsigned long long deck       # tiles not drawn, one bit each
    cdef int islands_left, waters_left # not laid: in the deck or in hand
    cdef int stage, seat, colours, players  # stage: the number of the phase
    cdef int placed                    # boats placed in setup
    cdef int turn, voyages             # turns begun; voyages begun in this turn
    cdef int fleet_size, fleet_colours, from_island
    cdef int at_tile, at_direction     # the fleet stands on at_tile and looks that way
    cdef int here                      # island landed on, or to settle
    cdef int received, first           # local beaches that received a boat of the fleet / that come first (R-5.6)
    cdef int drew, sent                # this voyage drew a tile / sent a boat home
    cdef int quiet                     # quiet voyages in a row (R-6.4)
    cdef int draw_for, hand            # for whom a tile is drawn; the tile in hand
    cdef int tile_laid, idle, passes, passed  # R-9.2
    cdef int reason, ended             # why the game ends; that the end was triggered by a tile (R-9.1)
    cdef bint watched
    cdef Notes notes
    cdef list told                     # effects not taken yet
    cdef Options options
    cdef readonly object rules
    cpdef object blank(self)
    cpdef object empty(self)

cdef void put(State s, int beach, int colour) noexcept nogil
cdef void take(State s, int beach, int colour, int count) noexcept nogil
cdef void send_home(State s, int beach, int cause) noexcept nogil
@cython.locals(step="int", tiles="unsigned long long")
cdef void lay(State s, int tile, int q, int r, int rotation) noexcept nogil
cdef int direction_of(int dq, int dr) noexcept nogil
cdef void remove(State s, int tile) noexcept nogil
cdef int active(State s) noexcept nogil
cdef void note(State s, int kind, int a, int b, int c, int d) noexcept nogil
cdef void note_count(State s, int colour, int count) noexcept nogil
cdef void note_boats(State s, int beach) noexcept nogil
cdef void note_fleet(State s, int kind, int a, int b, int c) noexcept nogil
cdef inline void copy_numbers(State s, State new) noexcept nogil:
    memcpy(&new.boats[0], &s.boats[0], <char*>&s.watched - <char*>&s.boats[0])
