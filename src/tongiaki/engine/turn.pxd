from tongiaki.engine.c_constants cimport *
from tongiaki.engine.chain cimport chain_on, end_voyage
from tongiaki.engine.expansion cimport enter, expand, legal_entries, legal_expansions, legal_setup, place, shift
from tongiaki.engine.landing cimport land, land_fleet, legal_landings
from tongiaki.engine.resettlement cimport legal_places, legal_settlements, may_resettle, resettle
from tongiaki.engine.royal cimport become_king, legal_kings
from tongiaki.engine.state cimport State, active, lay, note
from tongiaki.engine.tables cimport TABLES, Moves, add
from tongiaki.engine.voyage cimport go_on, legal_voyages, lose, sail

cdef void legal_moves(State s, Moves moves) noexcept nogil
cdef void _legal_turn(State s, Moves moves) noexcept nogil
cdef void play_move(State s, int move) noexcept nogil
cdef int _begin(State s, int kind, int move, int x, int y) noexcept nogil
cdef void follow(State s, int what) noexcept nogil
cdef int _placed(State s) noexcept nogil
cdef int _begin_turn(State s) noexcept nogil
cdef int _pass(State s) noexcept nogil
cdef int _end_turn(State s) noexcept nogil
cdef void turn_up(State s, int tile) noexcept nogil
cdef void _lay_at(State s, int tile, int beside, int direction) noexcept nogil
cdef int _lay_hand(State s, int beside, int edge) noexcept nogil
